import {describe, expect, it} from 'vitest'
import type {HeaderModification} from '../../../src/model/rules/headers'
import type {Source} from '../../../src/model/source'
import {
  answersPreflight,
  getHeaderRowNote,
  getTokenForEverySite,
  losesCapitals,
} from '../../../src/ui/options/editor/model/header-notes'
import {createNewRule} from '../../../src/ui/options/editor/model/draft-fields'

const change = (
  target: 'Request' | 'Response',
  type: HeaderModification['type'],
  header: string,
): HeaderModification => ({target, type, header, value: 'x'})
const source = (key: Source['key'], operator: Source['operator'], value: string): Source => ({key, operator, value})

it.each([
  [change('Response', 'Add', 'Access-Control-Allow-Origin'), 'corsTwice'],
  [change('Response', 'Modify', 'Access-Control-Allow-Origin'), undefined],
  [change('Request', 'Add', 'Access-Control-Allow-Origin'), undefined],
  [change('Response', 'Modify', 'set-cookie'), 'allCookies'],
  [change('Response', 'Add', 'Set-Cookie'), undefined],
  [change('Request', 'Add', 'X-Env'), undefined],
])('the note of %j is %s', (given, note) => {
  expect(getHeaderRowNote(given)).toBe(note)
})

it('a lower-cased name is noted for own request headers only', () => {
  expect(losesCapitals([change('Request', 'Modify', 'X-Env')])).toBe(true)
  expect(losesCapitals([change('Request', 'Modify', 'x-env'), change('Request', 'Modify', 'Authorization')])).toBe(
    false,
  )
  expect(losesCapitals([change('Response', 'Modify', 'X-Env'), change('Request', 'Remove', 'X-Env')])).toBe(false)
})

describe('a token', () => {
  const token = [change('Request', 'Modify', 'X-Env'), change('Request', 'Modify', 'Authorization')]

  it.each([
    source('url', 'Contains', ''),
    source('path', 'Contains', '/v1/'),
    source('url', 'Wildcard_Matches', '*'),
    source('url', 'Wildcard_Matches', '*://*/api/*'),
    source('url', 'Contains', '/v1/cart.json'),
    source('url', 'Matches', '^https?:\\/\\/.*\\/v1'),
    source('host', 'Wildcard_Matches', '*'),
  ])('goes to every site under %j', given => {
    expect(getTokenForEverySite(given, token)).toBe('Authorization')
  })

  it.each([
    source('host', 'Equals', 'api.shop.test'),
    source('url', 'Contains', 'shop.test'),
    source('url', 'Wildcard_Matches', '*://*.shop.test/*'),
    source('url', 'Matches', '^https:\\/\\/api\\.shop\\.test\\/'),
    source('url', 'Equals', 'http://localhost:3000/'),
    source('host', 'Equals', ''),
    {...source('path', 'Contains', '/v1/'), filters: [{pageDomains: ['shop.test']}]},
  ])('stays within %j', given => {
    expect(getTokenForEverySite(given, token)).toBeUndefined()
  })

  it.each(['Cookie', 'X-Api-Key', 'X-Auth-Token', 'Proxy-Authorization'])('is recognized in %s', name => {
    const sent = (type: HeaderModification['type']) =>
      getTokenForEverySite(source('url', 'Contains', ''), [change('Request', type, name)])
    expect([sent('Modify'), sent('Remove')]).toEqual([name, undefined])
  })
})

it('the template “Open CORS” says what it cannot do if the server refuses OPTIONS', () => {
  const {pairs} = createNewRule('Headers', {host: 'a.test', address: '', draft: '', template: 'cors'})
  expect(pairs.map(pair => 'modifications' in pair && answersPreflight(pair.modifications as never))).toEqual([true])
  expect(answersPreflight([change('Response', 'Modify', 'Access-Control-Allow-Origin')])).toBe(false)
})
