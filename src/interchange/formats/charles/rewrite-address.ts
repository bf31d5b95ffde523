import {fault, type Fault} from '../../../contract/faults'
import {
  caseToldApartInText,
  everyPlaceOf,
  everyPlaceOfAddress,
  everyPlaceReplaced,
  firstPlaceOf,
  holdsCaptureSign,
  hostAgainstWhole,
  notHeldTo,
  onlyWholePath,
  pathAgainstWhole,
  pathWhateverItIs,
} from '../../../contract/reasons'
import type {Source} from '../../../contract/source'
import {shown} from '../../fields'
import {off} from '../../making'
import {readSought, replaceInAddress} from '../../../matching/replace-text'
import {escapeRegex} from '../../sources'
import {findsOnePlace, saysWhere, soughtText} from '../../url-change'
import {aheadInPath, placedInHost, placedInPath, type Placed} from './placed'
import {pairsOf, refusal, sought, type Made, type Rewrite, type Rewriting} from './rewriting'

const replacing = (sources: readonly Source[], from: string, to: string, notes: readonly Fault[] = []): Made => ({
  kinds: [{ruleType: 'Replace', pairs: pairsOf(sources, {from, to})}],
  notes,
})

const anywhere = fault('ruleType', 'changed', everyPlaceOfAddress)

const hostOf = ({key, value}: Source): string => (key === 'host' ? value : (/\/\/([^/]*)/.exec(value)?.[1] ?? ''))

/** The host of a location without wildcards; '' for any other. */
const wholeHostOf = ({key, value}: Source): string =>
  key === 'host' ? value : (/^\^[^/]*:\/\/((?:[\w-]|\\\.)+)(?=[:/(])/.exec(value)?.[1]?.replaceAll('\\', '') ?? '')

/** Whether the host of each of these locations holds a text once. */
const standsOnce = ({matchValue}: Rewrite, sources: readonly Source[]): boolean =>
  sources.every(source => wholeHostOf(source).toLowerCase().split(matchValue.toLowerCase()).length === 2)

/** Of what is sought in a path: the host of a location holds it, too, and would be another one. */
const standsInHost = ({matchValue}: Rewrite, sources: readonly Source[]): boolean =>
  sources.some(source => `//${hostOf(source)}/`.toLowerCase().includes(matchValue.toLowerCase()))

/** Whether a text can be told from the rest of an address, and comes to an end. */
const canBeTied = ({matchValue, newValue, isValueRegex}: Rewrite): boolean =>
  !isValueRegex && !/\$[1-9]/.test(newValue) && !newValue.toLowerCase().includes(matchValue.toLowerCase())

/** Whether an expression finds its own new text again, which ends the replacing at the first place. */
function isFoundAgain(place: string, to: string): boolean {
  const found = readSought(`/(?:${place})/i`)
  return 'kind' in found && replaceInAddress(to, found, '') !== to
}

/**
 * In one part of the address alone: `before` leads there from its start, and stays. The rule acts again on the new address, until no other place
 * is left; it acts once where it leads away from its hosts or finds its new text.
 */
function tied(rewrite: Rewrite, sources: readonly Source[], part: 'host' | 'path', {before, place, to}: Placed): Made {
  const {matchValue, newValue, isCaseSensitive, isFirstOnly, isWhole, isValueRegex} = rewrite
  const flags = part === 'path' && isCaseSensitive ? '' : 'i'
  const change = {from: `/^(\\w+:\\/\\/${before})${place}/${flags}`, to: `$1${to ?? newValue}`}
  const leavesItsHosts = part === 'host' && sources.every(source => wholeHostOf(source) !== '')
  const isOnce = leavesItsHosts || isFoundAgain(place, to ?? newValue)
  const hasOnePlace = isValueRegex ? findsOnePlace(matchValue) : part === 'host' && standsOnce(rewrite, sources)
  const notes =
    isWhole || isFirstOnly === isOnce || hasOnePlace
      ? []
      : [fault('replaceType', 'changed', isOnce ? firstPlaceOf(part) : everyPlaceOf(part))]
  return replacing(sources, change.from, change.to, notes)
}

/** Held against the whole of a host, these say nothing. */
const withoutAnchors = (pattern: string): string =>
  pattern.includes('|') ? pattern : pattern.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')

/** A host stands between its scheme and a port or a slash. */
export const host: Rewriting = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, isWhole} = rewrite
  const scheme = '^(\\w+:\\/\\/)'
  if (matchValue === '') return replacing(sources, `/${scheme}[^/?#:]+/`, `$1${newValue}`)
  if (isWhole && !isValueRegex)
    return replacing(sources, `/${scheme}${escapeRegex(matchValue)}([:/])/i`, `$1${newValue}$2`)
  if (canBeTied(rewrite)) return tied(rewrite, sources, 'host', {before: '[^/?#]*?', place: escapeRegex(matchValue)})
  const pattern = isWhole ? withoutAnchors(matchValue) : matchValue
  const placed = isValueRegex ? placedInHost({...rewrite, matchValue: pattern}) : null
  if (placed) return tied(rewrite, sources, 'host', placed)
  const unheld = isValueRegex
    ? [
        off(
          'matchValue',
          saysWhere(pattern) ? hostAgainstWhole(shown(matchValue)) : notHeldTo('host', shown(matchValue)),
        ),
      ]
    : []
  const from = isValueRegex ? `/${matchValue}/i` : soughtText(matchValue.toLowerCase())
  return replacing(sources, from, newValue, [anywhere, ...unheld])
}

