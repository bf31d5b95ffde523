import {faultTexts} from '../../../src/locales/faults'
import * as fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {Operator, SourceKey} from '../../../src/model/source'
import type {AddressPart} from '../../../src/model/page-rules'
import {canonicalUrl, readAddress} from '../../../src/matching/address'
import {canMatch} from '../../../src/matching/can-match'
import {compileAddressSearch} from '../../../src/matching/pattern-search'
import {escapeRegex} from '../../../src/matching/regex/write'
import {readPattern, suggestValue} from '../../../src/matching/pattern'
import {readRegex} from '../../../src/matching/regex/read'

const reasonOf = (key: SourceKey, operator: Operator, value: string) => {
  const read = readPattern({key, operator, value})
  return 'fault' in read ? [read.fault.code, faultTexts.show(read.fault.reason)] : null
}

describe('a condition that no URL can match', () => {
  it.each<[SourceKey, Operator, string, RegExp]>([
    ['url', 'Wildcard_Matches', 'api.shop.test/*', /enter \*:\/\/api\.shop\.test\/\*$/],
    ['url', 'Wildcard_Matches', 'shop.test', /enter \*:\/\/shop\.test$/],
    ['url', 'Wildcard_Matches', '/v1/*', /enter \*\/v1\/\*$/],
    ['url', 'Wildcard_Matches', '//shop.test/*', /enter \*:\/\/shop\.test\/\*$/],
    ['url', 'Wildcard_Matches', `shop.test/${'x'.repeat(99)}*`, /start with \*:\/\/$/],
    ['url', 'Wildcard_Matches', 'HTTPS:/shop.test/*', /^No URL/],
    ['url', 'Matches', '/^api\\.shop\\.test/', /start with \^https\?:\\\/\\\/ or remove \^$/],
    ['url', 'Matches', '^shop\\.test/(.*)', /remove \^/],
    ['url', 'Matches', '^www|^localhost', /remove \^/],
    // Browsers write scheme and host in lower case, and add a slash to a bare origin.
    ['url', 'Matches', '^HTTPS://', /lower case/],
    ['url', 'Matches', '^https://Shop\\.test/', /lower case/],
    ['url', 'Matches', '^https://shop\\.test$', /a slash after its host/],
    ['url', 'Wildcard_Matches', 'htp://shop.test/*', /^No URL/],
    ['url', 'Matches', 'a$b', /^No URL/],
    ['url', 'Matches', 'shop^', /^No URL/],
    ['url', 'Matches', 'a#b', /#/],
    ['url', 'Equals', 'api.shop.test/v1', /enter https:\/\/api\.shop\.test\/v1$/],
    ['url', 'Equals', 'localhost:3000/', /enter http:\/\/localhost:3000\/$/],
    ['url', 'Equals', 'htp:/shop', /with its scheme/],
    ['url', 'Equals', '/v1/cart', /with its scheme/],
    ['host', 'Matches', '^https://shop', /no slash/],
    ['host', 'Matches', 'shop\\.test/', /no slash/],
    ['host', 'Contains', 'shop test', /^No host/],
    ['host', 'Equals', '::1', /^No host/],
    ['host', 'Matches', '^\\s', /^No host/],
    ['path', 'Matches', '^cart', /starts with a slash/],
    ['path', 'Matches', '^v1/(.*)$', /starts with a slash/],
    ['path', 'Matches', '/cart\\?id=', /question mark/],
    ['path', 'Matches', '\\{id\\}', /^No path/],
    ['path', 'Wildcard_Matches', 'cart/*', /starts with a slash/],
  ])('is reported: %s %s %s', (key, operator, value, reason) => {
    expect(reasonOf(key, operator, value)).toEqual(['never-matches', expect.stringMatching(reason)])
  })

  it.each<[SourceKey, Operator, string]>([
    ['url', 'Wildcard_Matches', '*'],
    ['url', 'Wildcard_Matches', '*.js'],
    ['url', 'Wildcard_Matches', 'http*://shop.test'],
    ['url', 'Wildcard_Matches', 'h*'],
    ['url', 'Contains', 'API'],
    ['url', 'Contains', 'a b'],
    ['url', 'Matches', '/^HTTPS:\\/\\/SHOP/i'],
    ['url', 'Matches', '^(?!api)'],
    ['url', 'Matches', '^\\bhttps'],
    ['url', 'Matches', '^https://shop\\.test/$'],
    ['url', 'Matches', '^https://Someone@shop\\.test/'],
    ['url', 'Matches', '(?<=x)y'],
    ['url', 'Matches', '^(?:x{1000}){3}'],
    ['url', 'Wildcard_Matches', 'mock://api/*'],
    ['url', 'Matches', '^[a-z]+://api/'],
    ['url', 'Equals', 'file:///home/me/a.html'],
    ['url', 'Matches', '^(?:data|blob):'],
    ['host', 'Matches', '^SHOP\\.test$'],
    ['host', 'Matches', ':\\d+$'],
    ['host', 'Equals', '[::1]'],
    ['host', 'Equals', '[::1]:3000'],
    ['host', 'Wildcard_Matches', '*:3000'],
    ['path', 'Matches', '^/$'],
    ['path', 'Matches', '^.cart'],
    ['path', 'Equals', '/a b'],
    ['path', 'Contains', '{id}'],
  ])('is not reported if a URL can match: %s %s %s', (key, operator, value) => {
    expect(reasonOf(key, operator, value)).toBeNull()
  })
})

describe('a URL value without a scheme', () => {
  it.each<[Operator, string, string | undefined]>([
    ['Wildcard_Matches', 'api.shop.test/*', '*://api.shop.test/*'],
    ['Wildcard_Matches', ' //shop.test/* ', '*://shop.test/*'],
    ['Wildcard_Matches', '/v1/*', '*/v1/*'],
    ['Wildcard_Matches', 'localhost:3000', 'http://localhost:3000'],
    ['Wildcard_Matches', 'localhost:3000/*', 'http://localhost:3000/*'],
    ['Wildcard_Matches', 'localhost.shop.test/*', '*://localhost.shop.test/*'],
    ['Equals', 'localhost:3000', 'http://localhost:3000'],
    ['Equals', '127.0.0.1:8080/a', 'http://127.0.0.1:8080/a'],
    ['Equals', 'api.shop.test/v1', 'https://api.shop.test/v1'],
    ['Equals', 'api.shop.test:8443/v1', 'https://api.shop.test:8443/v1'],
    ['Matches', '^api\\.shop\\.test/', '^https?:\\/\\/api\\.shop\\.test/'],
    ['Matches', '/^api\\.shop/i', '/^https?:\\/\\/api\\.shop/i'],
    ['Matches', '^www|^localhost', undefined],
    ['Wildcard_Matches', 'htp://shop.test/*', undefined],
    ['Wildcard_Matches', '*.shop.test/*', undefined],
    ['Equals', 'https://shop.test/', undefined],
    ['Contains', 'shop.test', undefined],
    ['Equals', '', undefined],
  ])('gets a value that can match: %s %s', (operator, value, suggested) => {
    expect(suggestValue({key: 'url', operator, value})).toBe(suggested)
    expect(suggested === undefined ? null : reasonOf('url', operator, suggested)).toBeNull()
  })
})

const someText = fc.string({unit: 'binary-ascii', maxLength: 8})
const someHost = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9_-]{1,6}(\.[a-z0-9~!$&'()*+,;=-]{1,5}){0,2}$/),
  fc.constantFrom('[::1]', '127.0.0.1', 'xn--bcher-kva.test', 'bücher.test', 'localhost', 'a%2Ab'),
)
const webUrls = fc
  .record({
    scheme: fc.constantFrom('http', 'https', 'ws', 'wss', 'HTTPS'),
    user: fc.oneof({weight: 5, arbitrary: fc.constant('')}, fc.constantFrom('Me@', 'me:Secret@')),
    host: someHost,
    port: fc.constantFrom('', '', ':80', ':443', ':8080'),
    path: fc.oneof(fc.constant(''), someText, fc.constantFrom('v1/Cart', 'a.js')),
    query: fc.oneof(fc.constant(''), someText, fc.constantFrom('q=1&Lang=de')),
  })
  .map(({scheme, user, host, port, path, query}) => `${scheme}://${user}${host}${port}/${path}${query && `?${query}`}`)
const otherUrls = fc
  .tuple(
    fc.constantFrom('data:', 'file:///', 'ftp://a/', 'blob:https://a/', 'about:', 'chrome-extension://abc/'),
    someText,
  )
  .map(([start, rest]) => start + rest)
const urls = fc
  .oneof({weight: 4, arbitrary: webUrls}, otherUrls)
  .map(url => canonicalUrl(url))
  .filter(url => url !== undefined)

const parts: readonly AddressPart[] = ['url', 'host', 'hostPort', 'writtenHostPort', 'path']
const swapCase = (text: string) => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase())

