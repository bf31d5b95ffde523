import {describe, expect, it} from 'vitest'
import type {ResourceType} from '../../../src/model/source'
import {explainDraft} from '../../../src/simulator/explain'
import {getRemedy} from '../../../src/simulator/remedy'
import {runInSlices} from '../../../src/ui/tester/run-in-slices'
import {aPair} from '../builders'
import {aRule, aView} from '../ui/builders'
import {aRequest, asDraft, cancel, explained, headers, host, isLookAhead, kinds, query, redirect} from '../ui/explained'

describe('several rules', () => {
  it('the first User agent rule applies to a page', () => {
    const agent = (name: string) => aRule('UserAgent', {name, pairs: [{source: host(), userAgent: `${name}/1.0`}]})
    const explanation = explained({
      draft: agent('draft'),
      others: [agent('upper')],
      request: {resourceType: 'main_frame'},
    })
    expect(kinds(explanation)).toEqual([
      ['upper', 'applies'],
      ['draft', 'hidden'],
    ])
    expect(explanation.draft.reason).toMatchObject({why: 'header-taken', by: {name: 'upper'}})
  })

  it('of a User agent and a Headers rule for one header, the first applies', () => {
    const agent = aRule('UserAgent', {name: 'agent', pairs: [{source: host(), userAgent: 'A/1'}]})
    const header = headers('header', ['Modify', 'User-Agent'], ['Modify', 'X-Env'])
    for (const [draft, upper] of [
      [agent, header],
      [header, agent],
    ] as const) {
      const explanation = explained({draft, others: [upper]})
      expect(explanation.draft).toMatchObject({reason: {why: 'header-taken', by: {name: upper.name}}})
      expect(getRemedy(explanation.draft)).toMatchObject({to: 'move-above', other: upper.id})
    }
  })

  it('a header rule does not apply if a redirect leads to a URL that it does not match', () => {
    const replaced = aRule('Replace', {
      name: 'replaced',
      pairs: [{source: {...host('shop.test'), operator: 'Contains'}, from: 'shop', to: 'store'}],
    })
    const env = aRule('Headers', {
      name: 'env',
      pairs: [{source: host('shop.test'), modifications: [{type: 'Modify', header: 'X-Env', value: '1'}]}],
    })
    const {draft} = explained({draft: env, others: [replaced], request: {url: 'https://shop.test/shop/cart'}})
    expect(draft.reason).toMatchObject({why: 'goes-elsewhere', url: 'https://store.test/store/cart'})
  })

  it('a header rule is overridden by a Cancel rule behind a redirect', () => {
    const on = (value: string) => [{source: {key: 'path', operator: 'Equals', value}}] as const
    const moved = aRule('Replace', {name: 'moved', pairs: [{...on('/v1/cart')[0], from: '/v1/', to: '/v2/'}]})
    const gone = aRule('Cancel', {name: 'gone', pairs: on('/v2/cart')})
    const env = aRule('Headers', {
      name: 'env',
      pairs: [{source: host('shop.test'), modifications: [{type: 'Modify', header: 'X-Env', value: '1'}]}],
    })
    const {draft} = explained({draft: env, others: [moved, gone], request: {url: 'https://shop.test/v1/cart'}})
    expect(draft).toMatchObject({kind: 'hidden', reason: {why: 'acts-first', by: {name: 'gone'}}})
  })

  it('a rule behind a redirect names the rule that overrides it there', () => {
    const lang = (name: string) =>
      aRule('QueryParam', {
        name,
        pairs: [
          {
            source: {key: 'path', operator: 'Contains', value: '/api/'},
            modifications: [{param: 'lang', type: 'Add', value: name}],
          },
        ],
      })
    const explanation = explained({
      draft: lang('fr'),
      others: [redirect('staging', 'https://staging.test/api/x', host('shop.test')), lang('de')],
      request: {url: 'https://shop.test/api/x'},
    })
    expect(explanation.finalUrl).toBe('https://staging.test/api/x?lang=de')
    expect(explanation.draft).toMatchObject({kind: 'hidden', reason: {by: {name: 'de'}}})
  })

  it('a rule with nothing left to change behind a redirect names the redirect', () => {
    const none = aRule('QueryParam', {
      name: 'none',
      pairs: [{source: {...host('shop.test'), operator: 'Contains'}, modifications: [{param: '', type: 'Remove All'}]}],
    })
    const {draft} = explained({draft: none, others: [redirect('moved', 'https://b.shop.test/')]})
    expect(draft.reason).toMatchObject({why: 'acts-first', by: {name: 'moved'}})
  })

  it('the first redirect wins, and header rules match its destination', () => {
    const explanation = explained({
      draft: redirect('draft', 'https://old.test/'),
      others: [redirect('upper', 'http://localhost:3000/'), headers('set', ['Modify', 'X-Env'])],
    })
    expect(kinds(explanation)).toEqual([
      ['upper', 'wins'],
      ['set', 'hidden'],
      ['draft', 'hidden'],
    ])
    expect(explanation.finalUrl).toBe('http://localhost:3000/')
    expect(explanation.draft.reason).toMatchObject({why: 'acts-first', by: {name: 'upper'}, isAlike: true})
    expect(explanation.verdicts[1]?.reason).toMatchObject({why: 'goes-elsewhere', url: 'http://localhost:3000/'})
  })

  it.each([
    [
      'a Cancel rule overrides a Redirect rule',
      [redirect('r', 'https://x.test/'), cancel('c')],
      [
        ['r', 'hidden'],
        ['c', 'wins'],
      ],
      'stopped',
    ],
    [
      'a Redirect rule overrides a QueryParam rule',
      [query('q', 'a'), redirect('r', 'https://x.test/')],
      [
        ['q', 'hidden'],
        ['r', 'wins'],
      ],
      'sent',
    ],
    [
      'QueryParam rules with the same condition are merged',
      [query('q', 'a'), query('p', 'b')],
      [
        ['q', 'wins'],
        ['p', 'applies'],
      ],
      'sent',
    ],
    [
      'a header change overrides lower changes of the same header',
      [
        headers('a', ['Modify', 'X-A']),
        headers('b', ['Modify', 'x-a'], ['Modify', 'X-B']),
        headers('c', ['Remove', 'X-A']),
      ],
      [
        ['a', 'applies'],
        ['b', 'changed'],
        ['c', 'hidden'],
      ],
      'sent',
    ],
    [
      'a header value is appended to one that was set',
      [headers('a', ['Modify', 'Cookie']), headers('b', ['Add', 'Cookie'])],
      [
        ['a', 'applies'],
        ['b', 'applies'],
      ],
      'sent',
    ],
  ] as const)('%s', (_, others, verdicts, end) => {
    const explanation = explained({draft: cancel('draft', host('other.test')), others})
    expect(kinds(explanation)).toEqual([...verdicts, ['draft', 'no-match']])
    expect(explanation.end).toBe(end)
  })

  it('merged QueryParam rules cause a single redirect', () => {
    const {finalUrl} = explained({draft: query('2', 'b'), others: [query('1', 'a')]})
    expect(finalUrl).toBe('https://api.shop.test/v1/cart?lang=de&a=1&b=2')
  })

  it.each([
    ['in the browser', host()],
    ['in the page', {...host(), filters: [{requestPayload: {key: 'op', operator: 'Equals', value: 'Pay'} as const}]}],
  ])('of merged rules that set one parameter, the first wins: %s', (_by, source) => {
    const sets = (name: string, ...params: readonly string[]) =>
      aRule('QueryParam', {
        name,
        pairs: [{source, modifications: params.map(param => ({type: 'Add', param, value: name}))}],
      })
    const explanation = explained({
      draft: sets('4', 'b'),
      others: [sets('1', 'a'), sets('2', 'a', 'b'), sets('3', 'a')],
      request: {method: 'POST', payload: '{"op":"Pay"}'},
    })
    expect(explanation.finalUrl).toBe('https://api.shop.test/v1/cart?lang=de&a=1&b=2')
    expect(kinds(explanation)).toEqual([
      ['1', 'wins'],
      ['2', 'applies'],
      ['3', 'hidden'],
      ['4', 'hidden'],
    ])
    expect(explanation.verdicts[2]?.reason).toMatchObject({why: 'acts-first', by: {name: '1'}, isAlike: true})
    expect(explanation.draft.reason).toMatchObject({why: 'acts-first', by: {name: '2'}, isAlike: true})
  })

  it.each(['Redirect', 'Cancel', 'Replace', 'QueryParam', 'Request', 'Response', 'Delay'] as const)(
    'a %s rule with a payload filter acts on fetch and XHR only',
    ruleType => {
      const filters = [{requestPayload: {key: 'op', operator: 'Equals', value: 'Pay'} as const}]
      const rule = aRule(ruleType)
      const pairs = rule.pairs.map(pair => ({...pair, source: {...host(), filters}}))
      const of = (resourceType: ResourceType, payload: string) =>
        explained({draft: {...rule, pairs} as never, request: {method: 'POST', resourceType, payload}}).draft
      for (const resourceType of ['main_frame', 'sub_frame', 'ping', 'script'] as const)
        for (const payload of ['', '{"op":"Pay"}'])
          expect(of(resourceType, payload)).toMatchObject({effect: null, reason: {why: 'request-type'}})
      expect(of('xmlhttprequest', '').reason).toMatchObject({why: 'filter'})
    },
  )

  it('a Replace rule on a WebSocket reports a missing text before the type', () => {
    const replaces = aRule('Replace', {pairs: [{source: host(), from: '/static/', to: '/staging/'}]})
    const of = (path: string) =>
      explained({draft: replaces, request: {url: `wss://api.shop.test${path}`, resourceType: 'websocket'}}).draft.reason
    expect(of('/hmr')).toMatchObject({why: 'no-text'})
    expect(of('/static/hmr')).toMatchObject({why: 'request-type'})
  })

  it('a redirect chain is followed to its end', () => {
    const explanation = explained({
      draft: redirect('1', 'https://b.test/', host()),
      others: [redirect('2', 'https://c.test/x', host('b.test')), query('q', 'a', host('c.test'))],
    })
    expect(explanation.finalUrl).toBe('https://c.test/x?a=q')
    expect(kinds(explanation)).toEqual([
      ['2', 'wins'],
      ['q', 'wins'],
      ['1', 'wins'],
    ])
  })

  it('the lowest rule of a redirect loop is excluded', () => {
    const explanation = explained({
      draft: redirect('back', 'https://api.shop.test/', host('b.test')),
      others: [redirect('there', 'https://b.test/')],
    })
    expect(kinds(explanation)).toEqual([
      ['there', 'wins'],
      ['back', 'refused'],
    ])
    expect(explanation.draft.reason).toMatchObject({
      why: 'loop',
      chain: [
        'https://api.shop.test/v1/cart?lang=de',
        'https://b.test/',
        'https://api.shop.test/',
        'https://b.test/',
      ].slice(1),
      by: [{name: 'back'}, {name: 'there'}],
    })
    expect(explanation.finalUrl).toBe('https://b.test/')
  })

  it.each([
    ['xmlhttprequest', 19, null],
    ['main_frame', 19, null],
    ['main_frame', 20, 'loop'],
  ] as const)('a %s with %i redirects has the reason %s', (resourceType, redirects, why) => {
    const step = (n: number) => redirect(`r${n}`, `https://h${n + 1}.test/`, host(`h${n}.test`))
    const others = Array.from({length: redirects - 1}, (_, n) => step(n))
    const draft = step(redirects - 1)
    const {finalUrl, draft: told} = explained({draft, others, request: {url: 'https://h0.test/', resourceType}})
    expect(told.reason?.why ?? null).toBe(why)
    expect(finalUrl === `https://h${redirects}.test/`).toBe(why === null)
  })

  it('a loop that the engine reported names its rules', () => {
    const left = redirect('back', 'https://api.shop.test/', host('b.test'))
    const there = redirect('there', 'https://b.test/')
    const loop = (...rules: readonly string[]) => ({
      code: 'loop' as const,
      urls: ['https://api.shop.test/', 'https://b.test/', 'https://api.shop.test/'],
      rules,
    })
    const reasonOf = (rules: readonly string[]) =>
      explained({
        draft: cancel('draft', host('other.test')),
        others: [there, aView(left, {problems: [loop(...rules)]})],
        request: {url: 'https://b.test/'},
      }).verdicts.find(({candidate}) => candidate.id === left.id)?.reason
    expect(reasonOf([there.id, left.id])).toMatchObject({
      why: 'loop',
      chain: ['https://api.shop.test/', 'https://b.test/', 'https://api.shop.test/'],
      by: [{name: 'there'}, {name: 'back'}],
    })
    expect(reasonOf([there.id, 'gone'])).toMatchObject({why: 'left-out'})
  })

  it('a rule that leaves the URL unchanged still overrides lower rules of its type', () => {
    const explanation = explained({
      draft: query('draft', 'x', {...host(), key: 'url', operator: 'Contains', value: 'cart'}),
      others: [query('de', 'lang')],
    })
    expect(kinds(explanation)).toEqual([
      ['de', 'not-applied'],
      ['draft', 'hidden'],
    ])
  })
})

