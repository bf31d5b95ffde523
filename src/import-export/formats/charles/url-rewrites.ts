import type {Source} from '../../../model/source'
import type {RuleDraft} from '../../import-types'
import {offNote, refusalNote} from '../../create-records'
import {escapeRegex, toPairs} from '../../sources'
import {readRegex} from '../../../matching/regex/read'
import {getFirstCharacters, startsWithAnyText, parseAlternatives} from '../../../matching/regex/tree'
import {countGroups, matchesOnce, hasAnchor, escapeSearchText} from '../../url-change'
import {noteText, type Note, noteAt, type NoteText} from '../../notes'
import {quoteValue} from '../../fields'
import {readSearchPattern, replaceInAddress} from '../../../matching/replace-text'

export type Rewrite = {
  readonly matchHeader: string
  readonly matchValue: string
  readonly newHeader: string
  readonly newValue: string
  readonly isValueRegex: boolean
  readonly isHeaderRegex: boolean
  readonly onRequest: boolean
  readonly onResponse: boolean
  readonly matchesWholePart: boolean
  readonly isCaseSensitive: boolean
  readonly isFirstOnly: boolean
}

/** A rewrite of request and response bodies becomes two rules. */
export type ConvertedRewrite = {
  readonly drafts: readonly Pick<RuleDraft, 'ruleType' | 'pairs'>[]
  readonly notes: readonly Note[]
}
export type ConvertRewrite = (rewrite: Rewrite, sources: readonly Source[]) => ConvertedRewrite

export const refuseRewrite = (path: string, reason: NoteText): ConvertedRewrite => ({
  drafts: [{ruleType: 'Cancel', pairs: []}],
  notes: [refusalNote(path, reason)],
})

export const getSearchPattern = ({matchValue, isValueRegex}: Rewrite): string =>
  isValueRegex ? matchValue : escapeRegex(matchValue)

/** A regex limited to one part of the URL. `before` matches the text up to it. */
type PartMatch = {readonly before: string; readonly pattern: string; readonly to?: string}

const pathPrefixes = {slash: '[^/?#]+(?:\\/[^?#]*?)??', other: '[^/?#]+\\/[^?#]*?'} as const

/** A substitution has nine groups, and `before` takes one. */
const maxGroups = 8

/** Limits a regex to a part of the URL, which ends at `excluded`. Null if that is undecidable. */
function limitToPart(pattern: string, excluded: string): string | null {
  let isDecidable = true
  const tokens = /\\[^]|\[\^((?:\\[^]|[^\]\\])*)\]|\[((?:\\[^]|[^\]\\])*)\]|\./g
  const limited = pattern.replace(tokens, (token, others?: string, some?: string) => {
    if (token === '.') return `[^${excluded}]`
    if (others !== undefined) return `[^${others}${excluded}]`
    if (/^\\[SDW]$/.test(token)) return `[^\\${token.slice(1).toLowerCase()}${excluded}]`
    if (/^\\[1-9kpP]/.test(token) || (some !== undefined && /\\[SDWpP]/.test(some))) isDecidable = false
    return token
  })
  return isDecidable ? limited : null
}

const shiftCaptures = (to: string): string =>
  to.replace(/\$([1-8])/g, (_sign, group: string) => `$${Number(group) + 1}`)

/** How each match of a regex begins. Null where that depends on the text. */
function getFirstCharacterKind(pattern: string): 'slash' | 'other' | 'any' | null {
  const read = readRegex(`(?:${pattern})`)
  if ('reason' in read) return null
  const alternatives = parseAlternatives(read.regex.tokens)
  if (alternatives.every(startsWithAnyText)) return 'any'
  const firstCharacters = alternatives.map(getFirstCharacters)
  if (firstCharacters.every(({slash, other, empty}) => slash && !other && !empty)) return 'slash'
  return firstCharacters.every(({slash, empty}) => !slash && !empty) ? 'other' : null
}

const canLimit = ({matchValue, newValue}: Rewrite): boolean =>
  !hasAnchor(matchValue) && countGroups(matchValue) <= maxGroups && !/\$[09&]/.test(newValue)

