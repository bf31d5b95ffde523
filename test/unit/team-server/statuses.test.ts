import {eq} from 'drizzle-orm'
import {describe, expect, it} from 'vitest'
import {errorBody} from '../../../src/api/envelopes'
import {records} from '../../../src/team-server/database/schema'
import {aPayload} from '../api/payloads'
import {callsOf, type Answer} from './send-requests'
import {sharedApp} from './open-server'

const server = sharedApp()
const call = callsOf(server)

const idIn = (answer: Answer): string => (answer.body?.['data'] as {id: string} | undefined)?.id ?? ''
const create = async (key: string, overrides = {}) =>
  idIn(await call({method: 'POST', path: '/v1/rules', key, body: aPayload('Redirect', overrides)}))
const createGroup = async (key: string) =>
  idIn(await call({method: 'POST', path: '/v1/groups', key, body: {name: 'A group'}}))

/** The status of an answer that refuses as the contract shows it; null for any other answer. */
const refusal = ({status, body}: Answer): number | null => (errorBody.safeParse(body).success ? status : null)

/** The contract's table of errors, row by row; 429 has its own tests. */
describe('the statuses of the contract', () => {
  const noGroup = {groupId: 'Group_none'}

  describe('creating a rule', () => {
    it('answers 400 to an invalid rule', async () =>
      expect(refusal(await call({method: 'POST', path: '/v1/rules', body: {name: 'No type'}}))).toBe(400))
    it('answers 401 without a key', async () =>
      expect(refusal(await call({method: 'POST', path: '/v1/rules', key: '', body: aPayload()}))).toBe(401))
    it('answers 404 to a group that does not exist', async () =>
      expect(refusal(await call({method: 'POST', path: '/v1/rules', body: aPayload('Cancel', noGroup)}))).toBe(404))
    it('answers 405 to a body that names a rule of another type', async () => {
      const key = await server.newKey()
      const id = await create(key)
      expect(refusal(await call({method: 'POST', path: '/v1/rules', key, body: aPayload('Cancel', {id})}))).toBe(405)
    })
  })

  describe('updating a rule', () => {
    const update = async (body: unknown, given: {key?: string; id?: string} = {}) => {
      const key = await server.newKey()
      const id = given.id ?? (await create(key))
      return call({method: 'PUT', path: `/v1/rules/${id}`, key: given.key ?? key, body})
    }
    it('answers 400 to invalid pairs', async () =>
      expect(refusal(await update(aPayload('Redirect', {pairs: [{}]})))).toBe(400))
    it('answers 401 to an invalid key', async () =>
      expect(refusal(await update(aPayload(), {key: `sy_${'a'.repeat(10)}_${'b'.repeat(40)}`}))).toBe(401))
    it('answers 404 to a rule that does not exist', async () =>
      expect(refusal(await update(aPayload(), {id: 'Redirect_none'}))).toBe(404))
    it('answers 404 to a group that does not exist', async () =>
      expect(refusal(await update(aPayload('Redirect', noGroup)))).toBe(404))
    it('answers 405 to another type', async () => expect(refusal(await update(aPayload('Cancel')))).toBe(405))
  })

  describe('listing and reading rules', () => {
    it.each(['offset=-1', 'offset=a', 'offset=1.5', 'pageSize=0', 'pageSize=76', 'pageSize=', 'offset=1e3'])(
      'answers 400 to %s',
      async query => expect(refusal(await call({path: `/v1/rules?${query}`}))).toBe(400),
    )
    it('answers 400 to a stored rule with unreadable pairs', async () => {
      const key = await server.newKey()
      const id = await create(key)
      const {database} = await server.started()
      await database.tables
        .update(records)
        .set({body: JSON.stringify({id, ruleType: 'Redirect'})})
        .where(eq(records.id, id))
      expect(refusal(await call({path: `/v1/rules/${id}`, key}))).toBe(400)
      // The listing shows it as it is kept: one bad record takes no other with it.
      expect((await call({path: '/v1/rules', key})).status).toBe(200)
    })
    it.each(['/v1/rules', '/v1/rules/Redirect_a', '/v1/groups'])('answers 401 at %s', async path =>
      expect(refusal(await call({path, key: 'wrong'}))).toBe(401),
    )
    it.each(['Redirect_none', 'none', '%00', 'a%2Fb', '__proto__'])('answers 404 to the id %s', async id =>
      expect(refusal(await call({path: `/v1/rules/${id}`}))).toBe(404),
    )
  })

  describe('groups', () => {
    it('answers 400 to a group without a name', async () =>
      expect(refusal(await call({method: 'POST', path: '/v1/groups', body: {}}))).toBe(400))
    it('answers 400 to an id without the Group_ prefix', async () =>
      expect(refusal(await call({method: 'PUT', path: '/v1/groups/Redirect_a', body: {name: 'A'}}))).toBe(400))
    it('answers 401 without a key', async () =>
      expect(refusal(await call({method: 'PUT', path: '/v1/groups/Group_a', key: '', body: {name: 'A'}}))).toBe(401))
    it('answers 404 to a group that does not exist', async () =>
      expect(refusal(await call({method: 'PUT', path: '/v1/groups/Group_none', body: {name: 'A'}}))).toBe(404))
  })

  it('answers 405 to an unsupported method and lists the supported ones', async () => {
    const answer = await call({method: 'PATCH', path: '/v1/rules'})
    expect(refusal(answer)).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, POST')
  })

  it('answers 404 with an error body to an unknown path', async () => {
    expect(refusal(await call({path: '/v1/else'}))).toBe(404)
    expect(refusal(await call({path: '/else'}))).toBe(404)
  })
})

