import type {Problem} from '../../contract/problems'
import {
  matchesNoText,
  neverLeavesBrowser,
  textCannotStandThere,
  textNotInAddress,
  unclearPlaces,
} from '../../contract/reasons'
import type {PairOf} from '../../contract/rules'
import {asWritten, asWrittenInPath} from '../../matching/address'
import {findEmptyCapture} from '../../matching/captures'
import {readPattern, type Pattern} from '../../matching/pattern'
import {setOfText, union, type AsciiSet} from '../../matching/regex/ascii-set'
import {repeat} from '../../matching/regex/tokens'
import {placesOf, readSought, replaceInAddress, type Sought} from '../../matching/replace-text'
import {add, addRegex, gather, type Gathering} from '../build'
import {besideScheme, isPutBack} from '../beside-scheme'
import {narrow, placeOf} from '../condition'
import {leadElsewhere} from '../elsewhere'
import {everywhere, textHops, type Hops} from '../hops'
import {alphabetOf, inPort, layoutsOf, openedBlocks, portsOf, type Layout} from '../layout'
import {fitsIn, placesWhenSticking, readSoughtRegex, regexHops} from '../regex-hops'
import type {Surroundings, Translators} from '../translation'
import {fixedTexts, waysOf} from '../../matching/regex/tree'

type Told = {
  readonly perLayout: (layout: Layout) => Hops
  /** Whether what is looked for can take of a port. */
  readonly reachesPort: boolean
  /** Characters of which a place and what has to be known of its neighbours consist. */
  readonly alphabet: AsciiSet
  /** How many places of one address are changed, where that is not all. */
  readonly limit?: number
}
type Read = {readonly sought: Sought; readonly to: string}

// What the browser may make of a new text: a path spells some characters otherwise than a query, a backslash becomes a slash, and
// one that is missing before the host is put back.
const rewritten: readonly ((to: string) => string)[] = [
  to => asWrittenInPath(to),
  to => to.replaceAll("'", '%27'),
  to => to.replaceAll('\\', '/'),
]

/** Whether the new text brings the old one back in a way that cannot be told from the old one, again and again. */
function grows(old: string, to: string): boolean {
  const at = to.indexOf(old)
  if (at < 0) {
    const spellings = [to.toLowerCase(), ...rewritten.map(rewrite => rewrite(to))]
    return [...spellings, `/${to}`].some(spelling => spelling !== old && spelling.includes(old))
  }
  // What stands next to the old text, in a host too, has to be found again as it was written.
  const ahead = to.slice(0, at).split('/').at(-1) ?? ''
  const behind = to.slice(at + old.length).split('/')[0] ?? ''
  return placesOf(old, to).length > 1 || /[A-Z]/.test(ahead + behind) || rewritten.some(rewrite => rewrite(to) !== to)
}

/** A run of one character that becomes a single one: a single one stays, and is no place then. */
function withoutSingles(sought: Sought & {kind: 'regex'}, to: string): Sought {
  const [run, plus, ...more] = sought.tokens
  const isSqueezed =
    run?.kind === 'text' && run.text === to && to.length === 1 && plus?.kind === 'repeat' && plus.text === '+'
  return isSqueezed && more.length === 0 ? {...sought, tokens: [run, repeat('{2,}')]} : sought
}

/** The text that is looked for and the new one, as they stand in an address. */
function readChange({from, to}: PairOf<'Replace'>, pair: number): Read | {readonly problem: Problem} {
  const sought = readSought(from)
  if ('reason' in sought) return {problem: {code: sought.code, pair, field: 'from', says: {reason: sought.reason}}}
  const written = asWritten(to)
  if (sought.kind === 'regex') return {sought: withoutSingles(sought, written), to: written}
  if (sought.text === '') return {problem: {code: 'empty-change', pair, field: 'from'}}
  const old = asWritten(sought.text)
  if (old.includes('#')) {
    const says = {reason: neverLeavesBrowser}
    return {problem: {code: 'never-matches', pair, field: 'from', says}}
  }
  if (old === written) return {problem: {code: 'empty-change', pair, field: 'to'}}
  if (grows(old, written)) return {problem: {code: 'replace-grows', pair, field: 'to'}}
  return {sought: {kind: 'text', text: old}, to: written}
}

/** Pieces of a source around each of which the new text may stand: the rules for more grow with their square, and Chrome takes none of them. */
const mostPieces = 100

/** Characters of a text that is looked for; Chrome has room for some hundred, and the ways to lay out more of them grow with their square. */
const mostSought = 1_000

const refusals = {
  unclear: unclearPlaces,
  empty: matchesNoText,
} as const

/** Nothing can be told to Chrome: since there is no such place, or since where it is cannot be told. */
const nowhere = (done: readonly Hops[], pair: number): Problem =>
  done.some(({inPart}) => inPart)
    ? {code: 'regex-refused', pair, field: 'from', says: {reason: refusals.unclear}}
    : {code: 'never-matches', pair, field: 'from', says: {reason: textCannotStandThere}}

