import {describe, expect, it} from 'vitest'
import {resourceTypes} from '../../../src/model/source'
import {translateRule} from '../../../src/dnr/translate'
import {aPair, aRule, aSource} from '../builders'
import {actions, codes} from './translate-helpers'

describe('a Headers rule', () => {
  const change = (modifications: Parameters<typeof aPair<'Headers'>>[1]) =>
    aRule('Headers', {pairs: [aPair('Headers', modifications)]})

  it('appends where Chrome allows it, and reports where it sets instead', () => {
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
    expect(translateRule(rule).problems).toEqual([])
  })

  it('skips a header change that Chrome would refuse and keeps the others', () => {
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

  it('reports a pair without header changes', () => {
    expect(codes(change({modifications: []}))).toEqual(['empty-change'])
  })
})

describe('a User agent rule', () => {
  const headersFor = (userAgent: string) =>
    Object.fromEntries(
      (actions(aRule('UserAgent', {pairs: [aPair('UserAgent', {userAgent})]}))[0]?.requestHeaders ?? []).map(
        ({header, operation, value}) => [header, operation === 'remove' ? null : value],
      ),
    )

  it('sets client hints that match the user agent', () => {
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

  it('removes client hints for a browser that sends none', () => {
    const safari =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile Safari/604'
    expect(headersFor(safari)).toMatchObject({'sec-ch-ua': null, 'sec-ch-ua-mobile': null, 'sec-ch-ua-platform': null})
  })

  it('adds the navigator override to documents only', () => {
    const {templates, extensionRules} = translateRule(aRule('UserAgent'))
    expect(extensionRules).toHaveLength(1)
    expect(extensionRules[0]?.action).toEqual(templates.at(-1)?.action)
    expect(templates.map(({condition, action}) => [condition.resourceTypes, action.responseHeaders])).toEqual([
      [
        ['main_frame', 'sub_frame'],
        [{header: 'server-timing', operation: 'append', value: expect.stringMatching(/^switchyard;desc="/) as string}],
      ],
      [resourceTypes.filter(type => type !== 'main_frame' && type !== 'sub_frame'), undefined],
    ])
    expect(new Set(templates.map(({action}) => JSON.stringify(action.requestHeaders))).size).toBe(1)
    expect(codes(aRule('UserAgent'))).toEqual(['not-in-workers'])
  })

  it('is installed only for the resource types of its filters', () => {
    const only = (resourceType: string) =>
      aRule('UserAgent', {
        pairs: [aPair('UserAgent', {source: aSource('url', 'Contains', 'a', [{resourceType: [resourceType]}])})],
      })
    expect(translateRule(only('image')).templates.map(({condition}) => condition.resourceTypes)).toEqual([['image']])
    expect(codes(only('image'))).toEqual([])
    expect(translateRule(only('main_frame')).templates.map(({condition}) => condition.resourceTypes)).toEqual([
      ['main_frame'],
    ])
    expect(translateRule(only('main_frame')).extensionRules).toHaveLength(1)
  })

  it('reports a line break in the user agent', () => {
    expect(codes(aRule('UserAgent', {pairs: [aPair('UserAgent', {userAgent: 'a\nb'})]}))).toEqual(['header-value'])
  })
})
