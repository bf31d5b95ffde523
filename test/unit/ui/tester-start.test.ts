import {expect, it} from 'vitest'
import {readTested} from '../../../src/engine/why/tested'
import {startFor} from '../../../src/ui/options/editor/tester/start'
import {aRule} from './builders'

it.each(['?utm_source=', ':8080', '&utm=', '100%', '@2x.png', 'shop.test/a', '/v1', 'localhost:3000', 'api.'])(
  'the tester of a rule for what contains %s starts with an address that does',
  value => {
    const source = {key: 'url' as const, operator: 'Contains' as const, value}
    const tested = readTested(startFor(aRule('Cancel', {pairs: [{source}]})))
    expect('url' in tested && tested.url).toContain(value)
  },
)

it.each([
  ['Wildcard_Matches', '*', 'https://x/'],
  ['Wildcard_Matches', '*.shop.test', 'https://www.shop.test/'],
  ['Wildcard_Matches', '*:3000', 'https://x:3000/'],
  ['Contains', ':3000', 'https://example.com:3000/'],
] as const)('the tester of a rule whose host %s %s starts with %s', (operator, value, url) => {
  const source = {key: 'host' as const, operator, value}
  expect(readTested(startFor(aRule('Cancel', {pairs: [{source}]})))).toMatchObject({url})
})

it('the tester starts with no address where the host is none', () => {
  const source = {key: 'host', operator: 'Equals', value: 'http://shop.test/x'} as const
  expect(startFor(aRule('Cancel', {pairs: [{source}]})).url).toBe('')
})

it.each([
  ['', 'api.shop.test'],
  ['shop.test/checkout', 'shop.test'],
  ['other test', ''],
  ['https://', ''],
])('the page %j is of the host %j', (page, host) => {
  const read = readTested({...startFor(aRule('Cancel')), url: 'https://api.shop.test/', page})
  expect('not' in read || read.at(read.url).pageHost).toBe(host)
})
