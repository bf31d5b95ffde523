import {describe, expect, it} from 'vitest'
import {aSource} from '../builders'
import {stripFragment, getExpectedUrls, translateReplace} from './replace-helpers'

const sources = [
  aSource('host', 'Equals', 'shop.test'),
  aSource('host', 'Equals', 'shop.test:81'),
  aSource('host', 'Contains', 'shop'),
  aSource('host', 'Wildcard_Matches', '*.shop.test'),
  aSource('host', 'Matches', '^(?:cdn\\.)?shop\\.test$'),
  aSource('url', 'Contains', '://shop.test'),
  aSource('url', 'Contains', 'shop.test/lib'),
  aSource('url', 'Contains', '/lib/'),
  aSource('url', 'Wildcard_Matches', 'http://shop.test/*'),
  aSource('url', 'Wildcard_Matches', '*://*.shop.test/*'),
  aSource('url', 'Matches', '^https?://shop\\.test(?::[0-9]+)?/'),
  aSource('url', 'Matches', '^(?:http|ws)://.*/lib/'),
  aSource('url', 'Matches', '.*://shop.test.*'),
  aSource('path', 'Contains', '/lib/'),
  aSource('path', 'Equals', '/lib/x.js'),
  aSource('path', 'Wildcard_Matches', '/lib/*'),
]
const changes = [
  ['/http://shop\\.test//i', 'http://next.test/api/'],
  ['/HTTP://SHOP\\.TEST/i', 'http://next.test'],
  ['/(https?)://shop.test/', '$1://next.test'],
  ['/http://shop\\.test(?::\\d+)?/', 'http://next.test'],
  ['/http://shop\\.test:(\\d+)/(.*)/', 'http://next.test:$1/api/$2'],
  ['/http://shop\\.test/(.*)/', 'http://next.test/api/$1'],
  ['/.*://shop.test/.*/', 'http://next.test/x'],
  ['/shop.test/', 'next.dev'],
  ['/(\\w+)\\.shop\\.test/', '$1.next.dev'],
  ['/shop|cdn/', 'next'],
  ['/sh[a-z]p/', 'next'],
  ['/(shop)(\\.test)?/', '$2next'],
  ['/:\\d+/', ''],
  ['//lib/(\\w+)/', '/assets/$1'],
  ['//LIB//i', '/assets/'],
  ['/test/lib/', 'test/assets'],
  ['/\\d+/', '9'],
  ['/[a-z]+op/', '9'],
  ['/http.*lib/', 'http://next.test/assets'],
  ['/lib.*?js/', 'assets.mjs'],
  ['/(?:lib|assets)/x/', 'y'],
  ['/^http://shop\\.test/', 'http://next.test'],
  ['/lib/x\\.js$/', 'y.mjs'],
  ['/x\\.js(?:\\?.*)?$/', 'y.mjs'],
] as const
const addresses = [
  'http://shop.test/',
  'https://shop.test/lib/x',
  'http://shop.test/lib/x.js',
  'http://shop.test/lib/x.js?v=1',
  'http://shop.test/lib/a/x.js#part',
  'http://shop.test:81/lib/x?a=x',
  'http://cdn.shop.test/assets/lib/x.js',
  'http://a.cdn.shop.test:8080/lib/x',
  'http://shop.test/go?u=http://shop.test/lib/x.js',
  'http://shop.test/lib/a/lib/?u=http://shop.test:81/',
  'http://other.test/http://shop.test/lib/x.js',
  'ws://shop.test/lib/x',
]

const partly: ReadonlySet<string> = new Set(['regex-refused', 'regex-in-part'])

