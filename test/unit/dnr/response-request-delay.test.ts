import {describe, expect, it} from 'vitest'
import {largestDataUrl} from '../../../src/model/rules/redirect'
import type {RuleOf} from '../../../src/model/rule'
import type {ResourceType, SourceFilter} from '../../../src/model/source'
import {translateRule} from '../../../src/dnr/translate'
import {aPair, aRule, aSource} from '../builders'
import {actions, codes} from './translate-helpers'

describe('a Response rule', () => {
  const answer = (value: string, rest = {}) => aRule('Response', {pairs: [aPair('Response', {value, ...rest})]})
  const onTypes = (...resourceType: ResourceType[]) => aSource('url', 'Contains', 'a', [{resourceType}])
  const problems = (rule: RuleOf<'Response'>) =>
    translateRule(rule).problems.map(({code, params = {}}) => [code, params['type'] ?? params['because']])

  it('answers only fetch and XHR without a Type filter', () => {
    for (const value of ['{"a":1}', 'let a', '<p>', '<svg/>', 'data:font/woff2;base64,AAAA'])
      expect(translateRule(answer(value))).toMatchObject({templates: [], inPagePairs: [0]})
    const methods = aSource('url', 'Contains', 'a', [{requestMethod: ['GET'], resourceType: []}])
    expect(translateRule(answer('<p>', {source: methods}))).toMatchObject({templates: [], inPagePairs: [0]})
  })

  it.each([
    ['<p>', {}, ['type-not-named main_frame']],
    ['<svg/>', {}, ['type-not-named image']],
    ['let a', {source: aSource('url', 'Equals', 'https://a.test/app.js?v=1')}, ['type-not-named script']],
    ['a{}', {source: aSource('path', 'Wildcard_Matches', '*.css')}, ['type-not-named stylesheet']],
    ['data:font/woff2;base64,AAAA', {}, ['type-not-named font']],
    ['x', {responseHeaders: [{header: 'Content-Type', value: 'text/css'}]}, ['type-not-named stylesheet']],
    ['<?xml version="1.0"?><feed/>', {}, []],
    ['{"a":1}', {}, []],
    ['<p>', {responseHeaders: [{header: 'Content-Type', value: 'text/plain'}]}, []],
    ['x', {source: aSource('host', 'Contains', 'next.js')}, []],
    ['<p>', {source: onTypes('xmlhttprequest')}, []],
    ['<p>', {source: aSource('url', 'Contains', '')}, []],
    ['<p>', {statusCode: 404}, []],
  ])('notes that a page or file is not answered: %s %o', (value, rest, expected) => {
    expect(problems(answer(value, rest))).toEqual(expected.map(each => each.split(' ')))
  })

  it.each([
    ['code', {type: 'code', value: 'return 1'}],
    [
      'payload',
      {
        source: aSource('url', 'Contains', 'a', [
          {resourceType: ['main_frame', 'xmlhttprequest'], requestPayload: {key: 'a', value: '1'}},
        ]),
      },
    ],
    ['any', {source: aSource('url', 'Contains', '', [{resourceType: ['main_frame', 'xmlhttprequest']}])}],
    ['status', {statusCode: 404}],
  ])('says why a named page is not answered: %s', (because, rest) => {
    const source = onTypes('main_frame', 'xmlhttprequest')
    expect(problems(answer('<p>', {source, ...rest}))).toEqual([['fetch-only', because]])
  })

  it('uses the content type that each resource type requires', () => {
    const source = onTypes('main_frame', 'script', 'stylesheet', 'image', 'xmlhttprequest')
    expect(
      translateRule(answer('<svg/>', {source})).templates.map(({action, condition}) => [
        condition.resourceTypes?.join(),
        action.redirect?.url?.split(';')[0],
      ]),
    ).toEqual([
      ['main_frame', 'data:text/html'],
      ['script', 'data:text/javascript'],
      ['stylesheet', 'data:text/css'],
      ['image', 'data:image/svg+xml'],
    ])
    expect(actions(answer('{"a":1}', {source}))[0]?.redirect?.url).toBe(
      'data:application/json;charset=utf-8,%7B%22a%22%3A1%7D',
    )
    expect(actions(answer('hello', {source}))[0]?.redirect?.url).toBe('data:text/plain;charset=utf-8,hello')
  })

  it('answers frames only where a filter names them', () => {
    const typesOf = (resourceType: readonly ResourceType[]) =>
      translateRule(
        answer('<p>', {source: aSource('url', 'Contains', 'a', [{resourceType: [...resourceType]}])}),
      ).templates.map(({condition}) => condition.resourceTypes?.join())
    expect(typesOf(['sub_frame'])).toEqual(['sub_frame'])
    expect(typesOf(['main_frame', 'sub_frame'])).toEqual(['main_frame,sub_frame'])
    const named = aSource('url', 'Contains', 'a', [{resourceType: ['sub_frame']}])
    expect(codes(answer('<p>', {source: named}))).toEqual(['frame-text'])
    const picked = {file: {name: 'a.html', mimeType: 'text/html', text: '<p>', size: 3}, destination: 'a.html'}
    const redirect = aRule('Redirect', {
      pairs: [aPair('Redirect', {source: aSource('url', 'Contains', 'a'), destinationType: 'map_local', ...picked})],
    })
    const [draft] = translateRule(redirect).templates
    expect(draft?.condition.resourceTypes).toContain('main_frame')
    expect(draft?.condition.resourceTypes).not.toContain('sub_frame')
  })

  it('answers fonts and images only with a data: URL', () => {
    const source = aSource('url', 'Contains', 'a', [{resourceType: ['font']}])
    expect(actions(answer('data:font/woff2;base64,AAAA', {source}))[0]?.redirect?.url).toBe(
      'data:font/woff2;base64,AAAA',
    )
    expect(translateRule(answer('text', {source}))).toMatchObject({
      templates: [],
      problems: [{code: 'no-picture'}],
      inPagePairs: [],
    })
    // The other resource type of the filter is answered.
    for (const other of ['script', 'xmlhttprequest'])
      expect(codes(answer('', {source: aSource('url', 'Contains', 'a', [{resourceType: ['image', other]}])}))).toEqual([
        'content-type',
      ])
  })

  it('leaves code, payloads and other statuses to the page script', () => {
    const only = (resourceType: string) => aSource('url', 'Contains', 'a', [{resourceType: [resourceType]}])
    const payload = aSource('url', 'Contains', 'a', [{requestPayload: {key: 'a', value: '1'}}])
    const inPage = [
      answer('return 1', {type: 'code'}),
      answer('x', {source: only('xmlhttprequest')}),
      answer('x', {source: payload}),
      aRule('Response', {pairs: [{type: 'static', value: 'x'}]}),
    ]
    for (const rule of inPage)
      expect(translateRule(rule)).toMatchObject({templates: [], problems: [], inPagePairs: [0]})
    const source = onTypes('script', 'xmlhttprequest')
    expect(codes(answer('x', {statusCode: 404, source}))).toEqual(['fetch-only'])
    expect(codes(answer('x'.repeat(largestDataUrl), {source}))).toEqual(['fetch-only'])
    for (const unreachable of [
      answer('return 1', {type: 'code', source: only('script')}),
      answer('x', {statusCode: 404, source: only('script')}),
      answer('x', {source: only('websocket')}),
    ])
      expect(translateRule(unreachable)).toMatchObject({
        templates: [],
        problems: [{code: 'in-page-only'}],
        inPagePairs: [],
      })
    // With status 200 it could be answered.
    expect(translateRule(answer('x', {statusCode: 404, source: only('script')})).problems).toMatchObject([
      {field: 'statusCode', params: {because: 'status'}},
    ])
  })
})

