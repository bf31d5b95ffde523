import type {Problem} from '../../contract/problems'
import {canonicalUrl, withoutFragment} from '../../matching/address'
import type {FilterName} from '../../matching/filters'
import {changeQuery, outcomeOf} from '../../matching/query-changes'
import type {AskedRequest} from '../../matching/request'
import {bands, type Band} from '../../translate/priorities'
import type {Draft} from '../../translate/translation'
import type {Found} from './comparing'
import type {Contender} from './contest'
import type {Contest} from './rule-index'
import {replaced} from './replacing'
import {goingOf, leftOut, translationOf, type Condition} from './prepared'

/** A condition that matches an address on the way, and what keeps it from acting, if anything does. */
export type Touch = {
  readonly contender: Contender
  readonly place: number
  readonly condition: Condition
  readonly found: Found
  readonly url: string
  readonly hop: number
  readonly stopped:
    | null
    | {readonly by: 'off'}
    | {readonly by: 'faulty'}
    | {readonly by: 'left-out'; readonly problem: Problem | undefined}
    | {readonly by: 'filter'; readonly filter: FilterName}
    | {readonly by: 'kind'; readonly problem: Problem | undefined}
    | {readonly by: 'no-text'}
  /** What it would do: the browser rules of this condition for this kind of request. */
  readonly drafts: readonly Draft[]
}

/** One thing that was done to the request on its way. `next` is where it went, or null where its way ends. */
export type Act = {
  readonly touch: Touch
  readonly band: Band
  readonly next: string | null
  /** QueryParam rules of the same condition, whose changes are made in one. */
  readonly joined: readonly Touch[]
}

export type Walk = {
  readonly touches: readonly Touch[]
  readonly acts: readonly Act[]
  /** What was to act and leaves the address as it is. */
  readonly idle: readonly Touch[]
  /** The header rules that match the address it ends at, upper first. */
  readonly headers: readonly Touch[]
  readonly url: string
  readonly end: 'sent' | 'stopped' | 'answered'
  readonly circle: Circle | null
}
/** A circle that the way runs into: the addresses on it, and what leads from each to the next. */
export type Circle = {readonly chain: readonly string[]; readonly moves: readonly Touch[]}

const mostHops = 20
/** Further steps of a circle are one too many for a sentence. */
const mostSaid = 3
/** So many conditions are asked between two looks at the clock. */
const stride = 16

function stoppedBy(
  contender: Contender,
  condition: Condition,
  request: AskedRequest,
): Pick<Touch, 'stopped' | 'drafts'> {
  const {rule, off, problems, judged} = contender
  if (off !== null) return {stopped: {by: 'off'}, drafts: []}
  if (judged !== null && judged.faults.length > 0) return {stopped: {by: 'faulty'}, drafts: []}
  const translation = translationOf(contender)
  const problem = leftOut(condition.index, translation, problems)
  const own = translation.drafts.filter(({pair}) => pair === condition.index)
  if (problem || own.length === 0) return {stopped: {by: 'left-out', problem}, drafts: []}
  const filter = condition.filters().find(each => !each.holds(request))
  if (filter) return {stopped: {by: 'filter', filter: filter.name}, drafts: own}
  const method = request.method.toLowerCase()
  const able = own.filter(
    ({condition: {resourceTypes, requestMethods}}) =>
      resourceTypes?.includes(request.resourceType) !== false && requestMethods?.includes(method) !== false,
  )
  // A handshake of a WebSocket cannot be sent elsewhere.
  const isRedirect = able.some(({action}) => action.type === 'redirect')
  if (able.length > 0 && !(isRedirect && request.resourceType === 'websocket')) {
    const lacksText = rule.ruleType === 'Replace' && replaced(able, request.address.url) === undefined
    return {stopped: lacksText ? {by: 'no-text'} : null, drafts: able}
  }
  const why = translation.problems.find(
    each => each.pair === condition.index && /navigations-only|in-page/.test(each.code),
  )
  return {stopped: {by: 'kind', problem: why}, drafts: own}
}

/** Every condition that matches this address. Yields now and then, so that a long list need not be asked at once. */
function* touchesAt({asked}: Contest, request: AskedRequest, hop: number): Generator<undefined, Touch[], unknown> {
  const touches: Touch[] = []
  const {url} = request.address
  for (const [count, {place, contender, condition}] of asked(url).entries()) {
    if (count % stride === stride - 1) yield
    const found = condition.compare(request.address)
    if (found !== null)
      touches.push({contender, place, condition, found, url, hop, ...stoppedBy(contender, condition, request)})
  }
  return touches
}

