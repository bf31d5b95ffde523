import {describe, expect, it} from 'vitest'
import type {Source} from '../../../src/model/source'
import {compileFilters, compileCondition} from '../../../src/dnr/condition'
import {aSource} from '../builders'

const conditions = (source: Source) => compileCondition(source, 0).compiled?.conditions
const regex = (...words: Parameters<typeof aSource>) => conditions(aSource(...words))?.[0]?.regexFilter
const problemsOf = (...words: Parameters<typeof aSource>) => compileCondition(aSource(...words), 3).problems

describe('compileCondition', () => {
  it('uses urlFilter for a whole URL and for a URL prefix', () => {
    expect(conditions(aSource('url', 'Equals', 'http://a.test'))).toMatchObject([
      {urlFilter: '|http://a.test/|'},
      {urlFilter: '|http://a.test/#'},
    ])
    expect(conditions(aSource('url', 'Wildcard_Matches', 'http://a.test/b*'))).toMatchObject([
      {urlFilter: '|http://a.test/b'},
    ])
  })

  it('uses a regex where urlFilter would give characters a special meaning', () => {
    expect(regex('url', 'Equals', 'http://a.test/?*')).toBe('^http://a\\.test/\\?\\*(?:#|$)')
    expect(regex('url', 'Contains', 'a^b')).toBe('^[^#]*?a\\^b')
  })

  it('offers fallback conditions for Contains and Equals, with their limitation', () => {
    const {compiled} = compileCondition(aSource('url', 'Contains', 'a.test'), 1)
    expect(compiled?.fallbackConditions).toEqual({
      conditions: [{urlFilter: 'a.test', isUrlFilterCaseSensitive: true}],
      problem: {code: 'fragment-too', pair: 1, field: 'source.value'},
    })
    expect(
      compileCondition(aSource('host', 'Equals', 'a.test'), 0).compiled?.fallbackConditions?.problem,
    ).toBeUndefined()
    expect(compileCondition(aSource('url', 'Contains', 'a*'), 0).compiled?.fallbackConditions).toBeUndefined()
  })

  it('limits the regex of a host to requests of that host', () => {
    expect(conditions(aSource('host', 'Equals', 'A.test:81'))).toMatchObject([{requestDomains: ['a.test']}])
  })

  it('writes the shortest equivalent regex', () => {
    expect(regex('url', 'Matches', '.*foo.*')).toBe('^[^#]*?foo')
    expect(regex('path', 'Wildcard_Matches', '/a/*')).toBe('^[^/]*//[^/]*/a/')
    expect(regex('url', 'Matches', 'a|b')).toBe('^[^#]*?(?:a|b)')
  })

  it('keeps ^ and $ anchors inside alternatives', () => {
    expect(regex('url', 'Matches', '(^|x)a(b|$)')).toBe('^(?:ab|a(?:#|$)|[^#]*?(?:xab|xa(?:#|$)))')
  })

  it('reports a source that no URL can match', () => {
    expect(problemsOf('url', 'Matches', 'a#b')).toMatchObject([{code: 'never-matches', pair: 3}])
    expect(problemsOf('path', 'Matches', '^a')).toMatchObject([{code: 'never-matches'}])
    expect(problemsOf('url', 'Matches', 'a$b')).toMatchObject([{code: 'never-matches'}])
  })

  it('reports a regex that RE2 cannot express', () => {
    expect(problemsOf('url', 'Matches', '(?:a$)*b$\\b')).toMatchObject([{code: 'regex-refused', field: 'source.value'}])
  })

  it('reports a regex with a syntax error', () => {
    expect(problemsOf('url', 'Matches', 'a)')).toMatchObject([{code: 'regex-syntax'}])
  })
})

describe('compileFilters', () => {
  it('combines several filters into what all of them allow', () => {
    const {filter, problems} = compileFilters(
      [
        {requestMethod: ['GET', 'POST'], pageDomains: ['a.test', 'b.test']},
        {
          requestMethod: ['post', 'PUT'],
          resourceType: ['script', 'image'],
          pageDomains: ['x.a.test', 'Bücher.test', 'b.test'],
        },
      ],
      0,
    )
    expect(filter).toEqual({
      topDomains: ['b.test', 'x.a.test'],
      requestMethods: ['post'],
      resourceTypes: ['script', 'image'],
    })
    expect(problems).toEqual([])
  })

  it('reports filters that no request can pass', () => {
    expect(compileFilters([{resourceType: ['script']}, {resourceType: ['image']}], 0)).toMatchObject({
      filter: null,
      problems: [{code: 'never-matches', field: 'source.filters'}],
    })
    // Chrome compares the methods of HTTP requests only.
    const webSockets = {resourceType: ['websocket'], requestMethod: ['GET']}
    expect(compileFilters([webSockets], 0)).toMatchObject({filter: null, problems: [{code: 'never-matches'}]})
    expect(compileFilters([{...webSockets, resourceType: ['websocket', 'xmlhttprequest']}], 0).problems).toEqual([])
  })

  it('names a request method that Chrome does not support', () => {
    expect(compileFilters([{requestMethod: ['GET', 'BREW']}], 0)).toMatchObject({
      filter: {requestMethods: ['get']},
      problems: [{code: 'unknown-filter', params: {value: 'brew'}}],
    })
  })

  it('names unknown filters unless they are empty', () => {
    const byPage = {pageUrl: {operator: 'Contains', value: 'admin'}, pageTitle: '', tab: {id: ''}}
    expect(compileFilters([byPage], 0).problems).toMatchObject([{code: 'unknown-filter', params: {value: 'pageUrl'}}])
  })

  it('reports a payload filter, which Chrome cannot match', () => {
    expect(compileFilters([{requestPayload: {key: 'a', value: '1'}}], 0)).toMatchObject({
      filter: null,
      problems: [{code: 'payload-filter'}],
    })
  })
})
