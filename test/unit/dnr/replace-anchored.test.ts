import {describe, expect, it} from 'vitest'
import {compileSource} from '../../../src/matching/matcher'
import {readSearchPattern, replaceInAddress} from '../../../src/matching/replace-text'
import {readRequest} from '../../../src/matching/request'
import {aSource} from '../builders'
import {translateReplace} from './replace-helpers'

const sources = [
  aSource('url', 'Wildcard_Matches', '*'),
  aSource('url', 'Wildcard_Matches', '*/lib/*'),
  aSource('url', 'Wildcard_Matches', 'http://shop.test*'),
  aSource('url', 'Matches', '.*'),
  aSource('url', 'Matches', '^http://shop.*$'),
  aSource('url', 'Contains', 'http'),
  aSource('url', 'Contains', 'lib'),
  aSource('url', 'Contains', '/lib/'),
  aSource('host', 'Equals', 'shop.test'),
  aSource('host', 'Contains', 'shop'),
  aSource('path', 'Contains', '/lib/'),
  aSource('path', 'Contains', 'lib'),
  aSource('path', 'Wildcard_Matches', '/lib/*'),
  aSource('path', 'Equals', '/lib/x.js'),
]
const changes = [
  ['/x$/', 'y'],
  ['/\\.js$/', '.mjs'],
  ['/\\?.*$/', ''],
  ['//lib/(.+)$/', '/echo/$1'],
  ['//lib/.+$/', '/echo/'],
  ['/^http:/', 'https:'],
  ['/^http:\\/\\/shop\\.test\\/(.*)$/', 'http://next.test/$1'],
  ['/(?:js|x)$/', 'z'],
] as const
const addresses = [
  'http://shop.test/lib/x',
  'http://shop.test/lib/x.js',
  'http://shop.test/lib/x.js?v=1',
  'http://shop.test/lib/a/x.js#part',
  'http://shop.test:81/lib/x?a=x',
  'http://cdn.shop.test/assets/lib/x.js',
  'http://other.test/a',
]

describe('a Replace rule with an anchored regex', () => {
  it('changes every matching URL or reports that it does not', () => {
    const faults: string[] = []
    let changed = 0
    for (const source of sources) {
      const compiled = compileSource(source)
      if ('fault' in compiled) throw new Error(JSON.stringify(source))
      for (const [from, to] of changes) {
        const {codes, lead} = translateReplace(source, from, to)
        const sought = readSearchPattern(from)
        if ('reason' in sought) throw new Error(from)
        const says = codes.some(code => ['regex-refused', 'regex-in-part'].includes(code))
        for (const url of addresses) {
          const matches = compiled.match(readRequest({url})).matched
          const wanted = matches ? replaceInAddress(url, sought, to) : url
          const led = lead(url).url
          // Chrome keeps the fragment on a redirect.
          const isLed = led.split('#')[0] === new URL(wanted).href.split('#')[0]
          if (isLed && led !== url) changed++
          if (!isLed && !(says && led === url))
            faults.push(
              `${source.key} ${source.operator} ${source.value}: ${from} → ${to}: ${url} → ${led} (${codes.join(' ')})`,
            )
        }
      }
    }
    expect(faults).toEqual([])
    expect(changed).toBeGreaterThan(150)
  })
})

