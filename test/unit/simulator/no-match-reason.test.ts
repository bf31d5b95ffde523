import {expect, it} from 'vitest'
import {explainUnmatchedRules} from '../../../src/simulator/no-match-reason'
import type {Rule} from '../../../src/model/rule'
import type {ResourceType, Source} from '../../../src/model/source'
import {aRule, aView} from '../ui/builders'

const page = 'https://shop.test/checkout'
const api = 'https://api.shop.test/v1/cart'

type Around = {readonly requests?: readonly (readonly [url: string, type: ResourceType])[]; readonly newer?: string}

/** Returns the reason of the last rule. */
function reasonOf(rules: readonly Rule[], {requests = [[api, 'xmlhttprequest']], newer = ''}: Around = {}) {
  const explain = explainUnmatchedRules({
    library: {rules: rules.map(rule => aView(rule)), groups: [], paused: false},
    page,
    requests: requests.map(([url, type]) => ({url, type})),
    isNewer: ({name}) => name === newer,
  })
  return explain(rules.at(-1)?.id ?? '')
}
const host = (value: string, filters: Source['filters'] = []) =>
  ({key: 'host', operator: 'Equals', value, filters}) as const
const cancel = (name: string, source: Source) => aRule('Cancel', {name, pairs: [{source}]})

it('a rule that matches no request of the page says so', () => {
  expect(reasonOf([cancel('It', host('cdn.shop.test'))])).toEqual({why: 'no-request'})
})

it('an overridden rule names the rule that acts first', () => {
  const [upper, lower] = [cancel('Upper', host('api.shop.test')), cancel('Lower', host('api.shop.test'))]
  expect(reasonOf([upper, lower])).toEqual({why: 'overridden', by: upper.id})
})

it('a rule that is off overrides nothing', () => {
  const off = aRule('Cancel', {name: 'Off', pairs: [{source: host('api.shop.test')}], status: 'Inactive'})
  expect(reasonOf([off, cancel('It', host('api.shop.test'))])).toEqual({why: 'unknown'})
})

it('a header rule names the rule that sets the same header', () => {
  const sets = (value: string) =>
    aRule('Headers', {
      pairs: [{source: host('api.shop.test'), modifications: [{header: 'X-A', type: 'Modify', value}]}],
    })
  const [upper, lower] = [sets('1'), sets('2')]
  expect(reasonOf([upper, lower])).toEqual({why: 'overridden', by: upper.id})
})

it('a rule that is newer than the page asks for a reload', () => {
  expect(reasonOf([cancel('It', host('api.shop.test'))], {newer: 'It'})).toEqual({why: 'reload'})
  expect(reasonOf([cancel('It', host('shop.test'))], {newer: 'It', requests: []})).toEqual({why: 'reload'})
})

it('a rule that should have acted on the page has an unknown reason', () => {
  expect(reasonOf([cancel('It', host('api.shop.test'))])).toEqual({why: 'unknown'})
})

it.each(['GET', 'POST'])('the request method is not guessed for a %s filter', method => {
  const rule = cancel('It', host('api.shop.test', [{requestMethod: [method]}]))
  expect(reasonOf([rule], {newer: 'It'})).toEqual({why: 'filter', filter: 'requestMethod'})
})

it('the payload is not guessed for a payload filter', () => {
  const rule = cancel('It', host('api.shop.test', [{requestPayload: {key: 'op', operator: 'Equals', value: 'Pay'}}]))
  expect(reasonOf([rule])).toEqual({why: 'filter', filter: 'requestPayload'})
})

it('a rule above with a method filter does not count as overriding', () => {
  const upper = cancel('Upper', host('api.shop.test', [{requestMethod: ['GET']}]))
  expect(reasonOf([upper, cancel('It', host('api.shop.test'))])).toEqual({why: 'unknown'})
})

it('a rule names its type filter if all requests are of another type', () => {
  const reason = {why: 'filter', filter: 'resourceType'}
  const script = {requests: [[api, 'script']]} as const
  expect(reasonOf([cancel('It', host('api.shop.test', [{resourceType: ['image']}]))], script)).toEqual(reason)
  const delay = aRule('Delay', {pairs: [{source: host('api.shop.test'), delay: 500}]})
  expect(reasonOf([delay], script)).toEqual(reason)
})

it('an unknown request type is not guessed', () => {
  const rule = cancel('It', host('api.shop.test', [{resourceType: ['stylesheet']}]))
  expect(reasonOf([rule], {requests: [[api, 'other']]})).toEqual({why: 'unknown'})
})

it('a Request rule has an unknown reason, because bodies are not known', () => {
  const body = aRule('Request', {pairs: [{source: host('api.shop.test'), type: 'static', value: '{}'}]})
  expect(reasonOf([body])).toEqual({why: 'unknown'})
})

it('a Replace rule without its text in the URL has nothing to change', () => {
  const replace = aRule('Replace', {pairs: [{source: host('api.shop.test'), from: 'v9', to: 'v2'}]})
  expect(reasonOf([replace])).toEqual({why: 'nothing-to-change'})
})

it('of several requests, the most helpful reason is given', () => {
  const [upper, lower] = [
    cancel('Upper', {key: 'path', operator: 'Equals', value: '/v1/cart'}),
    cancel('It', host('api.shop.test')),
  ]
  const requests = [
    [api, 'xmlhttprequest'],
    ['https://api.shop.test/v1/user', 'xmlhttprequest'],
  ] as const
  expect(reasonOf([upper, lower], {requests})).toEqual({why: 'overridden', by: upper.id})
  expect(reasonOf([upper, lower], {requests, newer: 'It'})).toEqual({why: 'reload'})
})
