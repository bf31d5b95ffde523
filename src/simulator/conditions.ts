import type {FaultText} from '../model/faults'
import {isLeftOut, type Problem, type ProblemCode} from '../model/problems'
import type {Rule} from '../model/rule'
import {matchesEveryRequest, type Source} from '../model/source'
import type {Address} from '../matching/address'
import {compileFilters, type Filter} from '../matching/filters'
import {readPattern, type Pattern} from '../matching/pattern'
import {createFallback} from '../dnr/fallback'
import {translateRule} from '../dnr/translate'
import {createBuilder} from '../dnr/translation-builder'
import type {Translation} from '../dnr/translation'
import {compileAddressSearch, type AddressSearch} from '../matching/pattern-search'
import {prepareFilters} from '../matching/prepare'
import type {CandidateRule} from './candidate-rules'

export type AnyPair = Rule['pairs'][number]

/** A compiled condition of a rule. */
export type Condition = {
  readonly index: number
  readonly pair: AnyPair
  readonly source: Source | undefined
  /**
   * Null for "any fetch or XHR" and for a pattern that never matches. Then `fault` has the reason.
   */
  readonly pattern: Pattern | null
  readonly fault: FaultText | null
  readonly matchesAnyUrl: boolean
  readonly compare: AddressSearch
  readonly filters: () => readonly Filter[]
}

/** Delays the work until the first use, because a request meets only a few of 10,000 rules. */
function lazy<T>(make: () => T): () => T {
  let cached: {readonly it: T} | undefined
  return () => (cached ??= {it: make()}).it
}

const matchEverything: AddressSearch = () => ({from: 0, to: 0, captures: []})
const matchNothing: AddressSearch = () => null

const conditionsByPair = new WeakMap<AnyPair, Omit<Condition, 'index'>>()

function createCondition(pair: AnyPair, isBody: boolean): Omit<Condition, 'index'> {
  const known = conditionsByPair.get(pair)
  if (known) return known
  const {source} = pair
  const matchesAnyFetch = isBody && (source === undefined || source.value.trim() === '')
  const matchesAnyUrl = matchesAnyFetch || (source !== undefined && matchesEveryRequest(source))
  const read = source === undefined || matchesAnyFetch ? null : readPattern(source)
  const pattern = read && 'pattern' in read ? read.pattern : null
  const search = lazy(() => (pattern === null ? matchNothing : compileAddressSearch(pattern)))
  const condition = {
    pair,
    source,
    pattern,
    fault: read && 'fault' in read ? read.fault.reason : null,
    compare: matchesAnyUrl ? matchEverything : (address: Address) => search()(address),
    matchesAnyUrl,
    filters: lazy(() => compileFilters(prepareFilters(source?.filters ?? []))),
  }
  conditionsByPair.set(pair, condition)
  return condition
}

const conditionsByRule = new WeakMap<Rule, readonly Condition[]>()

/** Results are cached by rule. A changed draft compiles only its changed conditions. */
export function getConditions(rule: Rule): readonly Condition[] {
  const known = conditionsByRule.get(rule)
  if (known) return known
  const isBody = rule.ruleType === 'Request' || rule.ruleType === 'Response'
  const conditions = rule.pairs.map((pair, index) => ({...createCondition(pair, isBody), index}))
  conditionsByRule.set(rule, conditions)
  return conditions
}

const translations = new WeakMap<Rule, Translation>()

/** Applies the refusals that the worker reported: refused conditions get their fallback rules. */
function applyRefusals(rule: Rule, translation: Translation, workerProblems: readonly Problem[]): Translation {
  const {fallbackPairs = []} = translation
  const reported = workerProblems.filter(
    ({code, pair}) => code === 'regex-in-part' && pair !== undefined && !fallbackPairs.includes(pair),
  )
  const leftToPages = workerProblems.flatMap(({code, pair, params}) =>
    code === 'fetch-only' && params?.['because'] === 'regex' ? [pair] : [],
  )
  const refused = new Map(reported.map(problem => [problem.pair ?? 0, problem]))
  const templates = translation.templates.filter(({pair}) => !refused.has(pair) && !leftToPages.includes(pair))
  const fallbackTemplates = [...refused].flatMap(
    ([pair, problem]) => createFallback(rule, pair, problem)?.templates ?? [],
  )
  return {
    ...translation,
    templates: [...templates, ...fallbackTemplates],
    fallbackPairs: [...fallbackPairs, ...refused.keys()],
  }
}

/** Returns the translation of a rule, cached by rule. */
export function getTranslation({rule, validation, problems}: CandidateRule): Translation {
  const known = validation?.translation ?? translations.get(rule)
  if (known) return known
  const hasFileAccess = !problems.some(({code}) => code === 'file-access-off')
  let translation: Translation = createBuilder()
  try {
    translation = applyRefusals(rule, translateRule(rule, {hasFileAccess}), problems)
  } catch {
    // A draft in the middle of an edit may have any shape. Then it has no effect.
  }
  translations.set(rule, translation)
  return translation
}

/**
 * Problems that only the browser or the whole list can cause, although the condition translates.
 */
const reportedByWorker: ReadonlySet<ProblemCode> = new Set([
  'regex-refused',
  'over-limit',
  'loop',
  'refused-by-browser',
  'too-many-parts',
])

/** Returns the problem that keeps a condition from being installed, if any. */
export function findExclusionProblem(
  index: number,
  {templates, problems, inPagePairs, fallbackPairs = []}: Translation,
  workerProblems: readonly Problem[],
): Problem | undefined {
  const concerns = ({pair}: Problem) => pair === undefined || pair === index
  const isWhole = ({code, field}: Problem) => reportedByWorker.has(code) && field?.startsWith('modifications') !== true
  const reported = workerProblems.find(each => concerns(each) && isWhole(each))
  if (reported || templates.some(({pair}) => pair === index) || [...inPagePairs, ...fallbackPairs].includes(index))
    return reported
  return [...problems, ...workerProblems].find(each => concerns(each) && isLeftOut(each))
}

/** Whether Chrome refuses the condition, so that the page or the delay page matches it. */
export const isFallbackCondition = (candidate: CandidateRule, {index}: Condition): boolean =>
  getTranslation(candidate).fallbackPairs?.includes(index) === true