it.each([
  [aSource('host', 'Equals', 'b.test'), '/\\/v\\d+\\//', '/v9/', 'http://b.test/v1/x.js', 'http://b.test/v9/x.js'],
  [
    aSource('host', 'Equals', 'b.test'),
    '/\\/users\\/\\d+/',
    '/users/42',
    'http://b.test/users/7',
    'http://b.test/users/42',
  ],
  [
    aSource('host', 'Equals', 'b.test'),
    '/\\/build-\\d+\\//',
    '/build-7/',
    'http://b.test/build-1/a',
    'http://b.test/build-7/a',
  ],
  [
    aSource('url', 'Contains', 'a.test'),
    '/lang=\\w+/',
    'lang=de',
    'http://a.test/x?lang=en',
    'http://a.test/x?lang=de',
  ],
  [
    aSource('url', 'Contains', 'localhost'),
    '/lang=\\w+/',
    'lang=de',
    'http://localhost/?lang=en',
    'http://localhost/?lang=de',
  ],
  [
    aSource('url', 'Wildcard_Matches', '*://c.test*/*'),
    '/\\/(dev|qa|prod)\\//',
    '/prod/',
    'http://c.test/dev/x',
    'http://c.test/prod/x',
  ],
  [aSource('path', 'Contains', '/api/'), '/v\\d+\\//', 'v9/', 'http://b.test/api/v1/x', 'http://b.test/api/v9/x'],
  [aSource('path', 'Contains', '/api/'), '/id=\\d+/', 'id=1', 'http://b.test/api/x?id=5', 'http://b.test/api/x?id=1'],
  [
    aSource('path', 'Contains', '/static/'),
    '/\\?v=\\d+/',
    '?v=42',
    'http://b.test/static/x.js?v=1',
    'http://b.test/static/x.js?v=42',
  ],
  [aSource('path', 'Equals', '/a.js'), '/\\?v=\\d+/', '?v=42', 'http://b.test/a.js?v=1', 'http://b.test/a.js?v=42'],
  [
    aSource('url', 'Contains', 'd.test:81/'),
    '/\\/[a-z]{2}\\//',
    '/de/',
    'http://d.test:81/en/x',
    'http://d.test:81/de/x',
  ],
  [aSource('url', 'Contains', '/users/'), '/\\d+/', '1', 'http://b.test/users/42', 'http://b.test/users/1'],
  [
    aSource('url', 'Contains', '/users/'),
    '/(\\d+)/',
    '5',
    'http://b.test/users/12/posts/77',
    'http://b.test/users/5/posts/5',
  ],
  [aSource('host', 'Equals', 'b.test'), '/\\d{3,}/', '1000', 'http://b.test/4242424242', 'http://b.test/1000'],
  [aSource('host', 'Equals', 'b.test'), '/v\\d+/', 'v2', 'http://b.test/v31v42', 'http://b.test/v2v2'],
  [aSource('host', 'Equals', 'b.test'), '/\\/[a-z]{2}\\//', '/en/', 'http://b.test/de/tv/1', 'http://b.test/en/tv/1'],
  [aSource('host', 'Equals', 'b.test'), '/\\/\\d+/', '/1', 'http://b.test/22/33/44', 'http://b.test/1/1/1'],
  [
    aSource('host', 'Equals', 'b.test'),
    '/\\/v\\d+\\//',
    '/v2/',
    'http://b.test/v1/a?x=/v3/',
    'http://b.test/v2/a?x=/v2/',
  ],
])('a regex that matches its own new text uses the fallback: %o %s', (source, from, to, url, goal) => {
  const {codes, lead} = translateReplace(source, from, to)
  expect(codes).toEqual(['regex-in-part'])
  expect(lead(url).url).toBe(goal)
})

