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

/** A regex that matches in one part of the URL only: `before` leads there, `to` is the replacement if it changes. */
type Placed = {readonly before: string; readonly place: string; readonly to?: string}

const aheadInPath = {slash: '[^/?#]+(?:\\/[^?#]*?)??', other: '[^/?#]+\\/[^?#]*?'} as const

/** A substitution has nine groups, and `before` takes one. */
const mostGroups = 8

/** Keeps a regex within a part of the URL, which ends at the characters in `none`. Null where that cannot be decided. */
function within(pattern: string, none: string): string | null {
  let isTold = true
  const piecesOf = /\\[^]|\[\^((?:\\[^]|[^\]\\])*)\]|\[((?:\\[^]|[^\]\\])*)\]|\./g
  const kept = pattern.replace(piecesOf, (piece, others?: string, some?: string) => {
    if (piece === '.') return `[^${none}]`
    if (others !== undefined) return `[^${others}${none}]`
    if (/^\\[SDW]$/.test(piece)) return `[^\\${piece.slice(1).toLowerCase()}${none}]`
    if (/^\\[1-9kpP]/.test(piece) || (some !== undefined && /\\[SDWpP]/.test(some))) isTold = false
    return piece
  })
  return isTold ? kept : null
}

const shifted = (to: string): string => to.replace(/\$([1-8])/g, (_sign, group: string) => `$${Number(group) + 1}`)

/** How each match of a regex begins. Null where that depends on the text. */
function beginningOf(pattern: string): 'slash' | 'other' | 'any' | null {
  const read = readRegex(`(?:${pattern})`)
  if ('reason' in read) return null
  const ways = parseAlternatives(read.regex.tokens)
  if (ways.every(startsWithAnyText)) return 'any'
  const firsts = ways.map(getFirstCharacters)
  if (firsts.every(({slash, other, empty}) => slash && !other && !empty)) return 'slash'
  return firsts.every(({slash, empty}) => !slash && !empty) ? 'other' : null
}

const canBePlaced = ({matchValue, newValue}: Rewrite): boolean =>
  !hasAnchor(matchValue) && countGroups(matchValue) <= mostGroups && !/\$[09&]/.test(newValue)

