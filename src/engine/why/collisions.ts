import type {Rule} from '../../contract/rule'
import {readAddress} from '../../matching/address'
import {collisionsAt, type Collision, type Concern, type Met} from './collide'
import type {Contender, Drafted, Library} from './contest'
import {jointSamples} from './joints'
import {meetingsOf, meetingsWith} from './meetings'
import {partnersOf} from './partners'
import {conditionsOf} from './prepared'
import {createRuleIndex, type Contest} from './rule-index'
import {samplesOf} from './samples'
import {readTested, type Tested} from './tested'

/** By the id of the rule that is hidden, of several the one that can be mended by moving it, else the first. */
export type Collisions = ReadonlyMap<string, Collision>
type Step<T> = Generator<undefined, T, unknown>

export type CollisionFinder = {
  /** Looks at what has changed since it was last asked, a little at a time. */
  find(library: Library): Step<Collisions>
  /** What hides a draft. */
  ofDraft(library: Library, draft: Drafted): Step<Collision | null>
}

/** What was found on the requests that one rule is meant for. */
type Known = {
  readonly contender: Contender
  readonly partners: string
  readonly asked: readonly Tested[]
  readonly collisions: readonly Collision[]
  readonly met: Met
}

/** So many requests of other rules are tried on a draft. */
const mostTried = 30
/** With more changes than these everything is looked at anew. */
const mostChanges = 40

const unpaused = new WeakMap<Library, Library>()
/** A pause stops all rules alike; what hides what is the same. */
function withoutPause(library: Library): Library {
  if (!library.paused) return library
  const known = unpaused.get(library) ?? {...library, paused: false}
  unpaused.set(library, known)
  return known
}

const isBetter = (one: Collision, other: Collision | undefined) => !other || (one.isAlike && !other.isAlike)

const ids = new WeakMap<Rule, number>()
let lastId = 0
/** Tells rules apart as they are written, not by their ids. */
function versionOf(rule: Rule): number {
  const id = ids.get(rule) ?? ++lastId
  ids.set(rule, id)
  return id
}

/** Whether a rule matches an address, whatever its filters are. */
const matches = ({rule}: Contender, address: ReturnType<typeof readAddress>) =>
  conditionsOf(rule).some(({compare}) => compare(address) !== null)

/** Whether anybody else could be meant by a request: mostly nobody is, and that is quickly known. */
function hasOthers(contest: Contest, id: string, tested: Tested): boolean {
  const address = readAddress(tested.url)
  return contest
    .asked(address.url)
    .some(
      ({contender, condition}) => contender.id !== id && contender.off === null && condition.compare(address) !== null,
    )
}

/** A request and whom it is meant for: one rule by itself, or two of a type together. */
type Meant = {readonly tested: Tested; readonly rules: readonly Rule[]}

/** On a request that is not its own alone, a rule of another type has every right to come first, and on one that is not its own a longer delay. */
const concernsOf =
  ({rules}: Meant): Concern =>
  (hidden, by, isAlike) =>
    isAlike || (rules.includes(hidden.rule) && (rules.length === 1 || by.rule.ruleType === hidden.rule.ruleType))

/** What a rule is meant for, alone and together with others. */
function* requestsOf(contest: Contest, rule: Rule, partners: readonly Rule[]): Step<readonly Meant[]> {
  const asked: Meant[] = []
  for (const sample of samplesOf(rule)) {
    yield
    asked.push({tested: sample.tested, rules: [rule]})
    for (const {tested, other} of meetingsOf(contest, rule, sample)) asked.push({tested, rules: [rule, other]})
  }
  for (const partner of partners) {
    yield
    for (const tested of jointSamples(partner, rule)) asked.push({tested, rules: [rule, partner]})
  }
  return asked
}