/** How each arrangement of the source is changed. */
function tell({sought, to}: Read, pair: number): Told | {readonly problem: Problem} {
  if (sought.kind === 'text' && sought.text.length > mostSought)
    return {problem: {code: 'regex-refused', pair, field: 'from', says: {reason: 'memoryLimitExceeded'}}}
  if (sought.kind === 'text') {
    const {text} = sought
    // Of a new text that holds the old one, what stands beside it is looked for as well.
    const reachesPort = /^\d|:/.test(text) || (to.includes(text) && /[\d:]/.test(to))
    const alphabet = setOfText(to.includes(text) ? text + to : text)
    return {perLayout: layout => textHops(layout, text, to), reachesPort, alphabet}
  }
  const ready = readSoughtRegex(sought.tokens, sought.groups, to)
  if (ready === 'grows') return {problem: {code: 'replace-grows', pair, field: 'to'}}
  if (typeof ready === 'string')
    return {problem: {code: 'regex-refused', pair, field: 'from', says: {reason: refusals[ready]}}}
  return {
    perLayout: layout => regexHops(layout, ready),
    reachesPort: fitsIn(ready, inPort),
    alphabet: ready.variants.map(({body}) => alphabetOf(body)).reduce(union, setOfText('')),
    ...(ready.sticks ? {limit: placesWhenSticking} : {}),
  }
}

/** The address is known, and so is what it becomes. */
function ofOneAddress(
  made: Gathering,
  pattern: Pattern,
  given: PairOf<'Replace'>,
  {sought, to}: Read,
  pair: number,
  surroundings: Surroundings,
): void {
  const url = replaceInAddress(pattern.value, sought, to)
  const {place, problems} = placeOf(given.source, pair)
  made.problems.push(...problems)
  if (url === pattern.value)
    made.problems.push({code: 'never-matches', pair, field: 'from', says: {reason: textNotInAddress}})
  else if (!/^(?:http|ws)s?:/.test(URL.parse(url)?.protocol ?? ''))
    made.problems.push({code: 'destination', pair, field: 'to'})
  else if (place) add(made, place, {pair, band: 'replace', action: {type: 'redirect', redirect: {url}}}, surroundings)
}

/** A text that holds what the source looks for fulfils the source wherever it stands, and so does one that an expression always finds. */
function fulfils({text, kind, value}: Pattern, sought: Sought): boolean {
  if (text !== 'url' || kind !== 'contains') return false
  if (sought.kind === 'text') return sought.text.includes(value)
  return waysOf(sought.tokens).every(way => fixedTexts(way).some(fixed => fixed.includes(value)))
}

/** `$n` is a capture of the regex that is replaced. Where a plain text is replaced, it is literal. */
function emptyCaptures({sought, to}: Read, pair: number): Problem[] {
  if (sought.kind !== 'regex') return []
  const missing = findEmptyCapture(to, sought.groups)
  if (missing === undefined) return []
  return [{code: 'empty-capture', pair, field: 'to', says: {missing, groups: sought.groups, pattern: 'regex'}}]
}

/** Every occurrence in the address of the requests that the source matches. */
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
    made.problems.push(...emptyCaptures(change, pair))
    if (pattern.text === 'url' && pattern.kind === 'equals')
      return ofOneAddress(made, pattern, given, change, pair, surroundings)
    const told = tell(change, pair)
    if ('problem' in told) return void made.problems.push(told.problem)
    const {narrowing, problems} = narrow(given.source.filters ?? [], pair)
    made.problems.push(...problems)
    if (narrowing === null) return
    const layouts = fulfils(pattern, change.sought) ? [everywhere] : layoutsOf(pattern)
    if (layouts === undefined || layouts.some(({length}) => length > mostPieces)) {
      const says = {reason: refusals.unclear}
      return void made.problems.push({code: 'regex-refused', pair, field: 'source.value', says})
    }
    const apart = isPutBack(change.sought, change.to) ? layouts.flatMap(besideScheme) : layouts
    const opened = apart.flatMap(layout => openedBlocks(layout, told.alphabet))
    const arranged = told.reachesPort ? opened.flatMap(portsOf) : opened
    const done = arranged.map(told.perLayout)
    const hops = done.flatMap(each => each.hops)
    const isInPart = done.some(({inPart}) => inPart)
    if (isInPart && leadElsewhere(arranged, hops, {...change, sticks: told.limit !== undefined})) {
      const says = {reason: refusals.unclear}
      return void made.problems.push({code: 'regex-refused', pair, field: 'from', says})
    }
    if (hops.length === 0) made.problems.push(nowhere(done, pair))
    else if (isInPart)
      made.problems.push({
        code: 'replace-in-part',
        pair,
        field: 'from',
        ...(told.limit === undefined ? {} : {says: {limit: told.limit}}),
      })
    for (const hop of hops) addRegex(made, {...hop, narrowing, pair, band: 'replace'}, surroundings)
  })
  return made
}
