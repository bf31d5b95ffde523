import type {Fault} from '../model/faults'
import {type Problem, type ProblemCode, isLeftOut, toNext} from '../model/problems'
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

/** A rule, as a sentence links to it. */
type RuleLink = {readonly id: string; readonly name: string}

type ActingRule = RuleLink & {
  readonly ruleType: RuleType
  readonly band: Band | undefined
}

export type Reason =
  | {readonly why: 'off'; readonly off: OffReason; readonly wouldMatch: boolean; readonly group: string}
  | {readonly why: 'left-out'; readonly problem: Problem | undefined}
  | {readonly why: 'faulty'; readonly faults: readonly Fault[]; readonly wouldMatch: boolean}
  /** Of several conditions the nearest. */
  | {readonly why: 'source'; readonly nearMiss: NearMiss; readonly index: number}
  /** `at`: which of the filters of the condition. */
  | {readonly why: 'filter'; readonly filter: FilterName; readonly at: number; readonly condition: Condition}
  | {readonly why: 'no-text'; readonly condition: Condition}
  | {readonly why: 'request-type'; readonly problem: Problem | undefined}
  /** `isAlike`: of the same type, so that it is the order of the list that decides. */
  | {readonly why: 'acts-first'; readonly by: ActingRule; readonly isAlike: boolean}
  | {readonly why: 'goes-elsewhere'; readonly by: ActingRule; readonly url: string}
  /** The order of the list decides, of headers and user agents alike. `others`: how many more of its headers rules above have. */
  | {
      readonly why: 'header-taken'
      readonly by: ActingRule
      readonly header: string
      readonly others: number
    }
  | {readonly why: 'same'}
  | {readonly why: 'invalid-url'; readonly url: string}
  | {readonly why: 'loop'; readonly chain: readonly string[]; readonly by: readonly RuleLink[]}

/** What a rule does to the request. */
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
  /** It acts, and these requests are not all that it was meant for. */
  readonly limitation: Problem | null
  /** What the condition found, where it found anything. */
  readonly match: MatchedCondition | null
}

/** Whether it is done in the page, which tells of it, and not by Chrome. */
export const isInPage = ({effect, candidate}: Verdict): boolean =>
  effect?.kind === 'in-page' || (effect !== null && effect.match.isFallback && candidate.rule.ruleType !== 'Delay')

export type VerdictContext = {
  readonly flow: RequestFlow
  readonly headers: HeaderOutcome
  readonly request: ParsedRequest
  readonly loops: ReadonlyMap<string, RedirectLoop>
  readonly groups: readonly Pick<Group, 'id' | 'name'>[]
  /** A rule by its id, whether the request concerns it or not. */
  readonly getRuleLink: (id: string) => RuleLink | undefined
  /** What is done inside the page. */
  readonly inPage: readonly MatchedCondition[]
}

/** Left out as a whole: no condition of it is in force. */
function findRefusal(candidate: CandidateRule): {readonly problem: Problem | undefined} | null {
  const {rule, problems} = candidate
  const translation = getTranslation(candidate)
  const parts = getConditions(rule).map(({index}) => ({
    problem: findExclusionProblem(index, translation, problems),
    isIn:
      [...translation.inPage, ...(translation.beyond ?? [])].includes(index) ||
      translation.drafts.some(({pair}) => pair === index),
  }))
  if (parts.some(({problem, isIn}) => isIn && problem === undefined)) return null
  return {problem: parts[0]?.problem ?? translation.problems.find(isLeftOut)}
}

/** The way round that the worker found, with the rule that leads to each address; null where it is no circle, or a rule of it is gone. */
function readLoopProblem(
  {code, says, rules = []}: Problem,
  getRuleLink: (id: string) => RuleLink | undefined,
): {readonly chain: readonly string[]; readonly by: readonly RuleLink[]} | null {
  const by = rules.flatMap(id => getRuleLink(id) ?? [])
  if (code !== 'loop' || by.length === 0 || by.length < rules.length) return null
  return {chain: String(says?.['chain']).split(toNext), by}
}

const limitationCodes: ReadonlySet<ProblemCode> = new Set([
  'fragment-too',
  'regex-in-part',
  'payload-in-part',
  'unknown-filter',
  'query-spelling',
  'content-type',
  'append-sets',
  'file-navigations-only',
  'empty-capture',
])

/**
 * What a rule does not quite do, by the conditions of it that act; null where they do all that they say. Of a header that a rule above has
 * (`request x-a`) nothing is done at all.
 */
