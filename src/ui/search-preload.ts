import type {Rule} from '../model/rule'
import type {RuleView} from '../model/views'
import {createRuleMatcher} from './search'

/** Rows per step, and milliseconds between two steps. */
const few = 200
const interval = 16

/** Builds search texts a few rows at a time, so that no key waits; returns a stop function. */
export function preloadSearchTexts(rows: readonly {peek(): RuleView}[], says: (rule: Rule) => string): () => void {
  // A character that no rule contains, so that the whole text of each is built.
  const matches = createRuleMatcher('\0', says)
  let at = 0
  const timer = setInterval(() => {
    for (const row of rows.slice(at, (at += few))) matches(row.peek())
    if (at >= rows.length) clearInterval(timer)
  }, interval)
  return () => clearInterval(timer)
}
