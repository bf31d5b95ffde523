import type {Problem} from '../model/problems'
import {faultText} from '../model/faults'
import {canonicalUrl, withoutFragment} from '../matching/address'
import type {FilterName, QueryChanges} from '../model/page-rules'
import {mergeQueryOutcomes, changeQuery, sumModifications} from '../matching/query-changes'
import {bands, type Band} from '../dnr/priorities'
import {findUnnamedTypeProblem} from '../dnr/rules/response'
import type {DnrRuleTemplate} from '../dnr/translation'
import type {TextMatch} from '../matching/linear-regex'
import type {CandidateRule} from './candidate-rules'
import type {RuleIndex} from './rule-index'
import type {ParsedRequest} from '../matching/request'
import {isEncodedDestination, maxRedirects} from '../matching/replacement'
import {transformUrl, getUrlTransform, replaceInUrl} from './url-transforms'
import type {ReadableRequest} from './test-request'
import {findExclusionProblem, getTranslation, type Condition, isFallbackCondition} from './conditions'
import type {QueryModification} from '../model/rules/query-param'

/**
 * A condition that matched the request at one hop of its redirect chain. `blocker` tells why it did
 * not act.
 */
export type MatchedCondition = {
  readonly candidate: CandidateRule
  readonly position: number
  readonly condition: Condition
  readonly textMatch: TextMatch
  readonly url: string
  readonly hop: number
  readonly blocker:
    | null
    | {readonly kind: 'off'}
    | {readonly kind: 'faulty'}
    | {readonly kind: 'left-out'; readonly problem: Problem | undefined}
    /** `at`: the index of the filter in the condition. */
    | {readonly kind: 'filter'; readonly filter: FilterName; readonly at: number}
    | {readonly kind: 'request-type'; readonly problem: Problem | undefined}
    | {readonly kind: 'no-text'}
  /** The browser rules of this condition for this type of request. */
  readonly dnrRules: readonly DnrRuleTemplate[]
  /** Chrome refuses the regex, so the page or the delay page matches the condition. */
  readonly isFallback: boolean
}

/** An action on the request at one hop. `next` is the new URL, or null when the request ends. */
export type AppliedAction = {
  readonly match: MatchedCondition
  readonly band: Band
  readonly next: string | null
  /** QueryParam conditions that are merged into this action. */
  readonly joined: readonly MatchedCondition[]
  /** Conditions without an effect left, each with the condition that overrides it. */
  readonly overridden?: ReadonlyMap<MatchedCondition, MatchedCondition>
}

export type RequestFlow = {
  readonly matches: readonly MatchedCondition[]
  readonly actions: readonly AppliedAction[]
  /** Conditions whose change would leave the URL the same. */
  readonly unchanged: readonly MatchedCondition[]
  /** The header conditions that match the final URL, in list order. */
  readonly headers: readonly MatchedCondition[]
  readonly url: string
  readonly end: 'sent' | 'stopped' | 'answered'
  readonly loop: RedirectLoop | null
}
/** The URLs of a redirect loop, and the condition that leads from each URL to the next. */
export type RedirectLoop = {readonly chain: readonly string[]; readonly steps: readonly MatchedCondition[]}

/** A URL that grows at each hop would exhaust the memory before the last hop. */
const maxGrowth = 10_000
/** Keeps the message short. */
const maxNamedSteps = 3
/** Conditions matched between two yields. */
const conditionsPerStep = 16

function findUnnamedType({rule}: CandidateRule, {index}: Condition, request: ParsedRequest): Problem | undefined {
  const pair = rule.ruleType === 'Response' ? rule.pairs[index] : undefined
  return pair && findUnnamedTypeProblem(pair, index, request.resourceType)
}

/** Whether the new URL is an encoded capture, which Chrome's rules cannot decode. */
const hasEncodedDestination = ({pair}: Condition, {captures}: TextMatch): boolean =>
  'destination' in pair && isEncodedDestination(String(pair.destination).trim(), captures)

/** Whether the page or the delay page acts, not a browser rule of the condition itself. */
const actsByFallback = (
  candidate: CandidateRule,
  condition: Condition,
  textMatch: TextMatch,
  {resourceType}: ParsedRequest,
): boolean =>
  isFallbackCondition(candidate, condition) &&
  (resourceType === 'xmlhttprequest' ||
    hasEncodedDestination(condition, textMatch) ||
    getTranslation(candidate).templates.every(({pair, isBroader}) => pair !== condition.index || isBroader === true))

const createEncodedProblem = (pair: number): Problem => ({
  code: 'regex-in-part',
  pair,
  params: {reason: faultText('encodedCapture'), works: faultText('fetchXhrAndPages')},
})

