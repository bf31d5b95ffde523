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

/** What happens to a request, and the verdict for each rule that concerns it. */
export type Explanation = {
  /** The normalized URL of the request. */
  readonly url: string
  /** In list order: the rules with a match and the rules named in `alsoAbout`. */
  readonly verdicts: readonly Verdict[]
  readonly end: RequestFlow['end']
  readonly finalUrl: string
  readonly headers: readonly HeaderEffect[]
}
export type NamedLibrary = Omit<Library, 'groups'> & {readonly groups: readonly Pick<Group, 'id' | 'status' | 'name'>[]}
/** The engine excludes one rule of each loop, so several loops may have to be removed. */
const maxLoops = 8

/** Ends the flow where the page answers the request itself: later rules are not reached. */
function endAtServedResponse(flow: RequestFlow, inPage: readonly MatchedCondition[]): RequestFlow {
  const served = inPage.find(isServedInPage)
  if (!served) return flow
  const before = flow.actions.filter(({match}) => match.hop < served.hop)
  const actions = [...before, {match: served, band: 'response', next: null, joined: []} as const]
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

/** Follows a request, and excludes one rule of each redirect loop. */
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

/**
 * Explains one request. `alsoAbout` returns further rules to judge; it receives a function that
 * tells whether a rule has a match.
 */
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