/** The leading slash of the path stays outside the match, so that the host is never replaced. */
function matchFromPathStart({matchValue, newValue}: Rewrite): PartMatch | null {
  const [, group, slash, rest] = /^(?:\.[*+]|(\(\.[*+]\)))(\\?\/)?(.*)$/s.exec(matchValue) ?? []
  const limited = rest === undefined ? null : limitToPart(rest, '?#')
  const keepsSlash = group === undefined ? newValue.startsWith('/') : /^\$1(?!.*\$1)/s.test(newValue)
  if (limited === null || !keepsSlash) return null
  const any = group === undefined ? '[^?#]*' : '([^?#]*)'
  const pattern = slash === undefined ? `${any}${limited}` : `(?:${any}\\/)?${limited}`
  return {before: '[^/?#]+\\/', pattern: `(?:${pattern})`, to: shiftCaptures(newValue.replace(/^\//, ''))}
}

function matchInPath(rewrite: Rewrite): PartMatch | null {
  const {matchValue, newValue} = rewrite
  if (!canLimit(rewrite)) return null
  const start = getFirstCharacterKind(matchValue)
  if (start === 'any') return matchFromPathStart(rewrite)
  const pattern = limitToPart(matchValue, '?#')
  if (start === null || pattern === null) return null
  return {before: pathPrefixes[start], pattern: `(?:${pattern})`, to: shiftCaptures(newValue)}
}

function matchInHost(rewrite: Rewrite): PartMatch | null {
  const {matchValue, newValue, matchesWholePart} = rewrite
  if (!canLimit(rewrite)) return null
  const start = getFirstCharacterKind(matchValue)
  const pattern = limitToPart(matchValue, '/:?#')
  if (start === 'slash' || pattern === null) return null
  const before = start === 'any' || matchesWholePart ? '' : '[^/:?#]*?'
  if (!matchesWholePart) return {before, pattern: `(?:${pattern})`, to: shiftCaptures(newValue)}
  const groups = countGroups(matchValue)
  return groups === maxGroups
    ? null
    : {before, pattern: `(?:${pattern})([:/])`, to: `${shiftCaptures(newValue)}$${groups + 2}`}
}

const toReplace = (
  sources: readonly Source[],
  from: string,
  to: string,
  notes: readonly Note[] = [],
): ConvertedRewrite => ({
  drafts: [{ruleType: 'Replace', pairs: toPairs(sources, {from, to})}],
  notes,
})

const anywhereNote = noteAt('ruleType', 'changed', noteText('everyPlaceOfAddress'))

const getHost = ({key, value}: Source): string => (key === 'host' ? value : (/\/\/([^/]*)/.exec(value)?.[1] ?? ''))

const getFullHost = ({key, value}: Source): string =>
  key === 'host' ? value : (/^\^[^/]*:\/\/((?:[\w-]|\\\.)+)(?=[:/(])/.exec(value)?.[1]?.replaceAll('\\', '') ?? '')

const occursOnceInHost = ({matchValue}: Rewrite, sources: readonly Source[]): boolean =>
  sources.every(source => getFullHost(source).toLowerCase().split(matchValue.toLowerCase()).length === 2)

const occursInHost = ({matchValue}: Rewrite, sources: readonly Source[]): boolean =>
  sources.some(source => `//${getHost(source)}/`.toLowerCase().includes(matchValue.toLowerCase()))

const canLimitText = ({matchValue, newValue, isValueRegex}: Rewrite): boolean =>
  !isValueRegex && !/\$[1-9]/.test(newValue) && !newValue.toLowerCase().includes(matchValue.toLowerCase())

/** A replacement that matches again ends the replacing after the first match. */
function matchesItself(pattern: string, to: string): boolean {
  const search = readSearchPattern(`/(?:${pattern})/i`)
  return 'kind' in search && replaceInAddress(to, search, '') !== to
}

/** Replaces in one part of the URL, once if the host changes, else until nothing matches. */
function replaceInPart(
  rewrite: Rewrite,
  sources: readonly Source[],
  part: 'host' | 'path',
  {before, pattern, to}: PartMatch,
): ConvertedRewrite {
  const {matchValue, newValue, isCaseSensitive, isFirstOnly, matchesWholePart, isValueRegex} = rewrite
  const flags = part === 'path' && isCaseSensitive ? '' : 'i'
  const change = {from: `/^(\\w+:\\/\\/${before})${pattern}/${flags}`, to: `$1${to ?? newValue}`}
  const leavesHost = part === 'host' && sources.every(source => getFullHost(source) !== '')
  const appliesOnce = leavesHost || matchesItself(pattern, to ?? newValue)
  const hasOneMatch = isValueRegex ? matchesOnce(matchValue) : part === 'host' && occursOnceInHost(rewrite, sources)
  const notes =
    matchesWholePart || isFirstOnly === appliesOnce || hasOneMatch
      ? []
      : [
          noteAt(
            'replaceType',
            'changed',
            appliesOnce ? noteText('firstPlaceOf', {part}) : noteText('everyPlaceOf', {part}),
          ),
        ]
  return toReplace(sources, change.from, change.to, notes)
}

/** Charles matches the whole host, so anchors add nothing. */
const withoutAnchors = (pattern: string): string =>
  pattern.includes('|') ? pattern : pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')

export const convertHostRewrite: ConvertRewrite = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, matchesWholePart} = rewrite
  const scheme = '^(\\w+:\\/\\/)'
  if (matchValue === '') return toReplace(sources, `/${scheme}[^/?#:]+/`, `$1${newValue}`)
  if (matchesWholePart && !isValueRegex)
    return toReplace(sources, `/${scheme}${escapeRegex(matchValue)}([:/])/i`, `$1${newValue}$2`)
  if (canLimitText(rewrite))
    return replaceInPart(rewrite, sources, 'host', {before: '[^/?#]*?', pattern: escapeRegex(matchValue)})
  const pattern = matchesWholePart ? withoutAnchors(matchValue) : matchValue
  const partMatch = isValueRegex ? matchInHost({...rewrite, matchValue: pattern}) : null
  if (partMatch) return replaceInPart(rewrite, sources, 'host', partMatch)
  const hostNotes = isValueRegex
    ? [
        offNote(
          'matchValue',
          hasAnchor(pattern)
            ? noteText('hostAgainstWhole', {host: quoteValue(matchValue)})
            : noteText('notHeldTo', {part: 'host', text: quoteValue(matchValue)}),
        ),
      ]
    : []
  const from = isValueRegex ? `/${matchValue}/i` : escapeSearchText(matchValue.toLowerCase())
  return toReplace(sources, from, newValue, [anywhereNote, ...hostNotes])
}

/** A regex would match the replacement again and again; plain text is replaced once. */
const containsSearchText = ({matchValue, newValue, isValueRegex, matchesWholePart}: Rewrite): boolean =>
  !isValueRegex && !matchesWholePart && newValue.toLowerCase().includes(matchValue.toLowerCase())

const getCaseNotes = ({matchValue, isCaseSensitive}: Rewrite): Note[] =>
  !isCaseSensitive && /\p{L}/u.test(matchValue)
    ? [noteAt('caseSensitive', 'changed', noteText('caseSensitiveText', {text: quoteValue(matchValue)}))]
    : []

const getTextNotes = ({newValue, isValueRegex, isCaseSensitive}: Rewrite): Note[] =>
  !isValueRegex && !isCaseSensitive && /\$[1-9]/.test(newValue)
    ? [offNote('newValue', noteText('holdsCaptureSign', {text: quoteValue(newValue)}))]
    : []

export const convertPathRewrite: ConvertRewrite = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, isCaseSensitive, matchesWholePart} = rewrite
  if (matchValue === '') return refuseRewrite('matchValue', noteText('pathWhateverItIs'))
  if (!matchesWholePart && canLimitText(rewrite)) {
    const before = pathPrefixes[matchValue.startsWith('/') ? 'slash' : 'other']
    return replaceInPart(rewrite, sources, 'path', {before, pattern: escapeRegex(matchValue)})
  }
  const partMatch = isValueRegex && !matchesWholePart ? matchInPath(rewrite) : null
  if (partMatch) return replaceInPart(rewrite, sources, 'path', partMatch)
  const isText = !isValueRegex && (isCaseSensitive || containsSearchText(rewrite))
  const pathNotes = matchesWholePart
    ? [offNote('matchWholeValue', noteText('onlyWholePath', {path: quoteValue(matchValue)}))]
    : isValueRegex
      ? [
          offNote(
            'matchValue',
            hasAnchor(matchValue)
              ? noteText('pathAgainstWhole', {path: quoteValue(matchValue)})
              : noteText('notHeldTo', {part: 'path', text: quoteValue(matchValue)}),
          ),
        ]
      : []
  return toReplace(
    sources,
    isText ? escapeSearchText(matchValue) : `/${getSearchPattern(rewrite)}/${isCaseSensitive ? '' : 'i'}`,
    newValue,
    [
      occursInHost(rewrite, sources) ? offNote('ruleType', noteText('everyPlaceOfAddress')) : anywhereNote,
      ...pathNotes,
      ...(isText ? getCaseNotes(rewrite) : getTextNotes(rewrite)),
    ],
  )
}

export const convertUrlRewrite: ConvertRewrite = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, isCaseSensitive, matchesWholePart, isFirstOnly} = rewrite
  if (matchValue === '')
    return {
      drafts: [{ruleType: 'Redirect', pairs: toPairs(sources, {destinationType: 'url', destination: newValue})}],
      notes: [],
    }
  const pattern = matchesWholePart ? `^(?:${getSearchPattern(rewrite)})$` : getSearchPattern(rewrite)
  const isText = !isValueRegex && !matchesWholePart && (isCaseSensitive || containsSearchText(rewrite))
  const appliesOnce = matchesWholePart || (isValueRegex && matchesOnce(matchValue))
  const notes = isFirstOnly && !appliesOnce ? [noteAt('replaceType', 'changed', noteText('everyPlaceReplaced'))] : []
  return toReplace(
    sources,
    isText ? escapeSearchText(matchValue) : `/${pattern}/${isCaseSensitive ? '' : 'i'}`,
    newValue,
    [...notes, ...(isText ? getCaseNotes(rewrite) : getTextNotes(rewrite))],
  )
}
