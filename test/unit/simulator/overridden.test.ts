import {describe, expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {RuleType} from '../../../src/model/rules'
import type {Source} from '../../../src/model/source'
import type {RuleView} from '../../../src/model/views'
import type {DraftRule, Library} from '../../../src/simulator/candidate-rules'
import {findOverridden, type Overrides} from '../../../src/simulator/overridden'
import {aRule, aView} from '../ui/builders'
import {asDraft} from '../ui/explained'

function findIn(library: Library, draft: DraftRule | null = null): Overrides {
  const work = findOverridden(library, draft)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const from = (key: Source['key'], operator: Source['operator'], value: string, ...filters: object[]) =>
  ({key, operator, value, filters}) as Source
const shop = from('url', 'Contains', 'shop.test/')
const cart = from('url', 'Contains', 'shop.test/cart')
const host = from('host', 'Equals', 'shop.test')

const effects = {
  Cancel: [{}, {}],
  Redirect: [
    {destinationType: 'url', destination: 'https://a.test/'},
    {destinationType: 'url', destination: 'https://b.test/'},
  ],
  Replace: [
    {from: 'cart', to: 'basket'},
    {from: 'cart/1', to: 'x'},
  ],
  QueryParam: [
    {modifications: [{type: 'Modify', param: 'a', value: '1'}]},
    {modifications: [{type: 'Modify', param: 'a', value: '2'}]},
  ],
  Headers: [
    {modifications: [{type: 'Modify', header: 'X-A', value: '1', target: 'Request'}]},
    {modifications: [{type: 'Modify', header: 'x-a', value: '2', target: 'Request'}]},
  ],
  Response: [
    {type: 'static', value: '1'},
    {type: 'static', value: '2'},
  ],
  Request: [
    {type: 'static', value: '1'},
    {type: 'static', value: '2'},
  ],
  UserAgent: [{userAgent: 'One/1'}, {userAgent: 'Two/1'}],
  Delay: [{delay: 900}, {delay: 300}],
} as const

const rule = (ruleType: RuleType, name: string, pairs: readonly object[], more: object = {}): Rule =>
  ({...aRule(ruleType as 'Cancel', {id: name, name}), pairs, ...more}) as unknown as Rule
const upper = (type: RuleType, source?: Source, effect: object = effects[type][0]) =>
  rule(type, 'upper', [{...(source ? {source} : {}), ...effect}])
const lower = (type: RuleType, source?: Source, effect: object = effects[type][1]) =>
  rule(type, 'lower', [{...(source ? {source} : {}), ...effect}])
const inList = (...rules: readonly (Rule | RuleView)[]): Library => ({
  rules: rules.map(each => ('ruleType' in each ? aView(each) : each)),
  groups: [],
  paused: false,
})
const by = (...rules: readonly (Rule | RuleView)[]) =>
  [...findIn(inList(...rules))].map(([id, each]) => [id, each.by.id])
const marked = [['lower', 'upper']]

describe('an overridden rule, by effect', () => {
  it.each([
    ['Cancel', 'Redirect', true],
    ['Cancel', 'Response', true],
    ['Cancel', 'Headers', true],
    ['Cancel', 'UserAgent', false],
    ['Cancel', 'Cancel', false],
    ['Redirect', 'Redirect', true],
    ['Redirect', 'Response', false],
    ['Redirect', 'QueryParam', true],
    ['Redirect', 'Replace', true],
    ['Redirect', 'Headers', false],
    ['Redirect', 'Cancel', false],
    ['Response', 'Response', true],
    ['Response', 'Redirect', false],
    ['Request', 'Request', true],
    ['UserAgent', 'UserAgent', true],
    ['Delay', 'Delay', true],
    ['Replace', 'Replace', true],
    ['QueryParam', 'QueryParam', false],
    ['Headers', 'Headers', true],
  ] as const)('%s above %s is marked: %s', (first, second, isMarked) => {
    expect(by(upper(first, shop), lower(second, cart))).toEqual(isMarked ? marked : [])
  })

  it('is decided by the rule type or the longer delay before the list order', () => {
    expect(by(lower('Redirect', cart), upper('Cancel', shop))).toEqual(marked)
    expect(by(lower('Delay', cart), upper('Delay', shop))).toEqual(marked)
    expect(by(lower('Redirect', cart), upper('Redirect', shop))).toEqual([])
  })

  it('is not marked if both rules have the same effect', () => {
    const {Redirect, Headers} = effects
    expect(by(upper('Redirect', shop), lower('Redirect', cart, Redirect[0]))).toEqual([])
    expect(by(upper('Headers', shop), lower('Headers', cart, Headers[0]))).toEqual([])
  })

  it.each([
    ['each header is set above', ['Modify', 'X-A'], ['Modify', 'X-A'], true],
    ['another header is set', ['Modify', 'X-A'], ['Modify', 'X-B'], false],
    ['Chrome appends to what is set', ['Modify', 'X-A'], ['Add', 'X-A'], false],
    ['a removed header stays removed', ['Remove', 'X-A'], ['Add', 'X-A'], true],
  ] as const)('with header changes: %s', (_, [type, header], [other, second], isMarked) => {
    const change = (kind: string, name: string, value: string) => ({modifications: [{type: kind, header: name, value}]})
    const rules = [
      upper('Headers', shop, change(type, header, '1')),
      lower('Headers', cart, change(other, second, '2')),
    ]
    expect(by(...rules)).toEqual(isMarked ? marked : [])
  })

  it.each([
    [{destinationType: 'url', destination: '$1'}, false],
    [{destinationType: 'url', destination: 'https://a.test/$1'}, true],
    [{destinationType: 'map_local', destination: '/a.js'}, false],
  ])('requires a redirect with a fixed host: %o', (effect, isMarked) => {
    expect(by(upper('Redirect', shop, effect), lower('Redirect', cart))).toEqual(isMarked ? marked : [])
  })
})

describe('an overridden rule, by condition', () => {
  const xhr = {resourceType: ['xmlhttprequest']}
  const get = {requestMethod: ['GET']}
  it.each([
    [shop, shop, true],
    [cart, shop, false],
    [from('url', 'Contains', 'shop.test'), from('url', 'Equals', 'https://shop.test/a'), true],
    [host, from('url', 'Equals', 'https://shop.test/a'), true],
    [host, from('url', 'Equals', 'https://other.test/a'), false],
    [host, from('url', 'Contains', 'https://shop.test/a'), false],
    [from('host', 'Contains', 'shop'), host, true],
    [from('path', 'Contains', 'shop.test/'), shop, false],
    [
      from('url', 'Wildcard_Matches', 'https://shop.test/*'),
      from('url', 'Wildcard_Matches', 'https://shop.test/v1/*'),
      true,
    ],
    [
      from('url', 'Wildcard_Matches', 'https://shop.test/v1/*'),
      from('url', 'Wildcard_Matches', 'https://shop.test/*'),
      false,
    ],
    [from('url', 'Wildcard_Matches', '*shop.test/*'), from('url', 'Contains', '//shop.test/v1'), true],
    [host, from('url', 'Wildcard_Matches', 'https://shop.test/v1/*'), true],
    [host, from('url', 'Wildcard_Matches', '*://shop.test/v1/*'), false],
    [from('path', 'Wildcard_Matches', '/a/*'), from('path', 'Equals', '/a/b'), true],
    [from('host', 'Wildcard_Matches', '*.shop.test'), from('host', 'Equals', 'api.shop.test'), true],
    [from('host', 'Equals', 'Shop.test'), host, true],
    [from('url', 'Contains', 'shop.test/'), from('url', 'Wildcard_Matches', '*shop.test/*'), true],
    [from('url', 'Wildcard_Matches', '*'), host, true],
    [from('path', 'Matches', '.*'), host, true],
    [from('url', 'Matches', 'shop\\d'), from('url', 'Matches', 'shop\\d'), true],
    [from('url', 'Matches', 'shop'), from('url', 'Matches', 'shop\\d'), false],
    [from('host', 'Equals', 'shop.test', get), host, false],
    [host, from('host', 'Equals', 'shop.test', get), true],
    [
      from('host', 'Equals', 'shop.test', {requestMethod: ['GET', 'PUT']}),
      from('host', 'Equals', 'shop.test', get),
      true,
    ],
    [from('host', 'Equals', 'shop.test', xhr), from('host', 'Equals', 'shop.test', get), false],
    [
      from('host', 'Equals', 'shop.test', {pageDomains: ['a.test']}),
      from('host', 'Equals', 'shop.test', {pageDomains: ['www.a.test']}),
      true,
    ],
    [from('host', 'Equals', 'shop.test', {unknown: 'x'}), host, false],
  ])('%o above %o is marked: %s', (one, two, isMarked) => {
    expect(by(upper('Redirect', one), lower('Redirect', two))).toEqual(isMarked ? marked : [])
  })

  it('is not marked if a static Response also answers other request types', () => {
    const images = from('host', 'Equals', 'shop.test', {resourceType: ['image']})
    const fetches = from('host', 'Equals', 'shop.test', xhr)
    const code = {type: 'code', value: 'args => 1'}
    expect(by(upper('Response', host), lower('Response', host))).toEqual(marked)
    expect(by(upper('Response', host, code), lower('Response', host, code))).toEqual([])
    expect(by(upper('Response', host), lower('Response', host, code))).toEqual(marked)
    expect(by(upper('Response', host, code), lower('Response', host))).toEqual(marked)
    expect(by(upper('Cancel', fetches), lower('Response', host))).toEqual(marked)
    expect(by(upper('Response', host), lower('Response', images))).toEqual([])
    const pages = from('host', 'Equals', 'shop.test', {resourceType: ['main_frame', 'xmlhttprequest']})
    expect(by(upper('Response', pages, code), lower('Response', pages))).toEqual([])
    expect(by(upper('Cancel', fetches), lower('Response', pages))).toEqual([])
  })

  it('is marked if upper rules cover each of its conditions', () => {
    const [one, two] = effects.Redirect
    const both = rule('Redirect', 'lower', [
      {source: cart, ...two},
      {source: from('host', 'Equals', 'other.test'), ...two},
    ])
    const other = rule('Redirect', 'other', [{source: from('host', 'Contains', 'other'), ...one}])
    expect(by(upper('Redirect', shop), both)).toEqual([])
    expect(by(upper('Redirect', shop), other, both)).toEqual(marked)
  })
})

it('rules that are off or have a problem override nothing', () => {
  const off = {...upper('Redirect', shop), status: 'Inactive'} as Rule
  const view = {...aView(upper('Redirect', shop)), problems: [{code: 'loop'}]} as RuleView
  expect(by(off, lower('Redirect', cart))).toEqual([])
  expect(by(view, lower('Redirect', cart))).toEqual([])
})

it('a draft is compared at its position', () => {
  const draft = asDraft(lower('Redirect', cart))
  expect([...findIn(inList(upper('Redirect', shop)), {...draft, id: undefined}).keys()]).toEqual(['new'])
})
