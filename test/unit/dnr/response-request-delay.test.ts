import {describe, expect, it} from 'vitest'
import {largestDataUrl} from '../../../src/model/rules/redirect'
import type {ResourceType, SourceFilter} from '../../../src/model/source'
import {translateRule} from '../../../src/dnr/translate'
import {aPair, aRule, aSource} from '../builders'
import {actions, codes} from './translate-helpers'

describe('a Response rule', () => {
  const answer = (value: string, rest = {}) => aRule('Response', {pairs: [aPair('Response', {value, ...rest})]})

  it('uses the content type that each resource type requires', () => {
    expect(
      translateRule(answer('<svg/>')).templates.map(({action, condition}) => [
        condition.resourceTypes?.join(),
        action.redirect?.url?.split(';')[0],
      ]),
    ).toEqual([
      ['main_frame', 'data:text/html'],
      ['script', 'data:text/javascript'],
      ['stylesheet', 'data:text/css'],
      ['image', 'data:image/svg+xml'],
    ])
    expect(actions(answer('{"a":1}'))[0]?.redirect?.url).toBe('data:application/json;charset=utf-8,%7B%22a%22%3A1%7D')
    expect(actions(answer('hello'))[0]?.redirect?.url).toBe('data:text/plain;charset=utf-8,hello')
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
    expect(codes(answer('x', {statusCode: 404}))).toEqual(['fetch-only'])
    expect(codes(answer('x'.repeat(largestDataUrl)))).toEqual(['fetch-only'])
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