it.each([
  [aSource('host', 'Contains', 'shop'), '/[^/.]+\\.test/', 'mock.test'],
  [aSource('url', 'Contains', '?lang='), '/lang=\\w+/', 'lang=de'],
  [aSource('url', 'Contains', '/api/'), '/api\\/v\\d+/', 'api/v9'],
  [aSource('path', 'Contains', '/checkout/'), '/\\/[a-z]{2}\\/checkout/', '/de/checkout'],
  [aSource('url', 'Contains', 'shop.test'), '/^(https?:\\/\\/)[^/:]+/', '$1mock.test'],
  [aSource('url', 'Matches', 'shop\\.test'), '/(\\/\\/)[^/]+/', '$1mock.test'],
  [aSource('url', 'Contains', '/users/'), '/users\\/.+$/', 'users/1'],
  [aSource('path', 'Wildcard_Matches', '/api/*'), '/\\/api\\/.*$/', '/api/mock'],
  [aSource('url', 'Contains', '?page='), '/\\?.*$/', '?page=1'],
  [aSource('url', 'Contains', '.js'), '/\\/[^/]+$/', '/last'],
  [aSource('url', 'Contains', '.js'), '/\\/api\\/.*/', '/api/mock'],
  [aSource('path', 'Contains', '/api/'), '/\\/api\\/(.*)/', '/mock/$1'],
  [aSource('url', 'Contains', 'shop.test'), '/[^/]+\\.test/', 'mock.test'],
  [aSource('url', 'Contains', '/api/'), '/^https?:\\/\\/.*?\\//', 'http://mock.test/'],
  [aSource('path', 'Contains', '.js'), '/\\/[^/]+\\.js/', '/x.js'],
  [aSource('host', 'Equals', 'shop.test'), '/\\/users\\/[^/]+/', '/users'],
  [aSource('path', 'Wildcard_Matches', '/static/*'), '/([^/]+)$/', 'index.html'],
  [aSource('host', 'Equals', 'shop.test'), '/\\d{1,6}/', '5'],
  [aSource('path', 'Matches', '^/users/\\d+'), '/\\d+/', '1'],
  [aSource('url', 'Wildcard_Matches', '*/api/v*/*'), '/v\\d+/', 'v2'],
  [aSource('path', 'Wildcard_Matches', '/api/v*/*'), '/v\\d/', 'v3'],
  [aSource('url', 'Wildcard_Matches', '*/api/v*/*'), '/\\/api\\/v\\d+\\//', '/api/v3/'],
  [aSource('url', 'Matches', '^https?://[^/]+/api/'), '/\\/api\\/v\\d+\\//', '/api/v3/'],
  [aSource('path', 'Matches', '^/[a-z]{2}/'), '/\\/[a-z]{2}\\//', '/en/'],
  [aSource('url', 'Matches', 'lang=[a-z]{2}'), '/lang=\\w\\w/', 'lang=fr'],
  [aSource('url', 'Matches', 'shop\\.test/\\d{4}/'), '/\\d{4}/', '2026'],
  [aSource('path', 'Matches', '^/api/v\\d/'), '/\\d+/', '9'],
  [aSource('path', 'Contains', 'main.js'), 'main.js', 'main.js?v=2'],
  [aSource('path', 'Contains', '.js'), '.js', '.js?v=1'],
])('a regex that overlaps its condition uses the fallback: %o %s', (source, from, to) => {
  expect(translateReplace(source, from, to).codes).toEqual(['regex-in-part'])
})

it.each([
  [aSource('path', 'Matches', '^/[a-z]{2}/'), '/de/', '/en/', 'http://b.test/de/cart', 'http://b.test/en/cart'],
  [
    aSource('url', 'Matches', 'lang=[a-z]{2}'),
    'lang=de',
    'lang=en',
    'http://b.test/?lang=de',
    'http://b.test/?lang=en',
  ],
  [aSource('url', 'Matches', 'b\\.test/\\d{4}/'), '2025', '2026', 'http://b.test/2025/a', 'http://b.test/2026/a'],
])('Chrome replaces a text inside a short repetition of the source: %o %s', (source, from, to, url, goal) => {
  const {codes, lead} = translateReplace(source, from, to)
  expect(codes).toEqual([])
  expect(lead(url).url).toBe(goal)
})

it.each([
  ['/.*lib\\/.*\\.js/i', 'http://local.test/x.js', 'http://local.test/x.js?v=1'],
  ['/.*/lib/(.*)/i', 'http://local.test/$1', 'http://local.test/x.js?v=1'],
  ['/(.*)/LIB/(.*)/i', '$1/src/$2', 'http://shop.test/src/x.js?v=1'],
])('a regex that starts with any text matches from the start of the URL: %s', (from, to, goal) => {
  const url = 'http://shop.test/lib/x.js?v=1'
  for (const source of [
    aSource('host', 'Equals', 'shop.test'),
    aSource('url', 'Contains', 'shop.test'),
    aSource('url', 'Matches', '^http://shop\\.test(?::\\d+)?/[^?]*(?:\\?.*)?$'),
  ]) {
    expect(translateReplace(source, from, to).lead(url).url).toBe(goal)
    expect(translateReplace(source, '/.+/i', to).codes).toEqual([
      ...(to.includes('$1') ? ['empty-capture'] : []),
      to.startsWith('$1') ? 'destination' : 'regex-in-part',
    ])
  }
})
