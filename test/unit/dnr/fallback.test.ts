import {expect, it} from 'vitest'
import type {Source} from '../../../src/model/source'
import {readAddress} from '../../../src/matching/address'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'
import {createFallback} from '../../../src/dnr/fallback'
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
  '/(?!x)',
  's://(?!x)',
  '^http(?!x)',
  '^https://(?!x)',
  'test/abc(?!x)',
  '(?!x)',
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
