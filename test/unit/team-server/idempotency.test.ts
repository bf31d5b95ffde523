import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {openEmbedded, openRemote, type Database} from '../../../src/team-server/database/database'
import {idempotencyKeys} from '../../../src/team-server/database/schema'
import {createApp} from '../../../src/team-server/http/app'
import {createKeys} from '../../../src/team-server/keys'
import {openLog} from '../../../src/team-server/log'
import {readSettings} from '../../../src/team-server/settings'
import {startPostgres, type Postgres} from '../../postgres/postgres'
import {aPayload} from '../api/payloads'

const hour = 60 * 60 * 1000

type Answer = {readonly status: number; readonly ttl: string | null; readonly data: Readonly<Record<string, unknown>>}

/** A server whose clock the test moves. */
function openServer(database: Database) {
  const clock = {now: Date.now()}
  const settings = readSettings({CALLS_PER_MINUTE: '1000000'})
  const app = createApp({database, log: openLog('silent'), settings, now: () => clock.now})
  const newKey = (workspace: string = crypto.randomUUID()) =>
    createKeys(database.tables, Date.now).create({name: 'A test', workspace})
  async function call(method: string, path: string, apiKey: string, body?: unknown, key?: string): Promise<Answer> {
    const response = await app.request(`http://team.test${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        'content-type': 'application/json',
        ...(key !== undefined && {'idempotency-key': key}),
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    })
    const {data} = (await response.json()) as Pick<Answer, 'data'>
    return {status: response.status, ttl: response.headers.get('idempotency-key-ttl'), data}
  }
  const count = async (path: string, apiKey: string) => {
    const listed = await call('GET', path, apiKey)
    return (listed.data as unknown as unknown[]).length
  }
  return {clock, newKey, call, count}
}

let embedded: Database
let postgres: Postgres
let remote: Database
beforeAll(async () => {
  embedded = await openEmbedded()
  postgres = await startPostgres()
  remote = await openRemote(await postgres.newDatabase())
}, 60_000)
afterAll(async () => {
  await Promise.all([embedded.close(), remote.close()])
  await postgres.stop()
})

describe.each([
  ['/v1/rules', aPayload('Cancel', {name: 'First'}), aPayload('Delay', {name: 'Second'})],
  ['/v1/groups', {name: 'First'}, {name: 'Second'}],
])('POST %s with an Idempotency-Key', (path, first, second) => {
  it('replays the first response even after the record changed', async () => {
    const {call, count, newKey} = openServer(embedded)
    const apiKey = await newKey()
    const created = await call('POST', path, apiKey, first, 'key-1')
    await call('PUT', `${path}/${String(created.data['id'])}`, apiKey, {...first, name: 'Renamed'})
    expect(await call('POST', path, apiKey, first, 'key-1')).toEqual(created)
    expect(await count(path, apiKey)).toBe(1)
  })

  it('creates nothing for a repeated key with another body', async () => {
    const {call, count, newKey} = openServer(embedded)
    const apiKey = await newKey()
    const created = await call('POST', path, apiKey, first, 'key-1')
    expect(await call('POST', path, apiKey, second, 'key-1')).toEqual(created)
    expect(await call('POST', path, apiKey, {name: ''}, 'key-1')).toEqual(created)
    expect(await count(path, apiKey)).toBe(1)
  })

  it('creates one record for concurrent requests with one key', async () => {
    for (const database of [embedded, remote]) {
      const {call, count, newKey} = openServer(database)
      const apiKey = await newKey()
      const answers = await Promise.all(Array.from({length: 12}, () => call('POST', path, apiKey, first, 'key-1')))
      expect(new Set(answers.map(({data}) => data['id'])).size).toBe(1)
      expect(answers.every(({status}) => status === 200)).toBe(true)
      expect(await count(path, apiKey)).toBe(1)
    }
  })

  it('keeps a key for 24 hours', async () => {
    const {call, clock, count, newKey} = openServer(embedded)
    const apiKey = await newKey()
    const created = await call('POST', path, apiKey, first, 'key-1')
    clock.now += 24 * hour - 1000
    expect(await call('POST', path, apiKey, first, 'key-1')).toEqual(created)
    clock.now += 2000
    expect((await call('POST', path, apiKey, first, 'key-1')).data['id']).not.toBe(created.data['id'])
    expect(await count(path, apiKey)).toBe(2)
  })

  it('deletes keys of any workspace that are older than 24 hours', async () => {
    for (const database of [embedded, remote]) {
      const {call, clock, newKey} = openServer(database)
      const apiKey = await newKey()
      await call('POST', path, await newKey(), first, 'key-1')
      await call('POST', path, apiKey, first, 'key-2')
      clock.now += 25 * hour
      expect((await call('POST', path, apiKey, first, 'key-3')).status).toBe(200)
      const left = await database.tables.select({createdAt: idempotencyKeys.createdAt}).from(idempotencyKeys)
      expect(left.filter(({createdAt}) => createdAt <= clock.now - 24 * hour)).toEqual([])
    }
  })

  it('keeps keys apart by workspace', async () => {
    const {call, count, newKey} = openServer(embedded)
    const [one, other] = [await newKey(), await newKey()]
    await call('POST', path, one, first, 'key-1')
    await call('POST', path, other, first, 'key-1')
    expect([await count(path, one), await count(path, other)]).toEqual([1, 1])
  })

  it('shares keys between the API keys of one workspace', async () => {
    const {call, count, newKey} = openServer(embedded)
    const workspace = crypto.randomUUID()
    const [one, other] = [await newKey(workspace), await newKey(workspace)]
    await call('POST', path, one, first, 'key-1')
    await call('POST', path, other, first, 'key-1')
    expect(await count(path, one)).toBe(1)
  })

  it('forgets the key of a refused request', async () => {
    const {call, count, newKey} = openServer(embedded)
    const apiKey = await newKey()
    expect((await call('POST', path, apiKey, {...first, name: ''}, 'key-1')).status).toBe(400)
    expect((await call('POST', path, apiKey, first, 'key-1')).status).toBe(200)
    expect(await count(path, apiKey)).toBe(1)
  })

  it.each(['', 'k'.repeat(256)])('refuses the key "%s"', async key => {
    const {call, count, newKey} = openServer(embedded)
    const apiKey = await newKey()
    expect((await call('POST', path, apiKey, first, key)).status).toBe(400)
    expect(await count(path, apiKey)).toBe(0)
  })
})

it('a rule is replayed after its group was deleted', async () => {
  const {call, count, newKey} = openServer(embedded)
  const apiKey = await newKey()
  const group = await call('POST', '/v1/groups', apiKey, {name: 'Shop'})
  const body = aPayload('Cancel', {groupId: String(group.data['id'])})
  const created = await call('POST', '/v1/rules', apiKey, body, 'key-1')
  await call('DELETE', `/v1/groups/${String(group.data['id'])}`, apiKey)
  expect(await call('POST', '/v1/rules', apiKey, body, 'key-1')).toEqual(created)
  expect(await count('/v1/rules', apiKey)).toBe(1)
})

it('a rule and a group may have the same key', async () => {
  const {call, count, newKey} = openServer(embedded)
  const apiKey = await newKey()
  await call('POST', '/v1/rules', apiKey, aPayload(), 'key-1')
  await call('POST', '/v1/groups', apiKey, {name: 'Shop'}, 'key-1')
  expect([await count('/v1/rules', apiKey), await count('/v1/groups', apiKey)]).toEqual([1, 1])
})

it('every response under /v1 has the idempotency-key-ttl header', async () => {
  const {call, newKey} = openServer(embedded)
  const apiKey = await newKey()
  expect((await call('GET', '/v1/rules', apiKey)).ttl).toBe('86400')
  expect((await call('POST', '/v1/rules', apiKey, aPayload())).ttl).toBe('86400')
})
