import {describe, expect, it} from 'vitest'
import type {Source} from '../../../src/model/source'
import {readXml} from '../../../src/import-export/text/xml'
import {readLocations} from '../../../src/import-export/formats/charles/location'
import {readAllRules} from '../../../src/import-export/import-rules'
import {fromMatchPattern, urlMatches} from '../../../src/import-export/sources'
import {matchesWholeUrl, toTemplate} from '../../../src/import-export/url-change'
import {fillCaptures} from '../../../src/matching/replacement'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'

function capturesOf(source: Source, url: string): readonly string[] | null {
  const compiled = compileSource(source)
  if ('fault' in compiled) throw new Error(compiled.fault.reason.code)
  const found = compiled.match(readRequest({url}))
  return found.matched ? found.captures : null
}
const matches = (source: Source | null, url: string) => source !== null && capturesOf(source, url) !== null

/** Where the first redirect of a file sends an address; null where it does not. */
function sent(file: string, url: string): string | null {
  const rule = readAllRules(file).records[0]?.rule
  if (rule?.ruleType !== 'Redirect') throw new Error('no redirect')
  const [pair] = rule.pairs
  const captures = pair ? capturesOf(pair.source, url) : null
  return pair && captures ? fillCaptures(pair.destination, captures) : null
}

describe('a match pattern', () => {
  it.each([
    ['<all_urls>', ['https://a.test/', 'http://b.test:8080/x'], []],
    [
      'https://shop.test/*',
      ['https://shop.test/', 'https://shop.test/a?b'],
      ['http://shop.test/', 'https://www.shop.test/'],
    ],
    [
      '*://*.shop.test/*',
      ['https://shop.test/', 'http://www.shop.test/x', 'https://a.b.shop.test:444/'],
      ['ftp://shop.test/', 'https://myshop.test/'],
    ],
    ['*://*/api/*', ['https://a.test/api/1', 'http://b.test:81/api/'], ['https://a.test/v1/api/2']],
  ])('%s matches the same URLs', (pattern, hits, misses) => {
    const source = fromMatchPattern(pattern)
    expect(hits.filter(url => !matches(source, url))).toEqual([])
    expect(misses.filter(url => matches(source, url))).toEqual([])
  })

  it('that is invalid has no source', () =>
    expect(['shop', 'https://a*.test/', 'https://a.test'].map(fromMatchPattern)).toEqual([null, null, null]))
})

describe('a Charles location', () => {
  const locationOf = (parts: string): Source => {
    const root = readXml(
      `<x><locationPatterns><locationMatch><location>${parts}</location><enabled>true</enabled></locationMatch></locationPatterns></x>`,
    )
    return readLocations(root).sources[0] as Source
  }
  it.each([
    ['', ['https://a.test/', 'http://b.test:1/x?y'], []],
    ['<host>a.test</host>', ['https://a.test/x', 'http://a.test:81/'], ['https://b.a.test/']],
    [
      '<protocol>https</protocol><host>*.a.test</host><port>443</port><path>/api/*</path>',
      ['https://x.a.test/api/1?q'],
      ['https://a.test/api/1', 'https://x.a.test/ap', 'http://x.a.test/api/', 'https://x.a.test:444/api/1'],
    ],
    ['<host>a.test</host><port>8080</port>', ['http://a.test:8080/x'], ['http://a.test/x']],
    [
      '<path>v?/items</path>',
      ['https://any.test/v1/items', 'https://any.test/v2/items?x'],
      ['https://any.test/v10/items', 'https://any.test/x/v1/items'],
    ],
    [
      '<host>a.test</host><path>/x</path><query>a=*</query>',
      ['https://a.test/x?a=1'],
      ['https://a.test/x', 'https://a.test/x?b=1'],
    ],
  ])('%s matches the same URLs', (parts, hits, misses) => {
    const source = locationOf(parts)
    expect(hits.filter(url => !matches(source, url))).toEqual([])
    expect(misses.filter(url => matches(source, url))).toEqual([])
  })
})

describe('a redirected URL', () => {
  const map = (from: string, to: string) =>
    `<map><mappings><mapMapping><sourceLocation>${from}</sourceLocation><destLocation>${to}</destLocation><enabled>true</enabled></mapMapping></mappings></map>`
  it.each([
    ['<host>a.test</host>', '<host>b.test</host>', 'https://a.test:81/x?y', 'https://b.test/x?y'],
    [
      '<host>a.test</host><path>/v1/*</path>',
      '<protocol>http</protocol><host>localhost</host><port>3000</port><path>/api/</path>',
      'https://a.test/v1/cart?x',
      'http://localhost:3000/api/cart?x',
    ],
    ['<host>a.test</host><path>/one</path>', '<path>/two</path>', 'https://a.test:81/one', 'https://a.test:81/two'],
    ['<host>a.test</host>', '<host>b.test</host><query>z=1</query>', 'https://a.test/p?y', 'https://b.test/p?z=1'],
  ])('of Charles from %s to %s', (from, to, url, goal) => expect(sent(map(from, to), url)).toBe(goal))

  it('of Resource Override uses the wildcards of the destination', () => {
    const file = JSON.stringify({
      v: 1,
      data: [
        {
          matchUrl: '*',
          on: true,
          rules: [{type: 'normalOverride', match: 'https://*.a.test/**/*', replace: 'https://b.test/*/*/**', on: true}],
        },
      ],
    })
    expect(sent(file, 'https://x.a.test/one/two')).toBe('https://b.test/x/two/one')
  })

  it('of Redirector uses the captures of the destination', () => {
    const file = JSON.stringify({
      redirects: [{includePattern: 'https://*.a.test/wiki/*', redirectUrl: 'https://m.a.test/$1/$2', patternType: 'W'}],
    })
    expect(sent(file, 'https://en.a.test/wiki/Cat')).toBe('https://m.a.test/en/Cat')
    expect(sent(file, 'https://en.a.test/wik')).toBeNull()
  })
})

describe('a regex of another tool', () => {
  it('between slashes is matched literally', () => {
    expect(matches(urlMatches('/api/'), 'https://a.test/api/x')).toBe(true)
    expect(matches(urlMatches('/api/'), 'https://api.test/')).toBe(false)
    expect(matches(urlMatches('/A/', true), 'https://x.test/a/')).toBe(true)
  })

  it.each([
    ['^https://a\\.test/(.*)', true],
    ['^https://a\\.test/$', true],
    ['.*a\\.test.*', true],
    ['^https:', false],
    ['a.test/(.*)', false],
    ['^a$|b', false],
    ['^(a|b)$', true],
    ['^a[|]$', true],
  ])('%s matches the whole URL: %s', (pattern, whole) => expect(matchesWholeUrl(pattern)).toBe(whole))

  it.each([
    ['$1/$2', 2, '$1/$2', 0],
    ['$$x', 0, '$x', 0],
    ['$10', 2, '$10', 0],
    ['$10', 10, '$10', 1],
    ['$&', 1, '$&', 1],
    ['$$1', 1, '$1', 1],
  ])('inserts %s, with %s groups', (given, groups, template, notes) => {
    const made = toTemplate(given, groups, 'value')
    expect([made.template, made.notes.length]).toEqual([template, notes])
  })
})
