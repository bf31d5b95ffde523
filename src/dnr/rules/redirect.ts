import type {Problem} from '../../model/problems'
import {isDestination, isLocalFile, largestDataUrl} from '../../model/rules/redirect'
import type {PairOf} from '../../model/rules'
import {canonicalUrl, withoutFragment} from '../../matching/address'
import {capturePieces, fillCaptures, findEmptyCapture} from '../../matching/replacement'
import {capturesOf, readPattern, type Pattern} from '../../matching/pattern'
import {resourceTypes, type ResourceType} from '../../model/source'
import {add, gather, reaches} from '../translation-builder'
import {placeOf} from '../condition'
import {dataUrl, hasNamedFrames, withoutUnnamedFrames} from '../data-url'
import type {Surroundings, Translators} from '../translation'

type Goal = {readonly url: string; readonly able?: readonly ResourceType[]; readonly problem?: Problem}
type NoGoal = {readonly url: null; readonly problem: Problem}

/** A path of this machine as an address: /home/me/a.js, C:\a.js, or file:/// itself. */
function fileUrl(path: string): string | undefined {
  if (/^file:\/\/\//i.test(path)) return path
  // In the name of a file these two mean themselves.
  const written = (name: string) => encodeURI(name.toWellFormed()).replace(/[?#]/g, encodeURIComponent)
  if (/^\/[^/]/.test(path)) return `file://${written(path)}`
  return /^[a-z]:[\\/]/i.test(path) ? `file:///${written(path.replaceAll('\\', '/'))}` : undefined
}

function keptFile(file: NonNullable<PairOf<'Redirect'>['file']>, pair: number): Goal | NoGoal {
  const made = dataUrl(file.mimeType || 'text/plain', file.text)
  if ('url' in made) return made
  const says = {size: made.size, limit: largestDataUrl}
  return {url: null, problem: {code: 'file-too-large', pair, field: 'file', says}}
}

function goalOf(given: PairOf<'Redirect'>, pair: number, {fileAccess}: Surroundings): Goal | NoGoal {
  if (given.file !== undefined) return keptFile(given.file, pair)
  const destination = given.destination.trim()
  const file = fileUrl(destination)
  if (file !== undefined && (given.destinationType !== 'url' || /^file:/i.test(destination))) {
    if (fileAccess !== true) return {url: null, problem: {code: 'file-access-off', pair, field: 'destination'}}
    // Chrome follows a redirect to a file for the address bar only; elsewhere the original loads without a word.
    return {url: file, able: ['main_frame'], problem: {code: 'file-navigations-only', pair, field: 'destination'}}
  }
  if (given.destinationType === 'map_local' && !/^(https?|data):/i.test(destination))
    return {url: null, problem: {code: 'file-missing', pair, field: 'destination'}}
  return isDestination(destination, 9)
    ? {url: destination}
    : {url: null, problem: {code: 'destination', pair, field: 'destination'}}
}

const substitution = (pieces: readonly (string | number)[], groups: number): string =>
  pieces
    .map(piece => {
      if (typeof piece === 'string') return piece.replaceAll('\\', '\\\\')
      return piece <= groups ? `\\${piece}` : ''
    })
    .join('')

/** Whether the URL's fragment is kept, for apps that route by it. Chrome has nine captures, and a path has no clear start. */
const keepsFragment = (pattern: Pattern, destination: string): boolean =>
  (pattern.kind === 'wildcard' || pattern.text !== 'path') && capturesOf(pattern) < 9 && !destination.includes('#')

const sameAddress = (destination: string, address: string): boolean =>
  withoutFragment(canonicalUrl(destination) ?? '') === address

/** A picked file and the path of a local one hold no captures: there `$1` stands for itself. */
const fillsCaptures = (given: PairOf<'Redirect'>): boolean => given.file === undefined && !isLocalFile(given)

/** A redirect to one address, or by substitution where the destination takes captures of the source. */
export const redirect: Translators['Redirect'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach((given, pair) => {
    const goal = goalOf(given, pair, surroundings)
    if (goal.problem) made.problems.push(goal.problem)
    if (goal.url === null) return
    const pieces = fillsCaptures(given) ? capturePieces(goal.url) : [goal.url]
    const takesCaptures = pieces.some(piece => typeof piece === 'number')
    const read = takesCaptures ? readPattern(given.source) : undefined
    const pattern = read && 'pattern' in read ? read.pattern : undefined
    const groups = pattern ? capturesOf(pattern) : 0
    const missing = pattern && findEmptyCapture(goal.url, groups)
    // First, since our own matcher redirects conditions that placeOf refuses.
    if (missing !== undefined) {
      const says = {missing, groups}
      if (goal.able === undefined && !isDestination(goal.url, groups))
        return void made.problems.push({code: 'destination', pair, field: 'destination', says})
      made.problems.push({code: 'empty-capture', pair, field: 'destination', says})
    }
    const captures = groups > 0
    const {place, problems} = placeOf(given.source, pair, matched => ({
      captures,
      whole: captures,
      fragment: captures && keepsFragment(matched, goal.url),
    }))
    made.problems.push(...problems)
    if (!place) return
    if (place.pattern.kind === 'equals' && place.pattern.text === 'url' && sameAddress(goal.url, place.pattern.value))
      made.problems.push({code: 'to-itself', pair, field: 'destination'})
    const fragment = keepsFragment(place.pattern, goal.url) ? `\\${groups + 1}` : ''
    const goes = captures
      ? {regexSubstitution: substitution(pieces, groups) + fragment}
      : {url: takesCaptures ? fillCaptures(goal.url, []) : goal.url}
    const isText = /^data:/i.test(goal.url)
    if (isText && hasNamedFrames(place.narrowing)) made.problems.push({code: 'frame-text', pair})
    const able = isText ? withoutUnnamedFrames(place.narrowing, resourceTypes) : goal.able
    if (able !== undefined && !reaches(place.narrowing, able)) {
      return void made.problems.push({
        code: 'never-matches',
        pair,
        field: 'source.filters',
        says: {because: 'file'},
      })
    }
    add(
      made,
      place,
      {
        pair,
        band: 'redirect',
        action: {type: 'redirect', redirect: goes},
        ...(able === undefined ? {} : {able}),
      },
      surroundings,
    )
  })
  return made
}