/** A text that stands in its new one, which an expression would find again and again: as text it is found as it is written. */
const isInside = ({matchValue, newValue, isValueRegex, isWhole}: Rewrite): boolean =>
  !isValueRegex && !isWhole && newValue.toLowerCase().includes(matchValue.toLowerCase())

const notesOfCase = ({matchValue, isCaseSensitive}: Rewrite): Fault[] =>
  !isCaseSensitive && /\p{L}/u.test(matchValue)
    ? [fault('caseSensitive', 'changed', caseToldApartInText(shown(matchValue)))]
    : []

/** What is text there would put in a capture where it is looked for by an expression here. */
const notesOfText = ({newValue, isValueRegex, isCaseSensitive}: Rewrite): Fault[] =>
  !isValueRegex && !isCaseSensitive && /\$[1-9]/.test(newValue)
    ? [off('newValue', holdsCaptureSign(shown(newValue)))]
    : []

export const path: Rewriting = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, isCaseSensitive, isWhole} = rewrite
  if (matchValue === '') return refusal('matchValue', pathWhateverItIs)
  if (!isWhole && canBeTied(rewrite)) {
    const before = aheadInPath[matchValue.startsWith('/') ? 'slash' : 'other']
    return tied(rewrite, sources, 'path', {before, place: escapeRegex(matchValue)})
  }
  const placed = isValueRegex && !isWhole ? placedInPath(rewrite) : null
  if (placed) return tied(rewrite, sources, 'path', placed)
  const isText = !isValueRegex && (isCaseSensitive || isInside(rewrite))
  const elsewhere = isWhole
    ? [off('matchWholeValue', onlyWholePath(shown(matchValue)))]
    : isValueRegex
      ? [
          off(
            'matchValue',
            saysWhere(matchValue) ? pathAgainstWhole(shown(matchValue)) : notHeldTo('path', shown(matchValue)),
          ),
        ]
      : []
  return replacing(
    sources,
    isText ? soughtText(matchValue) : `/${sought(rewrite)}/${isCaseSensitive ? '' : 'i'}`,
    newValue,
    [
      standsInHost(rewrite, sources) ? off('ruleType', everyPlaceOfAddress) : anywhere,
      ...elsewhere,
      ...(isText ? notesOfCase(rewrite) : notesOfText(rewrite)),
    ],
  )
}

export const url: Rewriting = (rewrite, sources) => {
  const {matchValue, newValue, isValueRegex, isCaseSensitive, isWhole, isFirstOnly} = rewrite
  if (matchValue === '')
    return {
      kinds: [{ruleType: 'Redirect', pairs: pairsOf(sources, {destinationType: 'url', destination: newValue})}],
      notes: [],
    }
  const pattern = isWhole ? `^(?:${sought(rewrite)})$` : sought(rewrite)
  const isText = !isValueRegex && !isWhole && (isCaseSensitive || isInside(rewrite))
  const isOnce = isWhole || (isValueRegex && findsOnePlace(matchValue))
  const notes = isFirstOnly && !isOnce ? [fault('replaceType', 'changed', everyPlaceReplaced)] : []
  return replacing(sources, isText ? soughtText(matchValue) : `/${pattern}/${isCaseSensitive ? '' : 'i'}`, newValue, [
    ...notes,
    ...(isText ? notesOfCase(rewrite) : notesOfText(rewrite)),
  ])
}
