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
