import {faultText, verbatim} from '../../../src/model/faults'
import {describe, expect, it} from 'vitest'
import type {Limits} from '../../../src/engine/ports'
import {source, record, equals, cancel, header, query, createTestEngine} from './test-engine'

const notTaken = faultText('rulesNotTaken', {reason: verbatim('Internal error.')})

describe('rules in force', () => {
  it('a rule is in force if it and its group are active and nothing is paused', async () => {
    const setup = createTestEngine([
      cancel('none'),
      cancel('off', {status: 'Inactive'}),
      cancel('on', {groupId: 'Group_on'}),
      cancel('group-off', {groupId: 'Group_off'}),
      cancel('unknown', {groupId: 'Group_gone'}),
    ])
    setup.groups.push(
      {id: 'Group_on', name: 'on', status: 'Active'},
      {id: 'Group_off', name: 'off', status: 'Inactive'},
    )
    await setup.engine.apply()
    const texts = JSON.stringify(setup.installed().map(({condition}) => condition))
    expect(setup.installed()).toHaveLength(3)
    expect(texts).toContain('none')
    expect(texts).toContain('unknown')
    expect(texts).not.toContain('off')
    setup.pause(true)
    await setup.engine.apply()
    expect(setup.browser.rules.dynamic.size).toBe(0)
  })

  it('an invalid record does not affect the other rules', async () => {
    const setup = createTestEngine([
      cancel('a'),
      {id: 'Bad_1', ruleType: 'Redirect', pairs: null},
      {id: 'Bad_2', ruleType: 'Script', pairs: []},
      cancel('b'),
    ])
    await setup.engine.apply()
    expect(setup.installed()).toHaveLength(2)
    const view = await setup.engine.view()
    expect(view.rules.map(({rule}) => rule === null)).toEqual([false, true, true, false])
    expect(view.rules[1]?.faults[0]?.path).toBe('pairs')
    expect(view.rules[1]?.record).toEqual({id: 'Bad_1', ruleType: 'Redirect', pairs: null})
  })

  it('each browser rule has its own priority, the upper rule the higher one', async () => {
    const setup = createTestEngine([
      equals('https://a.test/', 'https://b.test/'),
      equals('https://a.test/', 'https://c.test/'),
      header('a.test'),
      cancel('zzz'),
    ])
    await setup.engine.apply()
    const priorities = setup.installed().map(({priority}) => priority)
    expect(new Set(priorities).size).toBe(priorities.length)
    const [first, , third] = setup.installed().filter(({action}) => action.type === 'redirect')
    expect(first?.priority).toBeGreaterThan(third?.priority ?? Infinity)
  })

  it('of User agent rules with the same condition only the upper is installed', async () => {
    const agent = (id: string, ...hosts: readonly string[]) => ({
      ...record(
        'UserAgent',
        hosts.map(value => ({source: source(value, {key: 'host', operator: 'Equals'}), userAgent: `${id}/1.0`})),
      ),
      id,
    })
    const setup = createTestEngine([agent('upper', 'a.test'), agent('lower', 'a.test', 'b.test')])
    await setup.engine.apply()
    const agents = setup
      .installed()
      .flatMap(({action, condition}) =>
        action.type === 'modifyHeaders' ? [[action.requestHeaders?.[0]?.value, JSON.stringify(condition)]] : [],
      )
    expect(agents.filter(([, condition]) => condition?.includes('a.test')).map(([value]) => value)).toEqual([
      'upper/1.0',
      'upper/1.0',
    ])
    expect(agents.filter(([, condition]) => condition?.includes('b.test'))).toHaveLength(2)
    const {rules} = await setup.engine.view()
    expect(rules.map(({inForce}) => inForce)).toEqual([true, true])
    expect(rules[0]?.browserRules.some(id => rules[1]?.browserRules.includes(id))).toBe(false)
  })

  it('the longest Delay comes first, and switching one rule moves no other', async () => {
    const waits = (id: string, ...delays: readonly number[]) => ({
      ...record(
        'Delay',
        delays.map((delay, at) => ({source: source(`${id}${at}.test`), delay})),
      ),
      id: `Delay_${id}`,
    })
    const setup = createTestEngine([
      waits('short', 200),
      waits('long', 1500, 100),
      waits('alike', 1500),
      waits('longest', 60_000),
    ])
    const order = () =>
      setup
        .installed()
        .filter(({action}) => action.type === 'redirect')
        .toSorted((a, b) => b.priority - a.priority)
        .map(({condition}) => /\w+(?=\\?\.test)/.exec(condition.regexFilter ?? '')?.[0])
    await setup.engine.apply()
    expect(order()).toEqual(['longest0', 'long0', 'alike0', 'short0', 'long1'])
    const before = new Map(setup.installed().map(({id, priority}) => [id, priority]))
    expect(new Set(before.values()).size).toBe(before.size)
    setup.change(3, {status: 'Inactive'})
    await setup.engine.apply()
    expect(order()).toEqual(['long0', 'alike0', 'short0', 'long1'])
    for (const {id, priority} of setup.installed()) expect(priority).toBe(before.get(id))
  })

  it('groups come in their order and ungrouped rules last', async () => {
    const setup = createTestEngine([
      equals('https://a.test/', 'https://ungrouped.test/'),
      equals('https://a.test/', 'https://grouped.test/', {groupId: 'Group_1'}),
    ])
    setup.groups.push({id: 'Group_1', name: 'g', status: 'Active'})
    const view = await setup.engine.view()
    expect(view.rules.map(({rule}) => rule?.groupId)).toEqual(['Group_1', ''])
  })
})