describe('rules in the page', () => {
  const answers = (name: string, more: object = {}) =>
    aRule('Response', {name, id: name, pairs: [{source: host(), type: 'static', value: name, ...more}]})

  it('the first of two Response rules applies, and may end the request', () => {
    const served = explained({draft: answers('lower'), others: [answers('upper', {serveWithoutRequest: true})]})
    expect(kinds(served)).toEqual([
      ['upper', 'applies'],
      ['lower', 'hidden'],
    ])
    expect(served.end).toBe('answered')
    expect(explained({draft: answers('only')}).end).toBe('sent')
  })

  it('a response without a server overrides all other rules', () => {
    const others = [answers('served', {serveWithoutRequest: true})]
    for (const draft of [headers('set', ['Modify', 'x-a']), query('fr', 'lang')]) {
      const served = explained({draft, others})
      expect(served.draft).toMatchObject({
        kind: 'hidden',
        effect: null,
        reason: {why: 'acts-first', by: {name: 'served'}},
      })
      expect([served.finalUrl, served.headers]).toEqual([served.url, []])
    }
    const move = aRule('Replace', {name: 'move', pairs: [aPair('Replace', {source: host(), from: 'api', to: 'new'})]})
    const later = explained({
      draft: redirect('late', 'https://else.test/', host('new.shop.test')),
      others: [move, ...others],
    })
    expect(later.draft.reason).toMatchObject({why: 'acts-first', by: {name: 'served'}})
  })

  it('a response without a server overrides other rules behind a redirect', () => {
    const path = (value: string) => ({key: 'path', operator: 'Contains', value}) as const
    const moved = aRule('Replace', {name: 'moved', pairs: [{source: path('/v1/'), from: '/v1/', to: '/v2/'}]})
    const mock = aRule('Response', {
      name: 'mock',
      pairs: [{source: path('/v2/cart'), type: 'static', value: '', serveWithoutRequest: true}],
    })
    const {draft, finalUrl} = explained({draft: query('1', 'debug'), others: [moved, mock]})
    expect(finalUrl).toBe('https://api.shop.test/v2/cart?lang=de')
    expect(draft).toMatchObject({kind: 'hidden', reason: {why: 'acts-first', by: {name: 'mock'}}})
  })

  it('a Cancel rule overrides a Response rule', () => {
    const stopped = {others: [cancel('stop', host())]}
    expect(explained({draft: answers('fixed'), ...stopped}).draft.kind).toBe('hidden')
    expect(explained({draft: answers('args => 1', {type: 'code'}), ...stopped}).draft.kind).toBe('hidden')
  })

  it('a request cancelled behind a redirect still gets a static response', () => {
    const move = aRule('Replace', {name: 'move', pairs: [aPair('Replace', {source: host(), from: 'api', to: 'new'})]})
    const others = [move, cancel('stop', host('new.shop.test'))]
    expect(explained({draft: answers('fixed'), others})).toMatchObject({end: 'stopped', draft: {kind: 'applies'}})
    expect(explained({draft: answers('args => 1', {type: 'code'}), others}).draft).toMatchObject({
      kind: 'hidden',
      reason: {why: 'acts-first', by: {name: 'stop'}, isAlike: false},
    })
  })

  const waits = (name: string, delay: number) => aRule('Delay', {name, id: name, pairs: [{source: host(), delay}]})

  it.each(['xmlhttprequest', 'main_frame'] as const)('the longer of two delays of a %s applies', resourceType => {
    const explanation = explained({draft: waits('long', 90), others: [waits('short', 5)], request: {resourceType}})
    expect(kinds(explanation)).toEqual([
      ['short', 'hidden'],
      ['long', 'applies'],
    ])
    // Moving the rule above would change nothing.
    expect(explanation.verdicts[0]?.reason).toMatchObject({why: 'acts-first', isAlike: false})
  })

  it.each(['xmlhttprequest', 'main_frame'] as const)('the first of two equal delays of a %s applies', resourceType => {
    const {draft} = explained({draft: waits('lower', 90), others: [waits('upper', 90)], request: {resourceType}})
    expect(draft).toMatchObject({kind: 'hidden', reason: {why: 'acts-first', isAlike: true}})
  })
})