function findBlocker(
  candidate: CandidateRule,
  condition: Condition,
  textMatch: TextMatch,
  request: ParsedRequest,
): Pick<MatchedCondition, 'blocker' | 'dnrRules'> {
  const {off, problems, validation} = candidate
  if (off !== null) return {blocker: {kind: 'off'}, dnrRules: []}
  if (validation !== null && validation.faults.length > 0) return {blocker: {kind: 'faulty'}, dnrRules: []}
  const translation = getTranslation(candidate)
  const problem = findExclusionProblem(condition.index, translation, problems)
  const own = translation.templates.filter(({pair}) => pair === condition.index)
  const findProblem = (codes: RegExp) =>
    [...translation.problems, ...problems].find(({pair, code}) => pair === condition.index && codes.test(code))
  const isFallback = isFallbackCondition(candidate, condition)
  const isInPage = translation.inPagePairs.includes(condition.index)
  if (problem || (own.length === 0 && !isInPage && !isFallback))
    return {blocker: {kind: 'left-out', problem}, dnrRules: []}
  // Payloads are known only for fetch and XHR. For other types the request type is the reason, not
  // the filter.
  const isPayloadUnknown = request.resourceType !== 'xmlhttprequest'
  const at = condition
    .filters()
    .findIndex(each => !(isPayloadUnknown && each.name === 'requestPayload') && !each.holds(request))
  const filter = condition.filters()[at]
  if (filter) return {blocker: {kind: 'filter', filter: filter.name, at}, dnrRules: own}
  const method = request.method.toLowerCase()
  const isByFallback = actsByFallback(candidate, condition, textMatch, request)
  const usable = own.filter(({isBroader}) => !isFallback || (isBroader === true) === isByFallback)
  const eligible = usable.filter(
    ({condition: {resourceTypes, requestMethods}}) =>
      resourceTypes?.includes(request.resourceType) !== false && requestMethods?.includes(method) !== false,
  )
  // A WebSocket handshake cannot be redirected.
  const isRedirect = eligible.some(({action}) => action.type === 'redirect')
  const isFetched = isFallback && request.resourceType === 'xmlhttprequest'
  if (isFetched || (eligible.length > 0 && !(isRedirect && request.resourceType === 'websocket'))) {
    const {url} = request.address
    if (replaceInUrl(candidate, condition, url) !== null) return {blocker: null, dnrRules: eligible}
    return {blocker: {kind: 'no-text'}, dnrRules: eligible}
  }
  if (replaceInUrl(candidate, condition, request.address.url) === null)
    return {blocker: {kind: 'no-text'}, dnrRules: own}
  const typeProblem = hasEncodedDestination(condition, textMatch)
    ? createEncodedProblem(condition.index)
    : (findProblem(/navigations-only|in-p|fetch-only/) ?? findUnnamedType(candidate, condition, request))
  return {blocker: {kind: 'request-type', problem: typeProblem}, dnrRules: own}
}

/**
 * Finds the conditions that match the URL. Yields regularly, so that a long list does not block the
 * page.
 */
function* findMatches(
  {findConditions}: RuleIndex,
  request: ParsedRequest,
  hop: number,
): Generator<undefined, MatchedCondition[], unknown> {
  const matches: MatchedCondition[] = []
  const {url} = request.address
  for (const [count, {position, candidate, condition}] of findConditions(url).entries()) {
    if (count % conditionsPerStep === conditionsPerStep - 1) yield
    const textMatch = condition.compare(request.address)
    if (textMatch !== null)
      matches.push({
        candidate,
        position,
        condition,
        textMatch,
        url,
        hop,
        isFallback: actsByFallback(candidate, condition, textMatch, request),
        ...findBlocker(candidate, condition, textMatch, request),
      })
  }
  return matches
}

export const getBand = ({dnrRules, isFallback, candidate, condition}: MatchedCondition): Band | undefined =>
  isFallback ? getUrlTransform(candidate.rule, condition.pair)?.band : dnrRules[0]?.band
const usesRegex = ({dnrRules, isFallback}: MatchedCondition) =>
  isFallback || dnrRules.some(({condition}) => condition.regexFilter !== undefined)

const noQueryChange: QueryChanges = {cleared: false, params: []}
const getQueryChange = ({isFallback, condition: {pair}, dnrRules}: MatchedCondition): QueryChanges =>
  isFallback && 'modifications' in pair
    ? sumModifications(pair.modifications as readonly QueryModification[])
    : (dnrRules[0]?.query ?? noQueryChange)