describe('installing', () => {
  it('a woken worker sends no rules again', async () => {
    const setup = createTestEngine([cancel('a'), header('a.test'), query('Add', 'a', '1')])
    await setup.engine.apply()
    const before = setup.browser.updates.length
    const woken = setup.wake()
    await woken.resume()
    await woken.view()
    await woken.restart()
    expect(setup.browser.updates).toHaveLength(before)
  })

  it('a new worker installs the change that a stopped worker left', async () => {
    const setup = createTestEngine([cancel('a'), cancel('b')])
    await setup.engine.apply()
    setup.change(0, {status: 'Inactive'})
    await setup.wake().resume()
    expect(setup.installed()).toHaveLength(1)
  })

  it('switching a rule updates only its own browser rules', async () => {
    const setup = createTestEngine(Array.from({length: 50}, (_, index) => header(`h${index}.test`)))
    await setup.engine.apply()
    setup.change(20, {status: 'Inactive'})
    await setup.engine.apply()
    expect(setup.browser.updates.at(-1)).toMatchObject({add: [], remove: [expect.any(Number)]})
    setup.change(20, {status: 'Active'})
    await setup.engine.apply()
    expect(setup.browser.updates.at(-1)).toMatchObject({remove: [], add: [expect.anything()]})
  })

  it('simultaneous changes are installed one after the other', async () => {
    const setup = createTestEngine([cancel('a'), cancel('b'), cancel('c')])
    const first = setup.engine.apply()
    setup.change(0, {status: 'Inactive'})
    const second = setup.engine.apply()
    setup.change(1, {status: 'Inactive'})
    await Promise.all([first, second, setup.engine.apply()])
    expect(setup.installed()).toHaveLength(1)
  })

  it('a rejected rule is reported and all others are in force', async () => {
    const setup = createTestEngine([cancel('a'), cancel('rejected'), cancel('c')])
    setup.browser.getRefusal = ({id, condition}) =>
      JSON.stringify(condition).includes('rejected') ? `Rule with id ${id} is not to Chrome's taste.` : undefined
    await setup.engine.apply()
    expect(setup.installed()).toHaveLength(2)
    const view = await setup.engine.view()
    expect(view.rules[1]?.problems).toMatchObject([
      {code: 'refused-by-browser', params: {reason: expect.stringContaining('taste')}},
    ])
    expect(view.rules.map(({inForce}) => inForce)).toEqual([true, false, true])
    // The rule is not tried again, not even by the next worker.
    const before = setup.browser.updates.length
    await setup.wake().resume()
    expect(setup.browser.updates).toHaveLength(before)
    // An edited rule is tried again.
    setup.change(1, {pairs: [{source: source('mended')}]})
    await setup.engine.apply()
    expect(setup.installed()).toHaveLength(3)
  })

  it('a browser error is shown, and the next change retries', async () => {
    const setup = createTestEngine([cancel('a')])
    setup.browser.onUpdate = () => {
      throw new Error('Internal error.')
    }
    await expect(setup.engine.apply()).rejects.toThrow('Internal error.')
    expect((await setup.engine.view()).trouble).toEqual(notTaken)
    setup.browser.onUpdate = () => undefined
    await setup.engine.apply()
    expect((await setup.engine.view()).trouble).toBeNull()
    expect(setup.installed()).toHaveLength(1)
  })
})

