import {isLeftOut, type Problem, type ProblemCode} from '../model/problems'
import type {Rule} from '../model/rule'
import type {Source} from '../model/source'
import type {Address} from '../matching/address'
import {compileFilters, type Filter} from '../matching/filters'
import {readPattern, type Pattern} from '../matching/pattern'
import {beyondOf} from '../dnr/beyond'
import {translate} from '../dnr/translate'
import type {Translation} from '../dnr/translation'
import {compileAddressSearch, type AddressSearch} from '../matching/pattern-search'
import {prepareFilters} from '../matching/prepare'
import type {CandidateRule} from './candidate-rules'

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
  readonly matchesAnyUrl: boolean
  readonly compare: AddressSearch
  readonly filters: () => readonly Filter[]
}

/** Made when first asked for: of ten thousand rules a request meets a few. */
function lazy<T>(make: () => T): () => T {
  let made: {readonly it: T} | undefined
  return () => (made ??= {it: make()}).it
}

const matchEverything: AddressSearch = () => ({from: 0, to: 0, captures: []})
const matchNothing: AddressSearch = () => null

const conditions = new WeakMap<AnyPair, Omit<Condition, 'index'>>()

function createCondition(pair: AnyPair, isBody: boolean): Omit<Condition, 'index'> {
  const known = conditions.get(pair)
  if (known) return known
  const {source} = pair
  const matchesAnyUrl = isBody && (source === undefined || source.value.trim() === '')
  const read = source === undefined || matchesAnyUrl ? null : readPattern(source)
  const pattern = read && 'pattern' in read ? read.pattern : null
  const search = lazy(() => (pattern === null ? matchNothing : compileAddressSearch(pattern)))
  const made = {
    pair,
    source,
    pattern,
    fault: read && 'fault' in read ? read.fault.reason : null,
    compare: matchesAnyUrl ? matchEverything : (address: Address) => search()(address),
    matchesAnyUrl,
    filters: lazy(() => compileFilters(prepareFilters(source?.filters ?? []))),
  }
  conditions.set(pair, made)
  return made
}

const conditionsByRule = new WeakMap<Rule, readonly Condition[]>()

/** Worked out once for each rule, and for a draft once for each condition that changes. */
export function getConditions(rule: Rule): readonly Condition[] {
  const known = conditionsByRule.get(rule)
  if (known) return known
  const isBody = rule.ruleType === 'Request' || rule.ruleType === 'Response'
  const made = rule.pairs.map((pair, index) => ({...createCondition(pair, isBody), index}))
  conditionsByRule.set(rule, made)
  return made
}

const emptyTranslation: Translation = {extensionRules: [], drafts: [], problems: [], inPage: []}
const translations = new WeakMap<Rule, Translation>()

/** With what is done of the pairs that Chrome has refused, as the worker told. */
function applyRefusals(rule: Rule, translation: Translation, workerProblems: readonly Problem[]): Translation {
  const {beyond = []} = translation
  const reported = workerProblems.filter(
    ({code, pair}) => code === 'regex-in-part' && pair !== undefined && !beyond.includes(pair),
  )
  const leftToPages = workerProblems.flatMap(({code, pair, says}) =>
    code === 'fetch-only' && says?.['because'] === 'regex' ? [pair] : [],
  )
  const refused = new Map(reported.map(problem => [problem.pair ?? 0, problem]))
  const drafts = translation.drafts.filter(({pair}) => !refused.has(pair) && !leftToPages.includes(pair))
  const fallbackDrafts = [...refused].flatMap(([pair, problem]) => beyondOf(rule, pair, problem)?.drafts ?? [])
  return {...translation, drafts: [...drafts, ...fallbackDrafts], beyond: [...beyond, ...refused.keys()]}
}

/** What the rule becomes in the browser. Asked of the few rules whose condition matches, so it is worked out when first asked. */
export function getTranslation({rule, validation, problems}: CandidateRule): Translation {
  const known = validation?.translation ?? translations.get(rule)
  if (known) return known
  const fileAccess = !problems.some(({code}) => code === 'file-access-off')
  let made = emptyTranslation
  try {
    made = applyRefusals(rule, translate(rule, {fileAccess}), problems)
  } catch {
    // Half written it can be anything; then it does nothing.
  }
  translations.set(rule, made)
  return made
}

/** What only the browser and the whole list can tell: then a part that could be translated is left out all the same. */
const reportedByWorker: ReadonlySet<ProblemCode> = new Set([
  'regex-refused',
  'over-limit',
  'loop',
  'refused-by-browser',
  'too-many-parts',
])

/** Why a condition of a rule is not in force, if it is not. */
export function findExclusionProblem(
  index: number,
  {drafts, problems, inPage, beyond = []}: Translation,
  workerProblems: readonly Problem[],
): Problem | undefined {
  const concerns = ({pair}: Problem) => pair === undefined || pair === index
  const isWhole = ({code, field}: Problem) => reportedByWorker.has(code) && field?.startsWith('modifications') !== true
  const reported = workerProblems.find(each => concerns(each) && isWhole(each))
  if (reported || drafts.some(({pair}) => pair === index) || [...inPage, ...beyond].includes(index)) return reported
  return [...problems, ...workerProblems].find(each => concerns(each) && isLeftOut(each))
}

/** Whether Chrome refuses what a condition is told as, so that it is looked at in the page, or on the way to it. */
export const isFallbackCondition = (candidate: CandidateRule, {index}: Condition): boolean =>
  getTranslation(candidate).beyond?.includes(index) === true
