import type {Fault} from '../model/faults'
import {type Problem, type ProblemCode, isLeftOut} from '../model/problems'
import type {Group} from '../model/group'
import type {RuleType} from '../model/rules'
import type {FilterName} from '../model/page-rules'
import type {ParsedRequest} from '../matching/request'
import type {Band} from '../dnr/priorities'
import type {CandidateRule, OffReason} from './candidate-rules'
import type {HeaderEffect, HeaderOutcome} from './header-changes'
import {canChangeBody, isStaticResponse, passesFilters, isCancelledInPage} from './in-page'
import {findNearestMiss, type NearMiss} from './near-miss'
import {getConditions, type Condition, findExclusionProblem, getTranslation} from './conditions'
import {
  findActionOfRule,
  getBand,
  getFragment,
  getLastUrl,
  getNextUrl,
  getInvalidDestination,
  getDelay,
  type RedirectLoop,
  type MatchedCondition,
  type RequestFlow,
} from './request-flow'

export type VerdictKind = 'wins' | 'applies' | 'changed' | 'hidden' | 'not-applied' | 'no-match' | 'refused' | 'faulty'

/** A rule that a sentence can link to. */
type RuleLink = {readonly id: string; readonly name: string}

type ActingRule = RuleLink & {readonly ruleType: RuleType; readonly band: Band | undefined}

export type Reason =
  | {readonly why: 'off'; readonly off: OffReason; readonly wouldMatch: boolean; readonly group: string}
  | {readonly why: 'left-out'; readonly problem: Problem | undefined}
  | {readonly why: 'faulty'; readonly faults: readonly Fault[]; readonly wouldMatch: boolean}
  /** The condition that came nearest to matching. */
  | {readonly why: 'source'; readonly nearMiss: NearMiss; readonly index: number}
  /** `at`: the index of the filter in the condition. */
  | {readonly why: 'filter'; readonly filter: FilterName; readonly at: number; readonly condition: Condition}
  | {readonly why: 'no-text'; readonly condition: Condition}
  | {readonly why: 'request-type'; readonly problem: Problem | undefined}
  /** `isAlike`: moving the rule above the other would help. */
  | {readonly why: 'acts-first'; readonly by: ActingRule; readonly isAlike: boolean}
  | {readonly why: 'goes-elsewhere'; readonly by: ActingRule; readonly url: string}
  /**
   * A rule above changes the same header. `others`: the number of further headers that are
   * overridden.
   */
  | {readonly why: 'header-taken'; readonly by: ActingRule; readonly header: string; readonly others: number}
  | {readonly why: 'same'}
  | {readonly why: 'invalid-url'; readonly url: string}
  | {readonly why: 'loop'; readonly chain: readonly string[]; readonly by: readonly RuleLink[]}

export type Effect =
  | {
      readonly kind: 'redirected'
      readonly from: string
      readonly to: string
      readonly match: MatchedCondition
      readonly joined: number
    }
  | {readonly kind: 'ended' | 'in-page'; readonly match: MatchedCondition}
  | {readonly kind: 'headers'; readonly changes: readonly HeaderEffect[]; readonly match: MatchedCondition}

export type Verdict = {
  readonly candidate: CandidateRule
  readonly kind: VerdictKind
  readonly reason: Reason | null
  readonly effect: Effect | null
  /** The rule acts, but not on all requests that it was written for. */
  readonly limitation: Problem | null
  /** The match that the verdict is about. */
  readonly match: MatchedCondition | null
}

/** Whether the page script applies and reports the rule, not Chrome. */
export const isInPage = ({effect, candidate}: Verdict): boolean =>
  effect?.kind === 'in-page' || (effect !== null && effect.match.isFallback && candidate.rule.ruleType !== 'Delay')

export type VerdictContext = {
  readonly flow: RequestFlow
  readonly headers: HeaderOutcome
  readonly request: ParsedRequest
  readonly loops: ReadonlyMap<string, RedirectLoop>
  readonly groups: readonly Pick<Group, 'id' | 'name'>[]
  /** Also finds rules without a match. */
  readonly getRuleLink: (id: string) => RuleLink | undefined
  /** The matches that the page script applies. */
  readonly inPage: readonly MatchedCondition[]
}

