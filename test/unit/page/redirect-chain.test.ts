import {describe, expect, it} from 'vitest'
import type {NavigationAction, NavigationRule} from '../../../src/model/page-rules'
import {readRequest} from '../../../src/matching/request'
import {followRedirects} from '../../../src/page/isolated/redirect-chain'

const toRule = (id: string, contains: string, move: NavigationAction, isOurs = false): NavigationRule => ({
  ids: [id],
  source: {text: 'url', compare: {kind: 'contains', value: contains}, filters: []},
  move,
  isOurs,
})
const redirectTo = (path: string): NavigationAction => ({kind: 'redirect', to: `http://a.test${path}`})
const follow = (rules: readonly NavigationRule[], path: string) =>
  followRedirects(rules)(`http://a.test${path}`, url => readRequest({url, resourceType: 'xmlhttprequest'}))
const getHops = (rules: readonly NavigationRule[], path: string) =>
  follow(rules, path).hops.map(({url, isHandled}) => [url.slice('http://a.test'.length), isHandled])

describe('a redirect chain', () => {
  it('contains only the requested URL if no rule matches', () => {
    expect(follow([toRule('a', '/x', redirectTo('/y'))], '/z')).toEqual({
      hops: [{url: 'http://a.test/z', isHandled: false, pairIds: []}],
      redirectUrl: null,
      isStopped: false,
      pairIds: [],
      undecidedBy: null,
    })
  })

  it('decodes a capture that is the whole destination', () => {
    const rule: NavigationRule = {
      ids: ['a'],
      source: {text: 'url', compare: {kind: 'wildcard', value: 'http://a.test/link?u=*'}, filters: []},
      move: {kind: 'redirect', to: '$1'},
      isOurs: true,
    }
    expect(follow([rule], '/link?u=https%3a%2f%2fb.test%2f%3Fq%3D%2520').redirectUrl).toBe('https://b.test/?q=%20')
    expect(follow([rule], '/link?u=https://b.test/%20').redirectUrl).toBe('https://b.test/%20')
  })

  it('applies the first matching rule at each hop and marks hops before a fixed response', () => {
    const rules = [
      toRule('a', '/one', redirectTo('/two')),
      toRule('b', '/one', redirectTo('/never')),
      toRule('c', '/two', {kind: 'query', cleared: false, params: [['q', '1']]}),
    ]
    expect(getHops(rules, '/one')).toEqual([
      ['/one', true],
      ['/two', false],
      // A rule that leaves the URL unchanged ends the chain.
      ['/two?q=1', false],
    ])
  })

  it('lets a fixed response act on a URL that a redirect leads to itself', () => {
    expect(getHops([toRule('a', '/', redirectTo('/here'))], '/there')).toEqual([
      ['/there', true],
      ['/here', false],
    ])
  })

  it('redirects to the last fallback rule’s URL and leaves the rest to the browser', () => {
    const rules = [
      toRule('a', '/one', redirectTo('/two')),
      toRule('b', '/two', redirectTo('/three'), true),
      toRule('c', '/three', redirectTo('/four')),
    ]
    // The page sends the request there at once, so the browser cannot report rule a.
    expect(follow(rules, '/one')).toMatchObject({
      redirectUrl: 'http://a.test/three',
      pairIds: ['a', 'b'],
      isStopped: false,
    })
    expect(follow(rules, '/one').hops.map(({pairIds}) => pairIds)).toEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']])
    expect(getHops(rules, '/one').map(([path]) => path)).toEqual(['/one', '/two', '/three', '/four'])
  })

  it('ends where a fallback rule blocks it or the browser responds', () => {
    expect(follow([toRule('a', '/one', {kind: 'stop'}, true)], '/one')).toMatchObject({isStopped: true, pairIds: ['a']})
    expect(follow([toRule('a', '/one', {kind: 'stop'})], '/one')).toMatchObject({isStopped: false, pairIds: []})
    expect(
      follow([toRule('a', '/one', {kind: 'answer'}), toRule('b', '/one', redirectTo('/two'), true)], '/one')
        .redirectUrl,
    ).toBeNull()
  })

  it('inserts captures and ignores a redirect to an invalid URL', () => {
    const captured: NavigationRule = {
      ids: ['a'],
      source: {text: 'path', compare: {kind: 'wildcard', value: '/old/*'}, filters: []},
      move: {kind: 'redirect', to: 'http://a.test/new/$1$2'},
      isOurs: true,
    }
    expect(follow([captured], '/old/x').redirectUrl).toBe('http://a.test/new/x')
    expect(follow([{...captured, move: {kind: 'redirect', to: '$1'}}], '/old/x')).toMatchObject({
      redirectUrl: null,
      pairIds: [],
    })
  })

  it('ignores the lowest fallback rule of a loop and no other rule', () => {
    const rules = [
      toRule('a', '/start', redirectTo('/one'), true),
      toRule('b', '/one', redirectTo('/two')),
      toRule('c', '/two', redirectTo('/one'), true),
    ]
    expect(follow(rules, '/start')).toMatchObject({redirectUrl: 'http://a.test/one', pairIds: ['a']})
  })
})
