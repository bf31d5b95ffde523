import {describe, expect, it} from 'vitest'
import type {Rule} from '../../../src/contract/rule'
import {resourceTypes} from '../../../src/contract/source'
import {translate} from '../../../src/translate/translate'
import type {Surroundings} from '../../../src/translate/translation'
import {aPair, aRule, aSource} from '../builders'

const codes = (rule: Rule, surroundings?: Surroundings) => translate(rule, surroundings).problems.map(({code}) => code)
const actions = (rule: Rule, surroundings?: Surroundings) =>
  translate(rule, surroundings).drafts.map(({action}) => action)

describe('the example of the contract', () => {
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

  it('comes out letter for letter, with the host of the rule service left alone', () => {
    expect(translate(rule, {apiHost: 'api.example.test'}).extensionRules).toEqual([
      extensionRule('|https://www.google.com/|', ['api.example.test']),
    ])
  })

  it('has empty lists on this device', () => {
    expect(translate(rule).extensionRules).toEqual([extensionRule('|https://www.google.com/|', [])])
  })

  it('has no bars for Contains', () => {
    const source = aSource('url', 'Contains', 'www.google.com')
    const contains = aRule('Redirect', {pairs: [aPair('Redirect', {source, destination: 'https://www.bing.com/'})]})
    expect(translate(contains).extensionRules).toEqual([extensionRule('www.google.com', [])])
  })

  it('is installed with its types, without empty lists, and for addresses with a fragment too', () => {
    const {drafts} = translate(rule)
    expect(drafts.map(({condition}) => condition)).toEqual(
      ['|https://www.google.com/|', '|https://www.google.com/#'].map(urlFilter => ({
        urlFilter,
        isUrlFilterCaseSensitive: true,
        resourceTypes,
      })),
    )
  })
})

