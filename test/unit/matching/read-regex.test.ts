import {faultTexts} from '../../../src/locales/faults'
import {describe, expect, it} from 'vitest'
import {readRegex, splitRegex} from '../../../src/matching/regex/read'
import {writeRegex} from '../../../src/matching/regex/write'

/** The pattern as it is passed to RE2 and to JavaScript. */
const written = (value: string): string => {
  const read = readRegex(value)
  if ('reason' in read) throw new Error(read.reason.code)
  return writeRegex(read.regex.tokens)
}
const reason = (value: string) => {
  const read = readRegex(value)
  return 'reason' in read ? faultTexts.show(read.reason) : undefined
}

describe('a regular expression', () => {
  it('is bare, or between slashes with flags', () => {
    expect(splitRegex('/a\\/b/i')).toEqual({pattern: 'a\\/b', flags: 'i'})
    expect(splitRegex('/api/v1')).toEqual({pattern: '/api/v1', flags: ''})
    expect(splitRegex('a/i')).toEqual({pattern: 'a/i', flags: ''})
  })

  it.each([
    ['RE2 text between \\Q and \\E', '\\Qa.b\\E+', 'a\\.b+'],
    ['a POSIX class', '[[:digit:]]', '[0-9]'],
    ['the complement of a POSIX class', '[[:^digit:]x]', '[^0-9]'],
    ['the ASCII part of a property', '\\p{Lu}', '[A-Z]'],
    ['a script', '\\p{Greek}a', '[^\\x00-\\xff]a'],
    ['a named group', '(?P<year>\\d)', '([0-9])'],
    ['a named group, as JavaScript writes it', '(?<year>\\d)', '([0-9])'],
    ['case ignored in a part', 'a(?i:b)c', 'a(?:[Bb])c'],
    ['case ignored in the rest', 'a(?i)b', 'a[Bb]'],
    ['case sensitivity turned on again', '(?i)a(?-i:b)', '[Aa](?:b)'],
    ['the start and the end of the text', '\\Aa\\z', '^a$'],
    ['a hexadecimal character', '\\x41\\x{42}\\u0043', 'ABC'],
    ['a character beyond ASCII, encoded as in a URL', 'ü+', '(?:%C3%BC)+'],
    ['a character beyond ASCII in a class', '[aü]', '(?:[a]|%C3%BC)'],
    ['the complement of a character beyond ASCII', '[^ü]', '.'],
    ['a class that starts with its closing bracket', '[]a]', '[\\]a]'],
    ['look-around, which RE2 refuses', 'a(?!b)', 'a(?!b)'],
    ['a capture behind a look-behind', '(?<=a(?:b))(c)', '(?<=a(?:b))(c)'],
    ['a slash, which needs no backslash', '\\/a/', '/a/'],
    ['a brace that repeats nothing', 'a{,3}', 'a\\{,3\\}'],
  ])('reads %s', (_, value, expected) => {
    expect(written(value)).toBe(expected)
  })

  it('expands letters to both cases if a group turns case sensitivity on again', () => {
    const read = readRegex('(?i)a(?-i:b)')
    expect('regex' in read && read.regex.ignoreCase).toBe(false)
  })

  it('that ignores case excludes both cases in a complement', () => {
    const read = readRegex('/[^a]/i')
    expect('regex' in read && writeRegex(read.regex.tokens)).toBe('[^Aa]')
  })

  // Chromium converts a pattern that ignores case to lower case: [0-B] would become [0-b].
  it('that ignores case has no capitals in its classes for Chromium', () => {
    const read = readRegex('/[0-B]/i')
    expect('regex' in read && writeRegex(read.regex.tokens, {caseless: true})).toBe('[0-@ab]')
  })

  it.each([
    ['a)', /no opening parenthesis/],
    ['[a', /no closing bracket/],
    ['a\\', /single backslash/],
    ['\\y', /not a valid escape/],
    ['[z-a]', /wrong order/],
    ['[[:nope:]]', /not a known class/],
    ['\\p{Nope}', /not a known property/],
    ['(?x)a', /flag/],
    ['(?~a)', /not a valid group/],
    ['(a)\\1', /Back-references such as \\1 are not supported/],
    ['(?<n>a)\\k<n>', /Back-references such as \\k<n> are not supported/],
    ['(?<=(a|b))c', /look-behind can’t contain a capturing group/],
    ['(?<!x(?:a(b)))c', /look-behind can’t contain a capturing group/],
    ['((((a{99}){99}){99}){99})', /too large/],
    ['(?:(?:(?:(?:){999}){999}){999}){999}', /too large/],
  ])('reports why it is invalid: %s', (value, expected) => {
    expect(reason(value)).toMatch(expected)
  })

  // The messages of the native engine would begin with our normalized pattern.
  it.each([
    ['(', 'An opening parenthesis has no closing parenthesis.'],
    ['a(?:', 'An opening parenthesis has no closing parenthesis.'],
    ['((a)', 'An opening parenthesis has no closing parenthesis.'],
    ['*a', 'A quantifier has nothing to repeat.'],
    ['a**', 'A quantifier has nothing to repeat.'],
    ['/^+: /i', 'A quantifier has nothing to repeat.'],
    ['(?<=a)*', 'A quantifier has nothing to repeat.'],
    ['a{2,1}', 'The numbers in {2,1} are in the wrong order.'],
    ['[a-', '“[a-” has no closing bracket.'],
    ['[z-a]', 'A range in brackets is in the wrong order.'],
    ['[a-\\d]', 'A range in brackets must end with a single character, not with \\d.'],
  ])('has a plain error message for %s', (value, expected) => {
    expect(reason(value)).toBe(expected)
  })

  it('is refused with more than 200 nested groups', () => {
    const deep = (depth: number) => '(?:a|'.repeat(depth) + ')*'.repeat(depth)
    expect(reason(deep(200))).toBe(undefined)
    expect(reason(deep(201))).toBe('Groups can be nested at most 200 levels deep.')
    expect(reason(deep(500))).toBe('Groups can be nested at most 200 levels deep.')
  })

  it.each(['a', 'a?', '(a)', '()', '.*a', 'a\\b', '(?=a)', 'host\\.test|'])(
    'is refused if it is too long for the native engine: %s repeated',
    piece => {
      const longest = piece.repeat(Math.floor(4_000 / piece.length))
      const read = readRegex(longest)
      if ('reason' in read) throw new Error(read.reason.code)
      const asked = new RegExp(writeRegex(read.regex.tokens))
      expect(() => ['', 'é', 'é'].map(text => asked.test(text))).not.toThrow()
      for (const value of [`${longest}${piece}`, piece.repeat(60_000), `/${piece.repeat(60_000)}/i`])
        expect(reason(value)).toBe('It has more than 4,000 characters.')
    },
  )
})
