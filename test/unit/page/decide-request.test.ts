// @vitest-environment happy-dom
import {beforeEach, expect, it, vi} from 'vitest'
import type {InPageAction, PageRule, NavigationRule} from '../../../src/model/page-rules'
import {prepareSource} from '../../../src/matching/prepare'
import type {ReportRequest} from '../../../src/page/isolated/reports'
import {createRuleMatcher} from '../../../src/page/isolated/rule-matcher'
import {decideRequest, type CreateBody} from '../../../src/page/isolated/decide-request'

const url = 'https://a.test/items'

function createRule(id: string, does: InPageAction): PageRule {
  const source = prepareSource({key: 'host', operator: 'Equals', value: 'a.test'})
  if ('fault' in source) throw new Error(source.fault.reason.code)
  return {id, pair: 0, source: source.prepared, does}
}
const requestRule = createRule('sends', {
  kind: 'request',
  body: {type: 'static', contentType: 'text/plain', value: 'sent'},
})
const responseRule = (isServed: boolean) =>
  createRule('answers', {
    kind: 'response',
    body: {type: 'static', contentType: 'text/plain', value: 'got'},
    headers: {},
    isServed,
    isFixed: true,
  })

beforeEach(() => {
  // happy-dom has no `ancestorOrigins`.
  vi.stubGlobal('location', {ancestorOrigins: [], hostname: 'a.test'})
  vi.stubGlobal('origin', 'https://a.test')
})

/** Decides a POST request and returns its reports and deferred bodies. */
function decidePost(rules: readonly PageRule[], ways: readonly NavigationRule[] = [], requestUrl = url) {
  const deferred: CreateBody[] = []
  const reports: Parameters<ReportRequest>[] = []
  const match = createRuleMatcher({rules, ways, claims: []})
  if (!match) throw new Error('No rule concerns this page')
  decideRequest(
    {url: requestUrl, method: 'POST', isSync: false, payload: 'asked'},
    {
      match,
      readStorage: async () => undefined,
      defer: createBody => deferred.push(createBody),
      report: (...report) => reports.push(report),
      runCode: async () => undefined,
    },
  )
  return {
    reports: () => reports.map(([{rules: ids}, phase]) => [...ids, phase]),
    requests: () => reports.map(([request]) => request),
    deferred,
  }
}

it('a request body that is not sent counts for no rule', () => {
  expect(decidePost([requestRule, responseRule(false)]).reports()).toEqual([['sends', 'answers', 'applied']])
  expect(decidePost([requestRule, responseRule(true)]).reports()).toEqual([['answers', 'applied']])
})

it('a request whose payload matches no rule is reported without a rule', () => {
  const payload = {key: 'operationName', operator: 'Equals', value: 'GetCart'} as const
  const source = prepareSource({key: 'host', operator: 'Equals', value: 'a.test', filters: [{requestPayload: payload}]})
  if ('fault' in source) throw new Error(source.fault.reason.code)
  expect(decidePost([{...requestRule, source: source.prepared}]).reports()).toEqual([['applied']])
})

it('response code counts as applied when the response has arrived', async () => {
  const codeRule = createRule('codes', {
    kind: 'response',
    body: {type: 'code', value: 'return 1'},
    headers: {},
    isServed: false,
    isFixed: false,
  })
  const single = decidePost([codeRule])
  expect(single.reports()).toEqual([['codes', 'pending']])
  await single.deferred[0]?.({body: null, requestHeaders: {}, response: ''})
  expect(single.reports()).toEqual([
    ['codes', 'pending'],
    ['codes', 'applied-later'],
  ])

  // Together with another rule it counts at once.
  const both = decidePost([requestRule, codeRule])
  expect(both.reports()).toEqual([['sends', 'codes', 'applied']])
  await both.deferred[0]?.({body: null, requestHeaders: {}, response: ''})
  expect(both.reports()).toHaveLength(1)
})

it('a browser redirect to a URL that a rule answers in the page is reported', () => {
  const source = prepareSource({key: 'path', operator: 'Equals', value: '/old'})
  if ('fault' in source) throw new Error(source.fault.reason.code)
  const redirect = {
    ids: ['leads'],
    source: source.prepared,
    move: {kind: 'redirect', to: url},
    isOurs: false,
  } satisfies NavigationRule
  expect(decidePost([responseRule(true)], [redirect], 'https://a.test/old').reports()).toEqual([
    ['leads', 'answers', 'applied'],
  ])
  expect(decidePost([responseRule(false)], [redirect], 'https://a.test/old').reports()).toEqual([
    ['answers', 'applied'],
  ])
  expect(decidePost([responseRule(true)], [redirect]).reports()).toEqual([['answers', 'applied']])
})

it('a blocked request is reported as not sent', () => {
  const {source} = requestRule
  const block = {ids: ['stops'], source, move: {kind: 'stop'}, isOurs: true} satisfies NavigationRule
  expect(decidePost([requestRule], [block]).requests()).toMatchObject([{rules: ['stops'], isServed: true}])
  expect(decidePost([requestRule]).requests()).toMatchObject([{rules: ['sends'], isServed: undefined}])
})