/** Returns the problem of a rule without any installed condition. */
function findRefusal(candidate: CandidateRule): {readonly problem: Problem | undefined} | null {
  const {rule, problems} = candidate
  const translation = getTranslation(candidate)
  const parts = getConditions(rule).map(({index}) => ({
    problem: findExclusionProblem(index, translation, problems),
    isIn:
      [...translation.inPagePairs, ...(translation.fallbackPairs ?? [])].includes(index) ||
      translation.templates.some(({pair}) => pair === index),
  }))
  if (parts.some(({problem, isIn}) => isIn && problem === undefined)) return null
  return {problem: parts[0]?.problem ?? translation.problems.find(isLeftOut)}
}

/**
 * Reads a loop that the engine reported. Null for other problems, and when a rule of the loop was
 * deleted.
 */
function readLoopProblem(
  {code, urls = [], rules = []}: Problem,
  getRuleLink: (id: string) => RuleLink | undefined,
): {readonly chain: readonly string[]; readonly by: readonly RuleLink[]} | null {
  const by = rules.flatMap(id => getRuleLink(id) ?? [])
  if (code !== 'loop' || by.length === 0 || by.length < rules.length) return null
  return {chain: urls, by}
}

const limitationCodes: ReadonlySet<ProblemCode> = new Set([
  'fragment-too',
  'regex-in-part',
  'payload-in-part',
  'unknown-filter',
  'query-spelling',
  'content-type',
  'file-navigations-only',
  'empty-capture',
])

/** Returns the first problem that limits the acting conditions. */
function findLimitation(
  {id, validation, problems}: CandidateRule,
  matches: readonly MatchedCondition[],
): Problem | null {
  const own = matches.flatMap(({candidate, condition}) => (candidate.id === id ? condition.index : []))
  const isOwn = (problem: Problem) =>
    limitationCodes.has(problem.code) && (problem.pair === undefined || own.includes(problem.pair))
  return (validation?.translation.problems ?? problems).find(isOwn) ?? null
}

const toActingRule = (match: MatchedCondition): ActingRule => {
  const {id, rule} = match.candidate
  return {id, name: rule.name, ruleType: rule.ruleType, band: getBand(match)}
}

const createVerdict = (
  candidate: CandidateRule,
  kind: VerdictKind,
  reason: Reason,
  match: MatchedCondition | null = null,
): Verdict => ({candidate, kind, reason, effect: null, limitation: null, match})

function getExcludedVerdict(
  candidate: CandidateRule,
  {getRuleLink}: VerdictContext,
  problem: Problem | undefined,
  match: MatchedCondition | null,
): Verdict {
  const loop = problem && readLoopProblem(problem, getRuleLink)
  return createVerdict(candidate, 'refused', loop ? {why: 'loop', ...loop} : {why: 'left-out', problem}, match)
}

/** Returns the verdict for a rule that the page script applies, or that is overridden there. */
function getInPageVerdict(
  candidate: CandidateRule,
  {inPage, flow, request}: VerdictContext,
  matches: readonly MatchedCondition[],
): Verdict | null {
  const {ruleType} = candidate.rule
  if (ruleType !== 'Request' && ruleType !== 'Response' && ruleType !== 'Delay') return null
  if (request.resourceType !== 'xmlhttprequest' || !canChangeBody(ruleType, request)) return null
  const first = inPage.find(({candidate: {rule}}) => rule.ruleType === ruleType)
  const own = matches.find(match => passesFilters(match))
  if (first?.candidate.id === candidate.id)
    return {
      candidate,
      kind: 'applies',
      reason: null,
      effect: {kind: 'in-page', match: first},
      limitation: null,
      match: first,
    }
  if (!own) return null
  const isUnanswered = flow.end === 'stopped' && !isStaticResponse(own)
  const isUnsent = flow.end !== 'sent' && ruleType === 'Request'
  const before = isUnanswered || isUnsent ? flow.actions.at(-1) : flow.actions.find(({match}) => match.hop === own.hop)
  // A lower rule acts when the upper one cannot.
  const ahead = first && (ruleType === 'Delay' || first.position < own.position) ? first : undefined
  const winner = ahead ?? (ruleType === 'Response' || isUnsent || isCancelledInPage(flow) ? before?.match : undefined)
  if (!winner) return null
  return toOverriddenVerdict(winner, own, ahead !== undefined)
}

