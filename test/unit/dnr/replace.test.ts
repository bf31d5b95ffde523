import {describe, expect, it} from 'vitest'
import type {Source} from '../../../src/model/source'
import {translateRule} from '../../../src/dnr/translate'
import {aPair, aRule, aSource} from '../builders'
import {translateReplace} from './replace-helpers'

const shop = aSource('url', 'Contains', 'shop.test')

describe('a Replace rule', () => {
  it('reports a new text that names a capture missing in its regex', () => {
    const problemsOf = (from: string, to: string, source = shop) => {
      const rule = aRule('Replace', {pairs: [aPair('Replace', {source, from, to})]})
      return translateRule(rule).problems.filter(({code}) => code === 'empty-capture')
    }
    const empty = (missing: number, groups: number) => [
      {code: 'empty-capture', pair: 0, field: 'to', params: {missing, groups, pattern: 'regex'}},
    ]
    // Captures belong to the search regex, not to the condition.
    const wildcard = aSource('url', 'Wildcard_Matches', '*://shop.test/*')
    expect(problemsOf('/v\\d/', 'w$1', wildcard)).toEqual(empty(1, 0))
    expect(problemsOf('/(a)(b)x+/', '$2$3')).toEqual(empty(3, 2))
    expect(problemsOf('/v\\d/', 'w$1', aSource('url', 'Equals', 'https://shop.test/v1'))).toEqual(empty(1, 0))
    expect(problemsOf('/v(\\d)/', 'w$1')).toEqual([])
  })

  it('keeps a literal dollar in the new text of a literal search', () => {
    const {codes, lead} = translateReplace(shop, 'v1', 'w$1')
    expect(codes).toEqual([])
    expect(lead('https://shop.test/v1').url).toBe('https://shop.test/w$1')
  })

  it('uses one small regex and optional ones for several occurrences', () => {
    const {rules} = translateReplace(shop, 'shop.test', 'next.test')
    expect(rules.map(({condition}) => condition.regexFilter)).toContain('^([^#]*?)shop\\.test')
    expect(rules.length).toBeLessThanOrEqual(4)
  })

  it('needs one redirect for one occurrence', () => {
    expect(translateReplace(shop, 'v1', 'v2').lead('http://shop.test/v1/a')).toEqual({
      url: 'http://shop.test/v2/a',
      hops: 1,
    })
    expect(translateReplace(shop, 'shop', 'new').lead('http://shop.test/')).toEqual({url: 'http://new.test/', hops: 1})
  })

  it('changes text outside the condition first', () => {
    expect(translateReplace(shop, 's', 'z').lead('http://s.shop.test/s?s').url).toBe('http://z.zhop.tezt/z?z')
  })

  it.each([
    ['10.0.0.1', 'http://10.0.0.12/v1', '/v1', '/v2'],
    ['localhost', 'http://localhost2:81/v1', '/v1', '/v2'],
    ['shop.test', 'http://shop.test22/', 'test', 'next'],
    ['shop.test', 'http://shop.test2:81/', ':81', ':82'],
    ['shop.test', 'http://shop.test81/81', '81', '82'],
    ['shop.test', 'http://shop.test2/', 'test', 'test/a'],
  ])('ignores a host that continues with digits after %s: %s', (host, url, from, to) => {
    expect(translateReplace(aSource('host', 'Equals', host), from, to).lead(url)).toEqual({url, hops: 0})
    const ending = aSource('host', 'Matches', `${host.slice(-4).replaceAll('.', '\\.')}$`)
    expect(translateReplace(ending, from, to).lead(url)).toEqual({url, hops: 0})
  })

  it.each([
    ['http://shop.test/v1', '/v1', '/v2', 'http://shop.test/v2'],
    ['http://shop.test:81/v1', '/v1', '/v2', 'http://shop.test:81/v2'],
    ['http://shop.test:81/', ':81', ':82', 'http://shop.test:82/'],
    ['http://shop.test:81/81', '81', '82', 'http://shop.test:82/82'],
    ['http://shop.test:81/', 'shop.test:81', 'next.test', 'http://next.test/'],
    ['http://shop.test:81/', ':81', '', 'http://shop.test/'],
    ['http://shop.test/', 'shop.test', 'shop.test:81', 'http://shop.test:81/'],
    ['http://shop.test:81/', 'shop.test', 'shop.test:81', 'http://shop.test:81/'],
    ['http://shop.test:81/', 'test', 'tests', 'http://shop.tests:81/'],
    ['http://shop.test:81/7', '/\\d/', '9', 'http://shop.test:99/9'],
  ])('changes a URL with or without a port: %s, %s by %s', (url, from, to, changed) => {
    expect(translateReplace(aSource('host', 'Equals', 'shop.test'), from, to).lead(url).url).toBe(changed)
  })

  it('changes a text that overlaps the source', () => {
    expect(translateReplace(shop, '.test/a', '.test/b').lead('http://shop.test/a').url).toBe('http://shop.test/b')
    expect(translateReplace(shop, '//shop', '//next').lead('http://shop.test/?u=//shop').url).toBe(
      'http://next.test/?u=//next',
    )
  })

  it('needs fewer than twenty redirects for sixty occurrences', () => {
    const {url, hops} = translateReplace(shop, '_', '-').lead(`http://shop.test/${'a_'.repeat(60)}`)
    expect(url).toBe(`http://shop.test/${'a-'.repeat(60)}`)
    expect(hops).toBeLessThan(20)
  })

  it('terminates where the new text contains the old one', () => {
    const {lead, codes} = translateReplace(shop, 'shop', 'myshop')
    expect(codes).toEqual(['regex-in-part'])
    expect(lead('http://shop.test/shop?myshop').url).toBe('http://myshop.test/myshop?myshop')
  })

  it.each([
    ['aa', 'holds it twice', 'a'],
    ['myShop', 'comes back in lower case in a host', 'shop'],
    ['1\\', 'comes back with a slash', '1'],
    ['a|', 'comes back as %7C in a path', 'a'],
    ['v1x', 'comes back when the slash before the host is restored', '/v1'],
  ])('uses the fallback where the new text %s %s', (to, _, from) => {
    expect(translateReplace(shop, from, to).codes).toEqual(['regex-in-part'])
  })

  it('keeps $1 and \\1 literal in the new text', () => {
    expect(translateReplace(shop, 'a', '$1\\1').lead('http://shop.test/?a').url).toBe('http://shop.test/?$1\\1')
  })

  it('redirects to a fixed URL where the source is a whole URL', () => {
    const {rules} = translateReplace(aSource('url', 'Equals', 'http://a.test/a?a'), 'a', 'b')
    expect(rules[0]?.action.redirect).toEqual({url: 'http://b.test/b?b'})
    expect(translateReplace(aSource('url', 'Equals', 'http://a.test/'), 'zzz', 'b').codes).toEqual(['never-matches'])
  })

  it('changes the port of one host only', () => {
    const {lead, codes} = translateReplace(aSource('host', 'Equals', 'localhost'), '3000', '8080')
    expect(codes).toEqual([])
    expect(lead('http://localhost:3000/a').url).toBe('http://localhost:8080/a')
    expect(lead('http://other.test:3000/a').hops).toBe(0)
  })

  it('inserts captures, and uses the fallback where the new text matches again', () => {
    const {lead, codes} = translateReplace(aSource('host', 'Equals', 'a.test'), '/(x)-(y)/', '$2_$1')
    expect(lead('http://a.test/x-y').url).toBe('http://a.test/y_x')
    expect(codes).toEqual([])
    const version = translateReplace(aSource('host', 'Equals', 'a.test'), '/v\\d+/', 'v2')
    expect(version.lead('http://a.test/v1?v3')).toEqual({url: 'http://a.test/v2?v2', hops: 1})
    expect(version.codes).toEqual(['regex-in-part'])
  })

  it('does nothing where replacing would never end', () => {
    expect(translateReplace(shop, '/x*/', 'y').codes).toEqual(['regex-refused'])
    for (const [from, to] of [
      ['/\\d/', '11'],
      ['/item-(\\d+)/', 'item-$1-x'],
    ] as const) {
      const url = 'https://shop.test/item-1'
      expect(translateReplace(shop, from, to).lead(url)).toEqual({url, hops: 0})
    }
  })

  it('uses the fallback for a source with thousands of wildcards', () => {
    const many = aSource('url', 'Wildcard_Matches', `https://${'*a'.repeat(1_900)}`)
    expect(translateReplace(many, 'a', 'b').codes).toEqual(['regex-in-part'])
  })

  it.each([
    ['', 'b', 'empty-change'],
    ['a', 'a', 'empty-change'],
    ['#a', 'b', 'never-matches'],
    ['/(/', 'b', 'regex-syntax'],
  ])('reports an ineffective change: %s by %s is %s', (from, to, code) => {
    expect(translateReplace(shop, from, to).codes).toEqual([code])
  })
})