const bandOf = ({drafts}: Touch): Band | undefined => drafts[0]?.band
const usesRegex = ({drafts}: Touch) => drafts.some(({condition}) => condition.regexFilter !== undefined)

/** Where a condition sends the request, or would; null where it ends there, undefined where it leaves it as it is. */
export function nextOf(touch: Touch, joined: readonly Touch[] = [touch]): string | null | undefined {
  const {contender, condition, found, url} = touch
  if (bandOf(touch) === 'response') return null
  const changes = joined.flatMap(each => each.drafts.flatMap(draft => draft.changes ?? []))
  const next =
    bandOf(touch) === 'queryParam'
      ? changeQuery(url, outcomeOf(changes))
      : bandOf(touch) === 'replace'
        ? replaced(touch.drafts, url)
        : goingOf(contender.rule, condition.pair)?.next(url, found.captures)
  if (next === null || next === undefined) return next
  const written = canonicalUrl(next)
  if (written === undefined) return undefined
  // A file, or a text in the address, is an answer.
  if (!/^(?:http|ws)s?:/.test(written)) return null
  const bare = withoutFragment(written)
  return bare === url ? undefined : bare
}

const inOrder = (a: Touch, b: Touch) =>
  bands[bandOf(b) ?? 'headers'] - bands[bandOf(a) ?? 'headers'] ||
  a.place - b.place ||
  a.condition.index - b.condition.index

const samePlace = (a: Touch, b: Touch) =>
  a.drafts.some(one => b.drafts.some(other => JSON.stringify(one.condition) === JSON.stringify(other.condition)))

/**
 * The one that acts on a request. Chrome picks the best of those with a regex and of those without, and drops what changes nothing,
 * which is noted in `idle`.
 */
function actOf(able: readonly Touch[], idle: Touch[]): Act | undefined {
  const ordered = able.toSorted(inOrder)
  const best = [ordered.find(usesRegex), ordered.find(each => !usesRegex(each))].filter(each => each !== undefined)
  for (const touch of best.toSorted(inOrder)) {
    const band = bandOf(touch)
    if (band === undefined) continue
    const joined = band === 'queryParam' ? ordered.filter(each => bandOf(each) === band && samePlace(each, touch)) : []
    if (band === 'delay') return {touch, band, next: touch.url, joined}
    const next = nextOf(touch, joined)
    if (next !== undefined) return {touch, band, next, joined}
    idle.push(touch, ...joined)
  }
  return undefined
}

/** The way of a request through all rules, as Chrome goes it. */
export function* walk(
  contest: Contest,
  start: string,
  at: (url: string) => AskedRequest,
): Generator<undefined, Walk, unknown> {
  const touches: Touch[] = []
  const acts: Act[] = []
  const idle: Touch[] = []
  const seen = [start]
  let url = start
  for (let hop = 0; ; hop++) {
    const here = yield* touchesAt(contest, at(url), hop)
    touches.push(...here)
    const able = here.filter(each => each.stopped === null)
    const isHeader = (each: Touch) => bandOf(each) === 'headers'
    let acting = able.filter(each => !isHeader(each))
    if (acts.some(({band}) => band === 'delay')) acting = acting.filter(each => bandOf(each) !== 'delay')
    let act = actOf(acting, idle)
    if (act?.band === 'delay') {
      // The waiting page goes on to the same address, which no Delay sees again.
      acts.push(act)
      act = actOf(
        acting.filter(each => bandOf(each) !== 'delay'),
        idle,
      )
    }
    if (!act) return {touches, acts, idle, headers: able.filter(isHeader), url, end: 'sent', circle: null}
    acts.push(act)
    if (act.next === null) {
      const end = act.band === 'cancel' ? 'stopped' : 'answered'
      return {touches, acts, idle, headers: [], url, end, circle: null}
    }
    const from = seen.indexOf(act.next)
    if (from >= 0 || hop >= mostHops) {
      const round = acts.filter(({band}) => band !== 'delay').slice(Math.max(from, 0))
      const moves = round.map(({touch}) => touch)
      const chain = [...seen.slice(Math.max(from, 0)), act.next].slice(0, mostSaid + 1)
      return {touches, acts, idle, headers: [], url, end: 'sent', circle: {chain, moves}}
    }
    url = act.next
    seen.push(url)
  }
}