/** `isAlike`: the list order decides. Of two delays it decides only if they are equal. */
const toOverriddenVerdict = (winner: MatchedCondition, own: MatchedCondition, isAlike: boolean): Verdict =>
  createVerdict(
    own.candidate,
    'hidden',
    {why: 'acts-first', by: toActingRule(winner), isAlike: isAlike && getDelay(winner) === getDelay(own)},
    own,
  )

function getActingVerdict(
  candidate: CandidateRule,
  {flow, headers, request}: VerdictContext,
  matches: readonly MatchedCondition[],
): Verdict | null {
  const {id} = candidate
  const action = findActionOfRule(flow.actions, id)
  if (action) {
    const {match, next, joined, band} = action
    const isLead = match.candidate.id === id
    const own = isLead ? match : (joined.find(each => each.candidate.id === id) ?? match)
    const fragment = request.resourceType.endsWith('_frame') ? getFragment(match) : ''
    const effect: Effect =
      next === null || band === 'delay'
        ? {kind: 'ended', match: own}
        : {
            kind: 'redirected',
            from: match.url,
            to: (getLastUrl(flow.actions, action) ?? next) + fragment,
            match: own,
            joined: new Set(joined.map(each => each.candidate.id)).size,
          }
    const kind = isLead && band !== 'delay' ? 'wins' : 'applies'
    const all = flow.actions.flatMap(each => [each.match, ...each.joined])
    return {candidate, kind, reason: null, effect, limitation: findLimitation(candidate, all), match: own}
  }
  const isOwn = ({match}: HeaderEffect) => match.candidate.id === id
  const synthetic = headers.applied.filter(isOwn)
  // An earlier condition of the same rule does not count as overriding.
  const lost = headers.ignored.filter(each => isOwn(each) && each.overriddenBy.candidate.id !== id)
  const lostNames = new Set(lost.map(({target, change}) => `${target} ${change.header}`))
  const [ignored] = lost
  const taken: Reason | null = ignored
    ? {
        why: 'header-taken',
        by: toActingRule(ignored.overriddenBy),
        header: ignored.change.header,
        // A User agent rule shows as a single header.
        others: candidate.rule.ruleType === 'Headers' ? lostNames.size - 1 : 0,
      }
    : null
  const match = matches.find(each => flow.headers.includes(each)) ?? null
  if (synthetic.length > 0 && match)
    return {
      candidate,
      kind: taken ? 'changed' : 'applies',
      reason: taken,
      effect: {kind: 'headers', changes: synthetic, match},
      limitation: findLimitation(
        candidate,
        synthetic.map(each => each.match),
      ),
      match,
    }
  return taken ? createVerdict(candidate, 'hidden', taken, match) : null
}

/** Returns the verdict for a rule that could act at a hop, with the rule that acted first there. */
function getOverriddenVerdict(
  candidate: CandidateRule,
  {flow}: VerdictContext,
  matches: readonly MatchedCondition[],
  match: MatchedCondition,
): Verdict {
  const own = getBand(match) ?? 'headers'
  const isHeader = own === 'headers'
  const first = flow.actions.find(({match: other, band, next}) =>
    band === 'delay' ? own === 'delay' : other.hop === match.hop || (next === null && other.hop < match.hop),
  )
  if (flow.unchanged.includes(match)) {
    const synthetic = getInvalidDestination(match)
    return createVerdict(
      candidate,
      'not-applied',
      synthetic === undefined ? {why: 'same'} : {why: 'invalid-url', url: synthetic},
      match,
    )
  }
  const unchanged = flow.unchanged.find(({hop}) => hop === match.hop)
  const winner = first?.overridden?.get(match) ?? first?.match ?? unchanged
  if (!winner) return createVerdict(candidate, 'not-applied', {why: 'same'}, match)
  const by = toActingRule(winner)
  if (isHeader && first && first.next !== null) {
    // The rule also matches the final URL, where another rule ends the request.
    const last = matches.findLast(({blocker, url}) => blocker === null && url === flow.url)
    const end = flow.actions.findLast(({next}) => next === null)
    if (last && end) return toOverriddenVerdict(end.match, last, false)
    // If it matches the next URL as well, a later redirect leads to a URL that it does not match.
    const isOnTheWay = matches.some(({url}) => url === first.next)
    const later = isOnTheWay ? flow.actions.findLast(({next}) => next !== null)?.next : null
    return createVerdict(candidate, 'hidden', {why: 'goes-elsewhere', by, url: later ?? first.next}, match)
  }
  return toOverriddenVerdict(winner, match, by.band === own)
}

