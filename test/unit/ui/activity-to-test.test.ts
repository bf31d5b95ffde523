import {expect, it} from 'vitest'
import {toTest} from '../../../src/ui/activity/to-test'
import {anAsked} from './activity-told'
import {aRule} from './builders'

const entryOf = (method: string) => ({
  number: 1,
  asked: anAsked('/graphql', {method}),
  heardSince: 0,
  browserRules: [],
  pageRules: [],
  isServed: false,
})
const of = (value: string) => ({
  source: {
    key: 'path',
    operator: 'Equals',
    value: '/graphql',
    filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value}}],
  },
  delay: 400,
})
const one = aRule('Delay', {pairs: [of('GetCart')]} as never)
const several = aRule('Delay', {pairs: [of('GetCart'), of('GetMenu')]} as never)

it('a rule that acted by what was sent is tested with something like it', () => {
  expect(toTest(entryOf('POST'), one, true)).toEqual({
    url: 'https://api.shop.test/graphql',
    method: 'POST',
    resourceType: 'xmlhttprequest',
    page: 'https://shop.test/',
    payload: '{"operationName":"GetCart"}',
  })
})

it.each([
  ['that did not act', 'POST', one, false],
  ['of which it is not known by which condition it acted', 'POST', several, true],
  ['that acted on what has no body', 'GET', one, true],
  ['that asks for no payload', 'POST', aRule('Delay'), true],
] as const)('a rule %s is tested without', (_which, method, rule, hasActed) => {
  expect(toTest(entryOf(method), rule, hasActed).payload).toBe('')
})
