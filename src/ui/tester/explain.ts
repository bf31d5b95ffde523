import type {Group} from '../../contract/group'
import type {Contender, Drafted, Library} from './contest'
import {headerOutcome, type HeaderEffect} from './header-changes'
import {createRuleIndex, type Contest, type RuleIndex} from './rule-index'
import {readTested, type NotTested, type Tested} from './tested'
import {verdictOf, type Judging, type Verdict} from './verdict'
import {walk, type Circle, type Touch, type Walk} from './walk'

/** What becomes of a request, and of every rule that it concerns. */
export type Explanation = {
  /** The address that was asked about, as the browser writes it. */
  readonly url: string
  readonly draft: Verdict
  /** In the order of the list, the draft among them. */
  readonly verdicts: readonly Verdict[]
  /** Where the request ends up, and how. */
  readonly end: Walk['end']
  readonly goesTo: string
  readonly headers: readonly HeaderEffect[]
}

export type Explaining = {
  readonly tested: Tested
  readonly draft: Drafted
  readonly library: Omit<Library, 'groups'> & {readonly groups: readonly Pick<Group, 'id' | 'status' | 'name'>[]}
  /** What was read of the rules before, should more be asked about them. */
  readonly index?: RuleIndex
}

/** So many rules of the draft's own group are listed though they do not match: one often looks for them. */
const mostNeighbours = 3
/** A request goes round in circles by one rule at a time; the worker leaves each out. */
const mostCircles = 8

function lowest({placeOf}: Contest, ids: readonly string[]): string | undefined {
  return ids.toSorted((a, b) => (placeOf(b) ?? 0) - (placeOf(a) ?? 0))[0]
}

/** The rules of the draft's group around it, for which the request has no use. */
function neighbours({contenders, draft, placeOf}: Contest, isTouched: (id: string) => boolean): readonly Contender[] {
  const {groupId} = draft.rule
  if (groupId === '') return []
  const at = placeOf(draft.id) ?? 0
  const from = Math.max(0, at - 50)
  return contenders
    .slice(from, at + 50)
    .map((each, index) => ({each, far: Math.abs(from + index - at)}))
    .filter(({each}) => each.rule.groupId === groupId && each.off === null && !each.isDraft && !isTouched(each.id))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, mostNeighbours)
    .map(({each}) => each)
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

/** Explains a request, a little at a time: it yields often, and whoever drives it may stop. */
export function* explain({
  tested,
  draft: drafted,
  library,
  index = createRuleIndex(),
}: Explaining): Generator<undefined, Explanation | {readonly not: NotTested}, unknown> {
  const read = readTested(tested)
  if ('not' in read) return read
  const contest = yield* index.contest(library, drafted)
  yield
  const circles = new Map<string, Circle>()
  let way = yield* walk(contest, read.url, read.at)
  while (way.circle && circles.size < mostCircles) {
    // The upper rules of a circle do what they say; without the lowest one it is none.
    const out = lowest(
      contest,
      way.circle.moves.map(({contender}) => contender.id),
    )
    if (out === undefined) break
    circles.set(out, way.circle)
    way = yield* walk(contest.without(circles), read.url, read.at)
  }
  const headers = headerOutcome(way.headers)
  const judging: Judging = {
    walk: way,
    headers,
    request: read.at(read.url),
    circles,
    groups: library.groups,
  }
  const touched = touchesById(way.touches)
  const {draft, placeOf, contenders} = contest
  const near = neighbours(contest, id => touched.has(id))
  const places = [draft.id, ...touched.keys(), ...circles.keys(), ...near.map(({id}) => id)].map(id => placeOf(id) ?? 0)
  const concerned = [...new Set(places)].toSorted((a, b) => a - b).flatMap(place => contenders[place] ?? [])
  const verdicts: Verdict[] = []
  for (const contender of concerned) {
    verdicts.push(verdictOf(contender, judging, touched.get(contender.id) ?? []))
    yield
  }
  const own = verdicts.find(({contender}) => contender.isDraft)
  if (!own) throw new Error('the draft is always judged')
  return {url: read.url, draft: own, verdicts, end: way.end, goesTo: way.url, headers: headers.made}
}
