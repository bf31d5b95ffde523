import {describe, expect, it} from 'vitest'
import type {Source, SourceFilter} from '../../../src/model/source'
import {readAddress} from '../../../src/matching/address'
import {getUrlMarks} from '../../../src/ui/options/editor/tester/tester'
import {parseTestRequest, createTestRequest} from '../../../src/ui/options/editor/tester/use-test-request'
import {diffUrls, type DiffSegment} from '../../../src/ui/tester/url-diff'
import {toTypedSpan, getPartSpan} from '../../../src/matching/spans'
import {aRule} from './builders'
import {aRequest, explained, headers, host, query, redirect} from './explained'

const source = (key: Source['key'], operator: Source['operator'], value: string, filter?: SourceFilter): Source => ({
  key,
  operator,
  value,
  ...(filter ? {filters: [filter]} : {}),
})

describe('a part of a URL', () => {
  it.each([
    ['https://api.shop.test:8080/v1/a?b', 'host', 'api.shop.test'],
    ['https://me:x@shop.test/v1?b=/c', 'host', 'shop.test'],
    ['https://shop.test:8080/v1', 'writtenHostPort', 'shop.test:8080'],
    ['https://shop.test/v1/a?b', 'path', '/v1/a'],
    ['https://shop.test/v1', 'url', 'https://shop.test/v1'],
  ] as const)('is found in %s: the %s is %s', (url, part, text) => {
    const {from, to} = getPartSpan(readAddress(url), part)
    expect(url.slice(from, to)).toBe(text)
  })
})

describe('a match is highlighted in the typed URL', () => {
  it.each([
    ['https://shop.test/a', 'https://shop.test/a', 'shop.test', 'shop.test'],
    ['shop.test/a', 'https://shop.test/a', 'shop.test', 'shop.test'],
    ['shop.test', 'https://shop.test/', 'shop.test', 'shop.test'],
    ['HTTPS://Shop.test/a', 'https://shop.test/a', 'shop.test', 'Shop.test'],
    ['https://shop.test:443/v1', 'https://shop.test/v1', '/v1', '/v1'],
    ['https://مثال.test/a', 'https://xn--mgbh0fb.test/a', 'xn--mgbh0fb.test', 'مثال.test'],
    ['https://shop.test/v1#top', 'https://shop.test/v1', '/v1', '/v1'],
  ])('%s', (typed, url, found, marked) => {
    const from = url.indexOf(found)
    const span = toTypedSpan(typed, url, {from, to: from + found.length})
    expect(span && typed.slice(span.from, span.to)).toBe(marked)
  })

  it('unless the browser normalises it', () => {
    expect(toTypedSpan('https://shop.test/ä/b', 'https://shop.test/%C3%A4/b', {from: 20, to: 22})).toBeNull()
  })
})

describe('the match of a rule is highlighted in the typed URL', () => {
  const marked = (given: Parameters<typeof explained>[0]) =>
    getUrlMarks(explained(given), aRequest(given.request)).map(({from, to}) =>
      aRequest(given.request).url.slice(from, to),
    )

  it('even if another rule changes the query first', () =>
    expect(marked({draft: headers('d', ['Modify', 'x-a']), others: [query('fr', 'lang')]})).toEqual(['api.shop.test']))

  it('but not if it only matches after a redirect by another rule', () =>
    expect(
      marked({
        draft: headers('d', ['Modify', 'x-a']),
        others: [redirect('to the API', 'https://api.shop.test/', host('shop.test'))],
        request: {url: 'https://shop.test/'},
      }),
    ).toEqual([]))
})

/** The text with changed pieces in brackets. */
const shown = (pieces: readonly DiffSegment[]) =>
  pieces.map(({text, isChanged}) => (isChanged ? `[${text}]` : text)).join('')

