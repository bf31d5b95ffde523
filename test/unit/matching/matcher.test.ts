import {faultTexts} from '../../../src/locales/faults'
import {describe, expect, it} from 'vitest'
import type {Operator, SourceFilter, SourceKey} from '../../../src/model/source'
import {canonicalUrl, readAddress} from '../../../src/matching/address'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest, type WebRequest} from '../../../src/matching/request'
import {createPageMatcher} from '../../samples/page-matcher'
import {translateRule} from '../../../src/dnr/translate'
import {aRule, aSource} from '../../unit/builders'

const ask = (
  key: SourceKey,
  operator: Operator,
  value: string,
  request: string | WebRequest,
  filters?: SourceFilter[],
) => {
  const compiled = compileSource(aSource(key, operator, value, filters))
  if ('fault' in compiled) return compiled.fault.code
  const asked = readRequest(typeof request === 'string' ? {url: request} : request)
  const answer = compiled.match(asked)
  expect(createPageMatcher(aSource(key, operator, value, filters))(asked)).toEqual(answer)
  return answer.matched ? answer.captures : answer.because
}
const hit: string[] = []

describe('a URL', () => {
  it('is split into the parts that sources compare', () => {
    expect(readAddress('https://me:pw@Shop.test:8080/a/b?c#d')).toEqual({
      url: 'https://me:pw@Shop.test:8080/a/b?c',
      host: 'shop.test',
      writtenHostPort: 'shop.test:8080',
      hostPort: 'shop.test:8080',
      path: '/a/b',
    })
    expect(readAddress('wss://a.test/').hostPort).toBe('a.test:443')
    expect(readAddress('data:text/plain,x')).toMatchObject({host: '', path: ''})
  })

  it('is normalized as in Chromium, not as in Node', () => {
    expect(canonicalUrl('HTTP://Bücher.test:80/a|b^c?d|e')).toBe('http://xn--bcher-kva.test/a%7Cb%5Ec?d|e')
    expect(canonicalUrl('no address')).toBeUndefined()
  })
})

describe('a name beyond ASCII', () => {
  const inHost = 'https://xn--bcher-kva.test/a'
  const inPath = 'https://a.test/b%C3%BCcher.test/a'

  it.each<[SourceKey, Operator, string, string[], string[]?]>([
    ['url', 'Contains', 'bücher.test/', hit, hit],
    ['url', 'Contains', '//bücher', hit],
    ['url', 'Matches', '/bücher\\.test/', hit, hit],
    ['url', 'Matches', '^https://(bücher)\\.test/(.*)$', ['xn--bcher-kva', 'a']],
    ['url', 'Wildcard_Matches', '*bücher.test/*', ['https://', 'a'], ['https://a.test/', 'a']],
    ['url', 'Wildcard_Matches', '*://bücher.test/*', ['https', 'a']],
    ['url', 'Equals', 'https://bücher.test/a', hit],
    ['host', 'Equals', 'bücher.test', hit],
    ['host', 'Contains', 'bücher', hit],
    ['host', 'Wildcard_Matches', 'bücher.*', ['test']],
    ['host', 'Matches', '^bücher\\.test$', hit],
  ])('matches in a host and in a path: %s %s %s', (key, operator, value, host, path) => {
    expect(ask(key, operator, value, inHost)).toEqual(host)
    expect(ask(key, operator, value, inPath)).toEqual(path ?? 'source')
    expect(ask(key, operator, value, 'https://bucher.test/a')).toBe('source')
    const {templates, problems} = translateRule(aRule('Cancel', {pairs: [{source: aSource(key, operator, value)}]}))
    expect(problems).toEqual([])
    expect(JSON.stringify(templates.map(({condition}) => condition))).toContain('xn--bcher-kva')
  })

  it('matches in a path and in a query', () => {
    expect(ask('path', 'Contains', 'bücher', inPath)).toEqual(hit)
    expect(ask('path', 'Matches', 'bücher', inPath)).toEqual(hit)
    expect(ask('url', 'Contains', '?q=bücher', 'https://a.test/?q=b%C3%BCcher')).toEqual(hit)
  })
})

