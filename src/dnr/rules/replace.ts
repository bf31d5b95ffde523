import type {Problem} from '../../model/problems'
import {
  matchesNoText,
  needsFallback,
  neverLeavesBrowser,
  textCannotStandThere,
  textNotInAddress,
} from '../../model/reasons'
import type {PairOf} from '../../model/rules'
import {asWritten, asWrittenInPath} from '../../matching/address'
import {capturePieces, findEmptyCapture} from '../../matching/replacement'
import {readPattern, type Pattern} from '../../matching/pattern'
import {eitherCase, intersects, setOfText, union, type AsciiSet} from '../../matching/regex/ascii-set'
import {withoutCaptures} from '../../matching/regex/tokens'
import {
  canBeEmpty,
  capturingVariants,
  fixedTexts,
  flat,
  variantsOf,
  waysOf,
  type Sequence,
} from '../../matching/regex/tree'
import {readSought, replaceInAddress, type Sought} from '../../matching/replace-text'
import {add, gather, type Gathering} from '../translation-builder'
import {narrow, placeOf} from '../condition'
import {regexHops, textHops, type Hop, type SoughtRegex} from '../rewrite-rules'
import {alphabetOf, anything, inPort, layoutsOf, portsOf, type Layout} from '../url-template'
import type {Surroundings, Translators} from '../translation'

type Change = {readonly sought: Sought; readonly to: string}

function readChange({from, to}: PairOf<'Replace'>, pair: number): Change | {readonly problem: Problem} {
  const sought = readSought(from)
  if ('reason' in sought) return {problem: {code: sought.code, pair, field: 'from', says: {reason: sought.reason}}}
  const written = asWritten(to)
  if (sought.kind === 'regex') return {sought, to: written}
  if (sought.text === '') return {problem: {code: 'empty-change', pair, field: 'from'}}
  const old = asWritten(sought.text)
  if (old.includes('#')) {
    const says = {reason: neverLeavesBrowser}
    return {problem: {code: 'never-matches', pair, field: 'from', says}}
  }
  if (old === written) return {problem: {code: 'empty-change', pair, field: 'to'}}
  return {sought: {kind: 'text', text: old}, to: written}
}

