import {describe, expect, it} from 'vitest'
import type {QueryModification} from '../../../src/model/rules/query-param'
import {splitAtCaptures, fillCaptures} from '../../../src/matching/replacement'
import {mergeQueryOutcomes, changeQuery, sumModifications} from '../../../src/matching/query-changes'
import {splitRegex} from '../../../src/matching/regex/read'
import {readSearchPattern, replaceInAddress} from '../../../src/matching/replace-text'

describe('captures', () => {
  it('are $1 to $9, and $10 is $1 followed by a zero', () => {
    expect(splitAtCaptures('a$1b$10$0$$2')).toEqual(['a', 1, 'b', 1, '0$0$', 2])
    expect(fillCaptures('/$2/$1/$10', ['a', 'b'])).toBe('/b/a/a0')
  })

  it('are empty if they are missing', () => {
    expect(fillCaptures('[$3]', ['a'])).toBe('[]')
  })
})

describe('replacing in a URL', () => {
  const replaced = (url: string, from: string, to: string) => {
    const sought = readSearchPattern(from)
    if ('reason' in sought) throw new Error(sought.reason.code)
    return replaceInAddress(url, sought, to)
  }

  it('changes every occurrence, except in the fragment', () => {
    expect(replaced('http://a.test/a?a#a', 'a', 'b')).toBe('http://b.test/b?b#a')
  })

  it('inserts dollars and backslashes of plain text literally', () => {
    expect(replaced('http://t.test/?x.y', 'x.y', '$1\\1$&')).toBe('http://t.test/?$1\\1$&')
    expect(replaced('http://t.test/?xzy', 'x.y', 'n')).toBe('http://t.test/?xzy')
  })

  it('keeps an occurrence that is already inside the new text', () => {
    expect(replaced('http://shop.test/myshop', 'shop', 'myshop')).toBe('http://myshop.test/myshop')
  })

  it('reads text between slashes as a regex with captures', () => {
    expect(replaced('http://t.test/v1/v22', '/v(\\d+)/', 'w$1')).toBe('http://t.test/w1/w22')
    expect(replaced('http://t.test/ABC', '/b/i', '-')).toBe('http://t.test/A-C')
  })

  it.each(['/a*?/', '/^h|t$/', '/(?=e)/', '/\\b/', '/x|()/', '/[a-z]+(\\d)?/i'])(
    'finds the same matches as the native regex engine: %s',
    from => {
      const {pattern, flags} = splitRegex(from)
      const url = 'http://t.test/v1/v22'
      expect(replaced(url, from, '<$1>')).toBe(
        url.replace(new RegExp(pattern, `${flags}g`), (_, first) => `<${typeof first === 'string' ? first : ''}>`),
      )
    },
  )

  it('ends quickly with a regex that takes the native engine years', () => {
    const url = `http://t.test/${'a'.repeat(200)}`
    expect(replaced(url, '/([a-z0-9]+)*-/', 'b')).toBe(url)
  })

  it('reads a path such as /v1/ as text', () => {
    expect(readSearchPattern('/v1/')).toEqual({kind: 'text', text: '/v1/'})
    expect(readSearchPattern('/v1/i')).toMatchObject({kind: 'regex'})
  })
})

