import {expect, it} from 'vitest'
import {testedOf} from '../../../src/ui/activity/judging'
import {isAllTold, payloadLike} from '../../../src/ui/activity/payload-like'
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
const of = (value: string, operator = 'Equals') => ({
  source: {
    key: 'path',
    operator: 'Equals',
    value: '/graphql',
    filters: [{requestPayload: {key: 'operationName', operator, value}}],
  },
  delay: 400,
})
const one = aRule('Delay', {pairs: [of('GetCart')]} as never)
const other = aRule('Delay', {pairs: [of('GetMenu')]} as never)
const elsewhere = aRule('Delay', {
  pairs: [{...of('GetCart'), source: {...of('GetCart').source, value: '/other'}}],
} as never)
const several = aRule('Delay', {pairs: [of('GetCart'), of('GetMenu')]} as never)

const testedAs = (method: string) => testedOf(entryOf(method))

it('is what rules that acted ask for together, where there is such', () => {
  expect(payloadLike(testedAs('POST'), [aRule('Headers'), one])).toBe('{"operationName":"GetCart"}')
  const version = {requestPayload: {key: 'variables.v', operator: 'Equals', value: '2'}}
  const [pair] = one.pairs
  const both = aRule('Cancel', {pairs: [{...pair, source: {...pair?.source, filters: [version]}}]} as never)
  expect(payloadLike(testedAs('POST'), [one, both])).toBe('{"operationName":"GetCart","variables":{"v":"2"}}')
  expect(payloadLike(testedAs('POST'), [one, other])).toBe('{"operationName":"GetCart"}')
})

it.each([
  ['of which it is not known by which condition it acted', 'POST', [several]],
  ['that acted on what has no body', 'GET', [one]],
  ['that asks for no payload', 'POST', [aRule('Delay')]],
  ['that acted at another address', 'POST', [elsewhere]],
  ['that nobody is', 'POST', []],
] as const)('is nothing by a rule %s', (_which, method, acting) => {
  expect(payloadLike(testedAs(method), acting)).toBe('')
})

it('tells all of a field whose one value is known', () => {
  const tested = testedAs('POST')
  expect(isAllTold(other, tested, [one])).toBe(true)
  expect(isAllTold(several, tested, [aRule('Delay'), one])).toBe(true)
  expect(isAllTold(other, tested, [aRule('Delay'), elsewhere, several])).toBe(false)
  const begins = aRule('Delay', {pairs: [of('Get', 'Contains')]} as never)
  expect(isAllTold(other, tested, [begins])).toBe(false)
  expect(isAllTold(begins, tested, [one])).toBe(true)
})
