import {expect, it} from 'vitest'
import type {PayloadFilter} from '../../../src/contract/source'
import {quickFilters} from '../../../src/engine/why/payload'
import {readAddress} from '../../../src/matching/address'

const holds = (operator: PayloadFilter['operator'], value: string, query: string): boolean =>
  quickFilters([{requestPayload: {key: 'query', operator, value}}]).every(each =>
    each.holds({
      address: readAddress('https://api.test/graphql'),
      method: 'POST',
      resourceType: 'xmlhttprequest',
      pageHost: 'shop.test',
      payload: JSON.stringify({query}),
    }),
  )
const long = (middle: string) => `query Get { ${'field '.repeat(400)}${middle} }`

it.each([
  ['Matches', '^query .*cart.* \\}$'],
  ['Matches', '/^QUERY .*(?=cart)ca.*$/i'],
  ['Matches', '(\\w+ )+cart'],
  ['Wildcard_Matches', 'query*cart*'],
  ['Contains', 'cart'],
] as const)('a long payload is looked at as a short one is: %s %s', (operator, value) => {
  for (const [middle, isFound] of [
    ['cart', true],
    ['menu', false],
  ] as const) {
    expect(holds(operator, value, `query x ${middle} }`)).toBe(isFound)
    expect(holds(operator, value, long(middle))).toBe(isFound)
  }
})

it('what is not of an address alone is found by the browser’s own, as far as that ends soon', () => {
  expect(holds('Matches', '^query .+ü.+$', 'query Grüße')).toBe(true)
  expect(holds('Matches', '(\\w+ ?)+!', `${long('ü')} x`)).toBe(false)
})
