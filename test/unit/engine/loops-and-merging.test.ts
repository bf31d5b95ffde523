import {describe, expect, it} from 'vitest'
import {ownRuleId} from '../../../src/dnr/priorities'
import {source, record, equals, cancel, query, createTestEngine} from './test-engine'

describe('interacting rules', () => {
  it('QueryParam rules with one condition become one browser rule', async () => {
    const setup = createTestEngine([query('Add', 'a', '1'), query('Add', 'b', '2'), query('Remove', 'a', '')])
    await setup.engine.apply()
    expect(setup.installed()).toHaveLength(1)
    expect(setup.installed()[0]?.action.redirect?.transform?.queryTransform).toEqual({
      addOrReplaceParams: [
        {key: 'a', value: '1'},
        {key: 'b', value: '2'},
      ],
    })
    const {rules} = await setup.engine.view()
    expect(rules.every(({inForce}) => inForce)).toBe(true)
    // A match of the browser rule does not count for a rule without any effect.
    const [first, second, third] = rules.map(({browserRules}) => browserRules)
    expect(first).toHaveLength(1)
    expect(second).toEqual(first)
    expect(third).toEqual([])
  })

  it('a lower Remove All keeps the parameters that the upper rule sets', async () => {
    const setup = createTestEngine([query('Add', 'a', '1'), query('Remove All', '', '')])
    await setup.engine.apply()
    expect(setup.installed().map(({action}) => action.redirect?.transform)).toEqual([{query: '?a=1'}])
    expect((await setup.engine.view()).rules.map(({browserRules}) => browserRules.length)).toEqual([1, 1])
  })

  it('of two redirects that form a loop the lower one is left out', async () => {
    const setup = createTestEngine([
      equals('https://a.test/', 'https://b.test/'),
      equals('https://b.test/', 'https://a.test/'),
    ])
    await setup.engine.apply()
    const view = await setup.engine.view()
    expect(view.rules.map(({inForce}) => inForce)).toEqual([true, false])
    const [upper, lower] = view.rules.map(({id}) => id)
    const urls = ['https://a.test/', 'https://b.test/', 'https://a.test/']
    expect(view.rules[1]?.problems).toEqual([{code: 'loop', urls, rules: [upper, lower]}])
    setup.change(0, {status: 'Inactive'})
    await setup.engine.apply()
    expect((await setup.engine.view()).rules.map(({inForce}) => inForce)).toEqual([false, true])
  })

  it('findLoop reports the loop of a draft without installing it', async () => {
    const [there, back] = [equals('https://a.test/', 'https://b.test/'), equals('https://b.test/', 'https://a.test/')]
    const setup = createTestEngine([there])
    await setup.engine.apply()
    const urls = ['https://a.test/', 'https://b.test/', 'https://a.test/']
    const loop = {code: 'loop', urls, rules: [there['id'], 'new']}
    expect(await setup.engine.findLoop('new', back)).toEqual(loop)
    expect(await setup.engine.findLoop('new', {...back, status: 'Inactive'})).toBeNull()
    expect(await setup.engine.findLoop('new', equals('https://b.test/', 'https://c.test/'))).toBeNull()
    expect((await setup.engine.view()).rules).toMatchObject([{inForce: true, problems: []}])
    expect(await setup.engine.findLoop('new', back)).toEqual(loop)
  })

  it('findLoop checks an edited rule in its place and with its status', async () => {
    const setup = createTestEngine([
      equals('https://a.test/', 'https://b.test/'),
      equals('https://b.test/', 'https://c.test/'),
      equals('https://c.test/', 'https://d.test/'),
    ])
    await setup.engine.apply()
    const [upper = '', middle = ''] = (await setup.engine.view()).rules.map(({id}) => id)
    const intoCircle = equals('https://b.test/', 'https://a.test/')
    expect(await setup.engine.findLoop(middle, intoCircle)).toMatchObject({rules: [upper, middle]})
    // The lower rule of the loop is left out.
    expect(await setup.engine.findLoop(upper, equals('https://a.test/', 'https://b.test/'))).toBeNull()
    expect(await setup.engine.findLoop(upper, equals('https://c.test/', 'https://b.test/'))).toBeNull()
    setup.change(1, {status: 'Inactive'})
    await setup.engine.apply()
    expect(await setup.engine.findLoop(middle, intoCircle)).toBeNull()
  })

  it('loops of wildcards, growing URLs and single rules are found', async () => {
    const wildcard = (value: string, destination: string) =>
      record('Redirect', [
        {source: {key: 'url', operator: 'Wildcard_Matches', value}, destinationType: 'url', destination},
      ])
    const setup = createTestEngine([
      wildcard('https://a.test/*', 'https://b.test/$1'),
      wildcard('https://b.test/*', 'https://a.test/$1'),
      wildcard('https://grow.test/*', 'https://grow.test/x/$1'),
    ])
    await setup.engine.apply()
    const {rules} = await setup.engine.view()
    expect(rules.map(({inForce}) => inForce)).toEqual([true, false, false])
    expect(rules[2]?.problems[0]?.urls).toEqual(Array(4).fill(expect.stringMatching(/^https:\/\/grow\.test\/x/)))
    expect(rules[2]?.problems[0]?.rules).toEqual([rules[2]?.id, rules[2]?.id, rules[2]?.id])
  })

  it.each([
    [
      'two replacements that undo each other',
      [
        ['v1', 'v2'],
        ['v2', 'v1'],
      ],
    ],
    [
      'a replacement that grows by another',
      [
        ['x', 'yy'],
        ['y', 'x'],
      ],
    ],
  ] as const)('a loop is found: %s', async (_, changes) => {
    const rules = changes.map(([from, to]) =>
      record('Replace', [{source: {key: 'host', operator: 'Equals', value: 'shop.test'}, from, to}]),
    )
    const setup = createTestEngine(rules)
    await setup.engine.apply()
    expect((await setup.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, false])
  })

  it.each([
    ['swaps two texts', 'Wildcard_Matches', 'https://shop.test/*-*', 'https://shop.test/$2-$1'],
    ['swaps two captures', 'Matches', '^https://shop\\.test/(\\w)(\\w)$', 'https://shop.test/$2$1'],
    ['swaps two languages', 'Matches', '^(https://[^/]+)/(en|de)/(en|de)/', '$1/$3/$2/'],
    ['turns three parts', 'Matches', '^https://shop\\.test/([abc])([abc])([abc])$', 'https://shop.test/$2$3$1'],
    ['swaps two digits', 'Matches', '^https://shop\\.test/v(1|2)(1|2)$', 'https://shop.test/v$2$1'],
  ])('a single redirect that %s is a loop', async (_, operator, value, destination) => {
    const setup = createTestEngine([
      record('Redirect', [{source: {key: 'url', operator, value}, destinationType: 'url', destination}]),
      cancel('fine'),
    ])
    await setup.engine.apply()
    const view = await setup.engine.view()
    expect(view.rules.map(({inForce}) => inForce)).toEqual([false, true])
    expect(view.rules[0]?.problems).toMatchObject([{code: 'loop'}])
  })

  it('a Redirect and a Replace rule that undo each other form a loop', async () => {
    const redirect = record('Redirect', [
      {
        source: {key: 'url', operator: 'Wildcard_Matches', value: '*/v2/*'},
        destinationType: 'url',
        destination: '$1/v1/$2',
      },
    ])
    const replace = record('Replace', [
      {source: {key: 'host', operator: 'Equals', value: 'shop.test'}, from: 'v1', to: 'v2'},
    ])
    const setup = createTestEngine([replace, redirect])
    await setup.engine.apply()
    expect((await setup.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, false])
  })

  const replaces = (key: string, value: string, from: string, to: string) =>
    record('Replace', [{source: {key, operator: 'Contains', value}, from, to}])
  const sets = (operator: string, value: string, to: string) =>
    record('QueryParam', [
      {source: {key: 'host', operator, value}, modifications: [{param: 'a', type: 'Add', value: to}]},
    ])

  const undoing = [
    [
      'by the path of one of them',
      replaces('url', 'shop.test', '/en/', '/de/'),
      replaces('path', '/de/legal', '/de/', '/en/'),
    ],
    [
      'as an exception to a redirect',
      record('Redirect', [
        {
          source: {key: 'url', operator: 'Wildcard_Matches', value: 'http://shop.test/*'},
          destinationType: 'url',
          destination: 'http://other.test/$1',
        },
      ]),
      replaces('path', '/assets/', 'other.test', 'shop.test'),
    ],
    ['by a query', sets('Equals', 'shop.test', '1'), replaces('url', 'debug', 'a=1', 'a=2')],
    ['by a part of a query', replaces('url', '?beta', '/v1/', '/v2/'), replaces('path', '/v2/', '/v2/', '/v1/')],
    [
      'by expressions',
      replaces('host', 'shop.test', '/a(\\d)/', 'b$1'),
      replaces('host', 'shop.test', '/b(\\d)/', 'a$1'),
    ],
    ['by a name that grows', sets('Contains', 'shop.test', '1'), replaces('path', '/beta', 'a=', 'b=')],
  ] as const

  it.each(undoing)('two rules that undo each other %s form a loop', async (_, one, other) => {
    const setup = createTestEngine([one, other])
    await setup.engine.apply()
    expect((await setup.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, false])
  })

  it.each(undoing)('two rules that undo each other %s form a loop among eighty others', async (_, one, other) => {
    const bystanders = Array.from({length: 80}, (__, at) =>
      at % 2 === 0 ? replaces('host', `w${at}.test`, `old${at}`, `new${at}`) : sets('Contains', `w${at}.test`, `${at}`),
    )
    const setup = createTestEngine([one, ...bystanders, other])
    await setup.engine.apply()
    const {rules} = await setup.engine.view()
    expect(rules.filter(({inForce}) => !inForce).map(({id}) => id)).toEqual([other['id']])
  })

  it('ordinary rules that lead in one direction form no loop', async () => {
    const wildcard = (value: string, destination: string) =>
      record('Redirect', [
        {source: {key: 'url', operator: 'Wildcard_Matches', value}, destinationType: 'url', destination},
      ])
    const setup = createTestEngine([
      wildcard('http://shop.test/*', 'https://shop.test/$1'),
      wildcard('https://www.shop.test/*', 'https://shop.test/$1'),
      wildcard('*/api/*', 'http://localhost:3000/api/$2'),
      wildcard('https://cdn.test/old/*', 'https://cdn.test/new/$1'),
      replaces('url', 'shop.test', '/v1/', '/v2/'),
      replaces('url', 'shop.test', '/v2/', '/v3/'),
      sets('Equals', 'shop.test', '1'),
      cancel('tracker'),
    ])
    await setup.engine.apply()
    const view = await setup.engine.view()
    expect(view.rules.filter(({problems}) => problems.some(({code}) => code === 'loop'))).toEqual([])
  })

  it.each([
    ['', 'x'],
    ['', 'v10'],
  ])('findLoop ignores a Replace rule with the empty search text “%s”', async (from, to) => {
    const setup = createTestEngine([replaces('host', 'shop.test', 'v1', 'v2')])
    await setup.engine.apply()
    expect(await setup.engine.findLoop('new', replaces('host', 'shop.test', from, to))).toBeNull()
  })

  it('a redirect that doubles the URL is a loop with a short description', async () => {
    const anywhere = {key: 'url', operator: 'Matches', value: '^https://shop\\.test/(.*)$'}
    const setup = createTestEngine([
      record('Redirect', [{source: anywhere, destinationType: 'url', destination: 'https://shop.test/$1$1x'}]),
    ])
    await setup.engine.apply()
    const problems = (await setup.engine.view()).rules.flatMap(view => view.problems)
    expect(problems.map(({code}) => code)).toContain('loop')
    for (const {urls = []} of problems) expect(urls.join('').length).toBeLessThan(200_000)
  })

  it('filters that exclude each other prevent a loop', async () => {
    const on = (method: string) => ({filters: [{requestMethod: [method]}]})
    const one = record('Redirect', [
      {source: source('a.test', on('GET')), destinationType: 'url', destination: 'https://b.test/'},
    ])
    const other = record('Redirect', [
      {source: source('b.test', on('POST')), destinationType: 'url', destination: 'https://a.test/'},
    ])
    const setup = createTestEngine([one, other])
    await setup.engine.apply()
    expect((await setup.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, true])
  })

  it('no rule affects the requests of the extension itself', async () => {
    const setup = createTestEngine([
      record('Cancel', [{source: {key: 'url', operator: 'Wildcard_Matches', value: '*'}}]),
    ])
    await setup.engine.apply()
    const own = setup.browser.rules.dynamic.get(ownRuleId)
    expect(own).toMatchObject({action: {type: 'allow'}, condition: {initiatorDomains: ['abcdefghijklmnop']}})
    for (const {priority} of setup.installed()) expect(own?.priority).toBeGreaterThan(priority)
  })

  it('the protection rule is installed only while a rule is in force', async () => {
    const answer = {source: source('a.test'), type: 'code', value: '() => "made"'}
    const setup = createTestEngine([record('Response', [answer])])
    const installed = () => [...setup.browser.rules.dynamic.keys()]
    await setup.engine.apply()
    expect(installed()).toEqual([ownRuleId])
    setup.pause(true)
    await setup.engine.apply()
    expect(installed()).toEqual([])
  })
})
