import type {Rule} from '../model/rule'
import type {RuleView} from '../model/views'
import {createRuleMatcher} from './search'

/** How many rows at a time, and in milliseconds how long after each other: some two of a frame. */
const few = 200
const apart = 16

/** Reads the searched texts of a few rows at a time, so that no key waits; returns how to stop. */
export function preloadSearchTexts(rows: readonly {peek(): RuleView}[], says: (rule: Rule) => string): () => void {
  // Found in none, so that all of each is read.
  const matches = createRuleMatcher('\0', says)
  let at = 0
  const timer = setInterval(() => {
    for (const row of rows.slice(at, (at += few))) matches(row.peek())
    if (at >= rows.length) clearInterval(timer)
  }, apart)
  return () => clearInterval(timer)
}
