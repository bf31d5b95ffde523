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
  const bare = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '')
  return bare.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0
}

/** Replaces escapes and sets by a letter; null where the regex is long or has a top-level `|`. */
function withoutChoice(pattern: string): string | null {
  if (pattern.length > longestPattern) return null
  const bare = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '_')
  let depth = 0
  for (const character of bare) {
    if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === '|' && depth === 0) return null
  }
  return bare
}

export function matchesWholeUrl(pattern: string): boolean {
  const bare = withoutChoice(pattern)
  return bare !== null && /^(?:\^|\(?\.\*)/.test(bare) && /(?:\$|\.[*+]\)?)$/.test(bare)
}

/** Whether a regex matches at most once in a URL: it is anchored, or takes all text up to an end. */
export function matchesOnce(pattern: string): boolean {
  const bare = withoutChoice(pattern)
  return (
    bare !== null &&
    (/^(?:\^|\.[*+](?!\?)|\(\.[*+]\))/.test(bare) ||
      /(?:\$|\.[*+]|\((?:\?:|\?<\w+>|(?!\?))[^()|]*\.[*+]\))$/.test(bare))
  )
}

export const findCaptureAboveNine = (template: string, groups: number): string | undefined =>
  template.match(/\$\d\d/g)?.find(sign => Number(sign.slice(1)) >= 10 && Number(sign.slice(1)) <= groups)

/** A JavaScript replacement as a template, in which only `$1`…`$9` have a meaning. */
export function toTemplate(
  given: string,
  groups: number,
  path: string,
): {readonly template: string; readonly notes: readonly Note[]} {
  const sign = findCaptureAboveNine(given, groups) ?? /\$(?:[&`'<]|\$[1-9])/.exec(given)?.[0]
  const notes = sign === undefined ? [] : [offNote(path, noteText('signHasNoCounterpart', {sign: quoteValue(sign)}))]
  return {template: given.replaceAll('$$', '$'), notes}
}

const isRead = /^\/.+\/[gimsuy]*$/s

/** The `from` of a Replace: a regex without special characters is plain text. */
function sought(pattern: string, isCaseless: boolean): string {
  if (isCaseless) return `/${pattern}/i`
  const isText = !/[\\^$.*+?()[\]{}|]/.test(pattern)
  if (!isText) return `/${pattern}/`
  return isRead.test(pattern) && !pattern.endsWith('/') ? `/${pattern.replaceAll('/', '\\/')}/` : pattern
}

/** Plain text that looks like `/regex/` must be escaped. */
export function escapeSearchText(text: string): string {
  const read = readSearchPattern(text)
  const isText = 'kind' in read && read.kind === 'text' && read.text === text
  return isText || !isRead.test(text) ? text : `/${escapeRegex(text).replaceAll('/', '\\/')}/`
}

type Change = {
  readonly pattern: string
  readonly to: string
  readonly path: string
  readonly toPath: string
  readonly isCaseless?: boolean
  readonly sources?: readonly Source[]
  readonly filters?: readonly SourceFilter[]
}

/** A redirect where the regex matches whole URLs and is the only condition, else a Replace. */
export function convertUrlChange(change: Change): ConvertedRule {
  const {pattern, path, toPath, isCaseless = false, sources = [], filters = []} = change
  const {template, notes} = toTemplate(change.to, countGroups(pattern), toPath)
  const asked = urlMatches(pattern, isCaseless)
  // An anchored regex replaces any other condition.
  const isAnchored = pattern.startsWith('^')
  const lost = isAnchored && sources.length > 0 ? [offNote(path, noteText('oneOfTwoKeptThis'))] : []
  const allNotes = [...notes, ...lost, ...getSourceNotes(asked, path)]
  if ((sources.length === 0 || isAnchored) && matchesWholeUrl(pattern)) {
    const pair = {source: addFilters(asked, filters), destinationType: 'url', destination: template}
    return {draft: {ruleType: 'Redirect', pairs: [pair]}, notes: allNotes}
  }
  const pairs = (sources.length === 0 || isAnchored ? [everyUrl] : sources).map(source => ({
    source: addFilters(source, filters),
    from: sought(pattern, isCaseless),
    to: template,
  }))
  return {draft: {ruleType: 'Replace', pairs}, notes: allNotes}
}