it.each([
  ['v1', 'v2', 'https://cdn.test/v1/a/v1?x=v1', 'https://cdn.test/v2/a/v2?x=v2'],
  ['/v(\\d)/', 'w$1', 'https://cdn.test/v1/a/v2', 'https://cdn.test/w1/a/w2'],
])('a Replace of %s changes every occurrence in one effect', (from, to, url, becomes) => {
  const draft = aRule('Replace', {pairs: [{source: host('cdn.test'), from, to}]})
  const {draft: verdict, finalUrl} = explained({draft, request: {url}})
  expect(finalUrl).toBe(becomes)
  expect(verdict).toMatchObject({kind: 'wins', effect: {kind: 'redirected', from: url, to: becomes}})
})

it('the draft takes the position of its saved rule', () => {
  const kept = redirect('kept', 'https://first.test/')
  const lower = redirect('lower', 'https://lower.test/')
  const draft = {...kept, name: 'draft', pairs: [aPair('Redirect', {source: host(), destination: 'https://new.test/'})]}
  const explanation = explained({draft, id: kept.id, others: [kept, lower]})
  expect(kinds(explanation)).toEqual([
    ['draft', 'wins'],
    ['lower', 'hidden'],
  ])
  expect(explanation.finalUrl).toBe('https://new.test/')
})