describe('a source', () => {
  it('does not match a fragment', () => {
    expect(ask('url', 'Contains', 'part', 'http://a.test/#part')).toBe('source')
    expect(ask('url', 'Equals', 'http://a.test/', 'http://a.test/#part')).toEqual(hit)
    expect(ask('url', 'Contains', '#part', 'http://a.test/#part')).toBe('never-matches')
  })

  it('reports a fragment in its value for every key', () => {
    for (const [key, value] of [
      ['url', 'a.test/#part'],
      ['host', 'a.test#part'],
      ['path', '/a#part'],
    ] as const) {
      const compiled = compileSource(aSource(key, 'Contains', value))
      expect('fault' in compiled && faultTexts.show(compiled.fault.reason)).toBe(
        'The part after # is never sent, so rules can’t match it.',
      )
    }
  })

  it('captures the text of each wildcard, as short as possible', () => {
    expect(ask('url', 'Wildcard_Matches', 'http://*.test/*/x*', 'http://a.test/b/x/x')).toEqual(['a', 'b', '/x'])
  })

  it('has an empty capture for a group that took no part', () => {
    expect(ask('url', 'Matches', '(x)|(a)', 'http://a.test/')).toEqual(['', 'a'])
  })

  it('with an empty value matches nothing', () => {
    for (const operator of ['Equals', 'Contains', 'Matches', 'Wildcard_Matches'] as const)
      for (const key of ['url', 'host', 'path'] as const)
        expect(ask(key, operator, ' ', 'http://a.test/')).toBe('never-matches')
  })

  it('compares a host with its port only when the value has one', () => {
    expect(ask('host', 'Equals', 'a.test', 'http://a.test:81/')).toEqual(hit)
    expect(ask('host', 'Equals', 'a.test:80', 'http://a.test/')).toEqual(hit)
    expect(ask('host', 'Equals', 'a.test:80', 'https://a.test/')).toBe('source')
    expect(ask('host', 'Equals', '[::1]', 'http://[::1]:81/')).toEqual(hit)
  })

  it('does not match the user name as the host', () => {
    expect(ask('host', 'Contains', 'shop', 'http://shop@a.test/')).toBe('source')
  })

  it('supports look-around, unlike RE2', () => {
    expect(ask('url', 'Matches', 'a(?!b)', 'http://t.test/ab')).toBe('source')
    expect(ask('url', 'Matches', 'a(?!b)', 'http://t.test/ac')).toEqual(hit)
  })
})

describe('a filter', () => {
  const withFilter = (filter: SourceFilter, request: Partial<WebRequest>) =>
    ask('url', 'Contains', 'a.test', {url: 'http://a.test/', resourceType: 'xmlhttprequest', ...request}, [filter])

  it('is named if it does not match', () => {
    expect(withFilter({requestMethod: ['POST']}, {})).toBe('requestMethod')
    expect(withFilter({resourceType: ['image']}, {})).toBe('resourceType')
    expect(withFilter({pageDomains: ['b.test']}, {pageUrl: 'http://a.test/'})).toBe('pageDomains')
  })

  it('for a method matches no WebSocket, as in Chrome', () => {
    expect(withFilter({requestMethod: ['GET']}, {url: 'ws://a.test/', resourceType: 'websocket'})).toBe('requestMethod')
  })

  it('for the page domain includes subdomains and the page of a navigation', () => {
    expect(withFilter({pageDomains: ['b.test']}, {pageUrl: 'http://x.b.test/'})).toEqual(hit)
    expect(withFilter({pageDomains: ['b.test']}, {pageUrl: 'http://xb.test/'})).toBe('pageDomains')
    expect(withFilter({pageDomains: ['a.test']}, {resourceType: 'main_frame', pageUrl: 'http://b.test/'})).toEqual(hit)
  })

  it('with an empty list matches everything', () => {
    expect(withFilter({requestMethod: [], pageDomains: []}, {})).toEqual(hit)
  })
})

