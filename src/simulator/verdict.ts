import type {Fault} from '../model/faults'
import {type Problem, type ProblemCode, isLeftOut, toNext} from '../model/problems'
import type {Group} from '../model/group'
import type {RuleType} from '../model/rules'
import type {FilterName} from '../model/page-rules'
import type {AskedRequest} from '../matching/request'
import type {Band} from '../dnr/priorities'
import type {Contender, Off} from './contest'
import type {HeaderEffect, HeaderOutcome} from './header-changes'
import {canChange, isFixed, isMeant, isStoppedInPage} from './in-page'
import {nearestOf, type MissedAt} from './miss'
import {conditionsOf, type Condition, leftOut, translationOf} from './prepared'
import {
  actOfRule,
  bandOf,
  fragmentOf,
  lastOf,
  nextOf,
  noAddressOf,
  waitOf,
  type Circle,
  type Touch,
  type Walk,
} from './walk'

export type VerdictKind = 'wins' | 'applies' | 'changed' | 'hidden' | 'not-applied' | 'no-match' | 'refused' | 'faulty'

/** A rule, as a sentence links to it. */
type Linked = {readonly id: string; readonly name: string}

type Named = Linked & {
  readonly ruleType: RuleType
  readonly band: Band | undefined
}

export type Reason =
  | {readonly why: 'off'; readonly off: Off; readonly matches: boolean; readonly group: string}
  | {readonly why: 'left-out'; readonly problem: Problem | undefined}
  | {readonly why: 'faulty'; readonly faults: readonly Fault[]; readonly matches: boolean}
  /** Of several conditions the nearest. */
  | {readonly why: 'source'; readonly missed: MissedAt; readonly index: number}
  /** `at`: which of the filters of the condition. */
  | {readonly why: 'filter'; readonly filter: FilterName; readonly at: number; readonly condition: Condition}
  | {readonly why: 'no-text'; readonly condition: Condition}
  | {readonly why: 'kind'; readonly problem: Problem | undefined}
  /** `isAlike`: of the same type, so that it is the order of the list that decides. */
  | {readonly why: 'acts-first'; readonly by: Named; readonly isAlike: boolean}
  | {readonly why: 'goes-elsewhere'; readonly by: Named; readonly url: string}
  /** The order of the list decides, of headers and user agents alike. `others`: how many more of its headers rules above have. */
  | {
      readonly why: 'header-taken'
      readonly by: Named
      readonly header: string
      readonly others: number
    }
  | {readonly why: 'same'}
  | {readonly why: 'no-address'; readonly made: string}
  | {readonly why: 'circle'; readonly chain: readonly string[]; readonly by: readonly Linked[]}

/** What a rule does to the request. */
export type Deed =
  | {readonly did: 'sent'; readonly from: string; readonly to: string; readonly touch: Touch; readonly joined: number}
  | {readonly did: 'ended' | 'in-page'; readonly touch: Touch}
  | {readonly did: 'headers'; readonly made: readonly HeaderEffect[]; readonly touch: Touch}

export type Verdict = {
  readonly contender: Contender
  readonly kind: VerdictKind
  readonly reason: Reason | null
  readonly deed: Deed | null
  /** It acts, and these requests are not all that it was meant for. */
  readonly inPart: Problem | null
  /** What the condition found, where it found anything. */
  readonly touch: Touch | null
}

/** Whether it is done in the page, which tells of it, and not by Chrome. */
export const isInPage = ({deed, contender}: Verdict): boolean =>
  deed?.did === 'in-page' || (deed !== null && deed.touch.isBeyond && contender.rule.ruleType !== 'Delay')

export type Judging = {
  readonly walk: Walk
  readonly headers: HeaderOutcome
  readonly request: AskedRequest
  readonly circles: ReadonlyMap<string, Circle>
  readonly groups: readonly Pick<Group, 'id' | 'name'>[]
  /** A rule by its id, whether the request concerns it or not. */
  readonly ruleOf: (id: string) => Linked | undefined
  /** What is done inside the page. */
  readonly inPage: readonly Touch[]
}

