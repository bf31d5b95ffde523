import type {NavigationAction, Replacement} from '../model/page-rules'
import {withoutFragment} from './address'
import {compilePrepared} from './expression'
import {createStepBudget, type RegexSearch} from './linear-regex'
import {changeQuery} from './query-changes'

/** Splits a template at `$1`…`$9`. `$10` is `$1` followed by 0. */
export const splitAtCaptures = (template: string): (string | number)[] =>
  template
    .split(/(\$[1-9])/)
    .filter(part => part !== '')
    .map(part => (/^\$[1-9]$/.test(part) ? Number(part.slice(1)) : part))

/** Returns the first `$n` without a capture, if any. */
export const findEmptyCapture = (template: string, captures: number): number | undefined =>
  splitAtCaptures(template).find((part): part is number => typeof part === 'number' && part > captures)

/** Replaces each `$n` by its capture, or by the empty text. */
export const fillCaptures = (template: string, captures: readonly string[]): string =>
  splitAtCaptures(template)
    .map(part => (typeof part === 'number' ? (captures[part - 1] ?? '') : part))
    .join('')

/** The number of the capture that is the whole destination, if any. */
export const getWholeCapture = (destination: string): number | undefined =>
  /^\$[1-9]$/.test(destination) ? Number(destination.slice(1)) : undefined

/** Whether the whole destination is a capture that holds a percent-encoded URL. */
export function isEncodedDestination(destination: string, captures: readonly string[]): boolean {
  const whole = getWholeCapture(destination)
  return whole !== undefined && /^https?%3a%2f%2f/i.test(captures[whole - 1] ?? '')
}

/** Fills a destination with captures. Decodes an encoded URL: `https%3A%2F%2Fshop.test`. */
export function fillDestination(destination: string, captures: readonly string[]): string {
  const filled = fillCaptures(destination, captures)
  if (!isEncodedDestination(destination, captures)) return filled
  try {
    return decodeURIComponent(filled)
  } catch {
    return filled
  }
}

/** Replaces every match. Returns the text unchanged when the search runs out of steps. */
function replaceMatches(text: string, find: RegexSearch, to: string): string {
  const budget = createStepBudget()
  let changed = ''
  let at = 0
  for (let found = find(text, at, budget); found; found = find(text, at, budget)) {
    // After an empty match, the new text is inserted before the next character.
    const next = found.to === found.from ? found.to + 1 : found.to
    changed += text.slice(at, found.from) + fillCaptures(to, found.captures) + text.slice(found.to, next)
    at = next
  }
  return budget.left < 0 ? text : changed + text.slice(at)
}

/** Replaces every occurrence, except in the fragment. An occurrence inside the new text stays. */
export function applyReplacement(url: string, replacement: Replacement): string {
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

/** Chrome shows an error page after more redirects of a navigation. */
export const maxRedirects = 19

/** Replaces scheme, host and port, and keeps the rest, like `redirect.transform` of Chrome. */
function replaceOrigin(url: string, origin: string): string {
  const [scheme = '', host = ''] = origin.replace(/\/$/, '').split('//')
  return url.replace(/^[^/]*\/\/([^/@]*@)?[^/]*/, (_, user = '') => `${scheme}//${user}${host}`)
}

/** Returns the new URL. Null when the request ends, undefined when nothing changes. */
export function applyMove(move: NavigationAction, url: string, captures: readonly string[]): string | null | undefined {
  if (move.kind === 'stop' || move.kind === 'answer') return null
  if (move.kind === 'replace') {
    const replaced = applyReplacement(url, move)
    return replaced === url ? undefined : replaced
  }
  if (move.kind === 'query') return changeQuery(url, move)
  const to = fillDestination(move.to, captures)
  return move.keepsPathAndQuery ? replaceOrigin(url, to) : to
}
