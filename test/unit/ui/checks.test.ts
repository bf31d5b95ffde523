import {expect, it} from 'vitest'
import {getExplanationText} from '../../../src/ui/sentences/explanation-segments'
import {explainChecks, explainVerdict} from '../../../src/ui/sentences/verdict'
import {aRule} from './builders'
import {aRequest, cancel, explained, host} from './explained'

const said = (given: Parameters<typeof explained>[0], tested = aRequest(given.request)) =>
  explainChecks(explained(given).draft, tested).map(
    each => `${each.passed ? '✓' : '✗'} ${getExplanationText(each.text)}`,
  )

it('checks are listed line by line, and the failed one comes last', () => {
  const regex = {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'} as const
  expect(
    said({draft: cancel('d', regex), refuses: each => each.includes('(?='), request: {resourceType: 'script'}}),
  ).toEqual([
    '✓ The rule, its group and “Rules on” are on',
    '✓ The URL matches shop(?=\\.test)',
    '✗ Chrome can’t use this regex (look-ahead). The rule works for fetch, XHR and page loads. Sandboxed frames that it matches stay blank. This request’s type is script.',
  ])
  expect(said({draft: {...cancel('d'), groupId: 'Group_A', status: 'Inactive'}})).toEqual([
    '✓ “Rules on” is on',
    '✗ This rule is off. It would match this request.',
  ])
  expect(said({draft: cancel('d', host('api.shop.test', [{requestMethod: ['GET']}]))}).at(-1)).toBe(
    '✓ No other rule acts first',
  )
})

it('a rule that changes response headers says that DevTools does not show it', () => {
  const draft = aRule('Headers', {
    pairs: [{source: host(), modifications: [{type: 'Modify', header: 'X-A', value: '1', target: 'Response'}]}],
  })
  expect(getExplanationText(explainVerdict(explained({draft}).draft, aRequest()))).toBe(
    'sets X-A in the response · DevTools shows the original response headers.',
  )
})

it('among several filters of one kind, the failed one is named', () => {
  const is = (key: string, value: string) => ({requestPayload: {key, operator: 'Equals', value}}) as const
  const source = host('api.shop.test', [{requestMethod: ['POST', 'PUT']}, is('op', 'Pay'), is('qty', '2')])
  const draft = aRule('Response', {pairs: [{source, type: 'static', value: '{}'}]})
  const lines = said({draft, request: {method: 'POST', payload: '{"op":"Pay","qty":3}'}})
  expect([lines.length, lines.at(-1)]).toEqual([5, '✗ Filter Payload: the request has no qty equals 2.'])
})

it('a batch says that a payload filter finds its requests only by position', () => {
  const is = (key: string) => ({requestPayload: {key, operator: 'Equals', value: 'B'}}) as const
  const check = (key: string) => {
    const draft = aRule('Response', {pairs: [{source: host('api.shop.test', [is(key)]), type: 'static', value: '{}'}]})
    return said({draft, request: {method: 'POST', payload: '[{"op":"A"},{"op":"B"}]'}}).at(-1)
  }
  expect(check('op')).toContain('the body is a batch of 2 requests')
  expect(check('op')).toContain('begin the key with an index: 0.op.')
  expect(check('1.op')).not.toContain('✗')
})