describe('changing a query', () => {
  const change = (type: QueryModification['type'], param = '', value = ''): QueryModification => ({type, param, value})
  const changed = (query: string, ...changes: QueryModification[]) =>
    changeQuery(`http://t.test/${query}`, sumModifications(changes)).slice('http://t.test/'.length)

  it('sets the first of equal names, appends new ones and keeps the fragment', () => {
    expect(changed('?a=1&b=2&a=3#f', change('Modify', 'a', 'x'), change('Add', 'c', '4'))).toBe('?a=x&b=2&a=3&c=4#f')
  })

  it('removes every parameter of the name', () => {
    expect(changed('?a=1&b=2&a=3', change('Remove', 'a'))).toBe('?b=2')
    expect(changed('?a=1', change('Remove', 'a'))).toBe('')
  })

  it('applies changes in order, and Remove All drops earlier ones', () => {
    expect(changed('?a=1', change('Add', 'b', '2'), change('Remove', 'b'))).toBe('?a=1')
    expect(changed('?a=1', change('Add', 'b', '2'), change('Remove All'), change('Add', 'c', '3'))).toBe('?c=3')
    expect(changed('?a=1', change('Remove All'))).toBe('')
  })

  it('appends a name that is removed and then set again', () => {
    const again = [change('Remove', 'a'), change('Add', 'a', '9')]
    expect(changed('?a=1&a=2&b', ...again)).toBe('?b=&a=9')
    expect(changed('?b=&a=9', ...again)).toBe('?b=&a=9')
    const more = [...again, change('Add', 'c', '3')]
    expect(changed('?a=1', ...more)).toBe('?c=3&a=9')
    expect(changed('?c=3&a=9', ...more)).toBe('?c=3&a=9')
    expect(changed('?a=1&a=2', ...again, change('Remove', 'a'))).toBe('')
    expect(changed('?a=1&a=2', change('Remove All'), ...again)).toBe('?a=9')
  })

  const together = (query: string, upper: readonly QueryModification[], lower: readonly QueryModification[]) =>
    changeQuery(`http://t.test/${query}`, mergeQueryOutcomes(sumModifications(upper), sumModifications(lower))).slice(
      'http://t.test/'.length,
    )

  it('prefers the first of two rules that change one parameter', () => {
    expect(together('?a=1&b=1', [change('Add', 'a', 'up')], [change('Add', 'a', 'low'), change('Remove', 'b')])).toBe(
      '?a=up',
    )
    expect(together('?a=1', [change('Remove', 'a')], [change('Add', 'a', 'low')])).toBe('')
    expect(together('', [change('Add', 'a', 'up')], [change('Add', 'b', 'low')])).toBe('?a=up&b=low')
  })

  it('merges a rule that removes all parameters with a rule above', () => {
    expect(together('?x=1', [change('Add', 'a', 'up')], [change('Remove All'), change('Add', 'b', 'low')])).toBe(
      '?a=up&b=low',
    )
    expect(together('?x=1', [change('Remove All')], [change('Add', 'b', 'low')])).toBe('?b=low')
  })

  it('leaves a URL unchanged when merged rules match it again', () => {
    const again = [change('Remove', 'a'), change('Add', 'a', '9')]
    const more = [change('Add', 'c', '3')]
    expect(together('?a=1', again, more)).toBe('?c=3&a=9')
    expect(together('?c=3&a=9', again, more)).toBe('?c=3&a=9')
    expect(together('?a=1', more, again)).toBe('?c=3&a=9')
  })

  it('detects a lower rule without an effect', () => {
    const upper = sumModifications([change('Remove All'), change('Add', 'a', 'up')])
    expect(mergeQueryOutcomes(upper, sumModifications([change('Modify', 'a', 'low'), change('Remove', 'b')]))).toBe(
      upper,
    )
    expect(mergeQueryOutcomes(upper, sumModifications([change('Remove All')]))).toBe(upper)
  })

  it('encodes values like a form', () => {
    expect(changed('', change('Add', 'a b', "é&='"))).toBe('?a+b=%C3%A9%26%3D%27')
  })

  it('compares encoded names, as Chrome does', () => {
    expect(changed('?a%20b=1', change('Modify', 'a b', '2'))).toBe('?a%20b=1&a+b=2')
  })

  it('writes every parameter with `=` after a change, as Chrome does', () => {
    expect(changed('?b&c=', change('Modify', 'a', '1'))).toBe('?b=&c=&a=1')
    expect(changed('?b', change('Remove', 'a'))).toBe('?b')
  })
})