/** Merges QueryParam conditions in list order. `overridden` holds those that add nothing. */
function joinQueryChanges(
  together: readonly MatchedCondition[],
): Required<Pick<AppliedAction, 'joined' | 'overridden'>> {
  const joined: MatchedCondition[] = []
  const overridden = new Map<MatchedCondition, MatchedCondition>()
  const owners = new Map<string, MatchedCondition>()
  let clearing: MatchedCondition | undefined
  let all = noQueryChange
  for (const match of together) {
    const {cleared, params} = getQueryChange(match)
    const both = mergeQueryOutcomes(all, {cleared, params})
    const before = params.map(([name]) => owners.get(name)).find(each => each !== undefined) ?? clearing
    if (both === all && before) overridden.set(match, before)
    else joined.push(match)
    for (const [name] of params) if (!owners.has(name)) owners.set(name, match)
    if (cleared) clearing ??= match
    all = both
  }
  return {joined, overridden}
}

/** Whether two conditions share their browser rule, or their source in the page. */
const haveSameCondition = (a: MatchedCondition, b: MatchedCondition) =>
  a.isFallback || b.isFallback
    ? a.isFallback && b.isFallback && JSON.stringify(a.condition.source) === JSON.stringify(b.condition.source)
    : shareBrowserRule(a, b)
const shareBrowserRule = (a: MatchedCondition, b: MatchedCondition) =>
  a.dnrRules.some(one => b.dnrRules.some(other => JSON.stringify(one.condition) === JSON.stringify(other.condition)))

const sumQueryChanges = (joined: readonly MatchedCondition[]): QueryChanges =>
  joined.map(getQueryChange).reduce(mergeQueryOutcomes, noQueryChange)

/** Returns the changed URL, which may be invalid. */
function getDestination(
  match: MatchedCondition,
  joined: readonly MatchedCondition[] = [match],
): string | null | undefined {
  const {candidate, condition, textMatch, url} = match
  if (getBand(match) === 'queryParam') return changeQuery(url, sumQueryChanges(joined))
  return transformUrl(candidate, condition, url, textMatch.captures)
}

/** Returns the changed URL if it is invalid. Chrome ignores such a redirect. */
export function getInvalidDestination(match: MatchedCondition): string | undefined {
  const destination = getDestination(match)
  return typeof destination === 'string' && canonicalUrl(destination) === undefined ? destination : undefined
}

/**
 * Returns the URL that a condition redirects to. Null when the request ends there, undefined when
 * the URL stays the same.
 */
export function getNextUrl(
  match: MatchedCondition,
  joined: readonly MatchedCondition[] = [match],
): string | null | undefined {
  if (getBand(match) === 'response') return null
  const {url} = match
  const next = getDestination(match, joined)
  if (next === null || next === undefined) return next
  const written = canonicalUrl(next)
  if (written === undefined) return undefined
  // A file and a `data:` URL are the response itself.
  if (!/^(?:http|ws)s?:/.test(written)) return null
  const destination = withoutFragment(written)
  return destination === url ? undefined : destination
}

/** Returns the fragment of a redirect destination, which a navigation keeps. */
export function getFragment(match: MatchedCondition): string {
  const {candidate, condition, textMatch, url} = match
  const next = getBand(match) === 'redirect' ? transformUrl(candidate, condition, url, textMatch.captures) : null
  return URL.parse(next ?? '')?.hash ?? ''
}

/** Returns the delay in milliseconds, 0 for other types. */
export const getDelay = ({dnrRules, condition: {pair}}: MatchedCondition): number =>
  dnrRules[0]?.delayMs ?? ('delay' in pair && typeof pair.delay === 'number' ? pair.delay : 0)

const compareByPriority = (a: MatchedCondition, b: MatchedCondition) =>
  bands[getBand(b) ?? 'headers'] - bands[getBand(a) ?? 'headers'] ||
  getDelay(b) - getDelay(a) ||
  a.position - b.position ||
  a.condition.index - b.condition.index

/** Finds the QueryParam conditions to merge with this one, which is included. */
const findJoinedMatches = (
  match: MatchedCondition,
  eligible: readonly MatchedCondition[],
): readonly MatchedCondition[] =>
  getBand(match) === 'queryParam'
    ? eligible
        .filter(each => getBand(each) === 'queryParam' && haveSameCondition(each, match))
        .toSorted(compareByPriority)
    : []

const changesUrl = (match: MatchedCondition, eligible: readonly MatchedCondition[]): boolean => {
  if (!match.isFallback) return true
  const together = findJoinedMatches(match, eligible)
  return getNextUrl(match, together.length > 0 ? joinQueryChanges(together).joined : undefined) !== undefined
}