/** Finds rules of which one hides the other, by requests that each is meant for. Every answer comes with the request that proves it. */
export function createCollisionFinder(): CollisionFinder {
  const index = createRuleIndex()
  let known = new Map<string, Known>()
  let order: readonly string[] = []

  function* lookAt(contest: Contest, contender: Contender, partners: readonly Rule[], key: string): Step<Known> {
    const {id, rule} = contender
    const asked = contender.off === null ? yield* requestsOf(contest, rule, partners) : []
    const collisions: Collision[] = []
    const met: Met = {rules: new Set(), urls: new Set()}
    for (const meant of asked) {
      yield
      if (!hasOthers(contest, id, meant.tested)) continue
      collisions.push(...(yield* collisionsAt(contest, meant.tested, concernsOf(meant), met)))
    }
    return {contender, partners: key, asked: asked.map(each => each.tested), collisions, met}
  }

  /** The rules that are not as they were; null where so much is different that everything is. */
  function* changedIn(contenders: readonly Contender[]): Step<readonly Contender[] | null> {
    const changed: Contender[] = []
    const places = new Map<string, number>()
    for (const [place, contender] of contenders.entries()) {
      yield
      places.set(contender.id, place)
      if (known.get(contender.id)?.contender !== contender) changed.push(contender)
      if (changed.length > mostChanges) return null
    }
    let last = -1
    for (const id of order) {
      yield
      const place = places.get(id)
      const gone = place === undefined ? known.get(id)?.contender : undefined
      if (gone) changed.push(gone)
      // The order of those that stay is another one.
      if (place !== undefined && place < last) return null
      last = place ?? last
    }
    return changed.length > mostChanges ? null : changed
  }

  function isTouchedBy(changed: readonly Contender[], {asked, met}: Known): boolean {
    if (changed.some(({id}) => met.rules.has(id))) return true
    return [...asked.map(({url}) => url), ...met.urls].some(url => {
      const address = readAddress(url)
      return changed.some(each => matches(each, address))
    })
  }

  function* find(library: Library): Step<Collisions> {
    const contest = yield* index.contest(withoutPause(library), null)
    const {contenders} = contest
    const arranging = partnersOf(contenders)
    let arranged = arranging.next()
    for (; arranged.done !== true; arranged = arranging.next()) yield
    const partners = arranged.value
    const changed = yield* changedIn(contenders)
    const next = new Map<string, Known>()
    for (const contender of contenders) {
      yield
      const own = partners.get(contender.id) ?? []
      const key = own.map(versionOf).join()
      const before = known.get(contender.id)
      const isSame = changed !== null && before?.contender === contender && before.partners === key
      if (before && isSame && !isTouchedBy(changed, before)) next.set(contender.id, before)
      else next.set(contender.id, yield* lookAt(contest, contender, own, key))
    }
    known = next
    order = contenders.map(({id}) => id)
    const found = new Map<string, Collision>()
    for (const {collisions} of next.values())
      for (const each of collisions) if (isBetter(each, found.get(each.hidden))) found.set(each.hidden, each)
    return found
  }

  /** Requests that other rules are meant for, and the draft as well. */
  function* sharedWith({id, rule}: Contender): Step<readonly Tested[]> {
    const shared: Tested[] = []
    for (const [other, {asked, contender}] of known) {
      yield
      if (other === id || contender.off !== null || contender.rule.ruleType !== rule.ruleType) continue
      shared.push(...samplesOf(contender.rule).flatMap(sample => meetingsWith(rule, sample)))
      for (const tested of asked) {
        const read = readTested(tested)
        if (!('not' in read) && conditionsOf(rule).some(({compare}) => compare(read.at(read.url).address) !== null))
          shared.push(tested)
      }
      if (shared.length >= mostTried) break
    }
    return shared
  }

  function* ofDraft(library: Library, drafted: Drafted): Step<Collision | null> {
    const contest = yield* index.contest(withoutPause(library), drafted)
    const {draft, contenders} = contest
    if (!draft || draft.off !== null) return null
    const arranging = partnersOf(contenders)
    let arranged = arranging.next()
    for (; arranged.done !== true; arranged = arranging.next()) yield
    const own = yield* requestsOf(contest, draft.rule, arranged.value.get(draft.id) ?? [])
    const shared = yield* sharedWith(draft)
    let best: Collision | undefined
    for (const meant of [...own, ...shared.map((tested): Meant => ({tested, rules: []}))]) {
      if (!hasOthers(contest, draft.id, meant.tested)) continue
      const concerns = concernsOf(meant)
      const concernsDraft: Concern = (hidden, ...more) => hidden.id === draft.id && concerns(hidden, ...more)
      const collisions = yield* collisionsAt(contest, meant.tested, concernsDraft)
      for (const each of collisions) if (isBetter(each, best)) best = each
      if (best?.isAlike) break
    }
    return best ?? null
  }

  return {find, ofDraft}
}
