import type {NavigationAction, Replacement} from '../model/page-rules'
import {withoutFragment} from './address'
import {compilePrepared} from './expression'
import {createStepBudget, type SearchRegex} from './linear-regex'
import {changeQuery} from './query-changes'

/** A template cut at `$1`…`$9`; `$10` is `$1` and a 0. */
export const capturePieces = (template: string): (string | number)[] =>
  template
    .split(/(\$[1-9])/)
    .filter(piece => piece !== '')
    .map(piece => (/^\$[1-9]$/.test(piece) ? Number(piece.slice(1)) : piece))

/** The first `$n` of a template that exceeds the number of captures; undefined if there is none. */
export const findEmptyCapture = (template: string, captures: number): number | undefined =>
  capturePieces(template).find((piece): piece is number => typeof piece === 'number' && piece > captures)

/** The template with each `$n` replaced by the nth capture, by nothing where there is none. */
export const fillCaptures = (template: string, captures: readonly string[]): string =>
  capturePieces(template)
    .map(piece => (typeof piece === 'number' ? (captures[piece - 1] ?? '') : piece))
    .join('')

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

/** The URL with every occurrence changed, except in its fragment. An occurrence inside the new text stays. */
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
export function moveUrl(move: NavigationAction, url: string, captures: readonly string[]): string | null | undefined {
  if (move.kind === 'stop' || move.kind === 'answer') return null
  if (move.kind === 'replace') {
    const replaced = replaceBy(url, move)
    return replaced === url ? undefined : replaced
  }
  return move.kind === 'query' ? changeQuery(url, move) : fillCaptures(move.to, captures)
}
