import * as fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {ruleTypes} from '../../../src/model/rules'
import {limits} from '../../../src/team-server/limits'
import {aPayload} from '../api/payloads'
import {callsOf} from './send-requests'
import {sharedApp} from './open-server'

const server = sharedApp()
const call = callsOf(server)
const post = (raw: string, key?: string, headers: Record<string, string> = {}) =>
  call({method: 'POST', path: '/v1/rules', raw, headers, ...(key !== undefined && {key})})

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const anything = fc.jsonValue({maxDepth: 5})
const field = fc.constantFrom(
  'name',
  'description',
  'objectType',
  'ruleType',
  'status',
  'pairs',
  'groupId',
  'id',
  '__proto__',
  'constructor',
)
/** Bodies of a rule but for the objectType and one more field, any JSON, and any text. */
const randomBody = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ruleTypes), field, anything)
    .map(([type, name, value]) => JSON.stringify({...aPayload(type), objectType: 'group', [name]: value})),
  anything.map(value => JSON.stringify(value)),
  fc.string({unit: 'binary'}),
)

describe('an invalid request body', () => {
  it.each([
    ['nothing', ''],
    ['half of one', '{"name": "a'],
    ['HTML', '<html></html>'],
    ['a list', '[]'],
    ['a text', '"rule"'],
    ['null', 'null'],
    ['one with a depth that would end the stack', `{"a": ${nested(200_000)}}`],
    ['one that is a little too deep', JSON.stringify(aPayload()).replace('{', `{"x": ${nested(limits.depth)},`)],
  ])('is refused with 400: %s', async (_what, raw) => {
    const key = await server.newKey()
    const answer = await post(raw, key)
    expect(answer.status).toBe(400)
    expect((await call({path: '/v1/rules', key})).body).toMatchObject({total: 0})
  })

  it('is refused when its content type is not JSON', async () => {
    expect((await post(JSON.stringify(aPayload()), undefined, {'content-type': 'text/plain'})).status).toBe(400)
    expect(
      (await post(JSON.stringify(aPayload()), undefined, {'content-type': 'Application/JSON; charset=utf-8'})).status,
    ).toBe(200)
  })

  it('is refused when the body, a name, a description or a list is too large', async () => {
    const [pair] = aPayload()['pairs'] as unknown[]
    const tooMuch = {
      name: 'n'.repeat(limits.name + 1),
      description: 'd'.repeat(limits.description + 1),
      pairs: Array.from({length: limits.pairs + 1}, () => pair),
    }
    const answer = await post(JSON.stringify(aPayload('Redirect', tooMuch)))
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({error: {faults: [{path: 'name'}, {path: 'description'}, {path: 'pairs'}]}})
    expect((await post(JSON.stringify(aPayload('Redirect', {x: 'x'.repeat(8 * 1024 * 1024)})))).status).toBe(400)
  })
})

describe('a stored record', () => {
  it('is returned whatever its regex, even with 10,000 nested groups', async () => {
    const key = await server.newKey()
    for (const value of ['(?:a|'.repeat(10_000) + ')*'.repeat(10_000), '(a|b)'.repeat(300), '(a{1,1000}){1,1000}']) {
      const pairs = [{source: {key: 'url', operator: 'Matches', value: `/${value}/`}}]
      const {status} = await post(JSON.stringify({...aPayload('Cancel'), pairs}), key)
      expect([200, 400]).toContain(status)
    }
  })

  it('cannot have a regex that blocks other callers', async () => {
    const source = {key: 'url', operator: 'Matches', value: 'a|'.repeat(limits.expressions / 4)}
    const pairs = [{source}, {source}, {source}]
    const {status, body} = await post(JSON.stringify({...aPayload('Cancel'), pairs}))
    expect(status).toBe(400)
    expect(body).toMatchObject({error: {faults: [{path: 'pairs', code: 'too-large'}]}})
  })

  it.each(["'; drop table records; --", '$1 {{x}} ${x}', '\0 and \u{1F600} and \uD800', '__proto__', 'constructor'])(
    'is the very name %j',
    async name => {
      const key = await server.newKey()
      const created = await call({
        method: 'POST',
        path: '/v1/rules',
        key,
        body: aPayload('Redirect', {name, [name]: name}),
      })
      expect(created.status).toBe(200)
      const {data} = (await call({path: '/v1/rules', key})).body as {data: Record<string, unknown>[]}
      expect(data[0]?.['name']).toBe(name)
    },
  )

  // Each ends well within a test's time on a slow machine.
  it.each([0, 1, 2])('is refused or stored without a server error: random body (%i)', async seed => {
    const key = await server.newKey()
    await fc.assert(
      fc.asyncProperty(randomBody, async body => {
        expect([400, 404, 405]).toContain((await post(body, key)).status)
      }),
      // A fixed seed makes failures reproducible. SWITCHYARD_SEED sets another.
      {numRuns: 1000, seed: Number(process.env['SWITCHYARD_SEED'] ?? 0) + seed},
    )
    expect((await call({path: '/v1/rules', key})).body).toMatchObject({total: 0})
  })
})