/**
 * Chooses the action for one hop. Chrome compares the best rule with a regex and the best without,
 * and skips redirects to the same URL; these are added to `unchanged`.
 */
function chooseAction(eligible: readonly MatchedCondition[], unchanged: MatchedCondition[]): AppliedAction | undefined {
  // In the page, a condition that changes nothing does not override another one.
  const acting = eligible.filter(each => changesUrl(each, eligible))
  const ineffective = eligible.filter(each => !acting.includes(each))
  unchanged.push(...ineffective)
  const ordered = acting.toSorted(compareByPriority)
  const best = [ordered.find(usesRegex), ordered.find(each => !usesRegex(each))].filter(each => each !== undefined)
  for (const match of best.toSorted(compareByPriority)) {
    const band = getBand(match)
    if (band === undefined) continue
    if (band === 'delay') return {match, band, next: match.url, joined: []}
    const {joined, overridden} = joinQueryChanges(findJoinedMatches(match, ordered))
    const next = getNextUrl(match, joined)
    if (next !== undefined) return {match, band, next, joined, overridden}
    unchanged.push(match, ...joined)
  }
  return undefined
}

/** Follows a request through all rules and redirects, as Chrome does. */
export function* followRequest(
  ruleIndex: RuleIndex,
  start: string,
  requestAt: ReadableRequest['requestAt'],
): Generator<undefined, RequestFlow, unknown> {
  const matches: MatchedCondition[] = []
  const actions: AppliedAction[] = []
  const unchanged: MatchedCondition[] = []
  const visited = [start]
  let url = start
  for (let hop = 0; ; hop++) {
    const hopMatches = yield* findMatches(ruleIndex, requestAt(url), hop)
    matches.push(...hopMatches)
    const eligible = hopMatches.filter(each => each.blocker === null)
    const isHeader = (each: MatchedCondition) => getBand(each) === 'headers'
    let acting = eligible.filter(each => !isHeader(each))
    if (actions.some(({band}) => band === 'delay')) acting = acting.filter(each => getBand(each) !== 'delay')
    let action = chooseAction(acting, unchanged)
    if (action?.band === 'delay') {
      // The delay page opens the same URL again, which no Delay rule matches.
      actions.push(action)
      action = chooseAction(
        acting.filter(each => getBand(each) !== 'delay'),
        unchanged,
      )
    }
    if (!action) return {matches, actions, unchanged, headers: eligible.filter(isHeader), url, end: 'sent', loop: null}
    actions.push(action)
    if (action.next === null) {
      const end = action.band === 'cancel' ? 'stopped' : 'answered'
      return {matches, actions, unchanged, headers: [], url, end, loop: null}
    }
    const again = visited.indexOf(action.next)
    const isEndless = hop >= maxRedirects || action.next.length > start.length + maxGrowth
    if (again >= 0 || isEndless) {
      // If no URL repeats, the first half of the chain may only lead to the loop.
      const from = again >= 0 ? again : Math.floor(hop / 2)
      const steps = actions.filter(({band}) => band !== 'delay').map(({match}) => match)
      const chain = [...visited.slice(from), action.next].slice(0, maxNamedSteps + 1)
      const loop = {chain, steps: steps.slice(from)}
      return {matches, actions, unchanged, headers: [], url, end: 'sent', loop}
    }
    url = action.next
    visited.push(url)
  }
}

/** Returns the first action that a rule takes part in. */
export const findActionOfRule = (actions: readonly AppliedAction[], id: string): AppliedAction | undefined =>
  actions.find(({match, joined}) => [match, ...joined].some(each => each.candidate.id === id))

/** Returns the URL after the consecutive redirects of one rule. */
export function getLastUrl(actions: readonly AppliedAction[], first: AppliedAction): string | null {
  let to = first.next
  for (const {match, next} of actions.slice(actions.indexOf(first) + 1)) {
    if (match.candidate.id !== first.match.candidate.id || match.url !== to) break
    to = next
  }
  return to
}

/**
 * Chooses the rule of a loop that is excluded: the lowest in the list. Among fallback rules, it is
 * the one that acts last, as in src/page/isolated/redirect-chain.ts.
 */
export function findRuleToExclude({steps}: RedirectLoop): string | undefined {
  const inPages = steps.filter(({isFallback}) => isFallback).toSorted(compareByPriority)
  const last = inPages.at(-1) ?? steps.toSorted((a, b) => a.position - b.position).at(-1)
  return last?.candidate.id
}
