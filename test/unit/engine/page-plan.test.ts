import {describe, expect, it} from 'vitest'
import {createTestEngine, cancel, equals, query, record, source} from './test-engine'

const answer = (value: string, more: object = {}) =>
  record('Response', [{source: source('api'), type: 'static', value}], more)

describe('the page plan', () => {
  it('is null without a rule that applies in pages', async () => {
    const setup = createTestEngine([cancel('a'), answer('x', {status: 'Inactive'})])
    await setup.engine.apply()
    expect(setup.pages.wanted).toEqual([null])
  })

  it('contains the active pairs in list order and is null while paused', async () => {
    const setup = createTestEngine([
      record('Delay', [
        {source: source('a'), delay: '1500'},
        {source: source('a', {value: ' '}), delay: 1},
      ]),
      record('Request', [{type: 'code', value: 'args => 1'}]),
      answer('x', {status: 'Inactive'}),
    ])
    await setup.engine.apply()
    expect(setup.pages.wanted.at(-1)?.plan.rules).toMatchObject([
      {
        pair: 0,
        source: {text: 'url', compare: {kind: 'contains', value: 'a'}},
        does: {kind: 'delay', milliseconds: 1500},
      },
      {
        pair: 0,
        source: {text: 'url', compare: {kind: 'contains', value: ''}, filters: []},
        does: {kind: 'request', body: {type: 'code', value: 'args => 1'}},
      },
    ])
    setup.pause(true)
    await setup.engine.apply()
    expect(setup.pages.wanted.at(-1)).toBeNull()
  })

  it('omits a stored status text that no response can have', async () => {
    const texts = ['日本', 'a\u0007', 'Café au lait']
    const pairs = texts.map(statusText => ({
      source: source('a'),
      type: 'static',
      value: 'x',
      statusCode: 418,
      statusText,
    }))
    const setup = createTestEngine([record('Response', pairs)])
    await setup.engine.apply()
    const does = setup.pages.wanted.at(-1)?.plan.rules.map(rule => rule.does)
    expect(does?.map(each => 'statusText' in each && each.statusText)).toEqual([false, false, 'Café au lait'])
  })

  it('omits a stored status code that no response can have', async () => {
    const pairs = [100, 999, 0, 404.5, 418].map(statusCode => ({
      source: source('a'),
      type: 'static',
      value: 'x',
      statusCode,
    }))
    const setup = createTestEngine([record('Response', pairs)])
    await setup.engine.apply()
    const does = setup.pages.wanted.at(-1)?.plan.rules.map(rule => rule.does)
    expect(does?.map(each => 'status' in each && each.status)).toEqual([false, false, false, false, 418])
  })

  it('contains sorted lower-case response headers without invalid ones', async () => {
    const responseHeaders = [
      {header: 'X-Two', value: ' a '},
      {header: 'ETag', value: '"1"'},
      {header: 'x-two', value: 'b'},
      {header: 'X Space', value: '1'},
      {header: 'X-Wide', value: '日本'},
      {header: 'Set-Cookie', value: 'a=b'},
    ]
    const typed = [...responseHeaders, {header: 'Content-Type', value: 'text/csv'}]
    const pairs = [{responseHeaders}, {responseHeaders: typed}, {responseHeaders, type: 'code', value: '() => 1'}, {}]
    const setup = createTestEngine([
      record(
        'Response',
        pairs.map(pair => ({source: source('a'), type: 'static', value: '{}', ...pair})),
      ),
    ])
    await setup.engine.apply()
    const given = {etag: '"1"', 'x-two': 'a, b'}
    const json = {'content-type': 'application/json'}
    expect(setup.pages.wanted.at(-1)?.plan.rules.map(({does}) => 'headers' in does && does.headers)).toEqual([
      {...json, ...given},
      {'content-type': 'text/csv', ...given},
      given,
      json,
    ])
  })

  it('has no body for a status without one', async () => {
    const pairs = [
      {type: 'static', value: 'x', statusCode: 204},
      {type: 'code', value: '() => 1', statusCode: 304},
    ]
    const setup = createTestEngine([
      record(
        'Response',
        pairs.map(pair => ({source: source('a'), ...pair})),
      ),
    ])
    await setup.engine.apply()
    const bodies = setup.pages.wanted.at(-1)?.plan.rules.map(({does}) => 'body' in does && does.body)
    expect(bodies).toMatchObject([
      {type: 'static', value: ''},
      {type: 'static', value: ''},
    ])
  })

  it('lists redirects in the order in which they apply, if a page rule needs them', async () => {
    const setup = createTestEngine([
      query('Modify', 'lang', 'de'),
      equals('https://a.test/', 'https://b.test/$1'),
      cancel('stop'),
      query('Remove', 'region', ''),
      record('Replace', [{source: source('x'), from: '/v(\\d)/', to: 'w$1'}]),
      answer('x'),
    ])
    await setup.engine.apply()
    const ways = () => setup.pages.wanted.at(-1)?.plan.ways
    expect(ways()?.map(({move}) => move)).toEqual([
      {kind: 'stop'},
      {kind: 'redirect', to: 'https://b.test/$1'},
      {kind: 'replace', regex: expect.objectContaining({source: 'v([0-9])'}), to: 'w$1'},
      {
        kind: 'query',
        cleared: false,
        params: [
          ['region', null],
          ['lang', 'de'],
        ],
      },
    ])
    expect(ways()?.some(({isOurs}) => isOurs)).toBe(false)
    setup.change(5, {status: 'Inactive'})
    await setup.engine.apply()
    expect(setup.pages.wanted.at(-1)).toBeNull()
  })

  it('contains the navigator overrides of supported User agent rules', async () => {
    const safari = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/27.2 Mobile/15E148 Safari/604.1'
    const setup = createTestEngine([
      record('UserAgent', [
        {source: source('a'), userAgent: safari},
        {source: source('(?=b)', {operator: 'Matches'}), userAgent: safari},
        {source: source('c'), userAgent: ' '},
      ]),
      record('UserAgent', [{source: source('d'), userAgent: 'Off/1.0'}], {status: 'Inactive'}),
    ])
    await setup.engine.apply()
    const {rules, claims} = setup.pages.wanted.at(-1)?.plan ?? {}
    expect(rules).toEqual([])
    expect(claims?.map(({source: {compare}}) => compare)).toEqual([{kind: 'contains', value: 'a'}])
    expect(JSON.parse(claims?.[0]?.claims ?? '')).toMatchObject({navigator: {userAgent: safari, platform: 'iPhone'}})
    setup.pause(true)
    await setup.engine.apply()
    expect(setup.pages.wanted.at(-1)).toBeNull()
  })

  it('stores large bodies separately under a hash of their content', async () => {
    const setup = createTestEngine([answer('a'.repeat(20_000)), answer('b'.repeat(20_000)), answer('a'.repeat(20_000))])
    await setup.engine.apply()
    const wanted = setup.pages.wanted.at(-1)
    const rules = wanted?.plan.rules ?? []
    const names = rules.map(({does}) => (does.kind === 'response' && 'kept' in does.body ? does.body.kept : ''))
    expect(names[0]).toBe(names[2])
    expect(names[0]).not.toBe(names[1])
    expect(Object.keys(wanted?.bodies ?? {}).toSorted()).toEqual([...new Set(names)].toSorted())
    expect(wanted?.bodies[names[1] ?? '']).toBe('b'.repeat(20_000))
  })

  it('rules in the page plan are shown as in force', async () => {
    const setup = createTestEngine([record('Request', [{type: 'static', value: 'x'}])])
    await setup.engine.apply()
    expect((await setup.engine.view()).rules).toMatchObject([{inForce: true, problems: [], browserRules: []}])
  })
})
