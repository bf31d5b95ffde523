import {describe, expect, it} from 'vitest'
import type {Rule} from '../../../src/contract/rule'
import type {Source} from '../../../src/contract/source'
import {plainly} from '../../../src/ui/options/editor/tester/said'
import {reasonSaid, rowSaid} from '../../../src/ui/options/editor/tester/sentences'
import {explain} from '../../../src/ui/tester/explain'
import {inSlices} from '../../../src/ui/tester/sliced'
import {aPair} from '../builders'
import {aGroup, aRule, aView} from './builders'
import {aRequest, asDraft, explained, kinds} from './explained'

const host = (value = 'api.shop.test', filters: Source['filters'] = []): Source => ({
  key: 'host',
  operator: 'Equals',
  value,
  filters,
})
const redirect = (name: string, destination: string, source = host()) =>
  aRule('Redirect', {name, pairs: [aPair('Redirect', {source, destination})]})
const cancel = (name: string, source = host()) => aRule('Cancel', {name, pairs: [{source}]})
const headers = (name: string, ...changes: readonly (readonly ['Add' | 'Modify' | 'Remove', string])[]) =>
  aRule('Headers', {
    name,
    pairs: [{source: host(), modifications: changes.map(([type, header]) => ({type, header, value: name}))}],
  })
const query = (name: string, param: string, source = host()) =>
  aRule('QueryParam', {name, pairs: [{source, modifications: [{param, type: 'Modify', value: name}]}]})

