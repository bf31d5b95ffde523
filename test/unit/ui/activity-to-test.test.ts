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
const other = aRule('Delay', {pairs: [of('GetMenu')]} as never)
const elsewhere = aRule('Delay', {
  pairs: [{...of('GetCart'), source: {...of('GetCart').source, value: '/other'}}],
} as never)
const several = aRule('Delay', {pairs: [of('GetCart'), of('GetMenu')]} as never)

it('what a rule acted on is tested with something like what was sent', () => {
  expect(toTest(entryOf('POST'), [aRule('Headers'), one])).toEqual({
    url: 'https://api.shop.test/graphql',
    method: 'POST',
    resourceType: 'xmlhttprequest',
    page: 'https://shop.test/',
    payload: '{"operationName":"GetCart"}',
  })
})

it('with something that all of them ask for, where there is such', () => {
  const version = {requestPayload: {key: 'variables.v', operator: 'Equals', value: '2'}}
  const [pair] = one.pairs
  const both = aRule('Cancel', {pairs: [{...pair, source: {...pair?.source, filters: [version]}}]} as never)
  expect(toTest(entryOf('POST'), [one, both]).payload).toBe('{"operationName":"GetCart","variables":{"v":"2"}}')
  expect(toTest(entryOf('POST'), [one, other]).payload).toBe('{"operationName":"GetCart"}')
})

it.each([
  ['of which it is not known by which condition it acted', 'POST', [several]],
  ['that acted on what has no body', 'GET', [one]],
  ['that asks for no payload', 'POST', [aRule('Delay')]],
  ['that acted at another address', 'POST', [elsewhere]],
  ['that nobody is', 'POST', []],
] as const)('by a rule %s there is none', (_which, method, acting) => {
  expect(toTest(entryOf(method), acting).payload).toBe('')
})
