// @vitest-environment happy-dom
import {beforeEach, expect, it, vi} from 'vitest'
import type {PageDeed, PageRule, PageWay} from '../../../src/model/page-rules'
import {prepareSource} from '../../../src/matching/prepare'
import type {Report} from '../../../src/page/isolated/reports'
import {pageRules} from '../../../src/page/isolated/page-rules'
import {treat, type Make} from '../../../src/page/isolated/decide-request'

const url = 'https://a.test/items'

function ruleOf(id: string, does: PageDeed): PageRule {
  const source = prepareSource({key: 'host', operator: 'Equals', value: 'a.test'})
  if ('fault' in source) throw new Error(source.fault.reason)
  return {id, pair: 0, source: source.prepared, does}
}
const sending = ruleOf('sends', {kind: 'request', body: {type: 'static', contentType: 'text/plain', value: 'sent'}})
const answering = (isServed: boolean) =>
  ruleOf('answers', {
    kind: 'response',
    body: {type: 'static', contentType: 'text/plain', value: 'got'},
    headers: {},
    isServed,
    isFixed: true,
  })

beforeEach(() => {
  // Of the page's address happy-dom tells less than Chrome.
  vi.stubGlobal('location', {ancestorOrigins: [], hostname: 'a.test'})
  vi.stubGlobal('origin', 'https://a.test')
})

/** What a page tells of the rules that acted on a POST. */
function toldOf(rules: readonly PageRule[], ways: readonly PageWay[] = [], asked = url) {
  return askedOf(rules, ways, asked).told()
}

/** The same, with what is made once it is asked for. */
function askedOf(rules: readonly PageRule[], ways: readonly PageWay[] = [], asked = url) {
  const deferred: Make[] = []
  const told: Parameters<Report>[] = []
  const here = pageRules({rules, ways, claims: []})
  if (!here) throw new Error('No rule concerns this page')
  treat(
    {url: asked, method: 'POST', isSync: false, payload: 'asked'},
    {
      rules: here,
      read: async () => undefined,
      defer: make => deferred.push(make),
      applied: (...said) => told.push(said),
      run: async () => undefined,
    },
  )
  return {
    told: () => told.map(([{rules: all}, isLate]) => (isLate === undefined ? all : [...all, isLate])),
    requests: () => told.map(([request]) => request),
    deferred,
  }
}

it('a body that no server gets counts for no rule', () => {
  expect(toldOf([sending, answering(false)])).toEqual([['sends', 'answers', false]])
  expect(toldOf([sending, answering(true)])).toEqual([['answers', false]])
})

it('a request that its payload keeps from every rule is told of none', () => {
  const payload = {key: 'operationName', operator: 'Equals', value: 'GetCart'} as const
  const source = prepareSource({key: 'host', operator: 'Equals', value: 'a.test', filters: [{requestPayload: payload}]})
  if ('fault' in source) throw new Error(source.fault.reason)
  expect(toldOf([{...sending, source: source.prepared}])).toEqual([[]])
})

it('code for an answer counts when an answer has come, and not before', async () => {
  const coding = ruleOf('codes', {
    kind: 'response',
    body: {type: 'code', value: 'return 1'},
    headers: {},
    isServed: false,
    isFixed: false,
  })
  const alone = askedOf([coding])
  expect(alone.told()).toEqual([['codes', true]])
  await alone.deferred[0]?.({body: null, requestHeaders: {}, response: ''})
  expect(alone.told()).toEqual([
    ['codes', true],
    ['codes', 0],
  ])

  // With what else acts it counts at once.
  const both = askedOf([sending, coding])
  expect(both.told()).toEqual([['sends', 'codes', false]])
  await both.deferred[0]?.({body: null, requestHeaders: {}, response: ''})
  expect(both.told()).toHaveLength(1)
})

it('tells of the browser rule that would have led a request to where a page answers it itself', () => {
  const source = prepareSource({key: 'path', operator: 'Equals', value: '/old'})
  if ('fault' in source) throw new Error(source.fault.reason)
  const leads = {
    ids: ['leads'],
    source: source.prepared,
    move: {kind: 'redirect', to: url},
    isOurs: false,
  } satisfies PageWay
  expect(toldOf([answering(true)], [leads], 'https://a.test/old')).toEqual([['leads', 'answers', false]])
  expect(toldOf([answering(false)], [leads], 'https://a.test/old')).toEqual([['answers', false]])
  expect(toldOf([answering(true)], [leads])).toEqual([['answers', false]])
})

it('tells of a request that is stopped that no server is asked', () => {
  const {source} = sending
  const stops = {ids: ['stops'], source, move: {kind: 'stop'}, isOurs: true} satisfies PageWay
  expect(askedOf([sending], [stops]).requests()).toMatchObject([{rules: ['stops'], isServed: true}])
  expect(askedOf([sending]).requests()).toMatchObject([{rules: ['sends'], isServed: undefined}])
})
