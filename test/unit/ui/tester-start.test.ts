import {describe, expect, it} from 'vitest'
import type {PayloadFilter, Source, SourceFilter} from '../../../src/model/source'
import {getConditions} from '../../../src/simulator/conditions'
import {matchesRequest} from '../../../src/simulator/condition-examples'
import {readTestRequest} from '../../../src/simulator/test-request'
import {updateTestRequest, createTestRequest} from '../../../src/ui/options/editor/tester/use-test-request'
import {getExplanationText} from '../../../src/ui/sentences/explanation-segments'
import {explainVerdict} from '../../../src/ui/sentences/verdict'
import {aRule} from './builders'
import {explained} from './explained'

it.each(['?utm_source=', ':8080', '&utm=', '100%', '@2x.png', 'shop.test/a', '/v1', 'localhost:3000', 'api.'])(
  'a rule for URLs that contain %s is first tested with such a URL',
  value => {
    const source = {key: 'url' as const, operator: 'Contains' as const, value}
    const tested = readTestRequest(createTestRequest(aRule('Cancel', {pairs: [{source}]})))
    expect('url' in tested && tested.url).toContain(value)
  },
)

it.each([
  ['Wildcard_Matches', '*', 'https://x/'],
  ['Wildcard_Matches', '*.shop.test', 'https://www.shop.test/'],
  ['Wildcard_Matches', '*:3000', 'https://x:3000/'],
  ['Contains', ':3000', 'https://example.com:3000/'],
] as const)('a rule whose host %s %s is first tested with %s', (operator, value, url) => {
  const source = {key: 'host' as const, operator, value}
  expect(readTestRequest(createTestRequest(aRule('Cancel', {pairs: [{source}]})))).toMatchObject({url})
})

it('the type follows the URL: WebSocket for ws: and wss:, otherwise not', () => {
  const tested = {
    url: 'https://shop.test/',
    method: 'POST',
    resourceType: 'xmlhttprequest',
    page: '',
    payload: '',
  } as const
  const socket = updateTestRequest(tested, {url: ' WSS://shop.test/live'})
  expect(socket).toMatchObject({url: ' WSS://shop.test/live', method: 'GET', resourceType: 'websocket'})
  expect(updateTestRequest(socket, {resourceType: 'script'})).toEqual(socket)
  expect(updateTestRequest(socket, {url: 'https://shop.test/v1'})).toMatchObject({resourceType: 'xmlhttprequest'})
  // A type chosen by the user for another URL stays.
  const chosen = updateTestRequest(tested, {resourceType: 'websocket'})
  expect(updateTestRequest(chosen, {url: 'https://shop.test/v1'})).toMatchObject({resourceType: 'websocket'})
})

it('the tester starts without a URL if the host is invalid', () => {
  const source = {key: 'host', operator: 'Equals', value: 'http://shop.test/x'} as const
  expect(createTestRequest(aRule('Cancel', {pairs: [{source}]})).url).toBe('')
})

it.each<[Source['key'], Source['operator'], string]>([
  ['url', 'Wildcard_Matches', 'api.shop.test/*'],
  ['url', 'Wildcard_Matches', '*x^y*'],
  ['url', 'Wildcard_Matches', 'https://*.shop.test:*/v*/x'],
  ['url', 'Wildcard_Matches', 'h*/v1'],
  ['url', 'Wildcard_Matches', '*//*.*/?a=*'],
  ['url', 'Contains', 'shop.test:99999'],
  ['url', 'Contains', '://'],
  ['url', 'Contains', '//shop'],
  ['url', 'Equals', 'shop.test'],
  ['url', 'Matches', '^api'],
  ['host', 'Contains', 'shop..test'],
  ['host', 'Contains', 'shop test'],
  ['host', 'Contains', '.'],
  ['host', 'Wildcard_Matches', '*.*.shop'],
  ['host', 'Equals', '-'],
  ['path', 'Contains', '//'],
  ['path', 'Contains', '|'],
  ['path', 'Wildcard_Matches', '*.js'],
  ['path', 'Wildcard_Matches', '/*/../*'],
  ['path', 'Equals', 'cart'],
])('the tester never starts with a URL that does not match: %s %s %s', (key, operator, value) => {
  const rule = aRule('Cancel', {pairs: [{source: {key, operator, value}}]})
  const tested = createTestRequest(rule)
  const [condition] = getConditions(rule)
  expect(tested.url === '' || (condition && matchesRequest(condition, tested))).toBe(true)
})

it('the tester starts with a URL of the first condition that can match', () => {
  const never = {key: 'url', operator: 'Matches', value: '^api\\.'} as const
  const host = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
  const rule = aRule('Cancel', {pairs: [{source: never}, {source: host}]})
  expect(createTestRequest(rule).url).toBe('https://shop.test/')
})

it.each([
  ['', 'api.shop.test'],
  ['shop.test/checkout', 'shop.test'],
  ['other test', ''],
  ['https://', ''],
])('the page %j has the host %j', (page, host) => {
  const read = readTestRequest({...createTestRequest(aRule('Cancel')), url: 'https://api.shop.test/', page})
  expect('fault' in read || read.requestAt(read.url).pageHost).toBe(host)
})

