import {describe, expect, it} from 'vitest'
import type {PageMove, PageWay} from '../../../src/model/page-rules'
import {readRequest} from '../../../src/matching/request'
import {followBy} from '../../../src/page/isolated/redirect-chain'

const way = (id: string, contains: string, move: PageMove, isOurs = false): PageWay => ({
  ids: [id],
  source: {text: 'url', compare: {kind: 'contains', value: contains}, filters: []},
  move,
  isOurs,
})
const to = (path: string): PageMove => ({kind: 'redirect', to: `http://a.test${path}`})
const follow = (ways: readonly PageWay[], path: string) =>
  followBy(ways)(`http://a.test${path}`, url => readRequest({url, resourceType: 'xmlhttprequest'}))
const stopsOf = (ways: readonly PageWay[], path: string) =>
  follow(ways, path).stops.map(({url, isTaken}) => [url.slice('http://a.test'.length), isTaken])

describe('the way of a request', () => {
  it('is the address itself where nothing acts', () => {
    expect(follow([way('a', '/x', to('/y'))], '/z')).toEqual({
      stops: [{url: 'http://a.test/z', isTaken: false, led: []}],
      goes: null,
      isStopped: false,
      rules: [],
      because: null,
    })
  })

  it('goes from rule to rule, the first one first, and tells where something comes before a fixed answer', () => {
    const ways = [
      way('a', '/one', to('/two')),
      way('b', '/one', to('/never')),
      way('c', '/two', {kind: 'query', cleared: false, params: [['q', '1']]}),
    ]
    expect(stopsOf(ways, '/one')).toEqual([
      ['/one', true],
      ['/two', false],
      // The same address again ends it.
      ['/two?q=1', false],
    ])
  })

  it('leaves room for a fixed answer where a redirect leads to where it starts', () => {
    expect(stopsOf([way('a', '/', to('/here'))], '/there')).toEqual([
      ['/there', true],
      ['/here', false],
    ])
  })

  it('is ours as far as the last of ours leads; what the browser does behind that is its own', () => {
    const ways = [way('a', '/one', to('/two')), way('b', '/two', to('/three'), true), way('c', '/three', to('/four'))]
    // The request goes there at once: of the rule before it nobody would see that it has acted.
    expect(follow(ways, '/one')).toMatchObject({goes: 'http://a.test/three', rules: ['a', 'b'], isStopped: false})
    expect(follow(ways, '/one').stops.map(({led}) => led)).toEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']])
    expect(stopsOf(ways, '/one').map(([path]) => path)).toEqual(['/one', '/two', '/three', '/four'])
  })

  it('ends where one of ours stops it, and where the browser answers', () => {
    expect(follow([way('a', '/one', {kind: 'stop'}, true)], '/one')).toMatchObject({isStopped: true, rules: ['a']})
    expect(follow([way('a', '/one', {kind: 'stop'})], '/one')).toMatchObject({isStopped: false, rules: []})
    expect(follow([way('a', '/one', {kind: 'answer'}), way('b', '/one', to('/two'), true)], '/one').goes).toBeNull()
  })

  it('fills in captures, and takes what is no address for nothing', () => {
    const captured: PageWay = {
      ids: ['a'],
      source: {text: 'path', compare: {kind: 'wildcard', value: '/old/*'}, filters: []},
      move: {kind: 'redirect', to: 'http://a.test/new/$1$2'},
      isOurs: true,
    }
    expect(follow([captured], '/old/x').goes).toBe('http://a.test/new/x')
    expect(follow([{...captured, move: {kind: 'redirect', to: '$1'}}], '/old/x')).toMatchObject({goes: null, rules: []})
  })

  it('leaves out of ours what leads round in circles, and no more', () => {
    const ways = [
      way('a', '/start', to('/one'), true),
      way('b', '/one', to('/two')),
      way('c', '/two', to('/one'), true),
    ]
    expect(follow(ways, '/start')).toMatchObject({goes: 'http://a.test/one', rules: ['a']})
  })
})
