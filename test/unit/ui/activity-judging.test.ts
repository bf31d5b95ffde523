import {expect, it} from 'vitest'
import {partOf} from '../../../src/contract/rule-part'
import {createJudging} from '../../../src/ui/activity/judging'
import {withActedPairs} from '../../../src/ui/activity/acted-pairs'
import {fixedAnswerOf} from '../../../src/ui/panel/fixed-answer'
import {anAsked} from './activity-told'
import {aRule, aView} from './builders'

const answers = (name: string, statusCode: number) => ({
  source: {
    key: 'path',
    operator: 'Equals',
    value: '/graphql',
    filters: [{requestPayload: {key: 'operationName', operator: 'Equals', value: name}}],
  },
  type: 'static',
  value: name,
  statusCode,
})
const rule = aRule('Response', {pairs: [answers('Cart', 200), answers('User', 500)]} as never)

/** A POST on which this one of its pairs has acted; whose page has not said which, where none is given. */
const entryOf = (pair?: number) => ({
  number: (pair ?? 2) + 1,
  asked: anAsked('/graphql', {method: 'POST'}),
  heardSince: 0,
  browserRules: [],
  pageRules: [rule.id],
  ...(pair === undefined ? {} : {pageParts: [partOf(rule, pair)]}),
  isServed: false,
})

function open() {
  const judging = createJudging()
  judging.learn({rules: [aView(rule)], groups: [], paused: false})
  return judging
}

it('takes the pair for the one that acted that its page says', () => {
  const judging = open()
  const statuses = [0, 1, 0].map(pair => fixedAnswerOf(entryOf(pair), judging)?.statusCode)
  expect(statuses).toEqual([200, 500, 200])
})

it('takes no pair that looks at payloads for what the browser did, of which its page has said nothing', () => {
  const away = (to: string) => ({destinationType: 'url', destination: `https://${to}.test/`})
  const [{source}] = rule.pairs as never as [{source: {filters: unknown}}]
  const pairs = [
    {source, ...away('mock')},
    {source: {...source, filters: []}, ...away('staging')},
  ]
  const mixed = aRule('Redirect', {pairs} as never)
  const judging = createJudging()
  judging.learn({rules: [aView(mixed, {browserRules: [3]})], groups: [], paused: false})
  const led = (more: object) => {
    const entry = {...entryOf(), browserRules: [], pageRules: [], ...more}
    return judging.judge(entry).verdicts.map(({deed}) => deed?.did === 'sent' && deed.to)
  }
  expect(led({browserRules: [3]})).toEqual(['https://staging.test/'])
  expect(led({pageRules: [mixed.id], pageParts: [partOf(mixed, 0)]})).toEqual(['https://mock.test/'])
})

it('takes no recording for a request that was sent with what another pair of its rule looks for', () => {
  const {misfit} = open()
  const sent = (operationName: string) => JSON.stringify({operationName})
  expect([0, 1].map(pair => misfit(entryOf(pair), sent('Cart')))).toEqual([0, Infinity])
  expect([0, 1].map(pair => misfit(entryOf(pair), sent('User')))).toEqual([Infinity, 0])
  expect(['Cart', 'User', 'Menu'].map(name => misfit(entryOf(), sent(name)))).toEqual([0, 0, Infinity])
})

it('keeps a rule whole of which nobody says which pair has acted', () => {
  expect(withActedPairs(rule, [rule.id])).toBe(rule)
  expect(withActedPairs(rule, [partOf(rule, 1)]).pairs).toEqual([rule.pairs[1]])
})