describe('limits', () => {
  const limits: Limits = {dynamic: 12, unsafeDynamic: 4, session: 3, regexes: 5}

  it('rules beyond the dynamic limit use session rules, the rest report it', async () => {
    const setup = createTestEngine(
      Array.from({length: 10}, (_, index) => header(`h${index}.test`)),
      {limits},
    )
    await setup.engine.apply()
    expect(setup.browser.rules.dynamic.size).toBe(4 + 1)
    expect(setup.browser.rules.session.size).toBe(3)
    const view = await setup.engine.view()
    expect(view.rules.map(({inForce}) => inForce)).toEqual([...Array(7).fill(true), ...Array(3).fill(false)])
    expect(view.rules[9]?.problems).toMatchObject([{code: 'over-limit', params: {limit: 7}}])
    // Switching off one of the first rules lets the next one in.
    setup.change(0, {status: 'Inactive'})
    await setup.engine.apply()
    expect((await setup.engine.view()).rules[7]?.inForce).toBe(true)
  })

  it('only the first regexes within the limit are installed', async () => {
    const regex = (value: string) => record('Cancel', [{source: {key: 'url', operator: 'Matches', value}}])
    const setup = createTestEngine(
      Array.from({length: 7}, (_, index) => regex(`a${index}.*b`)),
      {limits},
    )
    await setup.engine.apply()
    expect(setup.installed()).toHaveLength(5)
    const view = await setup.engine.view()
    expect(view.rules[6]?.problems).toMatchObject([{code: 'over-limit', params: {limit: 5, number: 7}}])
  })

  it('a Contains rule gives up its regex when other rules need one', async () => {
    const regex = (value: string) => record('Cancel', [{source: {key: 'url', operator: 'Matches', value}}])
    const setup = createTestEngine([cancel('one'), ...Array.from({length: 5}, (_, index) => regex(`a${index}.*b`))], {
      limits,
    })
    await setup.engine.apply()
    expect(setup.installed()).toHaveLength(6)
    const view = await setup.engine.view()
    expect(view.rules[0]?.problems).toMatchObject([{code: 'fragment-too'}])
    expect(view.rules.every(({inForce}) => inForce)).toBe(true)
  })

  it('an unsupported regex of a Headers rule is reported with Chrome’s reason', async () => {
    const ahead = {key: 'url', operator: 'Matches', value: 'a(?=b)'}
    const setup = createTestEngine([
      record('Headers', [{source: ahead, modifications: [{header: 'x-a', type: 'Modify', value: '1'}]}]),
      cancel('fine'),
    ])
    await setup.engine.apply()
    expect(setup.installed()).toHaveLength(1)
    expect((await setup.engine.view()).rules[0]?.problems).toMatchObject([
      {code: 'regex-refused', params: {reason: 'syntaxError'}},
    ])
    expect(setup.pages.wanted).toEqual([null])
  })

  it.each([
    ['Delay', {delay: 500}, ['delay-in-part', 'fetch-only']],
    ['Response', {type: 'static', value: 'x'}, ['fetch-only']],
  ])('a %s rule with an unsupported regex still applies in pages', async (type, does, codes) => {
    const filters = type === 'Response' ? [{resourceType: ['main_frame', 'xmlhttprequest']}] : []
    const setup = createTestEngine([
      record(type, [{source: {key: 'url', operator: 'Matches', value: 'a(?=b)', filters}, ...does}]),
    ])
    await setup.engine.apply()
    expect((await setup.engine.view()).rules[0]?.problems.map(({code}) => code)).toEqual(codes)
    expect(setup.installed()).toEqual([])
    expect(setup.pages.wanted.at(-1)?.plan.rules).toHaveLength(1)
  })

  it('a Cancel rule with an unsupported regex uses the fallback', async () => {
    const ahead = {key: 'path', operator: 'Matches', value: '/shop/(?!cart)'}
    const delay = record('Delay', [{source: source('shop.test'), delay: 0}])
    const setup = createTestEngine([cancel('upper'), record('Cancel', [{source: ahead}]), cancel('lower'), delay])
    await setup.engine.apply()
    const [upper, lower, held, wide] = setup.installed().toSorted((a, b) => b.priority - a.priority)
    expect([upper?.action.type, lower?.action.type]).toEqual(['block', 'block'])
    expect(held?.condition.resourceTypes).toEqual(['main_frame', 'sub_frame'])
    expect(wide?.action.redirect?.regexSubstitution).toMatch(/delay-page\.html#unknown,2048,0,\\0$/)
    expect(wide?.condition).toMatchObject({
      regexFilter: '^https?://[^?]*/shop/.*',
      requestMethods: ['get'],
      resourceTypes: ['main_frame', 'sub_frame'],
      excludedInitiatorDomains: [setup.browser.extension.id],
    })
    const plan = setup.pages.wanted.at(-1)?.plan
    expect(plan?.ways.map(({isOurs}) => isOurs)).toEqual([false, true, false])
    expect((await setup.engine.view()).rules[1]).toMatchObject({
      inForce: true,
      browserRules: [],
      problems: [{code: 'regex-in-part', params: {because: {code: 'lookAhead'}, works: {code: 'fetchXhrAndPages'}}}],
    })
  })
})

describe('loops and expensive regexes', () => {
  it('catastrophic or oversized regexes do not block the engine', async () => {
    const where = (value: string) => ({key: 'path', operator: 'Matches', value})
    const away = `https://shop.test/assets/${'a0'.repeat(100)}.css`
    const setup = createTestEngine([
      record('Cancel', [{source: where('/assets/([a-z0-9]+)*\\.js$')}]),
      record('Redirect', [{source: source('long.test'), destinationType: 'url', destination: away}]),
      record('Replace', [{source: source('shop.test'), from: '/([a-z0-9]+)*-/', to: 'b'}]),
      record('Cancel', [{source: where('a'.repeat(50_000))}]),
      record('Cancel', [{source: where('(a)'.repeat(9_000))}]),
      record('Replace', [{source: source('shop.test'), from: 'ab'.repeat(50_000), to: 'b'}]),
      record('Replace', [{source: source('shop.test'), from: 'ab'.repeat(2_000), to: 'b'}]),
      record('Cancel', [{source: {key: 'url', operator: 'Wildcard_Matches', value: '*a'.repeat(30_000)}}]),
      record('Cancel', [{source: source('a'.repeat(100_000))}]),
      record('Replace', [{source: source('shop.test'), from: `/${'(ab)'.repeat(20_000)}/`, to: 'b'}]),
      record('Cancel', [{source: source('(a)\\1', {operator: 'Matches'})}]),
      record('Delay', [
        {
          source: source('a', {filters: [{requestPayload: {key: 'q', operator: 'Matches', value: '(a)\\1'}}]}),
          delay: 1,
        },
      ]),
    ])
    await setup.engine.apply()
    const {rules} = await setup.engine.view()
    expect(rules.map(({problems}) => problems.map(({code, field}) => [code, field]))).toEqual([
      [],
      [],
      [['regex-in-part', 'from']],
      [['regex-syntax', 'source.value']],
      [['regex-syntax', 'source.value']],
      [['never-matches', 'from']],
      [['regex-in-part', 'from']],
      [['never-matches', 'source.value']],
      [['fragment-too', 'source.value']],
      [['regex-syntax', 'from']],
      [['regex-syntax', 'source.value']],
      [
        ['regex-syntax', 'source.filters[0].requestPayload.value'],
        ['delay-in-part', undefined],
      ],
    ])
  })

  it('a loop at the end of a long redirect chain is found', async () => {
    const filters = [{pageDomains: Array.from({length: 200}, (_, index) => `page${index}.test`)}]
    const step = (from: string, to: string) =>
      record('Redirect', [
        {source: source(`${from}.test/`, {filters}), destinationType: 'url', destination: `https://${to}.test/`},
      ])
    const chain = Array.from({length: 18}, (_, index) => step(`at${index}x`, `at${index + 1}x`))
    const setup = createTestEngine([...chain, step('at18x', 'at17x')])
    await setup.engine.apply()
    const {rules} = await setup.engine.view()
    expect(rules.filter(({problems}) => problems.some(({code}) => code === 'loop'))).toHaveLength(1)
  })

  it('a rule that does not change the URL lets the next rule apply', async () => {
    const has = (key: string, operator: string, value: string) => ({key, operator, value})
    const goes = (from: object, destination: string) =>
      record('Redirect', [{source: from, destinationType: 'url', destination}])
    const loopsOf = async (...records: Parameters<typeof createTestEngine>[0]) => {
      const setup = createTestEngine(records)
      await setup.engine.apply()
      const {rules} = await setup.engine.view()
      return rules.map(({problems}) => problems.map(({code}) => code).filter(code => code === 'loop'))
    }
    const onward = goes(has('url', 'Equals', 'http://two.test/a'), 'http://two.test/b')
    expect(await loopsOf(goes(has('url', 'Contains', 'two.test'), 'http://two.test/a'), onward)).toEqual([[], ['loop']])
    // Both use a regex, so the lower rule never applies.
    const byRegex = goes(has('path', 'Equals', '/a'), 'http://two.test/b')
    expect(await loopsOf(goes(has('url', 'Contains', 'two.test'), 'http://two.test/a'), byRegex)).toEqual([[], []])
    const params = (from: object, ...modifications: object[]) => record('QueryParam', [{source: from, modifications}])
    expect(
      await loopsOf(
        params(has('url', 'Contains', 'two.test'), {type: 'Remove All', param: ''}),
        params(has('url', 'Equals', 'http://two.test/api/v1/x'), {type: 'Add', param: 'b', value: '4'}),
      ),
    ).toEqual([[], ['loop']])
  })

  it('a woken worker reuses the known loops until a rule changes', async () => {
    const setup = createTestEngine([
      equals('https://a.test/', 'https://b.test/'),
      equals('https://b.test/', 'https://a.test/'),
    ])
    const loopsIn = async (engine: typeof setup.engine) => {
      const {rules} = await engine.view()
      return rules.map(({problems}) => problems.some(({code}) => code === 'loop'))
    }
    await setup.engine.apply()
    expect(await loopsIn(setup.wake())).toEqual([false, true])
    setup.change(0, {status: 'Inactive'})
    expect(await loopsIn(setup.wake())).toEqual([false, false])
  })

  it('a loop of a URL condition and a host condition is found', async () => {
    const api = {key: 'url', operator: 'Matches', value: '/api/v\\d/'}
    const host = {key: 'host', operator: 'Equals', value: 'loop.test'}
    const german = (from: object) =>
      record('QueryParam', [{source: from, modifications: [{type: 'Modify', param: 'lang', value: 'de'}]}])
    const swaps = (on: object, from: string, to: string) => record('Replace', [{source: on, from, to}])
    for (const pair of [
      [german(api), swaps(host, 'lang=', 'locale=')],
      [german(host), swaps(api, 'lang=', 'locale=')],
      [swaps(api, 'v1', 'v2'), swaps(host, 'v2', 'v1')],
    ]) {
      const setup = createTestEngine(pair)
      await setup.engine.apply()
      const {rules} = await setup.engine.view()
      expect(rules.flatMap(({problems}) => problems.map(({code}) => code))).toContain('loop')
    }
  })

  it.each([
    ['Contains', '.js', '.js'],
    ['Wildcard_Matches', '*main.js*', 'main.js'],
    ['Matches', '\\.css', '.css'],
  ])('no loop is reported for a host that cannot exist: URL %s %s', async (operator, value, from) => {
    const scripts = {key: 'url', operator, value}
    const setup = createTestEngine([record('Replace', [{source: scripts, from, to: `${from}?v=1`}])])
    await setup.engine.apply()
    const [rule] = (await setup.engine.view()).rules
    expect(rule?.problems.map(({code}) => code)).toEqual(['regex-in-part'])
    expect(rule?.inForce).toBe(true)
  })

  it('a Replace rule that matches its own new text endlessly is left out', async () => {
    const setup = createTestEngine([
      record('Replace', [{source: source('shop.test'), from: '/item-(\\d+)/', to: 'item-$1-x'}]),
    ])
    await setup.engine.apply()
    const [rule] = (await setup.engine.view()).rules
    expect(rule?.problems.map(({code}) => code)).toContain('loop')
    expect(rule?.inForce).toBe(false)
  })

  it('a loop of hosts that look like file names is found', async () => {
    const to = (host: string, destination: string) =>
      record('Redirect', [
        {source: {key: 'host', operator: 'Equals', value: host}, destinationType: 'url', destination},
      ])
    const setup = createTestEngine([to('shop.md', 'https://www.shop.md/'), to('www.shop.md', 'https://shop.md/')])
    await setup.engine.apply()
    const {rules} = await setup.engine.view()
    expect(rules.flatMap(({problems}) => problems.map(({code}) => code))).toEqual(['loop'])
  })

  it('a loop is found with free ports and counted repetitions', async () => {
    const has = (key: string, operator: string, value: string) => ({key, operator, value})
    const goes = (key: string, operator: string, value: string, destination: string) =>
      record('Redirect', [{source: has(key, operator, value), destinationType: 'url', destination}])
    const open = has('url', 'Wildcard_Matches', 'http://a.test:*/*')
    for (const circle of [
      [goes('url', 'Wildcard_Matches', 'http://a.test:*/api/*', 'http://a.test:$1/api/v2/$2')],
      [
        goes('host', 'Wildcard_Matches', 'a.test:*', 'http://b.test:81/api/x'),
        goes('host', 'Wildcard_Matches', 'b.test:*', 'http://a.test:81/api/x'),
      ],
      [goes('url', 'Matches', '^http://([a-z]+\\.){2}test:81/api/(.*)', 'http://a.b.test:81/api/x/$2')],
      [goes('url', 'Matches', '^http://a\\.test/o{2}/(.*)', 'http://a.test/oo/x/$1')],
      [goes('path', 'Matches', '^/([0-9a-f]{2}-){2}(.*)', 'http://a.test/aa-bb-x$2')],
      [
        record('QueryParam', [{source: open, modifications: [{type: 'Modify', param: 'x', value: '1'}]}]),
        record('Replace', [{source: open, from: 'x=1', to: 'x=2'}]),
      ],
    ]) {
      const setup = createTestEngine(circle)
      await setup.engine.apply()
      const {rules} = await setup.engine.view()
      expect(rules.flatMap(({problems}) => problems.map(({code}) => code))).toContain('loop')
    }
  })

  it('problems are reported while paused, and nothing is installed', async () => {
    const look = record('Cancel', [{source: {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'}}])
    const setup = createTestEngine([
      look,
      equals('https://a.test/', 'https://b.test/'),
      equals('https://b.test/', 'https://a.test/'),
    ])
    setup.pause(true)
    await setup.engine.apply()
    const paused = await setup.engine.view()
    expect(paused.rules.map(({problems}) => problems.map(({code}) => code))).toEqual([['regex-in-part'], [], ['loop']])
    expect(setup.installed()).toEqual([])
    expect(paused.rules.some(({inForce}) => inForce)).toBe(false)
    setup.pause(false)
    await setup.engine.apply()
    const {rules} = await setup.engine.view()
    expect(rules.map(({problems}) => problems)).toEqual(paused.rules.map(({problems}) => problems))
  })
})
