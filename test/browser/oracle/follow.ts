import type {Source} from '../../../src/model/source'
import type {BrowserRule} from '../../../src/model/extension-rule'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'

/** Far longer than any chain of these tests. */
const maxHops = 40

const filled = (substitution: string, found: RegExpExecArray): string =>
  substitution.replace(/\\(\d|\\)/g, (_, digit: string) => (digit === '\\' ? '\\' : (found[Number(digit)] ?? '')))

/**
 * Follows installed redirects as Chromium does: the highest priority acts, then the result is
 * matched again.
 */
export function followBrowserRules(
  rules: readonly BrowserRule[],
  url: string,
): {readonly url: string; readonly hops: number} {
  const ordered = rules.toSorted((a, b) => b.priority - a.priority)
  let at = url
  for (let hops = 0; hops < maxHops; hops++) {
    let next = at
    for (const {condition, action} of ordered) {
      const {urlFilter, regexFilter, isUrlFilterCaseSensitive} = condition
      if (regexFilter === undefined) {
        const [exact, withFragment] = [`|${at}|`, `|${at.slice(0, at.indexOf('#') + 1)}`]
        if (urlFilter !== exact && urlFilter !== withFragment) continue
        next = action.redirect?.url ?? at
        break
      }
      const found = new RegExp(regexFilter, isUrlFilterCaseSensitive === false ? 'i' : '').exec(at)
      if (!found) continue
      const {regexSubstitution, url: fixed} = action.redirect ?? {}
      next =
        fixed ??
        at.slice(0, found.index) + filled(regexSubstitution ?? '', found) + at.slice(found.index + found[0].length)
      break
    }
    // Chromium ignores a redirect to the same URL.
    if (next === at) return {url: at, hops}
    if (!URL.canParse(next)) return {url: next, hops: hops + 1}
    at = new URL(next).href
  }
  return {url: at, hops: maxHops}
}

/** Applies a change as long as the source matches. Undefined if that never ends. */
export function changeWhileMatching(source: Source, url: string, change: (url: string) => string): string | undefined {
  const compiled = compileSource(source)
  if ('fault' in compiled) return url
  let at = url
  for (let hops = 0; hops < maxHops; hops++) {
    if (!compiled.match(readRequest({url: at})).matched) return at
    const changed = change(at)
    const next = URL.canParse(changed) ? new URL(changed).href : changed
    if (next === at) return at
    at = next
  }
  return undefined
}