/** A regex made of parts of a text, with the rest replaced by tokens that may match it. */
const regexes = (text: string) =>
  fc
    .record({
      cuts: fc.array(fc.nat({max: text.length}), {maxLength: 5}),
      gaps: fc.array(
        fc.constantFrom(
          '.*',
          '.+?',
          '[^/]*',
          '\\w*',
          '(.*)',
          '\\b',
          '(?=.)',
          '(?!#)',
          '(?:a|.*)',
          '[a-z:/.]+',
          '.{0,9}',
        ),
        {minLength: 6, maxLength: 6},
      ),
      start: fc.constantFrom('', '^', '^', '(?<!a)', '(?:^|/)'),
      end: fc.constantFrom('', '$', '$', '\\/?$', '(?:$|\\?)'),
      flags: fc.constantFrom('', 'i'),
      isSwapped: fc.boolean(),
    })
    .map(({cuts, gaps, start, end, flags, isSwapped}) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length]
      const slices = at.slice(1).map((to, index) => text.slice(at[index], to))
      const written = slices.map((slice, index) =>
        index % 2 === 1 ? gaps[index] : escapeRegex(isSwapped && flags === 'i' ? swapCase(slice) : slice),
      )
      return `/${start}${written.join('')}${end}/${flags}`
    })

const wildcards = (text: string) =>
  fc.tuple(fc.nat({max: text.length}), fc.nat({max: text.length})).map(([a, b]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)]
    return [`${text.slice(0, from)}*${text.slice(to)}`, `*${text.slice(from, to)}*`]
  })

it('no pattern that matches a URL is reported as never matching', () => {
  const cases = fc.tuple(urls, fc.constantFrom(...parts)).chain(([url, part]) => {
    const text = readAddress(url)[part]
    return fc.record({url: fc.constant(url), part: fc.constant(part), regex: regexes(text), stars: wildcards(text)})
  })
  let matched = 0
  fc.assert(
    fc.property(cases, ({url, part, regex, stars}) => {
      const text = readAddress(url)[part]
      const read = readRegex(regex, {caseless: part !== 'url' && part !== 'path', isPlainText: true})
      const patterns = [
        ...('regex' in read ? [{kind: 'expression', text: part, value: regex, ...read.regex} as const] : []),
        ...stars.map(value => ({kind: 'wildcard', text: part, value}) as const),
        {kind: 'contains', text: part, value: stars[1]?.slice(1, -1) ?? ''} as const,
        {kind: 'equals', text: part, value: text} as const,
      ]
      for (const pattern of patterns) {
        if (compileAddressSearch(pattern)(readAddress(url)) === null) continue
        matched++
        expect([pattern, canMatch(part, pattern)]).toEqual([pattern, true])
      }
    }),
    {numRuns: 3_000},
  )
  expect(matched).toBeGreaterThan(6_000)
})