/** The slash at the start of the path stays outside the match, so that the host is never replaced. */
function placedFromStart({matchValue, newValue}: Rewrite): Placed | null {
  const [, group, slash, rest] = /^(?:\.[*+]|(\(\.[*+]\)))(\\?\/)?(.*)$/s.exec(matchValue) ?? []
  const behind = rest === undefined ? null : within(rest, '?#')
  const isSlashTold = group === undefined ? newValue.startsWith('/') : /^\$1(?!.*\$1)/s.test(newValue)
  if (behind === null || !isSlashTold) return null
  const any = group === undefined ? '[^?#]*' : '([^?#]*)'
  const place = slash === undefined ? `${any}${behind}` : `(?:${any}\\/)?${behind}`
  return {before: '[^/?#]+\\/', place: `(?:${place})`, to: shifted(newValue.replace(/^\//, ''))}
}

function placedInPath(rewrite: Rewrite): Placed | null {
  const {matchValue, newValue} = rewrite
  if (!canBePlaced(rewrite)) return null
  const begins = beginningOf(matchValue)
  if (begins === 'any') return placedFromStart(rewrite)
  const place = within(matchValue, '?#')
  if (begins === null || place === null) return null
  return {before: aheadInPath[begins], place: `(?:${place})`, to: shifted(newValue)}
}

function placedInHost(rewrite: Rewrite): Placed | null {
  const {matchValue, newValue, matchesWholePart} = rewrite
  if (!canBePlaced(rewrite)) return null
  const begins = beginningOf(matchValue)
  const place = within(matchValue, '/:?#')
  if (begins === 'slash' || place === null) return null
  const before = begins === 'any' || matchesWholePart ? '' : '[^/:?#]*?'
  if (!matchesWholePart) return {before, place: `(?:${place})`, to: shifted(newValue)}
  const groups = countGroups(matchValue)
  return groups === mostGroups ? null : {before, place: `(?:${place})([:/])`, to: `${shifted(newValue)}$${groups + 2}`}
}

const replacing = (
  sources: readonly Source[],
  from: string,
  to: string,
  notes: readonly Note[] = [],
): ConvertedRewrite => ({
  drafts: [{ruleType: 'Replace', pairs: toPairs(sources, {from, to})}],
  notes,
})

const anywhere = noteAt('ruleType', 'changed', noteText('everyPlaceOfAddress'))

const hostOf = ({key, value}: Source): string => (key === 'host' ? value : (/\/\/([^/]*)/.exec(value)?.[1] ?? ''))

const wholeHostOf = ({key, value}: Source): string =>
  key === 'host' ? value : (/^\^[^/]*:\/\/((?:[\w-]|\\\.)+)(?=[:/(])/.exec(value)?.[1]?.replaceAll('\\', '') ?? '')

const standsOnce = ({matchValue}: Rewrite, sources: readonly Source[]): boolean =>
  sources.every(source => wholeHostOf(source).toLowerCase().split(matchValue.toLowerCase()).length === 2)

const standsInHost = ({matchValue}: Rewrite, sources: readonly Source[]): boolean =>
  sources.some(source => `//${hostOf(source)}/`.toLowerCase().includes(matchValue.toLowerCase()))

const canBeTied = ({matchValue, newValue, isValueRegex}: Rewrite): boolean =>
  !isValueRegex && !/\$[1-9]/.test(newValue) && !newValue.toLowerCase().includes(matchValue.toLowerCase())

/** A replacement that matches again ends the replacing after the first match. */
function isFoundAgain(place: string, to: string): boolean {
  const found = readSearchPattern(`/(?:${place})/i`)
  return 'kind' in found && replaceInAddress(to, found, '') !== to
}

/** Replaces in one part of the URL. The rule acts again on the new URL until nothing matches, or once where the host changes. */
function tied(
  rewrite: Rewrite,
  sources: readonly Source[],
  part: 'host' | 'path',
  {before, place, to}: Placed,
): ConvertedRewrite {
  const {matchValue, newValue, isCaseSensitive, isFirstOnly, matchesWholePart, isValueRegex} = rewrite
  const flags = part === 'path' && isCaseSensitive ? '' : 'i'
  const change = {from: `/^(\\w+:\\/\\/${before})${place}/${flags}`, to: `$1${to ?? newValue}`}
  const leavesItsHosts = part === 'host' && sources.every(source => wholeHostOf(source) !== '')
  const isOnce = leavesItsHosts || isFoundAgain(place, to ?? newValue)
  const hasOnePlace = isValueRegex ? matchesOnce(matchValue) : part === 'host' && standsOnce(rewrite, sources)
  const notes =
    matchesWholePart || isFirstOnly === isOnce || hasOnePlace
      ? []
      : [noteAt('replaceType', 'changed', isOnce ? noteText('firstPlaceOf', {part}) : noteText('everyPlaceOf', {part}))]
  return replacing(sources, change.from, change.to, notes)
}

/** Charles matches the whole host, so anchors add nothing. */
const withoutAnchors = (pattern: string): string =>
  pattern.includes('|') ? pattern : pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')

export const convertHostRewrite: ConvertRewrite = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, matchesWholePart} = rewrite
  const scheme = '^(\\w+:\\/\\/)'
  if (matchValue === '') return replacing(sources, `/${scheme}[^/?#:]+/`, `$1${newValue}`)
  if (matchesWholePart && !isValueRegex)
    return replacing(sources, `/${scheme}${escapeRegex(matchValue)}([:/])/i`, `$1${newValue}$2`)
  if (canBeTied(rewrite)) return tied(rewrite, sources, 'host', {before: '[^/?#]*?', place: escapeRegex(matchValue)})
  const pattern = matchesWholePart ? withoutAnchors(matchValue) : matchValue
  const placed = isValueRegex ? placedInHost({...rewrite, matchValue: pattern}) : null
  if (placed) return tied(rewrite, sources, 'host', placed)
  const unheld = isValueRegex
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
  return replacing(sources, from, newValue, [anywhere, ...unheld])
}

/** A regex would match the replacement again and again; plain text is replaced once. */
const isInside = ({matchValue, newValue, isValueRegex, matchesWholePart}: Rewrite): boolean =>
  !isValueRegex && !matchesWholePart && newValue.toLowerCase().includes(matchValue.toLowerCase())

const notesOfCase = ({matchValue, isCaseSensitive}: Rewrite): Note[] =>
  !isCaseSensitive && /\p{L}/u.test(matchValue)
    ? [noteAt('caseSensitive', 'changed', noteText('caseToldApartInText', {text: quoteValue(matchValue)}))]
    : []

const notesOfText = ({newValue, isValueRegex, isCaseSensitive}: Rewrite): Note[] =>
  !isValueRegex && !isCaseSensitive && /\$[1-9]/.test(newValue)
    ? [offNote('newValue', noteText('holdsCaptureSign', {text: quoteValue(newValue)}))]
    : []

export const convertPathRewrite: ConvertRewrite = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, isCaseSensitive, matchesWholePart} = rewrite
  if (matchValue === '') return refuseRewrite('matchValue', noteText('pathWhateverItIs'))
  if (!matchesWholePart && canBeTied(rewrite)) {
    const before = aheadInPath[matchValue.startsWith('/') ? 'slash' : 'other']
    return tied(rewrite, sources, 'path', {before, place: escapeRegex(matchValue)})
  }
  const placed = isValueRegex && !matchesWholePart ? placedInPath(rewrite) : null
  if (placed) return tied(rewrite, sources, 'path', placed)
  const isText = !isValueRegex && (isCaseSensitive || isInside(rewrite))
  const elsewhere = matchesWholePart
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
  return replacing(
    sources,
    isText ? escapeSearchText(matchValue) : `/${getSearchPattern(rewrite)}/${isCaseSensitive ? '' : 'i'}`,
    newValue,
    [
      standsInHost(rewrite, sources) ? offNote('ruleType', noteText('everyPlaceOfAddress')) : anywhere,
      ...elsewhere,
      ...(isText ? notesOfCase(rewrite) : notesOfText(rewrite)),
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
  const isText = !isValueRegex && !matchesWholePart && (isCaseSensitive || isInside(rewrite))
  const isOnce = matchesWholePart || (isValueRegex && matchesOnce(matchValue))
  const notes = isFirstOnly && !isOnce ? [noteAt('replaceType', 'changed', noteText('everyPlaceReplaced'))] : []
  return replacing(
    sources,
    isText ? escapeSearchText(matchValue) : `/${pattern}/${isCaseSensitive ? '' : 'i'}`,
    newValue,
    [...notes, ...(isText ? notesOfCase(rewrite) : notesOfText(rewrite))],
  )
}
