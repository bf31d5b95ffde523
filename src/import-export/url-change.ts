import type {ConvertedRule} from './import-types'
import type {Source, SourceFilter} from '../model/source'
import {noteText, type Note} from './notes'
import {readSearchPattern} from '../matching/replace-text'
import {offNote} from './create-records'
import {quoteValue} from './fields'
import {escapeRegex, everyUrl, addFilters, getSourceNotes, urlMatches} from './sources'

const longestPattern = 5_000

export const hasAnchor = (pattern: string): boolean =>
  pattern.length > longestPattern || /[\^$]/.test(pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, ''))

export const countGroups = (pattern: string): number => {
  if (pattern.length > longestPattern) return 0
  const simplified = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '')
  return simplified.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0
}

/** Replaces escapes and sets by a letter; null where the regex is long or has a top-level `|`. */
function simplifyRegex(pattern: string): string | null {
  if (pattern.length > longestPattern) return null
  const simplified = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '_')
  let depth = 0
  for (const character of simplified) {
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) return null
  }
  return simplified
}

export function matchesWholeUrl(pattern: string): boolean {
  const simplified = simplifyRegex(pattern)
  return simplified !== null && /^(?:\^|\(?\.\*)/.test(simplified) && /(?:\$|\.[*+]\)?)$/.test(simplified)
}

/** Whether a regex matches a URL at most once: it is anchored or matches up to an end. */
export function matchesOnce(pattern: string): boolean {
  const simplified = simplifyRegex(pattern)
  return (
    simplified !== null &&
    (/^(?:\^|\.[*+](?!\?)|\(\.[*+]\))/.test(simplified) ||
      /(?:\$|\.[*+]|\((?:\?:|\?<\w+>|(?!\?))[^()|]*\.[*+]\))$/.test(simplified))
  )
}

export const findCaptureAboveNine = (template: string, groups: number): string | undefined =>
  template.match(/\$\d\d/g)?.find(sign => Number(sign.slice(1)) >= 10 && Number(sign.slice(1)) <= groups)

/** A JavaScript replacement as a template, in which only `$1`…`$9` have a meaning. */
export function toTemplate(
  replacement: string,
  groups: number,
  path: string,
): {readonly template: string; readonly notes: readonly Note[]} {
  const sign = findCaptureAboveNine(replacement, groups) ?? /\$(?:[&`'<]|\$[1-9])/.exec(replacement)?.[0]
  const notes = sign === undefined ? [] : [offNote(path, noteText('signHasNoCounterpart', {sign: quoteValue(sign)}))]
  return {template: replacement.replaceAll('$$', '$'), notes}
}

const isRegexLiteral = /^\/.+\/[gimsuy]*$/s

/** The `from` of a Replace: a regex without special characters is plain text. */
function toSearchValue(pattern: string, isCaseless: boolean): string {
  if (isCaseless) return `/${pattern}/i`
  const isText = !/[\\^$.*+?()[\]{}|]/.test(pattern)
  if (!isText) return `/${pattern}/`
  return isRegexLiteral.test(pattern) && !pattern.endsWith('/') ? `/${pattern.replaceAll('/', '\\/')}/` : pattern
}

/** Plain text that looks like `/regex/` must be escaped. */
export function escapeSearchText(text: string): string {
  const read = readSearchPattern(text)
  const isText = 'kind' in read && read.kind === 'text' && read.text === text
  return isText || !isRegexLiteral.test(text) ? text : `/${escapeRegex(text).replaceAll('/', '\\/')}/`
}

type UrlChange = {
  readonly pattern: string
  readonly to: string
  readonly path: string
  readonly toPath: string
  readonly isCaseless?: boolean
  readonly sources?: readonly Source[]
  readonly filters?: readonly SourceFilter[]
}

/** A redirect where the regex matches whole URLs and is the only condition, else a Replace. */
export function convertUrlChange(change: UrlChange): ConvertedRule {
  const {pattern, path, toPath, isCaseless = false, sources = [], filters = []} = change
  const {template, notes} = toTemplate(change.to, countGroups(pattern), toPath)
  const regexSource = urlMatches(pattern, isCaseless)
  // An anchored regex replaces any other condition.
  const isAnchored = pattern.startsWith('^')
  const conditionNotes = isAnchored && sources.length > 0 ? [offNote(path, noteText('thisUrlPartUsed'))] : []
  const allNotes = [...notes, ...conditionNotes, ...getSourceNotes(regexSource, path)]
  if ((sources.length === 0 || isAnchored) && matchesWholeUrl(pattern)) {
    const pair = {source: addFilters(regexSource, filters), destinationType: 'url', destination: template}
    return {draft: {ruleType: 'Redirect', pairs: [pair]}, notes: allNotes}
  }
  const pairs = (sources.length === 0 || isAnchored ? [everyUrl] : sources).map(source => ({
    source: addFilters(source, filters),
    from: toSearchValue(pattern, isCaseless),
    to: template,
  }))
  return {draft: {ruleType: 'Replace', pairs}, notes: allNotes}
}
