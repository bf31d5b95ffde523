import {expect, it} from 'vitest'
import type {Entry} from '../../../src/ui/activity/log'
import {summaryOf} from '../../../src/ui/activity/summary'
import {anAsked} from './activity-told'
import {aRule} from './builders'

const headers = {...aRule('Headers'), id: 'headers'}
const answer = {...aRule('Response'), id: 'answer'}
const rules = [headers, answer]

const resultOf = (more: Partial<Entry>, acted: readonly string[] = ['headers']) =>
  summaryOf(
    {number: 1, asked: anAsked('/v1/cart'), browserRules: [], pageRules: [], isServed: false, ...more},
    {judged: undefined, acted, ruleOf: id => rules.find(rule => rule.id === id), tellsRules: true, now: 0},
  ).result

it('a request on which rules acted says what came of it where that went wrong', () => {
  expect(resultOf({status: 200})).toEqual({result: 'applied'})
  expect(resultOf({status: 404})).toEqual({result: 'applied', status: 404})
  expect(resultOf({failed: 'net::ERR_CONNECTION_RESET'})).toEqual({
    result: 'applied',
    failed: 'net::ERR_CONNECTION_RESET',
  })
})

it('what a rule answers is not the server’s, and an answer is given where none comes', () => {
  const [pair] = answer.pairs
  expect(resultOf({status: 500}, ['answer'])).toEqual({
    result: 'applied',
    ...(pair?.statusCode === undefined ? {} : {status: pair.statusCode}),
  })
  expect(resultOf({failed: 'net::ERR_FAILED'}, ['answer'])).not.toHaveProperty('failed')
})
