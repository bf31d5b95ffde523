import {describe, expect, it} from 'vitest'
import {resourceTypes, type Source} from '../../../src/model/source'
import {getUrlTransform} from '../../../src/simulator/url-transforms'
import {translateRule} from '../../../src/dnr/translate'
import {aPair, aRule, aSource} from '../builders'
import {actions, codes} from './translate-helpers'

describe('the Redirect example of the contract', () => {
  const google = aSource('url', 'Equals', 'https://www.google.com/')
  const rule = aRule('Redirect', {pairs: [aPair('Redirect', {source: google, destination: 'https://www.bing.com/'})]})
  const extensionRule = (urlFilter: string, hosts: string[]) => ({
    action: {type: 'redirect', redirect: {url: 'https://www.bing.com/'}},
    condition: {
      urlFilter,
      isUrlFilterCaseSensitive: true,
      excludedInitiatorDomains: hosts,
      excludedRequestDomains: hosts,
    },
  })

  it('is translated exactly, with the host of the rule service excluded', () => {
    expect(translateRule(rule, {apiHost: 'api.example.test'}).extensionRules).toEqual([
      extensionRule('|https://www.google.com/|', ['api.example.test']),
    ])
  })

  it('has empty host lists without a rule service', () => {
    expect(translateRule(rule).extensionRules).toEqual([extensionRule('|https://www.google.com/|', [])])
  })

  it('has no anchors for Contains', () => {
    const source = aSource('url', 'Contains', 'www.google.com')
    const contains = aRule('Redirect', {pairs: [aPair('Redirect', {source, destination: 'https://www.bing.com/'})]})
    expect(translateRule(contains).extensionRules).toEqual([extensionRule('www.google.com', [])])
  })

  it('is installed with resource types and for URLs with a fragment', () => {
    const {templates} = translateRule(rule)
    expect(templates.map(({condition}) => condition)).toEqual(
      ['|https://www.google.com/|', '|https://www.google.com/#'].map(urlFilter => ({
        urlFilter,
        isUrlFilterCaseSensitive: true,
        resourceTypes,
      })),
    )
  })
})

