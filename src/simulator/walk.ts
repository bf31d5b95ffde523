import type {Problem} from '../model/problems'
import {canonicalUrl, withoutFragment} from '../matching/address'
import type {FilterName, QueryOutcome} from '../model/page-rules'
import {bothOf, changeQuery, outcomeOf} from '../matching/query-changes'
import {bands, type Band} from '../dnr/priorities'
import type {DnrRuleTemplate} from '../dnr/translation'
import type {Found} from '../matching/comparing'
import type {Contender} from './contest'
import type {Contest} from './rule-index'
import type {AskedRequest} from '../matching/request'
import {mostHops} from '../matching/replacement'
import {movedBy, moveOf, replacing} from './moves'
import type {Readable} from './tested'
import {leftOut, translationOf, type Condition, isBeyondOf} from './prepared'
import type {QueryModification} from '../model/rules/query-param'

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
    /** `at`: which of the filters of the condition. */
    | {readonly by: 'filter'; readonly filter: FilterName; readonly at: number}
    | {readonly by: 'kind'; readonly problem: Problem | undefined}
    | {readonly by: 'no-text'}
  /** What it would do: the browser rules of this condition for this kind of request. */
  readonly drafts: readonly DnrRuleTemplate[]
  /** Chrome refuses its regex, so that the browser rules only lead to where it is looked at. */
  readonly isBeyond: boolean
}

