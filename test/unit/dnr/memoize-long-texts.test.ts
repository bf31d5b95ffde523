import {expect, it} from 'vitest'
import {memoizeLongTexts} from '../../../src/dnr/data-url'

const longOf = (letter: string) => letter.repeat(30_000)

it('the result for a long text is computed once and cached', () => {
  const read: string[] = []
  const sizeOf = memoizeLongTexts(text => {
    read.push(text.slice(0, 1))
    return text.length
  })
  expect([sizeOf(longOf('a')), sizeOf(longOf('a')), sizeOf(`${longOf('b')}!`), sizeOf(longOf('a'))]).toEqual([
    30_000, 30_000, 30_001, 30_000,
  ])
  expect(read).toEqual(['a', 'b'])
})

it('the cache holds only the last few long texts', () => {
  let count = 0
  const asked = memoizeLongTexts(() => ++count)
  for (const letter of 'abcdefa') asked(longOf(letter))
  expect(count).toBe(7)
})
