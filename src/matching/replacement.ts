import type {PageMove, Replacement} from '../contract/page-plan'
import {withoutFragment} from './address'
import {fillCaptures} from './captures'
import {compilePrepared} from './expression'
import {createStepBudget, type SearchRegex} from './linear-regex'
import {changeQuery} from './query-changes'

/** The text with every match changed, or as it is when the search runs out of steps. */
export function replaceMatches(text: string, find: SearchRegex, to: string): string {
  const budget = createStepBudget()
  let changed = ''
  let at = 0
  for (let found = find(text, at, budget); found; found = find(text, at, budget)) {
    // Where a regex matches the empty text, the new text comes before the next character.
    const next = found.to === found.from ? found.to + 1 : found.to
    changed += text.slice(at, found.from) + fillCaptures(to, found.captures) + text.slice(found.to, next)
    at = next
  }
  return budget.left < 0 ? text : changed + text.slice(at)
}

/**
 * The URL with every occurrence changed, except in its fragment. Where the new text contains the old one, an occurrence inside
 * the new text stays: the browser matches the changed URL again, and would not come to an end.
 */
export function replaceBy(url: string, replacement: Replacement): string {
  const address = withoutFragment(url)
  const {to} = replacement
  const replaced =
    'regex' in replacement
      ? replaceMatches(address, compilePrepared(replacement.regex), to)
      : address.replaceAll(replacement.text, (found, at: number) =>
          replacement.insideNew.some(inside => address.startsWith(to, at - inside)) ? found : to,
        )
  return replaced + url.slice(address.length)
}

/** The redirects that Chrome follows for a page: at the next one it shows an error. */
export const mostHops = 19

/** Where a move leads; null where the way ends, undefined where it does nothing. */
export function moveUrl(move: PageMove, url: string, captures: readonly string[]): string | null | undefined {
  if (move.kind === 'stop' || move.kind === 'answer') return null
  if (move.kind === 'replace') {
    const replaced = replaceBy(url, move)
    return replaced === url ? undefined : replaced
  }
  return move.kind === 'query' ? changeQuery(url, move) : fillCaptures(move.to, captures)
}