describe('a Replace whose result is no URL', () => {
  const problemsOf = (source: Source, from: string, to: string) =>
    translateRule(aRule('Replace', {pairs: [aPair('Replace', {source, from, to})]})).problems.flatMap(
      ({code, field, params}) => (code === 'destination' ? [[field, params?.['becomes']]] : []),
    )
  const hub = aSource('host', 'Equals', 'hub.test')

  it.each([
    [aSource('url', 'Contains', 'hub.test'), '/https:\\/\\/hub\\.test\\/(.*)/', 'proxyhost/$1', /^proxyhost\//],
    [hub, '/^https?:\\/\\/[^\\/]+\\/(.*)/', 'proxyhost/$1', /^proxyhost\//],
    [hub, 'https://hub.test/', 'proxyhost/', /^proxyhost\//],
    [hub, 'https://', '//', /^\/\/hub/],
    [aSource('url', 'Wildcard_Matches', '*://hub.test/*'), '://hub.test', '.hub', /^https?\.hub/],
    [aSource('url', 'Equals', 'https://hub.test/v1'), 'https://hub.test', 'proxyhost', /^proxyhost\/v1$/],
  ])('is left out with the result: %j %s %s', (source, from, to, becomes) => {
    expect(problemsOf(source, from, to)).toEqual([['to', expect.stringMatching(becomes)]])
  })

  it.each([
    ['https://hub.test/', 'http://localhost:3000/'],
    ['/^https:\\/\\/hub\\.test\\/(.*)/', 'https://proxyhost/$1'],
    ['/hub\\.test\\/(.*)/', 'proxyhost/$1'],
    ['hub.test', 'localhost:3000'],
    ['http', 'ws'],
    ['v1', ''],
    ['a', 'a|'],
    ['/v\\d+/', ''],
  ])('is not reported for %s to %s', (from, to) => {
    expect(problemsOf(hub, from, to)).toEqual([])
  })
})
