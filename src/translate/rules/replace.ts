import type {RuleAction, RuleCondition} from '../../contract/extension-rule'
import type {Problem} from '../../contract/problems'
import type {PairOf} from '../../contract/rules'
import {asWritten} from '../../matching/address'
import {capturePieces} from '../../matching/captures'
import {readPattern} from '../../matching/pattern'
import {placesOf, readSought, replaceInAddress, type Sought} from '../../matching/replace-text'
import {writeRegex} from '../../matching/regex/write'
import {add, gather, portableRule, type Gathering} from '../build'
import {conditionFor, narrow, placeOf, type Narrowing} from '../condition'
import {layoutsOf, writeLayout, writePiece, type Layout} from '../layout'
import {notEndingWith, notStartingWith} from '../not-inside'
import {occurrencesOf, type Occurrence} from '../occurrences'
import type {Surroundings, Translators} from '../translation'

/** One arrangement for Chrome: the regex, and what its match becomes. */
type Hop = {readonly regexFilter: string; readonly regexSubstitution: string}

const group = (regex: string) => `(${regex})`
const literally = (value: string) => value.replaceAll('\\', '\\\\')
const written = (layout: Layout) => layout.map(writePiece).join('')

// Above this many characters of text Chrome refuses the regex; then occurrences are changed one hop at a time.
const largestInOneHop = 60

const sizeOf = ({before, after}: Occurrence) =>
  [...before, ...after].reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : 2), 0)

/** `times` occurrences in one hop: the arrangement's own, and more of them after it. */
function several({before, after}: Occurrence, sought: string, to: string, times: number): Hop {
  const more = Array.from(
    {length: times - 1},
    (_, index) => `${group(index === 0 ? written(after) : '[^#]*?')}${writePiece({kind: 'text', text: sought})}`,
  )
  const last = times === 1 ? writeLayout(after) : ''
  return {
    regexFilter: `^${group(written(before))}${writePiece({kind: 'text', text: sought})}${more.join('')}${last === '' ? '' : group(last)}`,
    regexSubstitution: `\\1${literally(to)}${more.map((_, index) => `\\${index + 2}${literally(to)}`).join('')}${last === '' ? '' : '\\2'}`,
  }
}

/** Where the new text holds the old one: only occurrences that do not already stand inside the new text. */
function notInside({before, after}: Occurrence, sought: string, to: string): Hop[] {
  const at = to.indexOf(sought)
  const ahead = notEndingWith(before, to.slice(0, at))
  const behind = notStartingWith(after, to.slice(at + sought.length))
  const text = writePiece({kind: 'text', text: sought})
  const regexSubstitution = `\\1${literally(to)}\\2`
  return [
    ...(ahead === null
      ? []
      : [{regexFilter: `^${group(ahead)}${text}${group(writeLayout(after))}`, regexSubstitution}]),
    ...(behind === null ? [] : [{regexFilter: `^${group(written(before))}${text}${group(behind)}`, regexSubstitution}]),
  ]
}

const endsFreely = ({after}: Occurrence) => after.at(-1)?.kind === 'gap'

/**
 * The hops for one arrangement of the source, first things first. What lies outside the source's own text goes before what lies in it:
 * once that is changed the source no longer matches. Usually one hop does it all.
 */
function hopsOf(layout: Layout, sought: string, to: string): Hop[] {
  const occurrences = occurrencesOf(layout, sought)
  const grows = to.includes(sought)
  const outside = occurrences.filter(each => !each.inside)
  const inside = occurrences.filter(each => each.inside)
  if (grows) return [...outside, ...inside].flatMap(each => notInside(each, sought, to))
  const behind = outside.filter(each => each.after.length === 1 && endsFreely(each))
  const ahead = outside.filter(each => !behind.includes(each))
  const once = (each: Occurrence) => several(each, sought, to, 1)
  const fits = [...behind, ...inside].every(
    each => endsFreely(each) && sizeOf(each) + 3 * sought.length <= largestInOneHop,
  )
  if (!fits) return [...ahead, ...behind, ...inside].map(once)
  const [three, two] = [3, 2].map(times => (each: Occurrence) => several(each, sought, to, times))
  if (three === undefined || two === undefined) return []
  // With one inside, at most two are left behind it when its turn comes, and all go in one hop.
  return inside.length > 0
    ? [...ahead.map(once), ...behind.map(three), ...inside.map(three), ...inside.map(two), ...inside.map(once)]
    : [...ahead.map(once), ...behind.flatMap(each => [three(each), two(each), once(each)])]
}

