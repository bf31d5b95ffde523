import {describe, expect, it} from 'vitest'
import {readRegex} from '../../../src/matching/regex/read'
import {writeRegex} from '../../../src/matching/regex/write'
import {compileExpression} from '../../../src/matching/expression'
import {createLinearSearch, maxSearchSteps} from '../../../src/matching/linear-regex'
import {matchWildcard} from '../../../src/matching/pattern-search'

const read = (pattern: string) => {
  const found = readRegex(pattern)
  if ('reason' in found) throw new Error(found.reason.code)
  return found.regex
}

const patterns = [
  'a',
  '^a',
  'a$',
  '^$',
  'a*',
  'a*?b',
  '(a|ab)(c|bcd)(d*)',
  '(a+)+',
  '(a|aa)*b',
  'a{2}',
  'a{2,}',
  'a{1,3}?b',
  '(a{0,2}){2}',
  '(?:ab|c)+d',
  '()',
  '(a)?b',
  'x|y|z',
  '(x|y|)z',
  '\\bab\\b',
  'a\\Bb',
  '[^/]+/(\\d+)',
  '/v(\\d)/.*\\?(.*)=',
  '(?i)SHOP',
  'a|',
  '(a*)*',
  '(a*)+b',
  '((a)|b)*c',
  '(?=a)b',
  '(?=(a+))(?:a|b)',
  '(?!a).',
  '^(?!.*b)a*',
  '(?<=a)b',
  '(?<!a)b|d',
  '(?<=^|[/ ])[a-z]+(?=$|[/?])',
  '(?:(?!c)[a-z])+d',
  '(?=(?!aa)a)a(?<!ca)',
  '(?:(?=a|b)\\w)*$',
  '(?=a*(b))a',
]
const texts = [
  '',
  'a',
  'b',
  'ab',
  'aab',
  'abcd',
  'abcdd',
  'aaaa',
  'xz',
  'cabd',
  'a b ab',
  '/v1/x?y=2',
  'shop/12',
  'bacab',
  'Shop',
]

describe('the linear regex engine', () => {
  it.each(patterns)('finds the same match as the native engine: %s', pattern => {
    const {tokens, ignoreCase} = read(pattern)
    const linear = createLinearSearch(tokens, ignoreCase)
    const native = new RegExp(writeRegex(tokens), ignoreCase ? 'i' : '')
    for (const text of texts) {
      const found = linear?.(text, 0) ?? null
      const wanted = native.exec(text)
      expect([text, found?.from, found?.to]).toEqual([
        text,
        wanted?.index,
        wanted === null ? undefined : wanted.index + wanted[0].length,
      ])
    }
  })

  it.each(patterns)('searches from any position as the native engine does: %s', pattern => {
    const {tokens, ignoreCase} = read(pattern)
    const linear = createLinearSearch(tokens, ignoreCase)
    const native = new RegExp(writeRegex(tokens), ignoreCase ? 'gi' : 'g')
    for (const text of texts)
      for (let at = 0; at <= text.length; at++) {
        native.lastIndex = at
        expect([text, at, linear?.(text, at)?.from]).toEqual([text, at, native.exec(text)?.index])
      }
  })

  it('returns captures', () => {
    const {tokens} = read('/(v\\d+)/(.*)\\?(x)?')
    expect(createLinearSearch(tokens, false)?.('/v12/cart?', 0)?.captures).toEqual(['v12', 'cart', ''])
    expect(createLinearSearch(read('(?=(a+)b)(a)(?!(b))').tokens, false)?.('aab', 0)?.captures).toEqual(['aa', 'a', ''])
  })

  it.each(['(a+)+$', '(a|a)*b', '(.*a){12}', '(a|aa)+$', '.*.*.*.*.*x'])(
    'needs twice the steps for twice the text: %s',
    pattern => {
      const search = createLinearSearch(read(pattern).tokens, false)
      const countSteps = (length: number) => {
        const budget = {left: 1_000_000}
        const found = search?.(`${'a'.repeat(length)}!`, 0, budget)
        expect(found === null).toBe(!pattern.includes('.*a'))
        return 1_000_000 - budget.left
      }
      const [few, many] = [countSteps(200), countSteps(400)]
      expect(few).toBeGreaterThan(200)
      expect(many).toBeLessThan(few * 2.2)
    },
  )

  it.each(['(a{1,50}){1,50}z', '(?!(?:a|b)+z)a+z', '(?=a+b)a', '(?<=(?:a|b)+)z'])(
    'finds nothing when it runs out of steps: %s',
    pattern => {
      const search = createLinearSearch(read(pattern).tokens, false)
      for (const left of [10, 100, 1_000]) {
        const budget = {left}
        expect(search?.(`${'a'.repeat(3_000)}bz`, 0, budget)).toBeNull()
        expect(budget.left).toBeLessThan(0)
      }
    },
  )

  it('matches characters beyond ASCII as JavaScript does', () => {
    for (const pattern of ['.', 'ü', 'Ü', '[^a]', '[a-z]', '\\W', '\\w', '^Gr..e$', 'Grüße', '😀'])
      for (const text of ['ü', 'Grüße', 'GRÜSSE', '😀', 'a\nb', '\n'])
        for (const flags of ['', 'i']) {
          const found = readRegex(`/${pattern}/${flags}`, {isPlainText: true})
          if ('reason' in found) throw new Error(found.reason.code)
          const native = new RegExp(writeRegex(found.regex.tokens), flags).exec(text)
          const linear = createLinearSearch(found.regex.tokens, flags === 'i')?.(text)
          expect([pattern, text, flags, linear?.from]).toEqual([pattern, text, flags, native?.index])
        }
  })
})

