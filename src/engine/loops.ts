import {withoutFragment} from '../matching/address'
import {isOnDomain} from '../matching/filters'
import type {Narrowing} from '../translate/condition'
import {bands} from '../translate/priorities'
import {actorsOf, type Actor} from './actors'
import type {Entry} from './entries'
import {createGramIndex, type GramIndex} from './gram-index'

const mostHops = 20

/** A rule that would send requests round in circles, and the addresses they would see. */
export type Loop = {readonly ruleId: string; readonly chain: readonly string[]}

type Placed = {readonly actor: Actor; readonly entry: Entry}
type Step = {readonly placed: Placed; readonly next: string | null; readonly meant: Narrowing}
type Circle = {readonly rules: readonly Entry[]; readonly chain: readonly string[]}

const shared = <T>(a: readonly T[] | null | undefined, b: readonly T[] | null | undefined): readonly T[] | null =>
  a && b ? a.filter(each => b.includes(each)) : (a ?? b ?? null)

const sharedDomains = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a && b
    ? [
        ...a.filter(one => b.some(other => isOnDomain(one, other))),
        ...b.filter(one => a.some(other => isOnDomain(one, other))),
      ]
    : (a ?? b)

/** What two filters both let through, or null where nothing is. */
function both(a: Narrowing, b: Narrowing): Narrowing | null {
  const resourceTypes = shared(a.resourceTypes, b.resourceTypes)
  const requestMethods = shared(a.requestMethods, b.requestMethods)
  const topDomains = sharedDomains(a.topDomains, b.topDomains)
  if ([resourceTypes, requestMethods, topDomains].some(list => list?.length === 0)) return null
  return {resourceTypes, ...(requestMethods && {requestMethods}), ...(topDomains && {topDomains})}
}

const inOrder = (a: Placed, b: Placed) =>
  bands[b.actor.band] - bands[a.actor.band] || a.entry.position - b.entry.position

/** The first rule that acts on an address, what it makes of it, and the requests that are still meant. */
function stepFrom(index: GramIndex<Placed>, url: string, meant: Narrowing): Step | undefined {
  for (const placed of [...index.candidates(url)].toSorted(inOrder)) {
    const left = both(meant, placed.actor.narrowing)
    const next = left === null ? undefined : placed.actor.go(url)
    if (left !== null && next !== undefined) return {placed, next, meant: left}
  }
  return undefined
}

/** Follows a request from an address that a rule acts on; the circle it never leaves, if it comes into one. */
function circleFrom(index: GramIndex<Placed>, {actor, entry}: Placed): Circle | undefined {
  const chain: string[] = []
  const rules = [entry]
  let url = actor.witness === undefined ? undefined : actor.go(withoutFragment(actor.witness))
  let meant = actor.narrowing
  while (url !== undefined && url !== null) {
    const seen = chain.indexOf(url)
    chain.push(url)
    if (seen >= 0) return {rules: rules.slice(seen + 1), chain}
    if (chain.length > mostHops) return {rules: rules.slice(-mostHops / 2), chain}
    const step = stepFrom(index, url, meant)
    // The same address again is dropped by Chrome; it wins, and it ends.
    if (step === undefined || step.next === url) return undefined
    rules.push(step.placed.entry)
    url = step.next
    meant = step.meant
  }
  return undefined
}

function loopsOf(placed: readonly Placed[]): Loop[] {
  const index = createGramIndex<Placed>()
  for (const each of placed) index.add(each, each.actor.pattern)
  const loops = new Map<string, Loop>()
  for (const each of placed) {
    if (loops.has(each.entry.kept.id)) continue
    for (let circle = circleFrom(index, each); circle; circle = circleFrom(index, each)) {
      // The upper rules of a circle do what they say; without the lowest one it is none.
      const lowest = circle.rules.reduce((low, rule) => (rule.position > low.position ? rule : low))
      loops.set(lowest.kept.id, {ruleId: lowest.kept.id, chain: circle.chain.slice(0, 4)})
      for (const other of placed) if (other.entry === lowest) index.delete(other)
      if (lowest === each.entry) break
    }
  }
  return [...loops.values()]
}

/**
 * Finds rules that would send a request round in circles, by walking from an address that each rule acts on. Chrome has no limit for
 * anything but pages: such a request would spin until the tab is closed. Walks again only when rules that send requests elsewhere changed.
 */
export function createLoopFinder(): (entries: readonly Entry[]) => readonly Loop[] {
  const actors = new WeakMap<object, readonly Actor[]>()
  let last: readonly Placed[] = []
  let loops: readonly Loop[] = []

  function actorsFor({read: {rule}}: Entry): readonly Actor[] {
    if (rule === null) return []
    const known = actors.get(rule) ?? actorsOf(rule)
    actors.set(rule, known)
    return known
  }

  return entries => {
    const placed = entries.flatMap(entry => (entry.on ? actorsFor(entry).map(actor => ({actor, entry})) : []))
    const same = placed.length === last.length && placed.every(({actor}, at) => actor === last[at]?.actor)
    if (!same) loops = loopsOf(placed)
    last = placed
    return loops
  }
}