describe('a Replace rule whose regex overlaps its condition', () => {
  it('changes nearly every URL and reports the exceptions', () => {
    const faults: string[] = []
    let changed = 0
    let left = 0
    for (const source of sources)
      for (const [from, to] of changes) {
        const {codes, lead} = translateReplace(source, from, to)
        for (const url of addresses) {
          const goals = getExpectedUrls(source, from, to, url)
          const led = stripFragment(lead(url).url)
          if (goals[0] !== stripFragment(url)) changed++
          if (goals.includes(led)) continue
          left++
          if (!codes.some(code => partly.has(code)))
            faults.push(`${source.key} ${source.operator} ${source.value}: ${from} → ${to}: ${url} → ${led}`)
        }
      }
    expect(faults).toEqual([])
    expect(changed).toBeGreaterThan(1_800)
    expect(left / changed).toBeLessThan(0.05)
  })

  // Written as other tools write them: the condition names the same URL part.
  it.each([
    ['host', 'Equals', 'shop.test', '/http://shop\\.test:81//i', 'http://next.test/api/', 'http://next.test/api/x'],
    [
      'host',
      'Equals',
      'shop.test',
      '/http://shop\\.test:(\\d+)/(.*)/i',
      'http://next.test:$1/api/$2',
      'http://next.test:81/api/x',
    ],
    [
      'url',
      'Matches',
      '.*://shop\\.test.*',
      '/http://shop\\.test:81/(.*)/',
      'http://next.test/$1',
      'http://next.test/x',
    ],
    ['url', 'Matches', 'shop\\.test', '/http://shop.test:81/', 'http://next.test', 'http://next.test/x'],
    ['url', 'Matches', '.*://shop.test:81/.*', '/.*://shop.test:81/.*/', 'http://next.test/y', 'http://next.test/y'],
    [
      'url',
      'Matches',
      '^[a-z]+://shop\\.test:81[^?]*(?:\\?.*)?$',
      '/shop\\.test/i',
      'next.test',
      'http://next.test:81/x',
    ],
    [
      'url',
      'Matches',
      '^[a-z]+://[^/:?#]*\\.test(?::\\d+)?[^?]*(?:\\?.*)?$',
      '/http://shop\\.test:81//i',
      'https://next.dev/',
      'https://next.dev/x',
    ],
  ] as const)('replaces URL parts that its condition names: %s %s %s by %s', (key, operator, value, from, to, goal) => {
    const {codes, lead} = translateReplace(aSource(key, operator, value), from, to)
    expect(lead('http://shop.test:81/x').url).toBe(goal)
    expect(codes).toEqual(['regex-in-part'])
    expect(lead('http://other.dev:81/x').hops).toBe(0)
  })

  it.each([
    ['path', 'Contains', '/v1/', '/[?&]debug=\\d/', '', 'http://shop.test/go?debug=1&next=/v1/cart'],
    ['path', 'Contains', '/v1/', '/\\?|&/', '', 'http://shop.test/v2/cart?u=/v1/cart'],
    ['host', 'Contains', 'shop', '/test.*/', 'dev', 'http://a.test/go?u=http://shop.test/v1/cart'],
  ] as const)('ignores URLs with the text in another part: %s %s %s by %s', (key, operator, value, from, to, url) => {
    expect(translateReplace(aSource(key, operator, value), from, to).lead(url)).toEqual({url, hops: 0})
  })

  it.each([
    ['url', 'Contains', 'a=1', '/cart.*?$/', 'next', 'http://shop.test/cart?b=2&a=1', 'http://shop.test/next'],
    [
      'path',
      'Wildcard_Matches',
      '*/cart',
      '/v1(/cart)?/',
      'v2',
      'http://shop.test/v1/cart?a=1',
      'http://shop.test/v2?a=1',
    ],
  ] as const)('replaces the whole match: %s %s %s by %s', (key, operator, value, from, to, url, goal) => {
    expect(translateReplace(aSource(key, operator, value), from, to).lead(url).url).toBe(goal)
  })

  it('uses the fallback where too many alternatives overlap', () => {
    expect(translateReplace(aSource('path', 'Contains', '/v1/cart'), '/(?:c|x)+art/', 'y').codes).toEqual([
      'regex-in-part',
    ])
  })
})