/** Left out as a whole: no condition of it is in force. */
function refusalOf(contender: Contender): {readonly problem: Problem | undefined} | null {
  const {rule, problems} = contender
  const translation = translationOf(contender)
  const parts = conditionsOf(rule).map(({index}) => ({
    problem: leftOut(index, translation, problems),
    isIn:
      [...translation.inPagePairs, ...(translation.fallbackPairs ?? [])].includes(index) ||
      translation.templates.some(({pair}) => pair === index),
  }))
  if (parts.some(({problem, isIn}) => isIn && problem === undefined)) return null
  return {problem: parts[0]?.problem ?? translation.problems.find(isLeftOut)}
}

/** The way round that the worker found, with the rule that leads to each address; null where it is no circle, or a rule of it is gone. */
function circleOf(
  {code, says, rules = []}: Problem,
  ruleOf: (id: string) => Linked | undefined,
): {readonly chain: readonly string[]; readonly by: readonly Linked[]} | null {
  const by = rules.flatMap(id => ruleOf(id) ?? [])
  if (code !== 'loop' || by.length === 0 || by.length < rules.length) return null
  return {chain: String(says?.['chain']).split(toNext), by}
}

const inPart: ReadonlySet<ProblemCode> = new Set([
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
function inPartOf(
  {id, judged, problems}: Contender,
  touches: readonly Touch[],
  lost: ReadonlySet<string> = new Set(),
): Problem | null {
  const own = touches.flatMap(({contender, condition}) => (contender.id === id ? condition.index : []))
  const isLost = ({code, says}: Problem) =>
    code === 'append-sets' && lost.has(`request ${String(says?.['header']).trim().toLowerCase()}`)
  const isOwn = (problem: Problem) =>
    inPart.has(problem.code) && (problem.pair === undefined || own.includes(problem.pair)) && !isLost(problem)
  return (judged?.translation.problems ?? problems).find(isOwn) ?? null
}

const named = (touch: Touch): Named => {
  const {id, rule} = touch.contender
  return {id, name: rule.name, ruleType: rule.ruleType, band: bandOf(touch)}
}

const plain = (contender: Contender, kind: VerdictKind, reason: Reason, touch: Touch | null = null): Verdict => ({
  contender,
  kind,
  reason,
  deed: null,
  inPart: null,
  touch,
})

function leftOutVerdict(
  contender: Contender,
  {ruleOf}: Judging,
  problem: Problem | undefined,
  touch: Touch | null,
): Verdict {
  const circle = problem && circleOf(problem, ruleOf)
  return plain(contender, 'refused', circle ? {why: 'circle', ...circle} : {why: 'left-out', problem}, touch)
}

/** What a rule does inside the page, or which other one does it first. */
function pageVerdict(
  contender: Contender,
  {inPage, walk, request}: Judging,
  touches: readonly Touch[],
): Verdict | null {
  const {ruleType} = contender.rule
  if (ruleType !== 'Request' && ruleType !== 'Response' && ruleType !== 'Delay') return null
  if (request.resourceType !== 'xmlhttprequest' || !canChange(ruleType, request)) return null
  const first = inPage.find(({contender: {rule}}) => rule.ruleType === ruleType)
  const own = touches.find(touch => isMeant(touch))
  if (first?.contender.id === contender.id)
    return {contender, kind: 'applies', reason: null, deed: {did: 'in-page', touch: first}, inPart: null, touch: first}
  if (!own) return null
  const isUnanswered = walk.end === 'stopped' && !isFixed(own)
  const isUnsent = walk.end !== 'sent' && ruleType === 'Request'
  const before = isUnanswered || isUnsent ? walk.acts.at(-1) : walk.acts.find(({touch}) => touch.hop === own.hop)
  // A lower one acts where something else keeps the upper one from it.
  const ahead = first && (ruleType === 'Delay' || first.place < own.place) ? first : undefined
  const winner = ahead ?? (ruleType === 'Response' || isUnsent || isStoppedInPage(walk) ? before?.touch : undefined)
  if (!winner) return null
  return beatenBy(winner, own, ahead !== undefined)
}

/** `isAlike`: to stand above the winner would help, which of two delays is so where both are as long. */
const beatenBy = (winner: Touch, own: Touch, isAlike: boolean): Verdict =>
  plain(
    own.contender,
    'hidden',
    {why: 'acts-first', by: named(winner), isAlike: isAlike && waitOf(winner) === waitOf(own)},
    own,
  )

function acting(contender: Contender, {walk, headers, request}: Judging, touches: readonly Touch[]): Verdict | null {
  const {id} = contender
  const act = actOfRule(walk.acts, id)
  if (act) {
    const {touch, next, joined, band} = act
    const isLead = touch.contender.id === id
    const own = isLead ? touch : (joined.find(each => each.contender.id === id) ?? touch)
    const fragment = request.resourceType.endsWith('_frame') ? fragmentOf(touch) : ''
    const deed: Deed =
      next === null || band === 'delay'
        ? {did: 'ended', touch: own}
        : {
            did: 'sent',
            from: touch.url,
            to: (lastOf(walk.acts, act) ?? next) + fragment,
            touch: own,
            joined: new Set(joined.map(each => each.contender.id)).size,
          }
    const kind = isLead && band !== 'delay' ? 'wins' : 'applies'
    const all = walk.acts.flatMap(each => [each.touch, ...each.joined])
    return {contender, kind, reason: null, deed, inPart: inPartOf(contender, all), touch: own}
  }
  const isOwn = ({touch}: HeaderEffect) => touch.contender.id === id
  const made = headers.made.filter(isOwn)
  // What its own first condition has done, the next one need not.
  const lost = headers.ignored.filter(each => isOwn(each) && each.because.contender.id !== id)
  const lostNames = new Set(lost.map(({target, change}) => `${target} ${change.header}`))
  const [ignored] = lost
  const taken: Reason | null = ignored
    ? {
        why: 'header-taken',
        by: named(ignored.because),
        header: ignored.change.header,
        // What a user agent is told by is one to its reader.
        others: contender.rule.ruleType === 'Headers' ? lostNames.size - 1 : 0,
      }
    : null
  const touch = touches.find(each => walk.headers.includes(each)) ?? null
  if (made.length > 0 && touch)
    return {
      contender,
      kind: taken ? 'changed' : 'applies',
      reason: taken,
      deed: {did: 'headers', made, touch},
      inPart: inPartOf(
        contender,
        made.map(each => each.touch),
        lostNames,
      ),
      touch,
    }
  return taken ? plain(contender, 'hidden', taken, touch) : null
}

/** A rule that could act on an address of the way, and did not: which other one came first there. */
function beaten(contender: Contender, {walk}: Judging, touches: readonly Touch[], touch: Touch): Verdict {
  const own = bandOf(touch) ?? 'headers'
  const isHeader = own === 'headers'
  const first = walk.acts.find(({touch: other, band, next}) =>
    band === 'delay' ? own === 'delay' : other.hop === touch.hop || (next === null && other.hop < touch.hop),
  )
  if (walk.idle.includes(touch)) {
    const made = noAddressOf(touch)
    return plain(contender, 'not-applied', made === undefined ? {why: 'same'} : {why: 'no-address', made}, touch)
  }
  const idle = walk.idle.find(({hop}) => hop === touch.hop)
  const winner = first?.taken?.get(touch) ?? first?.touch ?? idle
  if (!winner) return plain(contender, 'not-applied', {why: 'same'}, touch)
  const by = named(winner)
  if (isHeader && first && first.next !== null) {
    // It matches where the way ends, too: what ended it there comes before.
    const last = touches.findLast(({stopped, url}) => stopped === null && url === walk.url)
    const end = walk.acts.findLast(({next}) => next === null)
    if (last && end) return beatenBy(end.touch, last, false)
    // Where it matches the next address, too, it is a later one that it does not match.
    const isOnTheWay = touches.some(({url}) => url === first.next)
    const later = isOnTheWay ? walk.acts.findLast(({next}) => next !== null)?.next : null
    return plain(contender, 'hidden', {why: 'goes-elsewhere', by, url: later ?? first.next}, touch)
  }
  return beatenBy(winner, touch, by.band === own)
}

/** Whether what came first only led the request on, to where this rule could have acted as well. */
const isLedOn = ({reason}: Verdict, own: Touch, {walk}: Judging): boolean =>
  reason?.why === 'acts-first' &&
  reason.by.band !== bandOf(own) &&
  walk.acts.some(({touch, next}) => touch.hop === own.hop && touch.contender.id === reason.by.id && next !== null)

/** What becomes of one rule: of the reasons that hold, the first in the order in which they are checked. */
export function verdictOf(contender: Contender, judging: Judging, touches: readonly Touch[]): Verdict {
  const {request, circles, groups} = judging
  const {id, rule, off} = contender
  const [touched] = touches
  const matches = () => touches.some(({condition, url}) => url === request.address.url && passes(condition, request))
  if (off !== null) {
    const group = groups.find(each => each.id === rule.groupId)?.name ?? ''
    return plain(contender, 'not-applied', {why: 'off', off, matches: matches(), group}, touched ?? null)
  }
  const faults = contender.judged?.faults ?? []
  if (faults.length > 0) {
    const isBlank = conditionsOf(rule).every(({pattern, everywhere}) => pattern === null && !everywhere)
    if (!touched && !isBlank) return missed(contender, request)
    return plain(contender, 'faulty', {why: 'faulty', faults, matches: matches()}, touched ?? null)
  }
  const circle = circles.get(id)
  if (circle) {
    const {chain, moves} = circle
    return plain(contender, 'refused', {why: 'circle', chain, by: moves.map(named)}, touched ?? null)
  }
  const inside = pageVerdict(contender, judging, touches)
  if (inside) return inside
  const refusal = refusalOf(contender)
  if (refusal) return leftOutVerdict(contender, judging, refusal.problem, touched ?? null)
  const done = acting(contender, judging, touches)
  if (done) return done
  const able = touches.filter(({stopped}) => stopped === null)
  const [first, last] = [able[0], able.at(-1)]
  if (first && last) {
    const early = beaten(contender, judging, touches, first)
    const late = isLedOn(early, first, judging) ? beaten(contender, judging, touches, last) : early
    // It had something to do before it was led to where nothing is left.
    return late.reason?.why === 'same' && nextOf(first) !== undefined ? early : late
  }
  return stoppedVerdict(contender, judging, touches) ?? missed(contender, request)
}

const passes = ({filters}: Condition, request: AskedRequest) => filters().every(each => each.holds(request))

function stoppedVerdict(contender: Contender, judging: Judging, touches: readonly Touch[]): Verdict | null {
  for (const by of ['left-out', 'no-text', 'kind', 'filter'] as const) {
    const touch = touches.find(({stopped}) => stopped?.by === by)
    const stopped = touch?.stopped
    if (!touch || !stopped) continue
    if (stopped.by === 'left-out') return leftOutVerdict(contender, judging, stopped.problem, touch)
    if (stopped.by === 'no-text')
      return plain(contender, 'no-match', {why: 'no-text', condition: touch.condition}, touch)
    if (stopped.by === 'kind') return plain(contender, 'not-applied', {why: 'kind', problem: stopped.problem}, touch)
    if (stopped.by === 'filter') {
      const {filter, at} = stopped
      return plain(contender, 'no-match', {why: 'filter', filter, at, condition: touch.condition}, touch)
    }
  }
  return null
}

const missed = (contender: Contender, request: AskedRequest): Verdict =>
  plain(contender, 'no-match', {why: 'source', ...nearestOf(conditionsOf(contender.rule), request.address)})