/** The new text in each spelling that the browser may give it, which depends on the part of the URL that it is in. */
const spellingsOf = (to: string): readonly string[] => [
  to,
  asWrittenInPath(to),
  to.replaceAll("'", '%27'),
  to.replaceAll('\\', '/'),
  to.replace(/:\/*/, '://'),
]

/** The characters that the groups of a regex can capture. */
const capturable = (nodes: Sequence): AsciiSet =>
  nodes
    .map(node => {
      if (node.kind === 'repeated') return capturable([node.node])
      if (node.kind !== 'group') return setOfText('')
      return node.open.capturing ? alphabetOf([node]) : node.ways.map(capturable).reduce(union)
    })
    .reduce(union, setOfText(''))

const hasOther = (nodes: Sequence, set: AsciiSet): boolean =>
  nodes.some(node => {
    if (node.kind === 'text') return [...node.text].some(character => set[character.charCodeAt(0)] !== true)
    if (node.kind === 'set') return !intersects(node.set, set)
    if (node.kind === 'repeated') return node.least > 0 && hasOther([node.node], set)
    return node.kind === 'group' && node.open.look === undefined && node.ways.every(way => hasOther(way, set))
  })

function overlaps(old: string, to: string): boolean {
  const lengths = Array.from({length: Math.min(old.length, to.length)}, (_, at) => at + 1)
  return (
    to.includes(old) ||
    old.includes(to) ||
    lengths.some(length => old.endsWith(to.slice(0, length)) || old.startsWith(to.slice(-length)))
  )
}

/** Whether Chrome, which matches the changed URL again, certainly ends: the new text cannot be part of another match. */
function mustEnd({sought, to}: Change): boolean {
  const pieces = sought.kind === 'text' ? [to] : capturePieces(to)
  const literal = pieces.filter(piece => typeof piece === 'string').join('')
  const spellings = spellingsOf(literal)
  const ways = sought.kind === 'text' ? [[sought]] : waysOf(sought.tokens)
  const captured = literal === pieces.join('') ? setOfText('') : ways.map(capturable).reduce(union, setOfText(''))
  const brought = eitherCase(union(captured, setOfText(`/${spellings.join('')}`)))
  if (ways.every(way => hasOther(way, brought))) return true
  if (sought.kind === 'regex') return false
  const old = sought.text.toLowerCase()
  const after = old.startsWith('/') ? [...spellings, `/${to}`] : spellings
  return after.every(each => !overlaps(old, each.toLowerCase()))
}

function readRegex({sought, to}: Change): SoughtRegex | undefined {
  if (sought.kind !== 'regex') return undefined
  const pieces = capturePieces(to)
  const captures = sought.groups > 0 && pieces.some(piece => typeof piece === 'number')
  const variants = captures
    ? capturingVariants(waysOf(sought.tokens))
    : variantsOf(waysOf(withoutCaptures(sought.tokens)).map(flat))
  return variants && {variants, groups: captures ? sought.groups : 0, to: pieces}
}

/** A text or regex that contains what the condition looks for implies the condition wherever it is found. */
function impliesCondition({text, kind, value}: Pattern, sought: Sought): boolean {
  if (text !== 'url' || kind !== 'contains') return false
  if (sought.kind === 'text') return sought.text.includes(value)
  return waysOf(sought.tokens).every(way => fixedTexts(way).some(fixed => fixed.includes(value)))
}

// The number of hops grows with the square of both, and Chrome has no memory for such regexes.
const mostPieces = 100
const mostSought = 1_000

/** Chrome's rules for a change under a condition, none where the text cannot be there; null where only the fallback does all of it. */
function hopsFor(pattern: Pattern, change: Change): readonly Hop[] | null {
  const {sought, to} = change
  const layouts: readonly Layout[] | undefined = impliesCondition(pattern, sought) ? [[anything]] : layoutsOf(pattern)
  if (layouts === undefined || layouts.some(({length}) => length > mostPieces)) return null
  if ((sought.kind === 'text' && sought.text.length > mostSought) || !mustEnd(change)) return null
  const regex = readRegex(change)
  const alphabet = sought.kind === 'text' ? setOfText(sought.text) : alphabetOf(waysOf(sought.tokens).flat())
  const arranged = intersects(alphabet, inPort) ? layouts.flatMap(portsOf) : layouts
  const hops = arranged.map(layout =>
    sought.kind === 'text' ? textHops(layout, sought.text, to) : regex ? regexHops(layout, regex) : null,
  )
  return hops.includes(null) ? null : hops.flatMap(each => each ?? [])
}

function redirectUrl(
  made: Gathering,
  {value}: Pattern,
  {source}: PairOf<'Replace'>,
  {sought, to}: Change,
  pair: number,
  surroundings: Surroundings,
): void {
  const url = replaceInAddress(value, sought, to)
  const {place, problems} = placeOf(source, pair)
  made.problems.push(...problems)
  if (url === value) made.problems.push({code: 'never-matches', pair, field: 'from', says: {reason: textNotInAddress}})
  else if (!/^(?:http|ws)s?:/.test(URL.parse(url)?.protocol ?? ''))
    made.problems.push({code: 'destination', pair, field: 'to'})
  else if (place) add(made, place, {pair, band: 'replace', action: {type: 'redirect', redirect: {url}}}, surroundings)
}

/** `$n` is a capture of the regex that is replaced. Where a plain text is replaced, it is literal. */
function emptyCaptures({sought, to}: Change, pair: number): Problem[] {
  if (sought.kind !== 'regex') return []
  const missing = findEmptyCapture(to, sought.groups)
  if (missing === undefined) return []
  return [{code: 'empty-capture', pair, field: 'to', says: {missing, groups: sought.groups, pattern: 'regex'}}]
}

/** Every occurrence in the URL of the requests that the source matches. */
export const replace: Translators['Replace'] = (rule, surroundings) => {
  const made = gather()
  rule.pairs.forEach((given, pair) => {
    const change = readChange(given, pair)
    const read = readPattern(given.source)
    if ('problem' in change) return void made.problems.push(change.problem)
    if ('fault' in read) {
      const {code, reason} = read.fault
      return void made.problems.push({code, pair, field: 'source.value', says: {reason}})
    }
    const {pattern} = read
    const {sought} = change
    const refuse = (reason: string) => made.problems.push({code: 'regex-refused', pair, field: 'from', says: {reason}})
    made.problems.push(...emptyCaptures(change, pair))
    if (pattern.text === 'url' && pattern.kind === 'equals')
      return redirectUrl(made, pattern, given, change, pair, surroundings)
    if (sought.kind === 'regex' && waysOf(sought.tokens).some(way => way.every(canBeEmpty)))
      return void refuse(matchesNoText)
    const {narrowing, problems} = narrow(given.source.filters ?? [], pair)
    made.problems.push(...problems)
    if (narrowing === null) return
    const hops = hopsFor(pattern, change)
    if (hops === null) return void refuse(needsFallback)
    if (hops.length === 0)
      made.problems.push({code: 'never-matches', pair, field: 'from', says: {reason: textCannotStandThere}})
    for (const {regexFilter, regexSubstitution, dispensable} of hops) {
      const condition = {regexFilter, isUrlFilterCaseSensitive: true}
      const place = {pattern, narrowing, portable: condition, conditions: [condition]}
      add(
        made,
        dispensable ? {...place, instead: {conditions: []}} : place,
        {pair, band: 'replace', action: {type: 'redirect', redirect: {regexSubstitution}}},
        surroundings,
      )
    }
  })
  return made
}
