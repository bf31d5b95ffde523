import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {preloadSearchTexts} from '../../../src/ui/search-preload'
import {createRuleMatcher} from '../../../src/ui/search'
import {aRule, aView} from './builders'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const rowsOf = (count: number) => {
  const views = Array.from({length: count}, (_, index) => aView(aRule('Headers', {id: `Headers_${index}`})))
  return views.map(view => ({peek: () => view}))
}

it('texts of rows are built in batches before the first search', () => {
  const rows = rowsOf(450)
  const says = vi.fn<() => string>(() => 'Sets X-Team')
  preloadSearchTexts(rows, says)
  vi.advanceTimersByTime(16)
  expect(says).toHaveBeenCalledTimes(200)
  vi.advanceTimersByTime(1_000)
  expect(says).toHaveBeenCalledTimes(450)
  expect(rows.filter(row => createRuleMatcher('x-team', says)(row.peek()))).toHaveLength(450)
  expect(says).toHaveBeenCalledTimes(450)
})

it('no more texts are built once the list is left', () => {
  const says = vi.fn<() => string>(() => '')
  const stop = preloadSearchTexts(rowsOf(450), says)
  vi.advanceTimersByTime(16)
  stop()
  vi.advanceTimersByTime(1_000)
  expect(says).toHaveBeenCalledTimes(200)
})