function findLimitation(
  {id, validation, problems}: CandidateRule,
  matches: readonly MatchedCondition[],
  lost: ReadonlySet<string> = new Set(),
): Problem | null {
  const own = matches.flatMap(({candidate, condition}) => (candidate.id === id ? condition.index : []))
  const isLost = ({code, says}: Problem) =>
    code === 'append-sets' && lost.has(`request ${String(says?.['header']).trim().toLowerCase()}`)
  const isOwn = (problem: Problem) =>
    limitationCodes.has(problem.code) && (problem.pair === undefined || own.includes(problem.pair)) && !isLost(problem)
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
): Verdict => ({
  candidate,
  kind,
  reason,
  effect: null,
  limitation: null,
  match,
})

function getExcludedVerdict(
  candidate: CandidateRule,
  {getRuleLink}: VerdictContext,
  problem: Problem | undefined,
  match: MatchedCondition | null,
): Verdict {
  const loop = problem && readLoopProblem(problem, getRuleLink)
  return createVerdict(candidate, 'refused', loop ? {why: 'loop', ...loop} : {why: 'left-out', problem}, match)
}

/** What a rule does inside the page, or which other one does it first. */
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
  // A lower one acts where something else keeps the upper one from it.
  const ahead = first && (ruleType === 'Delay' || first.position < own.position) ? first : undefined
  const winner = ahead ?? (ruleType === 'Response' || isUnsent || isCancelledInPage(flow) ? before?.match : undefined)
  if (!winner) return null
  return toOverriddenVerdict(winner, own, ahead !== undefined)
}

/** `isAlike`: to stand above the winner would help, which of two delays is so where both are as long. */
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
  const made = headers.applied.filter(isOwn)
  // What its own first condition has done, the next one need not.
  const lost = headers.ignored.filter(each => isOwn(each) && each.overriddenBy.candidate.id !== id)
  const lostNames = new Set(lost.map(({target, change}) => `${target} ${change.header}`))
  const [ignored] = lost
  const taken: Reason | null = ignored
    ? {
        why: 'header-taken',
        by: toActingRule(ignored.overriddenBy),
        header: ignored.change.header,
        // What a user agent is told by is one to its reader.
        others: candidate.rule.ruleType === 'Headers' ? lostNames.size - 1 : 0,
      }
    : null
  const match = matches.find(each => flow.headers.includes(each)) ?? null
  if (made.length > 0 && match)
    return {
      candidate,
      kind: taken ? 'changed' : 'applies',
      reason: taken,
      effect: {kind: 'headers', changes: made, match},
      limitation: findLimitation(
        candidate,
        made.map(each => each.match),
        lostNames,
      ),
      match,
    }
  return taken ? createVerdict(candidate, 'hidden', taken, match) : null
}

/** A rule that could act on an address of the way, and did not: which other one came first there. */
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
    const made = getInvalidDestination(match)
    return createVerdict(
      candidate,
      'not-applied',
      made === undefined ? {why: 'same'} : {why: 'invalid-url', url: made},
      match,
    )
  }
  const unchanged = flow.unchanged.find(({hop}) => hop === match.hop)
  const winner = first?.overridden?.get(match) ?? first?.match ?? unchanged
  if (!winner) return createVerdict(candidate, 'not-applied', {why: 'same'}, match)
  const by = toActingRule(winner)
  if (isHeader && first && first.next !== null) {
    // It matches where the way ends, too: what ended it there comes before.
    const last = matches.findLast(({blocker, url}) => blocker === null && url === flow.url)
    const end = flow.actions.findLast(({next}) => next === null)
    if (last && end) return toOverriddenVerdict(end.match, last, false)
    // Where it matches the next address, too, it is a later one that it does not match.
    const isOnTheWay = matches.some(({url}) => url === first.next)
    const later = isOnTheWay ? flow.actions.findLast(({next}) => next !== null)?.next : null
    return createVerdict(candidate, 'hidden', {why: 'goes-elsewhere', by, url: later ?? first.next}, match)
  }
  return toOverriddenVerdict(winner, match, by.band === own)
}

/** Whether what came first only led the request on, to where this rule could have acted as well. */
const isRedirectedPast = ({reason}: Verdict, own: MatchedCondition, {flow}: VerdictContext): boolean =>
  reason?.why === 'acts-first' &&
  reason.by.band !== getBand(own) &&
  flow.actions.some(({match, next}) => match.hop === own.hop && match.candidate.id === reason.by.id && next !== null)

/** What becomes of one rule: of the reasons that hold, the first in the order in which they are checked. */
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
    // It had something to do before it was led to where nothing is left.
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
