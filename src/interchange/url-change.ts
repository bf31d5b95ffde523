import type {Source, SourceFilter} from '../contract/source'
import type {Fault} from '../contract/faults'
import {oneOfTwoKeptThis, signHasNoCounterpart} from '../contract/reasons'
import {readSought} from '../matching/replace-text'
import type {Draft} from './imported'
import {off} from './making'
import {shown} from './fields'
import {escapeRegex, everyUrl, narrowed, notesOfSource, urlMatches} from './sources'

/** Nobody writes a longer expression, and looking into one takes time. */
const longestPattern = 5_000

/** Whether an expression says where what it looks for starts or ends. */
export const saysWhere = (pattern: string): boolean =>
  pattern.length > longestPattern || /[\^$]/.test(pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, ''))

/** How many groups of a JavaScript expression remember. */
export const countGroups = (pattern: string): number => {
  if (pattern.length > longestPattern) return 0
  const bare = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, '')
  return bare.match(/\((?!\?)|\(\?<(?![=!])/g)?.length ?? 0
}

/** An expression with a letter for each escape and set; null where it has a choice at its top level, or is too long to be looked into. */
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

/** Whether an expression with no choice at its top level matches from the start of an address to its end. */
export function spansWhole(pattern: string): boolean {
  const bare = withoutChoice(pattern)
  return bare !== null && /^(?:\^|\(?\.\*)/.test(bare) && /(?:\$|\.[*+]\)?)$/.test(bare)
}

/** Whether an expression finds no second place in an address: it is held to the start or the end, or takes all up to there. */
export function findsOnePlace(pattern: string): boolean {
  const bare = withoutChoice(pattern)
  return (
    bare !== null &&
    (/^(?:\^|\.[*+](?!\?)|\(\.[*+]\))/.test(bare) ||
      /(?:\$|\.[*+]|\((?:\?:|\?<\w+>|(?!\?))[^()|]*\.[*+]\))$/.test(bare))
  )
}

/** A JavaScript replacement as a template here, where `$1`…`$9` are the only signs, with a note where it says more. */
export function templateOf(
  given: string,
  groups: number,
  path: string,
): {readonly template: string; readonly notes: readonly Fault[]} {
  const tooHigh = [...given.matchAll(/\$(\d\d)/g)].find(
    ([, digits]) => Number(digits) >= 10 && Number(digits) <= groups,
  )
  const sign = tooHigh?.[0] ?? /\$(?:[&`'<]|\$[1-9])/.exec(given)?.[0]
  const notes = sign === undefined ? [] : [off(path, signHasNoCounterpart(shown(sign)))]
  // `$$` is how a replacement writes a dollar.
  return {template: given.replaceAll('$$', '$'), notes}
}

const isRead = /^\/.+\/[gimsuy]*$/s

/** An expression as a Replace looks for it: one without signs is text there, slashes and all. */
function sought(pattern: string, isCaseless: boolean): string {
  if (isCaseless) return `/${pattern}/i`
  const isText = !/[\\^$.*+?()[\]{}|]/.test(pattern)
  if (!isText) return `/${pattern}/`
  return isRead.test(pattern) && !pattern.endsWith('/') ? `/${pattern.replaceAll('/', '\\/')}/` : pattern
}

/** A text as a Replace looks for it, where it would be taken for an expression. */
export function soughtText(text: string): string {
  const read = readSought(text)
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

/**
 * What a tool does that writes the matched part of a URL anew: a redirect where the expression spans the whole of it and nothing else
 * is asked of the URL, else a Replace.
 */
export function urlChange(change: Change): {
  readonly kind: Pick<Draft, 'ruleType' | 'pairs'>
  readonly notes: readonly Fault[]
} {
  const {pattern, path, toPath, isCaseless = false, sources = [], filters = []} = change
  const {template, notes} = templateOf(change.to, countGroups(pattern), toPath)
  const asked = urlMatches(pattern, isCaseless)
  // Where the expression starts, it says all that can be asked of the address.
  const isAnchored = pattern.startsWith('^')
  const lost = isAnchored && sources.length > 0 ? [off(path, oneOfTwoKeptThis)] : []
  const allNotes = [...notes, ...lost, ...notesOfSource(asked, path)]
  if ((sources.length === 0 || isAnchored) && spansWhole(pattern)) {
    const pair = {source: narrowed(asked, filters), destinationType: 'url', destination: template}
    return {kind: {ruleType: 'Redirect', pairs: [pair]}, notes: allNotes}
  }
  const pairs = (sources.length === 0 || isAnchored ? [everyUrl] : sources).map(source => ({
    source: narrowed(source, filters),
    from: sought(pattern, isCaseless),
    to: template,
  }))
  return {kind: {ruleType: 'Replace', pairs}, notes: allNotes}
}
