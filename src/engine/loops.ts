import {isOnDomain} from '../matching/filters'
import {withoutFragment} from '../matching/address'
import type {Narrowing} from '../translate/condition'
import {bands} from '../translate/priorities'
import {actorsOf, type Actor} from './actors'
import type {Entry} from './entries'
import {createGramIndex, requiredText} from './gram-index'

const hops = 20

/** A way that a request goes from rule to rule. `circle` holds the rules it never leaves, empty when it ends. */
type Walk = {
  readonly addresses: readonly string[]
  readonly rules: readonly string[]
  readonly circle: readonly string[]
}

/** A rule that would send requests round in circles, and the addresses they would see. */
export type Loop = {readonly ruleId: string; readonly chain: readonly string[]; readonly with: readonly string[]}

const shared = <T>(a: readonly T[] | null, b: readonly T[] | null): readonly T[] | null =>
  a === null ? b : b === null ? a : a.filter(each => b.includes(each))

const sharedDomains = (
  a: readonly string[] | undefined,
  b: readonly string[] | undefined,
): readonly string[] | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return [
    ...a.filter(one => b.some(other => isOnDomain(one, other))),
    ...b.filter(one => a.some(other => isOnDomain(one, other))),
  ]
}

/** What two filters both let through, or null where nothing is. */
function both(a: Narrowing, b: Narrowing): Narrowing | null {
  const resourceTypes = shared(a.resourceTypes, b.resourceTypes)
  const requestMethods = shared(a.requestMethods ?? null, b.requestMethods ?? null)
  const topDomains = sharedDomains(a.topDomains, b.topDomains)
  if ([resourceTypes, requestMethods, topDomains].some(list => list?.length === 0)) return null
  return {
    resourceTypes,
    ...(requestMethods === null ? {} : {requestMethods}),
    ...(topDomains === undefined ? {} : {topDomains}),
  }
}

/**
 * Finds rules that would send a request round in circles, by walking from an address that each rule acts on. Chrome has no limit for
 * anything but pages: such a request would spin until the tab is closed. A walk is kept until a rule changes that it could meet.
 */
export function createLoopFinder(): (entries: readonly Entry[]) => readonly Loop[] {
  const index = createGramIndex<Actor>()
  const known = new Map<string, {readonly rule: unknown; readonly actors: readonly Actor[]}>()
  const walks = new Map<string, Walk>()
  let order = new Map<string, number>()

  const before = (a: Actor, b: Actor) =>
    bands[b.band] - bands[a.band] || (order.get(a.ruleId) ?? 0) - (order.get(b.ruleId) ?? 0)

  function forget(ruleId: string) {
    for (const actor of known.get(ruleId)?.actors ?? []) index.delete(actor)
    known.delete(ruleId)
    walks.delete(ruleId)
    for (const [id, walk] of walks) if (walk.rules.includes(ruleId)) walks.delete(id)
  }

  function learn({kept: {id}, read: {rule}}: Entry) {
    if (rule === null) return
    const actors = actorsOf(id, rule)
    known.set(id, {rule, actors})
    for (const actor of actors) index.add(actor, actor.pattern)
    for (const {go, pattern} of actors) {
      // Looking for a text is a hundred times cheaper than asking the rule.
      const required = requiredText(pattern)
      for (const [other, {addresses}] of walks)
        if (addresses.some(address => address.includes(required) && go(address) !== undefined)) walks.delete(other)
    }
  }

  /** The first rule that acts on an address, what it makes of it, and the requests that are still meant. */
  function step(url: string, meant: Narrowing): {actor: Actor; next: string | null; meant: Narrowing} | undefined {
    for (const actor of [...index.candidates(url)].toSorted(before)) {
      const left = both(meant, actor.narrowing)
      const next = left === null ? undefined : actor.go(url)
      if (left !== null && next !== undefined) return {actor, next, meant: left}
    }
    return undefined
  }

  function walkFrom(actor: Actor): Walk {
    const {witness} = actor
    const addresses: string[] = []
    const rules = [actor.ruleId]
    let url = witness === undefined ? undefined : actor.go(withoutFragment(witness))
    let meant = actor.narrowing
    while (url !== undefined && url !== null) {
      const seen = addresses.indexOf(url)
      addresses.push(url)
      if (seen >= 0) return {addresses, rules, circle: rules.slice(seen + 1)}
      if (addresses.length > hops) return {addresses, rules, circle: rules.slice(-hops / 2)}
      const moved = step(url, meant)
      if (moved === undefined) break
      rules.push(moved.actor.ruleId)
      // The same address again is dropped by Chrome; it wins, and it ends.
      if (moved.next === url) break
      url = moved.next
      meant = moved.meant
    }
    return {addresses, rules, circle: []}
  }

  function walkOf(ruleId: string): Walk {
    const kept = walks.get(ruleId)
    if (kept) return kept
    const all = (known.get(ruleId)?.actors ?? []).map(walkFrom)
    const walk: Walk = {
      addresses: all.flatMap(each => each.addresses),
      rules: all.flatMap(each => each.rules),
      circle: all.find(each => each.circle.length > 0)?.circle ?? [],
    }
    walks.set(ruleId, walk)
    return walk
  }

  /** Takes over what is on now; keeps every walk that nothing has changed for. */
  function update(on: ReadonlyMap<string, Entry>) {
    const next = new Map([...on.values()].map(({kept, position}) => [kept.id, position]))
    const stayed = [...order].filter(([id]) => next.has(id))
    const moved = stayed.some(([id], at) => at > 0 && (next.get(id) ?? 0) < (next.get(stayed[at - 1]?.[0] ?? '') ?? 0))
    order = next
    if (moved) walks.clear()
    for (const [id, {rule}] of known) if (on.get(id)?.read.rule !== rule) forget(id)
    for (const [id, entry] of on) if (!known.has(id)) learn(entry)
  }

  return entries => {
    const on = new Map(
      entries.filter(entry => entry.on && entry.read.rule !== null).map(entry => [entry.kept.id, entry]),
    )
    const loops: Loop[] = []
    update(on)
    for (const id of on.keys()) {
      for (let walk = walkOf(id); walk.circle.length > 0; walk = walkOf(id)) {
        // The upper rules of a circle do what they say; without the lowest one it is none.
        const [lowest = id] = walk.circle.toSorted((a, b) => (order.get(b) ?? 0) - (order.get(a) ?? 0))
        loops.push({ruleId: lowest, chain: walk.addresses.slice(0, 4), with: [...new Set(walk.circle)]})
        forget(lowest)
        if (lowest === id) break
      }
    }
    // Those left out are not forgotten for good: the next change may have broken their circle.
    return loops
  }
}