/** Whether a redirect came first, so that the rule may still act at a later hop. */
const isRedirectedPast = ({reason}: Verdict, own: MatchedCondition, {flow}: VerdictContext): boolean =>
  reason?.why === 'acts-first' &&
  reason.by.band !== getBand(own) &&
  flow.actions.some(({match, next}) => match.hop === own.hop && match.candidate.id === reason.by.id && next !== null)

/**
 * Returns the verdict for one rule. If several reasons apply, the first check that fails decides.
 */
export function getVerdict(
  candidate: CandidateRule,
  context: VerdictContext,
  matches: readonly MatchedCondition[],
): Verdict {
  const {request, loops, groups} = context
  const {id, rule, off} = candidate
  const [firstMatch] = matches
  const wouldMatch = () => matches.some(({condition, url}) => url === request.address.url && passes(condition, request))
  if (off !== null) {
    const group = groups.find(each => each.id === rule.groupId)?.name ?? ''
    return createVerdict(
      candidate,
      'not-applied',
      {why: 'off', off, wouldMatch: wouldMatch(), group},
      firstMatch ?? null,
    )
  }
  const faults = candidate.validation?.faults ?? []
  if (faults.length > 0) {
    const isBlank = getConditions(rule).every(({pattern, matchesAnyUrl}) => pattern === null && !matchesAnyUrl)
    if (!firstMatch && !isBlank) return getNoMatchVerdict(candidate, request)
    return createVerdict(candidate, 'faulty', {why: 'faulty', faults, wouldMatch: wouldMatch()}, firstMatch ?? null)
  }
  const loop = loops.get(id)
  if (loop) {
    const {chain, steps} = loop
    return createVerdict(candidate, 'refused', {why: 'loop', chain, by: steps.map(toActingRule)}, firstMatch ?? null)
  }
  const inside = getInPageVerdict(candidate, context, matches)
  if (inside) return inside
  const refusal = findRefusal(candidate)
  if (refusal) return getExcludedVerdict(candidate, context, refusal.problem, firstMatch ?? null)
  const done = getActingVerdict(candidate, context, matches)
  if (done) return done
  const eligible = matches.filter(({blocker}) => blocker === null)
  const [first, last] = [eligible[0], eligible.at(-1)]
  if (first && last) {
    const early = getOverriddenVerdict(candidate, context, matches, first)
    const late = isRedirectedPast(early, first, context)
      ? getOverriddenVerdict(candidate, context, matches, last)
      : early
    // The rule could have changed the URL at the first hop.
    return late.reason?.why === 'same' && getNextUrl(first) !== undefined ? early : late
  }
  return getBlockedVerdict(candidate, context, matches) ?? getNoMatchVerdict(candidate, request)
}

const passes = ({filters}: Condition, request: ParsedRequest) => filters().every(each => each.holds(request))

function getBlockedVerdict(
  candidate: CandidateRule,
  context: VerdictContext,
  matches: readonly MatchedCondition[],
): Verdict | null {
  for (const by of ['left-out', 'no-text', 'request-type', 'filter'] as const) {
    const match = matches.find(({blocker}) => blocker?.kind === by)
    const blocker = match?.blocker
    if (!match || !blocker) continue
    if (blocker.kind === 'left-out') return getExcludedVerdict(candidate, context, blocker.problem, match)
    if (blocker.kind === 'no-text')
      return createVerdict(candidate, 'no-match', {why: 'no-text', condition: match.condition}, match)
    if (blocker.kind === 'request-type')
      return createVerdict(candidate, 'not-applied', {why: 'request-type', problem: blocker.problem}, match)
    if (blocker.kind === 'filter') {
      const {filter, at} = blocker
      return createVerdict(candidate, 'no-match', {why: 'filter', filter, at, condition: match.condition}, match)
    }
  }
  return null
}

const getNoMatchVerdict = (candidate: CandidateRule, request: ParsedRequest): Verdict =>
  createVerdict(candidate, 'no-match', {
    why: 'source',
    ...findNearestMiss(getConditions(candidate.rule), request.address),
  })
