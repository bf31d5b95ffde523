import type {Group} from '../../contract/group'
import {contestOf, type Contender, type Drafted, type Library} from './contest'
import {headerOutcome, type HeaderEffect} from './header-changes'
import {readTested, type NotTested, type Tested} from './tested'
import {verdictOf, type Judging, type Verdict} from './verdict'
import {walk, type Touch, type Walk} from './walk'

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
}

/** So many rules of the draft's own group are listed though they do not match: one often looks for them. */
const mostNeighbours = 3
/** A request goes round in circles by one rule at a time; the worker leaves each out. */
const mostCircles = 8

function lowest(contest: readonly Contender[], ids: readonly string[]): string | undefined {
  return contest.findLast(({id}) => ids.includes(id))?.id
}

/** The rules of the draft's group around it, for which the request has no use. */
function neighbours(contest: readonly Contender[], draft: Contender, isTouched: (id: string) => boolean): Contender[] {
  const {groupId} = draft.rule
  if (groupId === '') return []
  const at = contest.indexOf(draft)
  return contest
    .slice(Math.max(0, at - 50), at + 50)
    .filter(each => each.rule.groupId === groupId && each.off === null && !each.isDraft && !isTouched(each.id))
    .toSorted((a, b) => Math.abs(contest.indexOf(a) - at) - Math.abs(contest.indexOf(b) - at))
    .slice(0, mostNeighbours)
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
}: Explaining): Generator<undefined, Explanation | {readonly not: NotTested}, unknown> {
  const read = readTested(tested)
  if ('not' in read) return read
  const contest = contestOf(library, drafted)
  yield
  const circles = new Map<string, readonly string[]>()
  let way = yield* walk(contest, read.url, read.at)
  while (way.circle && circles.size < mostCircles) {
    // The upper rules of a circle do what they say; without the lowest one it is none.
    const out = lowest(contest, way.circle.ids)
    if (out === undefined) break
    circles.set(out, way.circle.chain)
    way = yield* walk(
      contest.filter(({id}) => !circles.has(id)),
      read.url,
      read.at,
    )
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
  const draft = contest.find(({isDraft}) => isDraft)
  if (!draft) throw new Error('the draft is always in the contest')
  const near = new Set(neighbours(contest, draft, id => touched.has(id)))
  const concerned = contest.filter(
    each => each.isDraft || touched.has(each.id) || circles.has(each.id) || near.has(each),
  )
  const verdicts: Verdict[] = []
  for (const contender of concerned) {
    verdicts.push(verdictOf(contender, judging, touched.get(contender.id) ?? []))
    yield
  }
  const own = verdicts.find(({contender}) => contender.isDraft)
  if (!own) throw new Error('the draft is always judged')
  return {url: read.url, draft: own, verdicts, end: way.end, goesTo: way.url, headers: headers.made}
}