describe('delete', () => {
  it('removes a rule once', async () => {
    const key = await server.newKey()
    const path = `/v1/rules/${await create(key)}`
    expect((await call({method: 'DELETE', path, key})).body).toEqual({success: true, message: 'Rule deleted'})
    expect(refusal(await call({method: 'DELETE', path, key}))).toBe(404)
  })

  it('removes a group and marks its rules as changed and without a group', async () => {
    const key = await server.newKey()
    const groupId = await createGroup(key)
    const id = await create(key, {groupId})
    const before = (await call({path: `/v1/rules/${id}`, key})).body?.['data'] as {modificationDate: number}
    expect((await call({method: 'DELETE', path: `/v1/groups/${groupId}`, key})).status).toBe(200)
    const after = (await call({path: `/v1/rules/${id}`, key})).body?.['data'] as {
      groupId: string
      modificationDate: number
    }
    expect(after.groupId).toBe('')
    expect(after.modificationDate).toBeGreaterThan(before.modificationDate)
  })
})

describe('a workspace', () => {
  it('is not visible from another workspace', async () => {
    const [mine, theirs] = [await server.newKey(), await server.newKey()]
    const id = await create(mine)
    const groupId = await createGroup(mine)
    expect((await call({path: '/v1/rules', key: theirs})).body).toMatchObject({data: [], total: 0})
    expect(refusal(await call({path: `/v1/rules/${id}`, key: theirs}))).toBe(404)
    expect(refusal(await call({method: 'PUT', path: `/v1/rules/${id}`, key: theirs, body: aPayload()}))).toBe(404)
    expect(refusal(await call({method: 'DELETE', path: `/v1/rules/${id}`, key: theirs}))).toBe(404)
    expect(
      refusal(await call({method: 'POST', path: '/v1/rules', key: theirs, body: aPayload('Cancel', {groupId})})),
    ).toBe(404)
    expect(refusal(await call({method: 'DELETE', path: `/v1/groups/${groupId}`, key: theirs}))).toBe(404)
    expect((await call({path: `/v1/rules/${id}`, key: mine})).status).toBe(200)
  })

  it('can revoke one of its keys immediately', async () => {
    const {keys} = await server.started()
    const [first, second] = [
      await keys.create({name: 'One', workspace: 'Shared'}),
      await keys.create({name: 'Two', workspace: 'Shared'}),
    ]
    const id = await create(first)
    expect((await call({path: `/v1/rules/${id}`, key: second})).status).toBe(200)
    expect(await keys.revoke(second.split('_')[1] ?? '')).toBe(true)
    expect(refusal(await call({path: `/v1/rules/${id}`, key: second}))).toBe(401)
    expect((await call({path: `/v1/rules/${id}`, key: first})).status).toBe(200)
  })
})