describe('a compiled regex', () => {
  // The native engine takes years for each of these.
  it.each([
    ['/blocks/(.*)+/(.*)+\\.(js|css)$', `/blocks/${'a'.repeat(60)}.jsx`],
    ['(a+)+$', `${'a'.repeat(60)}!`],
    ['(?:a|a)*b', 'a'.repeat(60)],
    ['a?'.repeat(40) + 'a'.repeat(40) + 'b', 'a'.repeat(60)],
    ['(?:a|a)'.repeat(40) + 'b', 'a'.repeat(60)],
    ['(?:|){40}b', 'a'],
    ['(?:|){40}b', ''],
    [`${'a?'.repeat(40)}b`, ''],
    ['(?=(a+)+$)b', 'a'.repeat(60)],
  ])('ends quickly on %s', (pattern, text) => {
    expect(compileExpression(read(pattern).tokens, false)(text)).toBeNull()
  })

  it('spends no more steps than its budget on a text of any length', () => {
    const budget = {left: maxSearchSteps}
    compileExpression(read('(.*a){20}$x').tokens, false)('a'.repeat(1_000_000), 0, budget)
    expect(budget.left).toBeGreaterThan(-1_000)
  })
})

describe('a regex that Chrome refuses', () => {
  const url = `https://shop.test/${'a/'.repeat(60)}v1/cart`
  it.each([
    ['shop(\\.test|\\/v1|cart){1,300}', true],
    ['^https://.*/(?=v1)v1/.*$', true],
    ['//(shop)\\..*(?<!v2)/cart$', true],
    ['^https://(?!staging)[^/]+/.*/v\\d+/[a-z]+.*$', true],
    ['^https://(?!shop)[^/]+/.*/v\\d+/[a-z]+.*$', false],
    ['/(?!admin)(\\w+/)*cart$', true],
    ['(?:(?!admin)[^/]+/)+cart$', true],
    ['(?<=/a/(?:a/)*)v1/.+.+.+$', true],
  ])('is matched by our own matcher: %s', (pattern, isFound) => {
    expect(compileExpression(read(pattern).tokens, false)(url) !== null).toBe(isFound)
  })
})

describe('a wildcard', () => {
  it.each([
    ['a*', 'abc', ['bc']],
    ['*c', 'abc', ['ab']],
    ['a*c', 'abcbc', ['bcb']],
    ['*b*', 'abcbc', ['a', 'cbc']],
    ['a**c', 'abc', ['', 'b']],
    ['abc', 'abc', []],
    ['a*bc*bc', 'abcbc', ['', '']],
    ['ab*ba', 'aba', null],
    ['a*b', 'a', null],
    ['', '', []],
  ])('%s matches %s', (value, text, captures) => {
    expect(matchWildcard(value, text)?.captures ?? null).toEqual(captures)
    const native = new RegExp(`^${value.split('*').join('(.*?)')}$`).exec(text)
    expect(native?.slice(1) ?? null).toEqual(captures)
  })
})