/** A regular expression is looked for in the free text of the source only, one occurrence a hop. */
function regexHops(layout: Layout, sought: Sought & {kind: 'regex'}, to: string): Hop[] {
  const first = sought.tokens[0]?.kind === 'start'
  const last = sought.tokens.at(-1)?.kind === 'end'
  const body = sought.tokens.slice(first ? 1 : 0, last ? -1 : undefined)
  return layout.flatMap((piece, index) => {
    if (piece.kind !== 'gap' || (first && index > 0) || (last && index < layout.length - 1)) return []
    const before = first ? '' : written(layout.slice(0, index + 1))
    const after = last ? '(?:#|$)' : writeLayout(layout.slice(index))
    const tail = `\\${sought.groups + 2}`
    return {
      regexFilter: `^${group(before)}${writeRegex(body, {without: '#'})}${group(after)}`,
      regexSubstitution: `\\1${capturePieces(to)
        .map(each => (typeof each === 'string' ? literally(each) : each <= sought.groups ? `\\${each + 1}` : ''))
        .join('')}${tail}`,
    }
  })
}

function addHops(to: Gathering, hops: readonly Hop[], narrowing: Narrowing, pair: number, surroundings: Surroundings) {
  const {apiHost} = surroundings
  const spared = apiHost === undefined ? {} : {excludedInitiatorDomains: [apiHost], excludedRequestDomains: [apiHost]}
  for (const {regexFilter, regexSubstitution} of hops) {
    const action: RuleAction = {type: 'redirect', redirect: {regexSubstitution}}
    const condition: RuleCondition = {regexFilter, isUrlFilterCaseSensitive: true}
    to.extensionRules.push(portableRule(action, condition, narrowing, surroundings))
    to.drafts.push({band: 'replace', action, pair, condition: {...conditionFor(condition, narrowing), ...spared}})
  }
}

/** The text that is looked for and the new one, as they stand in an address. */
function readChange({from, to}: PairOf<'Replace'>, pair: number): {sought: Sought; to: string} | {problem: Problem} {
  const sought = readSought(from)
  if ('reason' in sought) return {problem: {code: 'regex-syntax', pair, field: 'from', says: {reason: sought.reason}}}
  const text = asWritten(to)
  if (sought.kind === 'regex') return {sought, to: text}
  if (sought.text === '') return {problem: {code: 'empty-change', pair, field: 'from'}}
  const old = asWritten(sought.text)
  if (old.includes('#'))
    return {
      problem: {
        code: 'never-matches',
        pair,
        field: 'from',
        says: {reason: 'What follows # never leaves the browser, so no rule sees it.'},
      },
    }
  if (placesOf(old, text).length > 1) return {problem: {code: 'replace-grows', pair, field: 'to'}}
  return {sought: {kind: 'text', text: old}, to: text}
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
    const {sought, to} = change
    const {pattern} = read
    if (pattern.text === 'url' && pattern.kind === 'equals') {
      // The address is known, and so is what it becomes.
      const url = replaceInAddress(pattern.value, sought, to)
      const {place, problems} = placeOf(given.source, pair)
      made.problems.push(...problems)
      if (place && url !== pattern.value)
        add(made, place, {pair, band: 'replace', action: {type: 'redirect', redirect: {url}}}, surroundings)
      return
    }
    const {narrowing, problems} = narrow(given.source.filters ?? [], pair)
    made.problems.push(...problems)
    if (narrowing === null) return
    const layouts = layoutsOf(pattern)
    if (layouts === undefined) {
      const reason = 'Chrome cannot be told where in the address both can stand'
      return void made.problems.push({code: 'regex-refused', pair, field: 'source.value', says: {reason}})
    }
    const hops = layouts.flatMap(layout =>
      sought.kind === 'text' ? hopsOf(layout, sought.text, to) : regexHops(layout, sought, to),
    )
    const unclear = layouts.some(layout =>
      layout.some(
        piece =>
          piece.kind === 'block' ||
          (sought.kind === 'regex' && piece.kind === 'text' && new RegExp(writeRegex(sought.tokens)).test(piece.text)),
      ),
    )
    if (unclear) made.problems.push({code: 'replace-in-part', pair, field: 'from'})
    addHops(made, hops, narrowing, pair, surroundings)
  })
  return made
}
