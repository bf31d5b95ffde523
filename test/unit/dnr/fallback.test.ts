import {expect, it} from 'vitest'
import type {Source} from '../../../src/model/source'
import {readAddress} from '../../../src/matching/address'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'
import {createFallback} from '../../../src/dnr/fallback'
import {getProblemSentence} from '../../../src/ui/sentences/problem-texts'
import {aRule} from '../ui/builders'

const addresses = [
  'http://shop.test/',
  'https://shop.test/abc/v1',
  'http://shop.test:8080/abc/v1',
  'https://a.shop.test/http://shop.test/',
  'https://login.test/?back=https://shop.test/abc',
  'http://s/',
]

it.each([
  '^https?://shop\\.test(?!:)',
  '^http://shop\\.test/(?!ok)',
  '://shop\\.test/(?!ok)',
  '//shop\\.(?!x)',
  '/shop(?!x)',
  'test/abc(?!x)',
  'abc(?=/)|back(?!x)',
])('the delay page receives every page URL that an unsupported regex can match: %s', value => {
  const source: Source = {key: 'url', operator: 'Matches', value}
  const compiled = compileSource(source)
  if ('fault' in compiled) throw new Error('no pattern')
  const found = createFallback(aRule('Cancel', {pairs: [{source}]}), 0, {code: 'refused-by-browser', pair: 0})
  const filter = new RegExp(found?.templates[0]?.condition.regexFilter ?? 'none', 'i')
  const meant = addresses.filter(url => compiled.match(readRequest({url})).matched)
  expect(meant.length).toBeGreaterThan(0)
  for (const url of meant) expect(readAddress(url).url).toMatch(filter)
})

it.each([
  '/(?!x)',
  's://(?!x)',
  '^http(?!x)',
  '^https://(?!x)',
  '(?!x)',
  '\\.(?!x)',
  'shop(?!x)|(?!y)',
  '(?<!b)(?:a|c)',
])('an unsupported regex without required text leaves page loads out: %s', value => {
  const source: Source = {key: 'url', operator: 'Matches', value}
  const fallbackOf = (given: Source) =>
    createFallback(aRule('Cancel', {pairs: [{source: given}]}), 0, {code: 'regex-refused', pair: 0})
  const {templates, problem} = fallbackOf(source) ?? {}
  expect(templates).toEqual([])
  expect(problem?.params).toMatchObject({works: {code: 'fetchAndXhr'}, pages: 'any'})
  expect(problem && getProblemSentence(problem)).toMatch(
    /fetch and XHR\. Page loads are left out, because no text limits/,
  )
  expect(fallbackOf({...source, filters: [{pageDomains: ['shop.test']}]})?.templates).toHaveLength(1)
  expect(fallbackOf({...source, filters: [{resourceType: ['main_frame']}]})).toBeNull()
})

it('a Replace without text in its source is limited by its search text', () => {
  const source: Source = {key: 'url', operator: 'Wildcard_Matches', value: '*'}
  const templatesOf = (from: string) =>
    createFallback(aRule('Replace', {pairs: [{source, from, to: 'x'}]}), 0, {code: 'regex-refused', pair: 0})?.templates
  expect(templatesOf('/(?<!a)cart/')?.[0]?.condition.regexFilter).toBe('^https?://.*cart.*')
  expect(templatesOf('/(?<!a)\\d+/')).toEqual([])
})