/** One thing that was done to the request on its way. `next` is where it went, or null where its way ends. */
export type Act = {
  readonly touch: Touch
  readonly band: Band
  readonly next: string | null
  /** QueryParam rules of the same condition, whose changes are made in one. */
  readonly joined: readonly Touch[]
  /** Those of them that are left nothing to do, and who does it. */
  readonly taken?: ReadonlyMap<Touch, Touch>
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

/** A URL that has grown by so many characters on its way would fill the memory before the last hop. */
const mostGrown = 10_000
/** Further steps of a circle are one too many for a sentence. */
const mostSaid = 3
/** So many conditions are asked between two looks at the clock. */
const stride = 16

function stoppedBy(
  contender: Contender,
  condition: Condition,
  request: AskedRequest,
): Pick<Touch, 'stopped' | 'drafts'> {
  const {off, problems, judged} = contender
  if (off !== null) return {stopped: {by: 'off'}, drafts: []}
  if (judged !== null && judged.faults.length > 0) return {stopped: {by: 'faulty'}, drafts: []}
  const translation = translationOf(contender)
  const problem = leftOut(condition.index, translation, problems)
  const own = translation.templates.filter(({pair}) => pair === condition.index)
  const saidOf = (codes: RegExp) =>
    [...translation.problems, ...problems].find(({pair, code}) => pair === condition.index && codes.test(code))
  const isBeyond = isBeyondOf(contender, condition)
  const isInPage = translation.inPagePairs.includes(condition.index)
  if (problem || (own.length === 0 && !isInPage && !isBeyond)) return {stopped: {by: 'left-out', problem}, drafts: []}
  // Of anything but fetch and XHR no rule sees what is sent, and one that asks for it cannot act on that.
  const isMet = request.resourceType !== 'xmlhttprequest'
  const at = condition.filters().findIndex(each => !(isMet && each.name === 'requestPayload') && !each.holds(request))
  const filter = condition.filters()[at]
  if (filter) return {stopped: {by: 'filter', filter: filter.name, at}, drafts: own}
  const method = request.method.toLowerCase()
  const able = own.filter(
    ({condition: {resourceTypes, requestMethods}}) =>
      resourceTypes?.includes(request.resourceType) !== false && requestMethods?.includes(method) !== false,
  )
  // A handshake of a WebSocket cannot be sent elsewhere.
  const isRedirect = able.some(({action}) => action.type === 'redirect')
  const isFetched = isBeyond && request.resourceType === 'xmlhttprequest'
  if (isFetched || (able.length > 0 && !(isRedirect && request.resourceType === 'websocket'))) {
    const {url} = request.address
    if (replacing(contender, condition, url) !== null) return {stopped: null, drafts: able}
    return {stopped: {by: 'no-text'}, drafts: able}
  }
  if (replacing(contender, condition, request.address.url) === null) return {stopped: {by: 'no-text'}, drafts: own}
  return {stopped: {by: 'kind', problem: saidOf(/navigations-only|in-p|fetch-only/)}, drafts: own}
}

/** Every condition that matches this address. Yields now and then, so that a long list need not be asked at once. */
function* touchesAt({asked}: Contest, request: AskedRequest, hop: number): Generator<undefined, Touch[], unknown> {
  const touches: Touch[] = []
  const {url} = request.address
  for (const [count, {place, contender, condition}] of asked(url).entries()) {
    if (count % stride === stride - 1) yield
    const found = condition.compare(request.address)
    if (found !== null)
      touches.push({
        contender,
        place,
        condition,
        found,
        url,
        hop,
        isBeyond: isBeyondOf(contender, condition),
        ...stoppedBy(contender, condition, request),
      })
  }
  return touches
}

/** Which other rules it comes before. */
export const bandOf = ({drafts, isBeyond, contender, condition}: Touch): Band | undefined =>
  isBeyond ? moveOf(contender.rule, condition.pair)?.band : drafts[0]?.band
const usesRegex = ({drafts, isBeyond}: Touch) =>
  isBeyond || drafts.some(({condition}) => condition.regexFilter !== undefined)

const unchanged: QueryOutcome = {cleared: false, params: []}
/** What a condition does to a query. */
const queryOf = ({isBeyond, condition: {pair}, drafts}: Touch): QueryOutcome =>
  isBeyond && 'modifications' in pair
    ? outcomeOf(pair.modifications as readonly QueryModification[])
    : (drafts[0]?.query ?? unchanged)

/** Those that change a query together, upper first: who does anything, and of the others who does it. */
function sharing(together: readonly Touch[]): Required<Pick<Act, 'joined' | 'taken'>> {
  const joined: Touch[] = []
  const taken = new Map<Touch, Touch>()
  const owners = new Map<string, Touch>()
  let clearing: Touch | undefined
  let all = unchanged
  for (const touch of together) {
    const {cleared, params} = queryOf(touch)
    const both = bothOf(all, {cleared, params})
    const before = params.map(([name]) => owners.get(name)).find(each => each !== undefined) ?? clearing
    if (both === all && before) taken.set(touch, before)
    else joined.push(touch)
    for (const [name] of params) if (!owners.has(name)) owners.set(name, touch)
    if (cleared) clearing ??= touch
    all = both
  }
  return {joined, taken}
}

/** Whether two conditions are one to whoever acts on them. */
const samePlace = (a: Touch, b: Touch) =>
  a.isBeyond || b.isBeyond
    ? a.isBeyond && b.isBeyond && JSON.stringify(a.condition.source) === JSON.stringify(b.condition.source)
    : sameBrowserRule(a, b)
const sameBrowserRule = (a: Touch, b: Touch) =>
  a.drafts.some(one => b.drafts.some(other => JSON.stringify(one.condition) === JSON.stringify(other.condition)))

/** What they come to together. */
const joinedQuery = (joined: readonly Touch[]): QueryOutcome => joined.map(queryOf).reduce(bothOf, unchanged)

/** What a condition makes of the address, be it one or not. */
function madeOf(touch: Touch, joined: readonly Touch[] = [touch]): string | null | undefined {
  const {contender, condition, found, url} = touch
  if (bandOf(touch) === 'queryParam') return changeQuery(url, joinedQuery(joined))
  return movedBy(contender, condition, url, found.captures)
}

/** What a condition would make of the address where that is none; Chrome then leaves it as it is. */
export function noAddressOf(touch: Touch): string | undefined {
  const made = madeOf(touch)
  return typeof made === 'string' && canonicalUrl(made) === undefined ? made : undefined
}

/** Where a condition sends the request, or would; null where it ends there, undefined where it leaves it as it is. */
export function nextOf(touch: Touch, joined: readonly Touch[] = [touch]): string | null | undefined {
  if (bandOf(touch) === 'response') return null
  const {url} = touch
  const next = madeOf(touch, joined)
  if (next === null || next === undefined) return next
  const written = canonicalUrl(next)
  if (written === undefined) return undefined
  // A file, or a text in the address, is an answer.
  if (!/^(?:http|ws)s?:/.test(written)) return null
  const bare = withoutFragment(written)
  return bare === url ? undefined : bare
}

/** The fragment of a redirect's destination, which a document that is opened has in its address. */
export function fragmentOf(touch: Touch): string {
  const {contender, condition, found, url} = touch
  const next = bandOf(touch) === 'redirect' ? movedBy(contender, condition, url, found.captures) : null
  return URL.parse(next ?? '')?.hash ?? ''
}

/** How long a Delay holds the request, in milliseconds; 0 for other types. */
export const waitOf = ({drafts, condition: {pair}}: Touch): number =>
  drafts[0]?.delayMs ?? ('delay' in pair && typeof pair.delay === 'number' ? pair.delay : 0)

const inOrder = (a: Touch, b: Touch) =>
  bands[bandOf(b) ?? 'headers'] - bands[bandOf(a) ?? 'headers'] ||
  waitOf(b) - waitOf(a) ||
  a.place - b.place ||
  a.condition.index - b.condition.index

/** Those that change a query together with this one, which is among them; upper first. */
const togetherWith = (touch: Touch, able: readonly Touch[]): readonly Touch[] =>
  bandOf(touch) === 'queryParam'
    ? able.filter(each => bandOf(each) === 'queryParam' && samePlace(each, touch)).toSorted(inOrder)
    : []

const isMoving = (touch: Touch, able: readonly Touch[]): boolean => {
  if (!touch.isBeyond) return true
  const together = togetherWith(touch, able)
  return nextOf(touch, together.length > 0 ? sharing(together).joined : undefined) !== undefined
}

/**
 * The one that acts on a request. Chrome picks the best of those with a regex and of those without, and drops what changes nothing,
 * which is noted in `idle`.
 */
function actOf(able: readonly Touch[], idle: Touch[]): Act | undefined {
  // Of those that only pages look for, what changes nothing comes before nobody.
  const acting = able.filter(each => isMoving(each, able))
  const still = able.filter(each => !acting.includes(each))
  idle.push(...still)
  const ordered = acting.toSorted(inOrder)
  const best = [ordered.find(usesRegex), ordered.find(each => !usesRegex(each))].filter(each => each !== undefined)
  for (const touch of best.toSorted(inOrder)) {
    const band = bandOf(touch)
    if (band === undefined) continue
    if (band === 'delay') return {touch, band, next: touch.url, joined: []}
    const {joined, taken} = sharing(togetherWith(touch, ordered))
    const next = nextOf(touch, joined)
    if (next !== undefined) return {touch, band, next, joined, taken}
    idle.push(touch, ...joined)
  }
  return undefined
}

/** The way of a request through all rules, as Chrome goes it. */
export function* walk(contest: Contest, start: string, at: Readable['at']): Generator<undefined, Walk, unknown> {
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
    const again = seen.indexOf(act.next)
    const isEndless = hop >= mostHops || act.next.length > start.length + mostGrown
    if (again >= 0 || isEndless) {
      // Without a URL that comes again, the first half may only have led to the circle.
      const from = again >= 0 ? again : Math.floor(hop / 2)
      const moves = acts.filter(({band}) => band !== 'delay').map(({touch}) => touch)
      const chain = [...seen.slice(from), act.next].slice(0, mostSaid + 1)
      const circle = {chain, moves: moves.slice(from)}
      return {touches, acts, idle, headers: [], url, end: 'sent', circle}
    }
    url = act.next
    seen.push(url)
  }
}

/** The first thing that a rule does, alone or joined with others. */
export const actOfRule = (acts: readonly Act[], id: string): Act | undefined =>
  acts.find(({touch, joined}) => [touch, ...joined].some(each => each.contender.id === id))

/** Where a rule that changes one place after the other is done. */
export function lastOf(acts: readonly Act[], first: Act): string | null {
  let to = first.next
  for (const {touch, next} of acts.slice(acts.indexOf(first) + 1)) {
    if (touch.contender.id !== first.touch.contender.id || touch.url !== to) break
    to = next
  }
  return to
}

/**
 * The rule of a circle that is left out: without the lowest one in the list it is no circle. Of rules that only pages carry out, pages
 * leave out the one that acts last.
 */
export function lowestOf({moves}: Circle): string | undefined {
  const inPages = moves.filter(({isBeyond}) => isBeyond).toSorted(inOrder)
  const last = inPages.at(-1) ?? moves.toSorted((a, b) => a.place - b.place).at(-1)
  return last?.contender.id
}