describe('a payload filter', () => {
  const holds = (
    key: string,
    value: string,
    payload: string | undefined,
    rest: Partial<WebRequest> & {operator?: Operator} = {},
  ) => {
    const {operator = 'Equals', ...request} = rest
    const asked: WebRequest = {
      url: 'http://a.test/',
      method: 'POST',
      ...request,
      ...(payload === undefined ? {} : {payload}),
    }
    return ask('url', 'Contains', 'a.test', asked, [{requestPayload: {key, operator, value}}]) !== 'requestPayload'
  }

  it('follows a dotted path', () => {
    expect(holds('user.name', 'Ann', '{"user":{"name":"Ann"}}')).toBe(true)
    expect(holds('user.name', 'Bob', '{"user":{"name":"Ann"}}')).toBe(false)
    expect(holds('user.name', 'Ann', '{"user.name":"Ann"}')).toBe(true)
  })

  it('searches every element of an array, or the one with the given index', () => {
    const body = '{"items":[{"id":1},{"id":2}],"tags":["x","y"]}'
    expect(holds('items.id', '2', body)).toBe(true)
    expect(holds('items.1.id', '2', body)).toBe(true)
    expect(holds('items.0.id', '2', body)).toBe(false)
    expect(holds('tags', 'y', body)).toBe(true)
  })

  it('reads one request of a batch only by its index', () => {
    const query = (operationName: string) => ({operationName, query: `query ${operationName} { id }`})
    const batch = JSON.stringify([query('A'), query('B')])
    expect(holds('operationName', 'B', batch)).toBe(false)
    expect(holds('operationName', '', batch, {operator: 'Contains'})).toBe(false)
    expect(holds('1.operationName', 'B', batch)).toBe(true)
    expect(holds('0.operationName', 'B', batch)).toBe(false)
    expect(holds('operationName', 'B', JSON.stringify([query('B')]))).toBe(true)
    expect(holds('method', 'b', '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]')).toBe(false)
  })

  it('compares unencoded text with every operator', () => {
    const body = '{"q":"query Users { a }"}'
    expect(holds('q', 'Users {', body, {operator: 'Contains'})).toBe(true)
    expect(holds('q', '^query \\w+', body, {operator: 'Matches'})).toBe(true)
    expect(holds('q', 'query * { a }', body, {operator: 'Wildcard_Matches'})).toBe(true)
    expect(holds('q', 'query *s', body, {operator: 'Wildcard_Matches'})).toBe(false)
  })

  it.each([
    ['Matches', '^query .*cart.* \\}$'],
    ['Matches', '/^QUERY .*(?=cart)ca.*$/i'],
    ['Matches', '(\\w+ )+cart'],
    ['Wildcard_Matches', 'query*cart*'],
    ['Contains', 'cart'],
  ] as const)('matches long values like short ones: %s %s', (operator, value) => {
    for (const fields of ['', 'field '.repeat(400)])
      for (const [name, isFound] of [
        ['cart', true],
        ['menu', false],
      ] as const)
        expect(holds('q', value, JSON.stringify({q: `query ${fields}x ${name} }`}), {operator})).toBe(isFound)
  })

  it('matches values beyond ASCII with both regex engines', () => {
    expect(holds('q', '^query .+ü.+$', '{"q":"query Grüße"}', {operator: 'Matches'})).toBe(true)
    expect(holds('q', '(\\w+ ?)+ü!', JSON.stringify({q: `${'field '.repeat(400)}ü!`}), {operator: 'Matches'})).toBe(
      true,
    )
  })

  it('reads the query of a GraphQL GET', () => {
    const url = 'http://a.test/graphql?operationName=Users&variables=%7B%22id%22%3A7%7D'
    expect(holds('operationName', 'Users', undefined, {url, method: 'GET'})).toBe(true)
    expect(holds('variables.id', '7', undefined, {url, method: 'GET'})).toBe(true)
  })

  it('reads the fields of a form', () => {
    expect(holds('a', '1', 'a=1')).toBe(true)
    expect(holds('user.name', 'Ann B', 'id=7&user.name=Ann+B')).toBe(true)
    expect(holds('a', '2', 'a=1')).toBe(false)
  })

  it('finds every value of a repeated name', () => {
    for (const value of ['1', '2']) expect(holds('a', value, 'a=1&a=2')).toBe(true)
    expect(holds('a', '3', 'a=1&a=2')).toBe(false)
  })

  /** Multipart form data as Chrome sends it. */
  const inParts = (...parts: readonly (readonly [named: string, text: string])[]) =>
    `${parts
      .map(([named, text]) => `------Web1\r\nContent-Disposition: form-data; name=${named}\r\n\r\n${text}\r\n`)
      .join('')}------Web1--\r\n`

  it('reads the fields of multipart form data', () => {
    const body = inParts(['"step"', '2'], ['"user.name"', 'Ann B'], ['"text"', 'a\r\n--b\r\n\r\nc'], ['"empty"', ''])
    expect(holds('step', '2', body)).toBe(true)
    expect(holds('step', '3', body)).toBe(false)
    expect(holds('user.name', 'Ann B', body)).toBe(true)
    expect(holds('text', 'a\r\n--b\r\n\r\nc', body)).toBe(true)
    expect(holds('empty', '', body)).toBe(true)
    expect(holds('text', 'b', body)).toBe(false)
  })

  it('reads GraphQL operations of multipart form data, but not its files', () => {
    const body = inParts(
      ['"operations"', '{"operationName":"Upload","variables":{"file":null}}'],
      ['"0"; filename="a.txt"\r\nContent-Type: text/plain', 'x\r\nContent-Disposition: form-data; name="y"\r\n\r\nz'],
    )
    expect(holds('operations.operationName', 'Upload', body)).toBe(true)
    expect(holds('0', 'x', body, {operator: 'Contains'})).toBe(false)
    expect(holds('y', 'z', body)).toBe(false)
  })

  it('ends quickly on malformed multipart form data', () => {
    for (const body of ['--', '-'.repeat(1_000_000), `--\r\n${'-'.repeat(100_000)}`, '--a\r\n'.repeat(100_000)])
      expect(holds('a', '1', body)).toBe(false)
  })

  it('does not match a missing payload or one without fields', () => {
    expect(holds('a', '1', undefined)).toBe(false)
    for (const payload of ['', '1', 'null', '"a"', 'a: 1', '{"a":']) expect(holds('a', '1', payload)).toBe(false)
  })
})
