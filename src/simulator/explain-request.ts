import type {Group} from '../model/group'
import type {Library} from './candidate-rules'
import {headerOutcome, type HeaderEffect} from './header-changes'
import {actsInPage, isServed} from './in-page'
import type {Contest} from './rule-index'
import type {Readable} from './test-request'
import {verdictOf, type Judging, type Verdict} from './verdict'
import {lowestOf, walk, type Circle, type Touch, type Walk} from './request-flow'

/** What becomes of a request, and of every rule that it concerns. */
export type Told = {
  /** The address that was asked about, as the browser writes it. */
  readonly url: string
  /** In the order of the list: every rule that has to do with it, and those that were asked about. */
  readonly verdicts: readonly Verdict[]
  /** Where the request ends up, and how. */
  readonly end: Walk['end']
  readonly goesTo: string
  readonly headers: readonly HeaderEffect[]
}
/** The rules of a library, and the groups by name. */
export type NamedLibrary = Omit<Library, 'groups'> & {readonly groups: readonly Pick<Group, 'id' | 'status' | 'name'>[]}
/** A request goes round in circles by one rule at a time; the worker leaves each out. */
const mostCircles = 8

/** The way as far as it goes: where the page answers by itself, no other rule comes to what would be sent. */
function reached(way: Walk, inPage: readonly Touch[]): Walk {
  const served = inPage.find(isServed)
  if (!served) return way
  const before = way.acts.filter(({touch}) => touch.hop < served.hop)
  const acts = [...before, {touch: served, band: 'response', next: null, joined: []} as const]
  // What lies beyond was not come to, and nobody left it as it is.
  const idle = way.idle.filter(({hop}) => hop <= served.hop)
  return {...way, acts, idle, headers: [], url: served.url, end: 'answered'}
}

function touchesById(touches: readonly Touch[]): ReadonlyMap<string, Touch[]> {
  const byId = new Map<string, Touch[]>()
  for (const touch of touches) {
    const {id} = touch.contender
    const known = byId.get(id)
    if (known) known.push(touch)
    else byId.set(id, [touch])
  }
  return byId
}

type Way = {readonly way: Walk; readonly circles: ReadonlyMap<string, Circle>}

/** The way of a request, without the rules that would send it round in circles. */
function* wayOf(contest: Contest, {url, at}: Readable): Generator<undefined, Way, unknown> {
  const circles = new Map<string, Circle>()
  let way = yield* walk(contest, url, at)
  while (way.circle && circles.size < mostCircles) {
    const out = lowestOf(way.circle)
    if (out === undefined) break
    circles.set(out, way.circle)
    way = yield* walk(contest.without(circles), url, at)
  }
  return {way, circles}
}

/** Tells of a request that can be asked about; `alsoAbout` gets to know whether it touches a rule. */
export function* tell(
  contest: Contest,
  {url, at}: Readable,
  groups: NamedLibrary['groups'],
  alsoAbout: (isTouched: (id: string) => boolean) => readonly string[],
): Generator<undefined, Told, unknown> {
  const {way: whole, circles} = yield* wayOf(contest, {url, at})
  const request = at(url)
  const inPage = actsInPage(whole, request)
  const way = reached(whole, inPage)
  const headers = headerOutcome(way.headers)
  const {placeOf, contenders} = contest
  const ruleOf = (ruleId: string) => {
    const contender = contenders[placeOf(ruleId) ?? -1]
    return contender && {id: ruleId, name: contender.rule.name}
  }
  const judging: Judging = {walk: way, headers, request, circles, groups, inPage, ruleOf}
  const touched = touchesById(way.touches)
  const ids = [...alsoAbout(id => touched.has(id)), ...touched.keys(), ...circles.keys()]
  const places = new Set(ids.flatMap(id => placeOf(id) ?? []))
  const verdicts: Verdict[] = []
  for (const contender of [...places].toSorted((a, b) => a - b).flatMap(place => contenders[place] ?? [])) {
    verdicts.push(verdictOf(contender, judging, touched.get(contender.id) ?? []))
    yield
  }
  return {url, verdicts, end: way.end, goesTo: way.url, headers: headers.made}
}
