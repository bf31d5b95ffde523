import {expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import {getExplanationText} from '../../../src/ui/sentences/explanation-segments'
import {explainCaptures} from '../../../src/ui/sentences/mismatch'
import {explainVerdict} from '../../../src/ui/sentences/verdict'
import {aRule, aSource} from '../builders'
import {aRequest, cancel, explained, query} from '../ui/explained'

const explain = (draft: Rule, url: string): string => {
  const request = aRequest({url})
  return getExplanationText(explainVerdict(explained({draft, request}).draft, request))
}

const matching = (words: `${Source['key']} ${Source['operator']}`, value: string): Rule => {
  const [key, operator] = words.split(' ') as [Source['key'], Source['operator']]
  return cancel('d', aSource(key, operator, value))
}

it.each([
  [
    'url Equals',
    'https://shop.test/a',
    'http://shop.test/a',
    'the scheme differs: the rule matches https://shop.test/a',
  ],
  [
    'url Contains',
    'https://shop.test/',
    'http://shop.test/a',
    'the scheme differs: the rule matches https://shop.test/a',
  ],
  ['url Matches', '^https://shop', 'http://shop.test/a', 'the scheme differs: the rule matches https://shop.test/a'],
  [
    'url Wildcard_Matches',
    'http://*',
    'https://shop.test/a',
    'the scheme differs: the rule matches http://shop.test/a',
  ],
  ['url Wildcard_Matches', 'http://a.test/*', 'http://a.test:81/', 'the port differs: the rule matches http://a.test/'],
  ['url Contains', 'a.test:81', 'http://a.test/', 'the port differs: the rule matches http://a.test:81/'],
  ['host Equals', 'a.test:81', 'http://a.test/b', 'the port differs: the rule matches http://a.test:81/b'],
  [
    'path Equals',
    '/v1',
    'http://a.test/v1/',
    'the slash at the end of the path differs: the rule matches http://a.test/v1',
  ],
  [
    'url Matches',
    '/v1/$',
    'http://a.test/v1',
    'the slash at the end of the path differs: the rule matches http://a.test/v1/',
  ],
  ['url Wildcard_Matches', '*/API/*', 'http://a.test/api/b', 'upper and lower case differ: the URL is'],
  ['path Matches', '^/API', 'http://a.test/api', 'upper and lower case differ: the path is /api'],
  ['path Equals', '/API', 'http://a.test/api', 'upper and lower case differ: the path is /api'],
  ['url Contains', 'q[a]=1', 'http://a.test/?q%5Ba%5D=1', 'the spelling of special characters differs: the URL is'],
  [
    'url Wildcard_Matches',
    '*?q%5Ba%5D=*',
    'http://a.test/?q[a]=1',
    'the spelling of special characters differs: the URL',
  ],
] as const)('the tester names the only difference: %s %s at %s', (words, value, url, expected) => {
  expect(explain(matching(words, value), url)).toContain(`Only ${expected}`)
})

it.each([
  [
    'url Wildcard_Matches',
    'https://*.shop.test/v1/*',
    'The URL matches up to https://api.shop.test/v; then the rule wants 1/.',
  ],
  [
    'url Wildcard_Matches',
    'https://*/v2/cart',
    'The URL matches up to https://api.shop.test/v2/cart, but goes on with ?a=1.',
  ],
  ['host Wildcard_Matches', '*.shop.dev', 'The host matches up to api.shop.; then the rule wants dev.'],
  ['path Matches', '^/v\\d/(items|users)', 'The path matches up to /v2/; then the rule wants (items|users).'],
  [
    'url Matches',
    '^https://[a-z.]+/v2/card$',
    'The URL matches up to https://api.shop.test/v2/car; then the rule wants d.',
  ],
  [
    'url Matches',
    '^https://[a-z.]+/v2/cart$',
    'The URL matches up to https://api.shop.test/v2/cart, but goes on with ?a=1.',
  ],
  ['url Matches', 'items|/v3', 'The URL matches up to /v; then the rule wants 3.'],
  ['host Wildcard_Matches', 'other.*', 'The host does not match other.*.'],
] as const)('the tester shows how far a pattern matched: %s %s', (words, value, expected) => {
  expect(explain(matching(words, value), 'https://api.shop.test/v2/cart?a=1')).toBe(expected)
})

it('the tester names the spelling of a parameter that is not removed', () => {
  const remove = (param: string) => {
    const rule = query('d', param, aSource())
    return aRule('QueryParam', {
      pairs: rule.pairs.map(pair => ({...pair, modifications: [{type: 'Remove', param}]})) as never,
    })
  }
  const url = 'https://shop.test/?grid[search]=1'
  expect(explain(remove('grid[search]'), url)).toContain(
    'The URL spells the parameter grid[search]; Chrome removes only grid%5Bsearch%5D. Use a Replace rule.',
  )
  expect(explain(remove('lang'), url)).toBe('The URL has no parameter lang, so nothing is removed.')
})

it('the tester shows the text of each capture', () => {
  const captures = (words: Parameters<typeof matching>[0], value: string) => {
    const {match} = explained({draft: matching(words, value), request: {url: 'https://api.shop.test/v1/cart'}}).draft
    return match ? getExplanationText(explainCaptures(match)) : null
  }
  expect(captures('url Wildcard_Matches', 'https://*.shop.test/*')).toBe(' · $1 is api · $2 is v1/cart')
  expect(captures('path Matches', '^/(v\\d)/(x)?')).toBe(' · $1 is v1 · $2 is empty')
  expect(captures('host Equals', 'api.shop.test')).toBe('')
})
