import {expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import {translateRule} from '../../../src/dnr/translate'
import {createNavigationRules} from '../../../src/engine/page-plan'
import {writeRequestly} from '../../../src/import-export/write-requestly'
import {compileSource} from '../../../src/matching/matcher'
import {applyMove} from '../../../src/matching/replacement'
import {readRequest} from '../../../src/matching/request'
import {followRedirects} from '../../../src/page/isolated/redirect-chain'
import {formsLoop} from '../../../src/simulator/loops'
import {aRule, aSource} from '../builders'
import {explained} from '../ui/explained'

const onHost = aSource('host', 'Equals', 'api.shop.test')
const onAnyHost = aSource('host', 'Wildcard_Matches', '*.shop.test')

const keeping = (destination: string, source: Source = onHost): Rule =>
  aRule('Redirect', {pairs: [{source, destinationType: 'url', destination, keepPathAndQuery: true}]})

const getRedirect = (rule: Rule) => {
  const [template] = translateRule(rule).templates
  return {redirect: template?.action.redirect, regex: template?.condition.regexFilter ?? ''}
}

const follow = (rule: Rule, url: string) => {
  const explanation = explained({draft: rule, request: {url}})
  const effect = explanation.draft.effect
  return effect?.kind === 'redirected' ? effect.to : null
}

it('a redirect of a host replaces scheme, host and port', () => {
  const {redirect} = getRedirect(keeping('http://localhost:3000'))
  expect(redirect).toEqual({transform: {scheme: 'http', host: 'localhost', port: '3000'}})
  expect(translateRule(keeping('http://localhost:3000/')).problems).toEqual([])
})

it('a destination without a port clears the port', () => {
  const {redirect} = getRedirect(keeping('https://dev.test'))
  expect(redirect).toEqual({transform: {scheme: 'https', host: 'dev.test', port: ''}})
  expect(follow(keeping('https://dev.test'), 'http://api.shop.test:8080/a')).toBe('https://dev.test/a')
})

it('the simulator and the page keep path and query', () => {
  const url = 'https://api.shop.test/v1/cart?lang=de&lang=en'
  const to = 'http://localhost:3000/v1/cart?lang=de&lang=en'
  expect(follow(keeping('http://localhost:3000'), url)).toBe(to)
  expect(follow(keeping('http://localhost:3000/', onAnyHost), url)).toBe(to)
  const rules = createNavigationRules(
    [{rule: keeping('http://localhost:3000'), inPagePairs: [], fallbackPairs: [0], problems: []}],
    false,
  )
  const toRequest = (at: string) => readRequest({url: at, resourceType: 'xmlhttprequest'})
  expect(followRedirects(rules)(url, toRequest).redirectUrl).toBe(to)
})

it('captures of the host fill the destination', () => {
  const rule = keeping('http://$1.dev.test:8080/', onAnyHost)
  const {redirect, regex} = getRedirect(rule)
  expect(redirect).toEqual({regexSubstitution: 'http://\\1.dev.test:8080\\2'})
  const found = new RegExp(regex).exec('https://api.shop.test:444/a/b?c=1#d')
  expect(found?.slice(1)).toEqual(['api', '/a/b?c=1#d'])
  expect(follow(rule, 'https://api.shop.test/a/b?c=1')).toBe('http://api.dev.test:8080/a/b?c=1')
})

it.each(['http://localhost:3000/app', 'http://localhost?a', 'http://localhost#a', 'data:text/plain,a', '$1'])(
  'a destination with more than scheme, host and port has a problem: %s',
  destination => {
    expect(translateRule(keeping(destination)).problems).toEqual([
      {code: 'destination', pair: 0, field: 'destination', params: {keeps: 'path'}},
    ])
    expect(translateRule(keeping(destination)).templates).toEqual([])
  },
)

it('other conditions ignore the field', () => {
  const source = aSource('url', 'Equals', 'https://api.shop.test/v1')
  expect(getRedirect(keeping('http://localhost:3000/a', source)).redirect).toEqual({url: 'http://localhost:3000/a'})
  expect(follow(keeping('http://localhost:3000/a', source), 'https://api.shop.test/v1')).toBe('http://localhost:3000/a')
})

it('a redirect to another scheme of the same host is no loop', () => {
  expect(formsLoop(keeping('https://api.shop.test'))).toBe(false)
  expect(follow(keeping('https://api.shop.test'), 'http://api.shop.test/a')).toBe('https://api.shop.test/a')
  expect(formsLoop(keeping('https://a.$1.shop.test', onAnyHost))).toBe(true)
})

it.each([
  [onHost, 'https://api.shop.test:8080/a?b=1', 'http://localhost:3000/a?b=1'],
  [onAnyHost, 'http://api.shop.test/a', 'http://api.localhost/a'],
])('the Requestly export captures path and query with a regex', (source, url, to) => {
  const destination = source === onHost ? 'http://localhost:3000/' : 'http://$1.localhost'
  const [written] = JSON.parse(writeRequestly({rules: [keeping(destination, source)], groups: []})) as [
    {pairs: [{source: Source; destination: string}]},
  ]
  const [pair] = written.pairs
  expect(pair).not.toHaveProperty('keepPathAndQuery')
  const compiled = compileSource({...pair.source, key: 'url'})
  const match = 'match' in compiled ? compiled.match(readRequest({url})) : null
  const captures = match?.matched ? match.captures : []
  expect(applyMove({kind: 'redirect', to: pair.destination}, url, captures)).toBe(to)
})