describe('the tester of a new rule starts with a matching request for', () => {
  const of = (key: Source['key'], operator: Source['operator'], value: string, ...filters: SourceFilter[]): Source => ({
    key,
    operator,
    value,
    filters,
  })
  const shop = of('host', 'Equals', 'shop.test')
  const cancels = (source: Source) => aRule('Cancel', {pairs: [{source}]})
  const removing = (source: Source) =>
    aRule('QueryParam', {pairs: [{source, modifications: [{type: 'Remove', param: 'region'}]}]})
  const payload = (operator: PayloadFilter['operator'], value: string) =>
    of('host', 'Equals', 'shop.test', {requestPayload: {key: 'operationName', operator, value}})

  it.each([
    ['a replaced text', aRule('Replace', {pairs: [{source: shop, from: 'v1', to: 'v2'}]})],
    [
      'a text with several segments',
      aRule('Replace', {pairs: [{source: of('path', 'Contains', '/api'), from: '/v1/', to: ''}]}),
    ],
    ['a text found by a regex', aRule('Replace', {pairs: [{source: shop, from: '/v(\\d+)\\b/', to: 'w'}]})],
    [
      'a text in the place of a wildcard',
      aRule('Replace', {
        pairs: [{source: of('url', 'Wildcard_Matches', 'http://shop.test:81/*.js'), from: 'v1', to: 'v2'}],
      }),
    ],
    [
      'a text before a file extension',
      aRule('Replace', {pairs: [{source: of('url', 'Wildcard_Matches', '*.js'), from: 'v1', to: 'v2'}]}),
    ],
    ['a removed parameter', removing(shop)],
    ['a removed parameter next to another one', removing(of('url', 'Contains', '?lang='))],
    ['a removed parameter on a path', removing(of('path', 'Contains', '/cart'))],
    ['a removed parameter of a file', removing(of('url', 'Wildcard_Matches', '*.js*'))],
    ['the beginning of a port', cancels(of('host', 'Wildcard_Matches', 'shop.test:80*'))],
    ['a file extension', cancels(of('url', 'Wildcard_Matches', '*.js'))],
    ['any port', cancels(of('url', 'Wildcard_Matches', '*://localhost:*/*'))],
    ['any port of a host', cancels(of('host', 'Wildcard_Matches', 'localhost:*'))],
    ['a scheme', cancels(of('url', 'Contains', 'https://'))],
    ['the other scheme', cancels(of('url', 'Contains', 'http://'))],
    ['the scheme of WebSockets', cancels(of('url', 'Contains', 'wss://'))],
    ['both schemes of WebSockets', cancels(of('url', 'Wildcard_Matches', 'ws*://shop.test/*'))],
    ['the type WebSocket', cancels(of('host', 'Equals', 'shop.test', {resourceType: ['websocket']}))],
    ['a payload regex', cancels(payload('Matches', '^Pay(ment)?$'))],
    ['a text in the payload', cancels(payload('Contains', 'Pay'))],
    [
      'pages on another host',
      aRule('Delay', {pairs: [{source: of('host', 'Equals', 'api.test', {pageDomains: ['shop.test']}), delay: 1}]}),
    ],
  ])('%s', (_what, rule) => {
    const tested = createTestRequest(rule)
    const [condition] = getConditions(rule)
    const isSocket = tested.resourceType === 'websocket'
    expect(condition && matchesRequest(condition, tested)).toBe(true)
    expect(/^wss?:/.test(tested.url)).toBe(isSocket)
    expect(['wins', 'applies']).toContain(explained({draft: rule, request: tested}).draft.kind)
  })

  it('a text between slashes, without a double slash', () => {
    expect(createTestRequest(aRule('Replace', {pairs: [{source: shop, from: '/v1/', to: '/v2/'}]})).url).toBe(
      'https://shop.test/v1/',
    )
    expect(createTestRequest(removing(of('url', 'Wildcard_Matches', '*.js'))).url).toBe('https://example.com/x.js')
    const everywhere = of('url', 'Contains', 'https://')
    expect(createTestRequest(aRule('Replace', {pairs: [{source: everywhere, from: '/v1/', to: '/v2/'}]})).url).toBe(
      'https://example.com/v1/',
    )
  })

  it('the host in a wildcard', () => {
    expect(createTestRequest(cancels(of('url', 'Wildcard_Matches', '*shop.test/api/*'))).url).toBe(
      'https://shop.test/api/x',
    )
    expect(createTestRequest(cancels(of('url', 'Wildcard_Matches', '*ads.test*'))).url).toBe('https://ads.test/x')
    expect(createTestRequest(cancels(of('url', 'Wildcard_Matches', '*://*.ads.test*'))).url).toBe(
      'https://x.ads.test/x',
    )
    expect(createTestRequest(cancels(of('url', 'Wildcard_Matches', '*data.json*'))).url).toContain('/data.json')
    expect(createTestRequest(cancels(of('url', 'Wildcard_Matches', '*localhost*'))).url).toMatch(
      /^https:\/\/localhost\//,
    )
  })

  it('a page filter, and explains that a navigation is its own page', () => {
    const rule = aRule('Cancel', {
      pairs: [{source: of('host', 'Equals', 'api.test', {pageDomains: ['shop.test']}, {resourceType: ['main_frame']})}],
    })
    const tested = createTestRequest(rule)
    expect(getExplanationText(explainVerdict(explained({draft: rule, request: tested}).draft, tested))).toContain(
      'https://api.test/ is not on shop.test',
    )
  })
})
