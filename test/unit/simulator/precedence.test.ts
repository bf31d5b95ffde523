import {describe, expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {RuleType} from '../../../src/model/rules'
import type {Source} from '../../../src/model/source'
import type {TestRequest} from '../../../src/simulator/test-request'
import {aPair} from '../builders'
import {aRule} from '../ui/builders'
import {cancel, explained, headers, host, query, redirect} from '../ui/explained'

const withPages = (source: Source): Source => ({
  ...source,
  filters: [{resourceType: ['main_frame', 'xmlhttprequest']}],
})

/** One rule of each type, all for the same requests. */
const rules: Readonly<Record<RuleType, Rule>> = {
  Cancel: cancel('Cancel'),
  Redirect: redirect('Redirect', 'https://goal.test/'),
  Request: aRule('Request', {name: 'Request', pairs: [aPair('Request', {source: host()})]}),
  Response: aRule('Response', {name: 'Response', pairs: [aPair('Response', {source: withPages(host())})]}),
  Replace: aRule('Replace', {name: 'Replace', pairs: [{source: host(), from: 'v1', to: 'v2'}]}),
  QueryParam: query('QueryParam', 'a'),
  Headers: headers('Headers', ['Modify', 'X-A']),
  UserAgent: aRule('UserAgent', {name: 'UserAgent', pairs: [{source: host(), userAgent: 'Own/1.0'}]}),
  Delay: aRule('Delay', {name: 'Delay', pairs: [{source: host(), delay: 100}]}),
}

/** The rules that act, of two types: on a POST by fetch, and on a navigation. */
const table: readonly (readonly [one: RuleType, other: RuleType, fetched: string, opened: string])[] = [
  ['Cancel', 'Redirect', 'Cancel', 'Cancel'],
  ['Cancel', 'Request', 'Cancel', 'Cancel'],
  ['Cancel', 'Response', 'Cancel', 'Cancel'],
  ['Cancel', 'Replace', 'Cancel', 'Cancel'],
  ['Cancel', 'QueryParam', 'Cancel', 'Cancel'],
  ['Cancel', 'Headers', 'Cancel', 'Cancel'],
  ['Cancel', 'UserAgent', 'Cancel', 'Cancel'],
  // The page delays a fetch before the browser cancels it.
  ['Cancel', 'Delay', 'Cancel Delay', 'Cancel'],
  ['Delay', 'Redirect', 'Delay Redirect', 'Delay Redirect'],
  ['Delay', 'Response', 'Delay Response', 'Delay Response'],
  ['Delay', 'Replace', 'Delay Replace', 'Delay Replace'],
  ['Delay', 'QueryParam', 'Delay QueryParam', 'Delay QueryParam'],
  ['Delay', 'Headers', 'Delay Headers', 'Delay Headers'],
  ['Delay', 'Request', 'Delay Request', 'Delay'],
  // The other rules do not match the destination. A request body is sent there.
  ['Redirect', 'Response', 'Redirect', 'Redirect'],
  ['Redirect', 'Replace', 'Redirect', 'Redirect'],
  ['Redirect', 'QueryParam', 'Redirect', 'Redirect'],
  ['Redirect', 'Headers', 'Redirect', 'Redirect'],
  ['Redirect', 'UserAgent', 'Redirect', 'Redirect'],
  ['Redirect', 'Request', 'Redirect Request', 'Redirect'],
  // A fetch is sent and its response replaced in the page. A navigation is answered by the browser.
  ['Response', 'Replace', 'Replace Response', 'Response'],
  ['Response', 'QueryParam', 'QueryParam Response', 'Response'],
  ['Response', 'Headers', 'Headers Response', 'Response'],
  ['Response', 'UserAgent', 'Response UserAgent', 'Response'],
  ['Response', 'Request', 'Request Response', 'Response'],
  ['Replace', 'QueryParam', 'QueryParam Replace', 'QueryParam Replace'],
  ['Replace', 'Headers', 'Headers Replace', 'Headers Replace'],
  ['QueryParam', 'Headers', 'Headers QueryParam', 'Headers QueryParam'],
  ['Headers', 'UserAgent', 'Headers UserAgent', 'Headers UserAgent'],
]

const getActingRules = (upper: Rule, lower: Rule, tested: Partial<TestRequest>): string =>
  explained({draft: cancel('none', host('nobody.test')), others: [upper, lower], request: tested})
    .verdicts.flatMap(({effect, candidate}) => (effect ? [candidate.rule.name] : []))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join(' ')

describe.each(table)('%s and %s rules for the same requests', (one, other, fetched, opened) => {
  it.each([
    ['above', rules[one], rules[other]],
    ['below', rules[other], rules[one]],
  ])('apply by type, with the first one %s', (_, upper, lower) => {
    expect(getActingRules(upper, lower, {method: 'POST'})).toBe(fetched)
    expect(getActingRules(upper, lower, {resourceType: 'main_frame'})).toBe(opened)
  })
})

it.each([
  ['Redirect', redirect('Other', 'https://other.test/')],
  ['Response', aRule('Response', {name: 'Other', pairs: [aPair('Response', {source: host()})]})],
  ['UserAgent', aRule('UserAgent', {name: 'Other', pairs: [{source: host(), userAgent: 'Other/1.0'}]})],
] as const)('the first of two %s rules applies', (type, other) => {
  expect(getActingRules(rules[type], other, {})).toBe(type)
  expect(getActingRules(other, rules[type], {})).toBe('Other')
})

it('the longer of two Delay rules applies', () => {
  const other = aRule('Delay', {name: 'Other', pairs: [{source: host(), delay: 200}]})
  expect(getActingRules(rules.Delay, other, {})).toBe('Other')
})
