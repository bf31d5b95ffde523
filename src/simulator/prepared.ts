import {isLeftOut, type Problem, type ProblemCode} from '../model/problems'
import type {Rule} from '../model/rule'
import type {Source} from '../model/source'
import type {Address} from '../matching/address'
import {readFilters, type Filter} from '../matching/filters'
import {readPattern, type Pattern} from '../matching/pattern'
import {createFallback} from '../dnr/fallback'
import {translateRule} from '../dnr/translate'
import type {Translation} from '../dnr/translation'
import {compare, type Comparing} from '../matching/comparing'
import {prepareFilters} from '../matching/prepare'
import type {Contender} from './contest'

export type AnyPair = Rule['pairs'][number]

/** One condition of a rule, made ready to be asked at every key. */
export type Condition = {
  readonly index: number
  readonly pair: AnyPair
  readonly source: Source | undefined
  /** Null for "any fetch or XHR", and for what can never match; then `fault` says why. */
  readonly pattern: Pattern | null
  readonly fault: string | null
  /** It matches any address. */
  readonly everywhere: boolean
  readonly compare: Comparing
  readonly filters: () => readonly Filter[]
}

/** Made when first asked for: of ten thousand rules a request meets a few. */
function lazily<T>(make: () => T): () => T {
  let made: {readonly it: T} | undefined
  return () => (made ??= {it: make()}).it
}

const anywhere: Comparing = () => ({from: 0, to: 0, captures: []})
const nowhere: Comparing = () => null

const conditions = new WeakMap<AnyPair, Omit<Condition, 'index'>>()

function conditionOf(pair: AnyPair, isBody: boolean): Omit<Condition, 'index'> {
  const known = conditions.get(pair)
  if (known) return known
  const {source} = pair
  const everyFetch = isBody && (source === undefined || source.value.trim() === '')
  const read = source === undefined || everyFetch ? null : readPattern(source)
  const pattern = read && 'pattern' in read ? read.pattern : null
  const comparing = lazily(() => (pattern === null ? nowhere : compare(pattern)))
  const made = {
    pair,
    source,
    pattern,
    fault: read && 'fault' in read ? read.fault.reason : null,
    compare: everyFetch ? anywhere : (address: Address) => comparing()(address),
    everywhere: everyFetch,
    filters: lazily(() => readFilters(prepareFilters(source?.filters ?? []))),
  }
  conditions.set(pair, made)
  return made
}

const ofRules = new WeakMap<Rule, readonly Condition[]>()

/** Worked out once for each rule, and for a draft once for each condition that changes. */
export function conditionsOf(rule: Rule): readonly Condition[] {
  const known = ofRules.get(rule)
  if (known) return known
  const isBody = rule.ruleType === 'Request' || rule.ruleType === 'Response'
  const made = rule.pairs.map((pair, index) => ({...conditionOf(pair, isBody), index}))
  ofRules.set(rule, made)
  return made
}

const nothing: Translation = {extensionRules: [], templates: [], problems: [], inPagePairs: []}
const translations = new WeakMap<Rule, Translation>()

/** With what is done of the pairs that Chrome has refused, as the worker told. */
function withRefused(rule: Rule, translation: Translation, ofWorker: readonly Problem[]): Translation {
  const {fallbackPairs = []} = translation
  const told = ofWorker.filter(
    ({code, pair}) => code === 'regex-in-part' && pair !== undefined && !fallbackPairs.includes(pair),
  )
  const leftToPages = ofWorker.flatMap(({code, pair, says}) =>
    code === 'fetch-only' && says?.['because'] === 'regex' ? [pair] : [],
  )
  const refused = new Map(told.map(problem => [problem.pair ?? 0, problem]))
  const drafts = translation.templates.filter(({pair}) => !refused.has(pair) && !leftToPages.includes(pair))
  const instead = [...refused].flatMap(([pair, problem]) => createFallback(rule, pair, problem)?.templates ?? [])
  return {...translation, templates: [...drafts, ...instead], fallbackPairs: [...fallbackPairs, ...refused.keys()]}
}

/** What the rule becomes in the browser. Asked of the few rules whose condition matches, so it is worked out when first asked. */
export function translationOf({rule, judged, problems}: Contender): Translation {
  const known = judged?.translation ?? translations.get(rule)
  if (known) return known
  const hasFileAccess = !problems.some(({code}) => code === 'file-access-off')
  let made = nothing
  try {
    made = withRefused(rule, translateRule(rule, {hasFileAccess}), problems)
  } catch {
    // Half written it can be anything; then it does nothing.
  }
  translations.set(rule, made)
  return made
}

/** What only the browser and the whole list can tell: then a part that could be translated is left out all the same. */
const toldByWorker: ReadonlySet<ProblemCode> = new Set([
  'regex-refused',
  'over-limit',
  'loop',
  'refused-by-browser',
  'too-many-parts',
])

/** Why a condition of a rule is not in force, if it is not. */
export function leftOut(
  index: number,
  {templates, problems, inPagePairs, fallbackPairs = []}: Translation,
  ofWorker: readonly Problem[],
): Problem | undefined {
  const concerns = ({pair}: Problem) => pair === undefined || pair === index
  const isWhole = ({code, field}: Problem) => toldByWorker.has(code) && field?.startsWith('modifications') !== true
  const told = ofWorker.find(each => concerns(each) && isWhole(each))
  if (told || templates.some(({pair}) => pair === index) || [...inPagePairs, ...fallbackPairs].includes(index))
    return told
  return [...problems, ...ofWorker].find(each => concerns(each) && isLeftOut(each))
}

/** Whether Chrome refuses what a condition is told as, so that it is looked at in the page, or on the way to it. */
export const isBeyondOf = (contender: Contender, {index}: Condition): boolean =>
  translationOf(contender).fallbackPairs?.includes(index) === true