describe('a Request rule', () => {
  it('is handled by the page script only', () => {
    expect(translateRule(aRule('Request'))).toMatchObject({templates: [], problems: [], inPagePairs: [0]})
    const only = (filter: SourceFilter) =>
      aRule('Request', {pairs: [aPair('Request', {source: aSource('url', 'Contains', 'a', [filter])})]})
    expect(translateRule(only({resourceType: ['ping']}))).toMatchObject({
      problems: [{code: 'in-page-only'}],
      inPagePairs: [],
    })
    expect(codes(only({requestMethod: ['GET', 'HEAD']}))).toEqual(['never-matches'])
  })
})

describe('a Delay rule', () => {
  it('redirects GET navigations to the delay page', () => {
    const [draft] = translateRule(aRule('Delay')).templates
    expect(draft?.action.redirect?.regexSubstitution).toBe('/delay-page.html#100,\\0')
    expect(draft?.condition).toMatchObject({requestMethods: ['get'], resourceTypes: ['main_frame', 'sub_frame']})
    expect(codes(aRule('Delay'))).toEqual(['delay-in-part'])
    const able = aSource('url', 'Contains', 'a', [{resourceType: ['main_frame', 'xmlhttprequest']}])
    expect(codes(aRule('Delay', {pairs: [aPair('Delay', {source: able})]}))).toEqual([])
  })

  it('for POST only is left to the page script', () => {
    const source = aSource('url', 'Contains', 'a', [{requestMethod: ['POST']}])
    expect(translateRule(aRule('Delay', {pairs: [aPair('Delay', {source})]}))).toMatchObject({
      templates: [],
      inPagePairs: [0],
    })
  })
})