describe('a Redirect rule', () => {
  const to = (destination: string, rest = {}) => aRule('Redirect', {pairs: [aPair('Redirect', {destination, ...rest})]})

  it('with captures replaces the whole URL', () => {
    const source = aSource('url', 'Wildcard_Matches', '*.shop.test/*')
    const {templates} = translateRule(to('https://b.test/$2?$1\\$3', {source}))
    expect(templates).toHaveLength(1)
    expect(templates[0]?.action.redirect).toEqual({regexSubstitution: 'https://b.test/\\2?\\1\\\\\\3'})
    expect(templates[0]?.condition.regexFilter).toMatch(/^\^.*\(#\.\*\)\?\$$/)
  })

  it('serves a picked file from a data: URL', () => {
    const file = {name: 'a.js', mimeType: 'text/javascript', text: 'é 1'}
    expect(actions(to('', {file, destinationType: 'mock_or_file_picker'}))[0]?.redirect?.url).toBe(
      'data:text/javascript;charset=utf-8,%C3%A9%201',
    )
    const large = {...file, text: 'x'.repeat(2 * 1024 * 1024)}
    expect(codes(to('', {file: large}))).toEqual(['file-too-large'])
    const quoted = {...file, text: '"é" '.repeat(300_000)}
    expect(codes(to('', {file: quoted}))).toEqual([])
    const [start, base64 = ''] = actions(to('', {file: quoted}))[0]?.redirect?.url?.split(',') ?? []
    expect([start, Buffer.from(base64, 'base64').toString()]).toEqual([
      'data:text/javascript;charset=utf-8;base64',
      quoted.text,
    ])
  })

  it('to a local file requires file access and applies to main_frame only', () => {
    const rule = to('/home/me/a b.html', {destinationType: 'map_local'})
    expect(codes(rule)).toEqual(['file-access-off'])
    expect(codes(rule, {hasFileAccess: true})).toEqual(['file-navigations-only'])
    const [draft] = translateRule(rule, {hasFileAccess: true}).templates
    expect(draft?.action.redirect?.url).toBe('file:///home/me/a%20b.html')
    expect(draft?.condition.resourceTypes).toEqual(['main_frame'])
    expect(codes(to('nothing', {destinationType: 'map_local'}))).toEqual(['file-missing'])
  })

  // An empty list of types would make Chrome refuse the whole update.
  it('to a local file reports filters that exclude main_frame', () => {
    const source = aSource('url', 'Contains', 'a', [{resourceType: ['script']}])
    const rule = to('/a.html', {destinationType: 'map_local', source})
    expect(codes(rule, {hasFileAccess: true})).toContain('never-matches')
    expect(translateRule(rule, {hasFileAccess: true}).templates).toEqual([])
  })

  it('reports an invalid destination', () => {
    expect(codes(to('shop'))).toEqual(['destination'])
    expect(codes(to('javascript:alert(1)'))).toEqual(['destination'])
  })

  it('reports a destination that is invalid without its missing captures', () => {
    const google = aSource('url', 'Equals', 'https://www.google.com/')
    const wildcard = aSource('url', 'Wildcard_Matches', '*.shop.test')
    const problemsOf = (destination: string, source = google) =>
      translateRule(to(destination, {source})).problems.map(({code, params: says}) => [code, says])
    for (const destination of ['$1', 'https://$1', 'https://$1/a', '$1.test'])
      expect(problemsOf(destination)).toEqual([['destination', {missing: 1, groups: 0}]])
    expect(problemsOf('https://$1$2:$3/', wildcard)).toEqual([['empty-capture', {missing: 2, groups: 1}]])
    expect(problemsOf('https://$2', wildcard)).toEqual([['destination', {missing: 2, groups: 1}]])
    expect(problemsOf('$1', wildcard)).toEqual([])
    expect(problemsOf('https://shop.test/$1')).toEqual([['empty-capture', {missing: 1, groups: 0}]])
    expect(translateRule(to('$1')).templates).toEqual([])
  })

  it('reports a capture that its source lacks and leaves it empty', () => {
    const problemsOf = (destination: string, source: Source) =>
      translateRule(to(destination, {source})).problems.map(({code, field, params: says}) => [code, field, says])
    const empty = (missing: number, groups: number) => [['empty-capture', 'destination', {missing, groups}]]
    expect(problemsOf('http://localhost:3000/$1', aSource('host', 'Equals', 'shop.test'))).toEqual(empty(1, 0))
    expect(problemsOf('https://b.test/?q=$10', aSource('path', 'Contains', '/v1'))).toEqual(empty(1, 0))
    expect(problemsOf('https://b.test/$1/$3', aSource('url', 'Wildcard_Matches', '*//a.test/*'))).toEqual(empty(3, 2))
    expect(problemsOf('https://b.test/$2', aSource('path', 'Matches', '^/(?:v1|v2)/(.*)'))).toEqual(empty(2, 1))
    expect(problemsOf('https://b.test/$1$2', aSource('url', 'Wildcard_Matches', '*//a.test/*'))).toEqual([])
    const rule = to('http://localhost:3000/$1', {source: aSource('host', 'Equals', 'shop.test')})
    expect(actions(rule).map(({redirect}) => redirect)).toEqual([{url: 'http://localhost:3000/'}])
  })

  it('reports an empty capture of a condition that Chrome cannot match', () => {
    const filtered = aSource('host', 'Equals', 'a.test', [{requestPayload: {key: 'a', value: 'b'}}])
    expect(codes(to('https://b.test/$1', {source: filtered}))).toContain('empty-capture')
    expect(codes(to('https://b.test/$2', {source: aSource('url', 'Matches', '(?=https)(.*)')}))).toContain(
      'empty-capture',
    )
  })

  it('keeps a literal dollar in the path of a local file', () => {
    const rule = to('/home/me/$1.js', {destinationType: 'map_local', source: aSource('url', 'Wildcard_Matches', '*a*')})
    expect(codes(rule, {hasFileAccess: true})).toEqual(['file-navigations-only'])
    expect(actions(rule, {hasFileAccess: true})[0]?.redirect?.url).toBe('file:///home/me/$1.js')
    const [pair] = rule.pairs
    expect(pair && getUrlTransform(rule, pair)?.move).toEqual({kind: 'answer'})
    const file = {name: '$1.js', mimeType: 'text/javascript', text: 'const price = "$1"'}
    expect(codes(to('', {file, destinationType: 'mock_or_file_picker'}))).toEqual([])
  })

  it('accepts a capture after a port or an IP address', () => {
    const source = aSource('url', 'Matches', '^http://(a)\\.test(/.*?)(\\?.*)?$')
    const problemsOf = (destination: string) => codes(to(destination, {source}))
    for (const ahead of ['http://localhost:8080', 'http://localhost:65535', 'http://192.168.1.50', 'http://$1:8080'])
      for (const behind of ['$2', '$2$3', '$2/x'])
        expect([ahead + behind, ...problemsOf(ahead + behind)]).not.toContain('destination')
    expect(problemsOf('http://localhost:99999$2')).toContain('destination')
    expect(problemsOf('http://a b$2')).toContain('destination')
  })
})

describe('a destination with captures', () => {
  const problemsOf = (destination: string, operator: Source['operator'], value: string, key: Source['key'] = 'url') =>
    translateRule(
      aRule('Redirect', {pairs: [aPair('Redirect', {source: aSource(key, operator, value), destination})]}),
    ).problems.flatMap(({code, params}) => (code === 'destination' ? [params] : []))

  it.each([
    ['http$1://$2.m.test/wiki/$3', 'Wildcard_Matches', 'http*://*.wiki.test/wiki/*'],
    ['https://$2:3000/$3', 'Wildcard_Matches', '*://*/*'],
    ['$1://localhost:3000/$2', 'Wildcard_Matches', '*://api.test/*'],
    ['http://localhost:3000$1', 'Wildcard_Matches', 'https://api.test*'],
    ['http://localhost:3000$1', 'Matches', '^https://api\\.test(.*)'],
    ['http://localhost:3000$2', 'Matches', '^https?://(.*)\\.api\\.test(.*)$'],
    ['http://localhost:$1/', 'Wildcard_Matches', 'https://api.test:*/x'],
    ['$1', 'Matches', '/^https:\\/\\/out\\.test\\/link\\?u=(https?.*)$/'],
    ['$1', 'Matches', '/^https:\\/\\/out\\.test\\/link\\?u=([^&]+)/'],
    ['$2', 'Wildcard_Matches', '*://out.test/link?u=*'],
  ] as const)('%s is accepted where its captures can make a URL', (destination, operator, value) => {
    expect(problemsOf(destination, operator, value)).toEqual([])
  })

  it('is accepted where a host capture is a name', () => {
    expect(problemsOf('https://$1.local/', 'Wildcard_Matches', '*.shop.test', 'host')).toEqual([])
    expect(problemsOf('https://$1.local:3000/', 'Matches', '^([a-z]+)\\.shop', 'host')).toEqual([])
    expect(problemsOf('https://b.test:8080$1', 'Wildcard_Matches', '/api*', 'path')).toEqual([])
  })

  it('is refused with the result where its captures make no URL', () => {
    expect(problemsOf('$1://b.test/$2', 'Wildcard_Matches', 'http*://a.test/*')).toEqual([{becomes: 's://b.test/x'}])
    expect(problemsOf('$2/$3', 'Wildcard_Matches', '*://*.test/*')).toEqual([{becomes: 'x/x'}])
    expect(problemsOf('$1', 'Matches', '^https://a\\.test/(\\d+)')).toEqual([{becomes: '0'}])
    expect(problemsOf('https://b.test:$1/', 'Matches', '^https://a\\.test/(api|app)/')).toEqual([
      {becomes: 'https://b.test:api/'},
    ])
  })
})

describe('a Cancel rule', () => {
  it('becomes a block action', () => {
    expect(actions(aRule('Cancel'))).toEqual([{type: 'block'}])
  })
})

describe('a QueryParam rule', () => {
  const change = (modifications: Parameters<typeof aPair<'QueryParam'>>[1]) =>
    aRule('QueryParam', {pairs: [aPair('QueryParam', modifications)]})

  it('sets and removes parameters in one redirect', () => {
    const rule = change({
      modifications: [
        {param: 'a', type: 'Add', value: '1'},
        {param: 'b', type: 'Remove'},
        {param: 'c', type: 'Modify', value: '2'},
      ],
    })
    expect(actions(rule)[0]?.redirect?.transform).toEqual({
      queryTransform: {
        removeParams: ['b'],
        addOrReplaceParams: [
          {key: 'a', value: '1'},
          {key: 'c', value: '2'},
        ],
      },
    })
  })

  it('replaces the whole query after a Remove All', () => {
    const all = {param: '', type: 'Remove All'} as const
    expect(actions(change({modifications: [all]}))[0]?.redirect?.transform).toEqual({query: ''})
    expect(
      actions(change({modifications: [all, {param: "it's", type: 'Add', value: 'a b'}]}))[0]?.redirect?.transform,
    ).toEqual({
      query: '?it%27s=a+b',
    })
  })

  // Chromium looked for it's, wrote it%27s and added the parameter again at each redirect.
  it('does not set a name with a quote, which Chrome would add endlessly', () => {
    const rule = change({
      modifications: [
        {param: "it's", type: 'Add', value: '1'},
        {param: 'a', type: 'Add', value: "it's"},
      ],
    })
    expect(translateRule(rule).problems).toMatchObject([{code: 'loop', field: 'modifications[0].param'}])
    expect(actions(rule)[0]?.redirect?.transform?.queryTransform?.addOrReplaceParams).toEqual([
      {key: 'a', value: "it's"},
    ])
  })
})

describe('every rule type', () => {
  it('reports why a pair is left out', () => {
    const nowhere = aSource('url', 'Equals', 'nowhere')
    for (const type of [
      'Redirect',
      'Cancel',
      'Replace',
      'Headers',
      'UserAgent',
      'QueryParam',
      'Response',
      'Delay',
    ] as const) {
      const rule = aRule(type as 'Cancel', {pairs: [aPair(type as 'Cancel', {source: nowhere})]})
      expect(translateRule(rule)).toMatchObject({templates: [], extensionRules: []})
      expect(translateRule(rule).problems).toMatchObject([{code: 'never-matches', pair: 0, field: 'source.value'}])
      expect(codes(aRule(type as 'Cancel', {pairs: []}))).toEqual(['empty-change'])
    }
  })

  it('excludes the host of the rule service', () => {
    for (const type of [
      'Redirect',
      'Cancel',
      'Replace',
      'Headers',
      'UserAgent',
      'QueryParam',
      'Response',
      'Delay',
    ] as const) {
      const pages = aSource('url', 'Contains', 'shop.test', [{resourceType: ['main_frame']}])
      const rule = type === 'Response' ? aRule(type, {pairs: [aPair(type, {source: pages})]}) : aRule(type)
      const {templates} = translateRule(rule, {apiHost: 'api.test'})
      expect(templates.length).toBeGreaterThan(0)
      for (const {condition} of templates)
        expect(condition).toMatchObject({excludedInitiatorDomains: ['api.test'], excludedRequestDomains: ['api.test']})
    }
  })
})
