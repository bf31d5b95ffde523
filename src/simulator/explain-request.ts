import type {Group} from '../model/group'
import type {Library} from './candidate-rules'
import {combineHeaderChanges, type HeaderEffect} from './header-changes'
import {getInPageMatches, isServedInPage} from './in-page'
import type {RuleIndex} from './rule-index'
import type {ReadableRequest} from './test-request'
import {getVerdict, type VerdictContext, type Verdict} from './verdict'
import {
  findRuleToExclude,
  followRequest,
  type RedirectLoop,
  type MatchedCondition,
  type RequestFlow,
} from './request-flow'

/** What becomes of a request, and of every rule that it concerns. */
export type Explanation = {
  /** The address that was asked about, as the browser writes it. */
  readonly url: string
  /** In the order of the list: every rule that has to do with it, and those that were asked about. */
  readonly verdicts: readonly Verdict[]
  /** Where the request ends up, and how. */
  readonly end: RequestFlow['end']
  readonly finalUrl: string
  readonly headers: readonly HeaderEffect[]
}
/** The rules of a library, and the groups by name. */
export type NamedLibrary = Omit<Library, 'groups'> & {readonly groups: readonly Pick<Group, 'id' | 'status' | 'name'>[]}
/** A request goes round in circles by one rule at a time; the worker leaves each out. */
const maxLoops = 8

/** The way as far as it goes: where the page answers by itself, no other rule comes to what would be sent. */
function endAtServedResponse(flow: RequestFlow, inPage: readonly MatchedCondition[]): RequestFlow {
  const served = inPage.find(isServedInPage)
  if (!served) return flow
  const before = flow.actions.filter(({match}) => match.hop < served.hop)
  const actions = [...before, {match: served, band: 'response', next: null, joined: []} as const]
  // What lies beyond was not come to, and nobody left it as it is.
  const unchanged = flow.unchanged.filter(({hop}) => hop <= served.hop)
  return {...flow, actions, unchanged, headers: [], url: served.url, end: 'answered'}
}

function groupByRule(matches: readonly MatchedCondition[]): ReadonlyMap<string, MatchedCondition[]> {
  const byId = new Map<string, MatchedCondition[]>()
  for (const match of matches) {
    const {id} = match.candidate
    const known = byId.get(id)
    if (known) known.push(match)
    else byId.set(id, [match])
  }
  return byId
}

type FlowWithoutLoops = {readonly flow: RequestFlow; readonly loops: ReadonlyMap<string, RedirectLoop>}

/** The way of a request, without the rules that would send it round in circles. */
function* followWithoutLoops(
  ruleIndex: RuleIndex,
  {url, requestAt}: ReadableRequest,
): Generator<undefined, FlowWithoutLoops, unknown> {
  const loops = new Map<string, RedirectLoop>()
  let flow = yield* followRequest(ruleIndex, url, requestAt)
  while (flow.loop && loops.size < maxLoops) {
    const out = findRuleToExclude(flow.loop)
    if (out === undefined) break
    loops.set(out, flow.loop)
    flow = yield* followRequest(ruleIndex.withoutRules(loops), url, requestAt)
  }
  return {flow, loops}
}

/** Tells of a request that can be asked about; `alsoAbout` gets to know whether it matches a rule. */
export function* explainRequest(
  ruleIndex: RuleIndex,
  {url, requestAt}: ReadableRequest,
  groups: NamedLibrary['groups'],
  alsoAbout: (isMatched: (id: string) => boolean) => readonly string[],
): Generator<undefined, Explanation, unknown> {
  const {flow: whole, loops} = yield* followWithoutLoops(ruleIndex, {url, requestAt})
  const request = requestAt(url)
  const inPage = getInPageMatches(whole, request)
  const flow = endAtServedResponse(whole, inPage)
  const headers = combineHeaderChanges(flow.headers)
  const {getPosition, candidates} = ruleIndex
  const getRuleLink = (ruleId: string) => {
    const candidate = candidates[getPosition(ruleId) ?? -1]
    return candidate && {id: ruleId, name: candidate.rule.name}
  }
  const context: VerdictContext = {flow, headers, request, loops, groups, inPage, getRuleLink}
  const matchesByRule = groupByRule(flow.matches)
  const ids = [...alsoAbout(id => matchesByRule.has(id)), ...matchesByRule.keys(), ...loops.keys()]
  const positions = new Set(ids.flatMap(id => getPosition(id) ?? []))
  const verdicts: Verdict[] = []
  for (const candidate of [...positions].toSorted((a, b) => a - b).flatMap(position => candidates[position] ?? [])) {
    verdicts.push(getVerdict(candidate, context, matchesByRule.get(candidate.id) ?? []))
    yield
  }
  return {url, verdicts, end: flow.end, finalUrl: flow.url, headers: headers.applied}
}