describe('of several rules', () => {
  it('the upper redirect wins, and header rules look at where it leads', () => {
    const explanation = explained({
      draft: redirect('draft', 'https://old.test/'),
      others: [redirect('upper', 'http://localhost:3000/'), headers('set', ['Modify', 'X-Env'])],
    })
    expect(kinds(explanation)).toEqual([
      ['upper', 'wins'],
      ['set', 'hidden'],
      ['draft', 'hidden'],
    ])
    expect(explanation.goesTo).toBe('http://localhost:3000/')
    expect(explanation.draft.reason).toMatchObject({why: 'acts-first', by: {name: 'upper'}, band: 'redirect'})
    expect(explanation.verdicts[1]?.reason).toMatchObject({why: 'goes-elsewhere', url: 'http://localhost:3000/'})
  })

  it.each([
    [
      'cancel beats redirect',
      [redirect('r', 'https://x.test/'), cancel('c')],
      [
        ['r', 'hidden'],
        ['c', 'wins'],
      ],
      'stopped',
    ],
    [
      'a redirect beats a query',
      [query('q', 'a'), redirect('r', 'https://x.test/')],
      [
        ['q', 'hidden'],
        ['r', 'wins'],
      ],
      'sent',
    ],
    [
      'queries of one condition join',
      [query('q', 'a'), query('p', 'b')],
      [
        ['q', 'wins'],
        ['p', 'applies'],
      ],
      'sent',
    ],
    [
      'a change of a header leaves no room for another',
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
      'what is appended joins what was set',
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

  it('joined queries make one address', () => {
    const {goesTo} = explained({draft: query('2', 'b'), others: [query('1', 'a')]})
    expect(goesTo).toBe('https://api.shop.test/v1/cart?lang=de&a=1&b=2')
  })

  it('a chain is walked to its end', () => {
    const explanation = explained({
      draft: redirect('1', 'https://b.test/', host()),
      others: [redirect('2', 'https://c.test/x', host('b.test')), query('q', 'a', host('c.test'))],
    })
    expect(explanation.goesTo).toBe('https://c.test/x?a=q')
    expect(kinds(explanation)).toEqual([
      ['2', 'wins'],
      ['q', 'wins'],
      ['1', 'wins'],
    ])
  })

  it('the lowest rule of a circle is left out', () => {
    const explanation = explained({
      draft: redirect('back', 'https://api.shop.test/', host('b.test')),
      others: [redirect('there', 'https://b.test/')],
    })
    expect(kinds(explanation)).toEqual([
      ['there', 'wins'],
      ['back', 'refused'],
    ])
    expect(explanation.draft.reason).toMatchObject({
      why: 'circle',
      chain: [
        'https://api.shop.test/v1/cart?lang=de',
        'https://b.test/',
        'https://api.shop.test/',
        'https://b.test/',
      ].slice(1),
      by: [{name: 'back'}, {name: 'there'}],
    })
    expect(explanation.goesTo).toBe('https://b.test/')
  })

  it('one that leads to the same address hides the lower ones of its kind', () => {
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

const isLookAhead = (regex: string) => regex.includes('(?=')

describe('a rule is not applied', () => {
  const off = {status: 'Inactive'} as const
  const on = [{resourceType: ['script']}]
  it.each([
    ['all are paused', {draft: cancel('d'), paused: true}, {why: 'off', off: 'paused', matches: true}],
    ['it is off', {draft: {...cancel('d'), ...off}}, {why: 'off', off: 'rule', matches: true}],
    [
      'its group is off',
      {draft: {...cancel('d'), groupId: 'Group_A'}, groups: [aGroup('A', off)]},
      {why: 'off', off: 'group', group: 'A'},
    ],
    [
      'it cannot be kept as it is',
      {draft: redirect('d', 'nowhere')},
      {why: 'faulty', matches: true, faults: [{path: 'pairs[0].destination'}]},
    ],
    [
      'files cannot be read',
      {draft: redirect('d', 'file:///home/me/cart.json')},
      {why: 'left-out', problem: {code: 'file-access-off'}},
    ],
    [
      'its payload filter cannot be seen',
      {draft: cancel('d', host('api.shop.test', [{requestPayload: {key: 'a', operator: 'Equals', value: 'b'}}]))},
      {why: 'left-out', problem: {code: 'payload-filter'}},
    ],
    [
      'Chrome refuses its regex',
      {draft: cancel('d', {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'}), refuses: isLookAhead},
      {why: 'left-out', problem: {code: 'regex-refused', says: {reason: 'syntaxError'}}},
    ],
    [
      'a limit that it was over as it was kept is still full',
      {draft: cancel('d'), problems: [{code: 'over-limit', pair: 0} as const]},
      {why: 'left-out', problem: {code: 'over-limit'}},
    ],
    [
      'the host differs',
      {draft: cancel('d', host('api.shop.tess'))},
      {why: 'source', missed: {miss: {kind: 'equals', at: 12}}},
    ],
    [
      'a filter does not hold',
      {draft: cancel('d', host('api.shop.test', on))},
      {why: 'filter', filter: 'resourceType'},
    ],
    [
      'a delay cannot act on fetch',
      {draft: aRule('Delay', {pairs: [{source: host(), delay: 5}]})},
      {why: 'kind', problem: {code: 'delay-navigations-only'}},
    ],
    [
      'the text to replace is not there',
      {draft: aRule('Replace', {pairs: [{source: host(), from: 'nope', to: 'x'}]})},
      {why: 'no-text'},
    ],
  ])('since %s', (_, given, reason) => {
    const {draft} = explained(given)
    expect(draft.reason).toMatchObject(reason)
    expect(draft.deed).toBeNull()
  })

  it('where the worker says so', () => {
    const rule = redirect('kept', 'https://x.test/')
    const view = aView(rule, {problems: [{code: 'over-limit', pair: 0}]})
    expect(kinds(explained({draft: cancel('d', host('other.test')), others: [view]}))).toEqual([
      ['kept', 'refused'],
      ['d', 'no-match'],
    ])
  })
})

describe('a miss says how near it came', () => {
  const missOf = (source: Source) => {
    const {reason} = explained({draft: cancel('d', source)}).draft
    return reason?.why === 'source' ? reason.missed : null
  }
  const source = (key: Source['key'], operator: Source['operator'], value: string): Source => ({key, operator, value})
  it.each([
    ['equals', source('host', 'Equals', 'api.shop.com'), {kind: 'equals', at: 9}, {from: 17, to: 18}],
    ['equals, shorter', source('path', 'Equals', '/v1/cart/items'), {kind: 'equals', at: 8}, {from: 28, to: 29}],
    ['contains', source('path', 'Contains', '/v1/card'), {kind: 'contains', longest: '/v1/car'}, {from: 21, to: 28}],
    ['a wildcard', source('url', 'Wildcard_Matches', 'http://*'), {kind: 'pattern'}, null],
  ])('%s', (_, given, miss, span) => {
    expect(missOf(given)).toMatchObject({miss, span})
  })
})

it('rules of the draft’s own group are listed though they do not match, the nearest ones', () => {
  const inGroup = (name: string) => ({...cancel(name, host(`${name}.test`)), groupId: 'Group_A'})
  const explanation = explained({
    draft: {...cancel('draft'), groupId: 'Group_A'},
    others: [...['a', 'b', 'c', 'd', 'e'].map(inGroup), cancel('elsewhere', host('x.test'))],
    groups: [aGroup('A')],
  })
  expect(kinds(explanation)).toEqual([
    ['c', 'no-match'],
    ['d', 'no-match'],
    ['e', 'no-match'],
    ['draft', 'wins'],
  ])
})

it.each([
  ['v1', 'v2', 'https://cdn.test/v1/a/v1?x=v1', 'https://cdn.test/v2/a/v2?x=v2'],
  ['/v(\\d)/', 'w$1', 'https://cdn.test/v1/a/v2', 'https://cdn.test/w1/a/w2'],
])('a Replace of %s changes every place, as one deed', (from, to, url, becomes) => {
  const draft = aRule('Replace', {pairs: [{source: host('cdn.test'), from, to}]})
  const {draft: verdict, goesTo} = explained({draft, tested: {url}})
  expect(goesTo).toBe(becomes)
  expect(verdict).toMatchObject({kind: 'wins', deed: {did: 'sent', from: url, to: becomes}})
})

it('the draft stands in for its saved rule, at its place', () => {
  const kept = redirect('kept', 'https://first.test/')
  const lower = redirect('lower', 'https://lower.test/')
  const draft = {...kept, name: 'draft', pairs: [aPair('Redirect', {source: host(), destination: 'https://new.test/'})]}
  const explanation = explained({draft, id: kept.id, others: [kept, lower]})
  expect(kinds(explanation)).toEqual([
    ['draft', 'wins'],
    ['lower', 'hidden'],
  ])
  expect(explanation.goesTo).toBe('https://new.test/')
})

it('ten thousand rules are asked in slices, and stale work stops', async () => {
  const rules = Array.from({length: 10_000}, (_, at) => aView(cancel(`${at}`, host(`host${at}.test`))))
  const work = () =>
    explain({
      tested: aRequest({url: 'https://host9999.test/'}),
      draft: asDraft(cancel('draft')),
      library: {rules, groups: [], paused: false},
    })
  let pauses = 0
  let time = 0
  const pause = async () => void pauses++
  const done = await inSlices(work(), {isStale: () => false, now: () => (time += 1), pause})
  expect(done).toMatchObject({end: 'stopped'})
  expect(pauses).toBeGreaterThan(10)
  const before = pauses
  expect(await inSlices(work(), {isStale: () => true, now: () => (time += 1), pause})).toBeUndefined()
  expect(pauses).toBe(before + 1)
})

it('a draft that cannot be kept matches nothing, and says at once what needs a look', () => {
  const delay = {...aRule('Delay'), pairs: [{source: host(), delay: Number.NaN}]} as Rule
  const tested = {resourceType: 'main_frame'} as const
  expect(explained({draft: delay, tested}).draft).toMatchObject({kind: 'faulty', deed: null})
  const blank = cancel('d', {key: 'url', operator: 'Contains', value: ' '})
  expect(explained({draft: blank}).draft).toMatchObject({kind: 'faulty', reason: {matches: false}})
  // What is not meant for the request says that first.
  expect(explained({draft: delay, tested: {...tested, url: 'https://other.test/'}}).draft.kind).toBe('no-match')
})

it('of two conditions the one that Chrome takes acts', () => {
  const pairs = [{source: {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'}}, {source: host()}] as const
  const draft = aRule('Cancel', {pairs: [...pairs]})
  expect(explained({draft, refuses: isLookAhead}).draft).toMatchObject({kind: 'wins', touch: {condition: {index: 1}}})
})

it('a file of this computer answers a page where Chrome may read it, and says that it is read for pages only', () => {
  const draft = redirect('d', 'file:///home/me/cart.json')
  const page = explained({draft, files: true, tested: {resourceType: 'main_frame'}})
  expect(page.draft).toMatchObject({kind: 'wins', inPart: {code: 'file-navigations-only'}})
  expect(explained({draft, files: true}).draft).toMatchObject({kind: 'not-applied', reason: {why: 'kind'}})
})

it('of several conditions that miss, the nearest is named, and of how many', () => {
  const hosts = ['b.test', 'api.shop.tess', 'api.other.test'].map(value => ({source: host(value)}))
  const {draft} = explained({draft: aRule('Cancel', {pairs: hosts})})
  expect(draft.reason).toMatchObject({why: 'source', index: 1, of: 3, missed: {miss: {wanted: 'api.shop.tess'}}})
  expect(draft.reason && plainly(reasonSaid(draft.reason, draft, aRequest()))).toBe(
    'None of the 3 conditions matches. The nearest is condition 2: The host is api.shop.test, not api.shop.tess: they differ at character 13.',
  )
})

it('a row of a redirect that another one hides shows the address that it would make', () => {
  const wildcard = {key: 'url', operator: 'Wildcard_Matches', value: 'https://api.shop.test/v1/*'} as const
  const {draft} = explained({
    draft: redirect('lower', 'http://localhost:3000/$1', wildcard),
    others: [redirect('upper', 'https://old.test/')],
  })
  expect(draft.kind).toBe('hidden')
  expect(plainly(rowSaid(draft, aRequest()))).toBe('→ http://localhost:3000/cart?lang=de · “upper” acts first')
})

it.each([
  ['', 'empty'],
  ['not a url', 'not-a-url'],
  ['https://', 'not-a-url'],
  ['chrome://settings', 'not-the-web'],
  ['data:,x', 'not-the-web'],
  [`https://a.test/${'x'.repeat(100_000)}`, 'too-long'],
])('what is no address of the web is said: %s', (url, not) => {
  const work = explain({
    tested: aRequest({url}),
    draft: asDraft(cancel('d')),
    library: {rules: [], groups: [], paused: false},
  })
  expect(work.next()).toEqual({done: true, value: {not}})
})

it.each(['api.shop.test', 'api.shop.test/x', 'API.shop.test:443', 'api.shop.test?x', ' https://api.shop.test '])(
  'a scheme may be left out: %s',
  url => {
    expect(explained({draft: cancel('d'), tested: {url}}).draft.kind).toBe('wins')
  },
)