describe('a Redirect', () => {
  const to = (destination: string, rest = {}) => aRule('Redirect', {pairs: [aPair('Redirect', {destination, ...rest})]})

  it('with captures replaces the whole address', () => {
    const source = aSource('url', 'Wildcard_Matches', '*.shop.test/*')
    const {drafts} = translate(to('https://b.test/$2?$1\\$3', {source}))
    expect(drafts).toHaveLength(1)
    expect(drafts[0]?.action.redirect).toEqual({regexSubstitution: 'https://b.test/\\2?\\1\\\\\\3'})
    expect(drafts[0]?.condition.regexFilter).toMatch(/^\^.*\(#\.\*\)\?\$$/)
  })

  it('keeps the text of a picked file in a data: address', () => {
    const file = {name: 'a.js', mimeType: 'text/javascript', text: 'é 1'}
    expect(actions(to('', {file, destinationType: 'mock_or_file_picker'}))[0]?.redirect?.url).toBe(
      'data:text/javascript;charset=utf-8,%C3%A9%201',
    )
    const large = {...file, text: 'x'.repeat(2 * 1024 * 1024)}
    expect(codes(to('', {file: large}))).toEqual(['file-too-large'])
  })

  it('to a file of this machine is for the address bar, and wants file access', () => {
    const rule = to('/home/me/a b.html', {destinationType: 'map_local'})
    expect(codes(rule)).toEqual(['file-access-off'])
    expect(codes(rule, {fileAccess: true})).toEqual(['file-navigations-only'])
    const [draft] = translate(rule, {fileAccess: true}).drafts
    expect(draft?.action.redirect?.url).toBe('file:///home/me/a%20b.html')
    expect(draft?.condition.resourceTypes).toEqual(['main_frame'])
    expect(codes(to('nothing', {destinationType: 'map_local'}))).toEqual(['file-missing'])
  })

  // An empty list of types would make Chrome refuse the whole update.
  it('to a file that its filters keep from the address bar says so', () => {
    const source = aSource('url', 'Contains', 'a', [{resourceType: ['script']}])
    const rule = to('/a.html', {destinationType: 'map_local', source})
    expect(codes(rule, {fileAccess: true})).toContain('never-matches')
    expect(translate(rule, {fileAccess: true}).drafts).toEqual([])
  })

  it('to nowhere says so', () => {
    expect(codes(to('shop'))).toEqual(['destination'])
    expect(codes(to('javascript:alert(1)'))).toEqual(['destination'])
  })
})

describe('a Cancel', () => {
  it('blocks', () => {
    expect(actions(aRule('Cancel'))).toEqual([{type: 'block'}])
  })
})

describe('Headers', () => {
  const change = (modifications: Parameters<typeof aPair<'Headers'>>[1]) =>
    aRule('Headers', {pairs: [aPair('Headers', modifications)]})

  it('append where Chrome lets them, and say where they set instead', () => {
    const rule = change({
      modifications: [
        {header: 'Accept', type: 'Add', value: 'a'},
        {header: 'X-Mine', type: 'Add', value: 'b'},
        {header: 'X-Mine', type: 'Add', value: 'c', target: 'Response'},
        {header: 'Cookie', type: 'Remove'},
      ],
    })
    expect(actions(rule)).toEqual([
      {
        type: 'modifyHeaders',
        requestHeaders: [
          {header: 'accept', operation: 'append', value: 'a'},
          {header: 'x-mine', operation: 'set', value: 'b'},
          {header: 'cookie', operation: 'remove'},
        ],
        responseHeaders: [{header: 'x-mine', operation: 'append', value: 'c'}],
      },
    ])
    expect(translate(rule).problems).toEqual([
      {code: 'append-sets', pair: 0, field: 'modifications[1].header', says: {header: 'X-Mine'}},
    ])
  })

  it('leave out a change that Chrome would refuse, and keep the others', () => {
    const rule = change({
      modifications: [
        {header: 'not a name', type: 'Modify', value: '1'},
        {header: 'x-a', type: 'Modify', value: 'a\nb'},
        {header: 'x-b', type: 'Modify', value: ''},
      ],
    })
    expect(codes(rule)).toEqual(['header-name', 'header-value'])
    expect(actions(rule)).toEqual([
      {type: 'modifyHeaders', requestHeaders: [{header: 'x-b', operation: 'set', value: ''}]},
    ])
  })

  it('without any change say so', () => {
    expect(codes(change({modifications: []}))).toEqual(['empty-change'])
  })
})

describe('a QueryParam', () => {
  const change = (modifications: Parameters<typeof aPair<'QueryParam'>>[1]) =>
    aRule('QueryParam', {pairs: [aPair('QueryParam', modifications)]})

  it('sets and removes in one redirect', () => {
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

  it('writes the whole query after a Remove All', () => {
    const all = {param: '', type: 'Remove All'} as const
    expect(actions(change({modifications: [all]}))[0]?.redirect?.transform).toEqual({query: ''})
    expect(
      actions(change({modifications: [all, {param: "it's", type: 'Add', value: 'a b'}]}))[0]?.redirect?.transform,
    ).toEqual({
      query: '?it%27s=a+b',
    })
  })

  // Found by asking Chromium: it looked for it's, wrote it%27s, and added it again at each hop without end.
  it('does not set a name with a quote, which Chrome would add for ever', () => {
    const rule = change({
      modifications: [
        {param: "it's", type: 'Add', value: '1'},
        {param: 'a', type: 'Add', value: "it's"},
      ],
    })
    expect(translate(rule).problems).toMatchObject([{code: 'loop', field: 'modifications[0].param'}])
    expect(actions(rule)[0]?.redirect?.transform?.queryTransform?.addOrReplaceParams).toEqual([
      {key: 'a', value: "it's"},
    ])
  })
})

describe('a UserAgent', () => {
  const headersFor = (userAgent: string) =>
    Object.fromEntries(
      (actions(aRule('UserAgent', {pairs: [aPair('UserAgent', {userAgent})]}))[0]?.requestHeaders ?? []).map(
        ({header, operation, value}) => [header, operation === 'remove' ? null : value],
      ),
    )

  it('brings the client hints in agreement', () => {
    const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
    expect(headersFor(android)).toMatchObject({
      'user-agent': android,
      'sec-ch-ua': '"Chromium";v="131", "Google Chrome";v="131", "Not?A_Brand";v="24"',
      'sec-ch-ua-mobile': '?1',
      'sec-ch-ua-platform': '"Android"',
      'sec-ch-ua-model': null,
    })
    const edge = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/130.0'
    expect(headersFor(edge)['sec-ch-ua']).toContain('"Microsoft Edge";v="130"')
    expect(headersFor(edge)).toMatchObject({'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Windows"'})
  })

  it('removes them for a browser that sends none', () => {
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile Safari/604'
    expect(headersFor(safari)).toMatchObject({'sec-ch-ua': null, 'sec-ch-ua-mobile': null, 'sec-ch-ua-platform': null})
  })

  it('says that the page is told too, and refuses a line break', () => {
    expect(codes(aRule('UserAgent'))).toEqual(['in-page-too'])
    expect(codes(aRule('UserAgent', {pairs: [aPair('UserAgent', {userAgent: 'a\nb'})]}))).toEqual(['header-value'])
  })
})

describe('a Response', () => {
  const answer = (value: string, rest = {}) => aRule('Response', {pairs: [aPair('Response', {value, ...rest})]})

  it('comes with the content type that each kind of request takes', () => {
    expect(
      translate(answer('<svg/>')).drafts.map(({action, condition}) => [
        condition.resourceTypes?.join(),
        action.redirect?.url?.split(';')[0],
      ]),
    ).toEqual([
      ['main_frame,sub_frame', 'data:text/html'],
      ['script', 'data:text/javascript'],
      ['stylesheet', 'data:text/css'],
      ['image', 'data:image/svg+xml'],
    ])
    expect(actions(answer('{"a":1}'))[0]?.redirect?.url).toBe('data:application/json;charset=utf-8,%7B%22a%22%3A1%7D')
    expect(actions(answer('hello'))[0]?.redirect?.url).toBe('data:text/plain;charset=utf-8,hello')
  })

  it('is a font or a picture as a data: address of its own', () => {
    const source = aSource('url', 'Contains', 'a', [{resourceType: ['font']}])
    expect(actions(answer('data:font/woff2;base64,AAAA', {source}))[0]?.redirect?.url).toBe(
      'data:font/woff2;base64,AAAA',
    )
    expect(codes(answer('text', {source}))).toEqual(['in-page-too', 'content-type'])
  })

  it('is left to the page where only the page can give it', () => {
    expect(codes(answer('x', {statusCode: 404}))).toEqual(['status-in-page-only'])
    expect(codes(answer('return 1', {type: 'code'}))).toEqual(['in-page-only'])
    expect(codes(answer('x', {source: aSource('url', 'Contains', 'a', [{resourceType: ['xmlhttprequest']}])}))).toEqual(
      ['in-page-only'],
    )
    expect(codes(aRule('Response', {pairs: [{type: 'static', value: 'x'}]}))).toEqual(['in-page-only'])
  })
})

describe('a Request', () => {
  it('is all done in the page', () => {
    expect(translate(aRule('Request'))).toMatchObject({drafts: [], problems: [{code: 'in-page-only', pair: 0}]})
  })
})

describe('a Delay', () => {
  it('sends GET navigations over the waiting page', () => {
    const [draft] = translate(aRule('Delay')).drafts
    expect(draft?.action.redirect?.regexSubstitution).toBe('/wait.html#100,\\0')
    expect(draft?.condition).toMatchObject({requestMethods: ['get'], resourceTypes: ['main_frame', 'sub_frame']})
    expect(codes(aRule('Delay'))).toEqual(['delay-navigations-only'])
  })

  it('of nothing but POST is left to the page', () => {
    const source = aSource('url', 'Contains', 'a', [{requestMethod: ['POST']}])
    expect(codes(aRule('Delay', {pairs: [aPair('Delay', {source})]}))).toEqual(['in-page-only'])
  })
})

describe('every type', () => {
  it('says why a part of it is not there', () => {
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
      expect(translate(rule)).toMatchObject({drafts: [], extensionRules: []})
      expect(translate(rule).problems).toMatchObject([{code: 'never-matches', pair: 0, field: 'source.value'}])
      expect(codes(aRule(type as 'Cancel', {pairs: []}))).toEqual(['empty-change'])
    }
  })

  it('spares the host of the rule service', () => {
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
      const {drafts} = translate(aRule(type), {apiHost: 'api.test'})
      expect(drafts.length).toBeGreaterThan(0)
      for (const {condition} of drafts)
        expect(condition).toMatchObject({excludedInitiatorDomains: ['api.test'], excludedRequestDomains: ['api.test']})
    }
  })
})