it('a local file answers navigations only', () => {
  const draft = redirect('d', 'file:///home/me/cart.json')
  const page = explained({draft, files: true, request: {resourceType: 'main_frame'}})
  expect(page.draft).toMatchObject({kind: 'wins', limitation: {code: 'file-navigations-only'}})
  expect(explained({draft, files: true}).draft).toMatchObject({kind: 'not-applied', reason: {why: 'request-type'}})
})

it('the limitation of a condition is not shown for requests of another condition', () => {
  const refused = {key: 'url', operator: 'Matches', value: '^https://a\\.test/(?=y)'} as const
  const pairs = [refused, host('b.test')].map(source => aPair('Redirect', {source, destination: 'https://c.test/'}))
  const draft = aRule('Redirect', {pairs})
  const inPartAt = (url: string) => explained({draft, refuses: isLookAhead, request: {url}}).draft.limitation?.code
  expect(inPartAt('https://a.test/y')).toBe('regex-in-part')
  expect(inPartAt('https://b.test/y')).toBeUndefined()
})

it('10,000 rules are explained in slices, and stale work stops', async () => {
  const rules = Array.from({length: 10_000}, (_, at) => aView(cancel(`${at}`, host(`host${at}.test`))))
  const work = () =>
    explainDraft({
      request: aRequest({url: 'https://host9999.test/'}),
      draft: asDraft(cancel('draft')),
      library: {rules, groups: [], paused: false},
    })
  let pauses = 0
  let time = 0
  const pause = async () => void pauses++
  const done = await runInSlices(work(), {isStale: () => false, now: () => (time += 1), pause})
  expect(done).toMatchObject({end: 'stopped'})
  expect(pauses).toBeGreaterThan(10)
  const before = pauses
  expect(await runInSlices(work(), {isStale: () => true, now: () => (time += 1), pause})).toBeUndefined()
  expect(pauses).toBe(before + 1)
})

it.each([
  ['', 'empty'],
  ['not a url', 'not-a-url'],
  ['https://', 'not-a-url'],
  ['chrome://settings', 'not-the-web'],
  ['data:,x', 'not-the-web'],
  [`https://a.test/${'x'.repeat(100_000)}`, 'too-long'],
])('a URL that cannot be tested is reported: %s', (url, fault) => {
  const work = explainDraft({
    request: aRequest({url}),
    draft: asDraft(cancel('d')),
    library: {rules: [], groups: [], paused: false},
  })
  expect(work.next()).toEqual({done: true, value: {fault}})
})

it.each(['api.shop.test', 'api.shop.test/x', 'API.shop.test:443', 'api.shop.test?x', ' https://api.shop.test '])(
  'the scheme of a tested URL is optional: %s',
  url => {
    expect(explained({draft: cancel('d'), request: {url}}).draft.kind).toBe('wins')
  },
)