describe('a Replace highlights only what it changed', () => {
  it.each([
    ['v1', 'v2', 'https://a.test/v1/cart', 'https://a.test/v2/cart', '[v1]/cart', '[v2]/cart'],
    ['v1', 'v2', 'https://a.test/v1/a/v1', 'https://a.test/v2/a/v2', '[v1]/a/[v1]', '[v2]/a/[v2]'],
    ['/v(\\d)/', 'w$1', 'https://a.test/v1/v2', 'https://a.test/w1/w2', '[v1]/[v2]', '[w1]/[w2]'],
    ['cart', 'basket', 'https://a.test/cart', 'https://a.test/basket', '[cart]', '[basket]'],
    ['/old', '', 'https://a.test/x/old', 'https://a.test/x', 'x[/old]', 'x'],
    ['a', 'ab', 'https://b.test/ab/a', 'https://b.test/ab/ab', 'ab/[a]', 'ab/[ab]'],
    // Chrome replaces only some of the occurrences.
    ['x', 'y', 'https://b.org/x/x/x', 'https://b.org/y/y/x', '[x]/[x]/x', '[y]/[y]/x'],
    // Another condition changed more: everything between the first and the last difference.
    ['v1', 'v2', 'https://a.test/v1/a/b1', 'https://a.test/v2/a/b2', '[v1/a/b1]', '[v2/a/b2]'],
  ])('%s to %s in %s', (from, to, before, after, was, is) => {
    const change = diffUrls(before, after, {from, to})
    const start = before.indexOf('/', 8) + 1
    const ofPath = (pieces: readonly DiffSegment[]) => shown(pieces).slice(start)
    expect([ofPath(change.before), ofPath(change.after)]).toEqual([was, is])
  })

  it('with some context in a long URL', () => {
    const [lead, tail] = [`https://a.test/${'x/'.repeat(50)}`, `/${'y/'.repeat(50)}`]
    const {before} = diffUrls(`${lead}v1${tail}v1`, `${lead}v2${tail}v2`, {from: 'v1', to: 'v2'})
    expect(shown(before)).toBe('…/x/x/x/x/x/x/x/x/x/x/x/[v1]/y/y/y/y/y/y/y/y/y/y/y/…/y/y/y/y/y/y/y/y/y/y/y/[v1]')
  })
})

describe('the first request of the tester', () => {
  it.each([
    [source('host', 'Equals', 'api.shop.test'), 'https://api.shop.test/'],
    [source('host', 'Wildcard_Matches', '*.metrics.test'), 'https://www.metrics.test/'],
    [source('url', 'Contains', 'shop.test/v1'), 'https://shop.test/v1'],
    [source('url', 'Wildcard_Matches', 'https://a.test/*'), 'https://a.test/x'],
    [source('url', 'Matches', 'a+'), ''],
    [source('path', 'Equals', '/v1', {pageDomains: ['shop.test']}), 'https://shop.test/v1'],
    [source('url', 'Contains', ''), ''],
  ])('is likely to match the condition', (given, url) => {
    expect(createTestRequest(aRule('Cancel', {pairs: [{source: given}]})).url).toBe(url)
  })

  it('passes the filters, and is a navigation if the rule only applies to pages', () => {
    const filter = {requestMethod: ['POST'], resourceType: ['script'], pageDomains: ['shop.test']}
    const {method, resourceType, page} = createTestRequest(
      aRule('Cancel', {pairs: [{source: source('host', 'Equals', 'a.test', filter)}]}),
    )
    expect([method, resourceType, page]).toEqual(['POST', 'script', 'shop.test'])
    expect(createTestRequest(aRule('Delay')).resourceType).toBe('main_frame')
  })

  it.each([null, 1, {}, {url: 5}, {url: ''}])('is generated again if the stored one is invalid: %j', kept => {
    expect(parseTestRequest(kept)).toBeNull()
  })

  it('keeps the valid parts of the stored one', () => {
    expect(parseTestRequest({url: 'a', method: 'BREW', resourceType: 'tea', page: 4})).toEqual({
      url: 'a',
      method: 'BREW',
      resourceType: 'xmlhttprequest',
      page: '',
      payload: '',
    })
  })
})
