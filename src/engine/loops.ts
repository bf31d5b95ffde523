import {toNext, type Problem} from '../contract/problems'
import type {Rule} from '../contract/rule'
import {createGramIndex, requiredText} from '../matching/gram-index'
import type {Narrowing} from '../translate/condition'
import {bands} from '../translate/priorities'
import type {Translation} from '../translate/translation'
import {actorsOf, type Actor} from './actors'
import type {Entry} from './entries'
import {jointAddresses, type Joining} from '../matching/witness'

const mostHops = 20
/** An address that has grown by so many characters on its way goes on to grow: what doubles it at each hop would fill the memory before the last one. */
const mostGrown = 10_000
/** Further steps of a circle are one too many for a sentence. */
const mostSaid = 3
// Rules are looked at two by two as well, and on more addresses, while there are so few of them that it takes no time.
const mostInPairs = 100

/** The rules that lead from each address of the chain to the next. */
type Circle = {readonly rules: readonly string[]; readonly chain: readonly string[]}
/** A rule that would send requests round in circles. */
export type Loop = Circle & {readonly ruleId: string}

export const problemOf = ({chain, rules}: Loop): Problem => ({code: 'loop', says: {chain: chain.join(toNext)}, rules})

/** An actor of a rule, which may have several. */
type Placed = {readonly actor: Actor; readonly ruleId: string}
/** A rule that is on. */
type On = {readonly rule: Rule; readonly translation: Translation; readonly position: number}
type Step = {readonly placed: Placed; readonly next: string | null; readonly meant: Narrowing}

/** The ways that requests go from a rule: every address and rule on them, and a circle that one never leaves. */
type Walk = {
  readonly addresses: readonly string[]
  readonly rules: readonly string[]
  readonly circle: Circle | null
}

const shared = <T>(a: readonly T[] | null | undefined, b: readonly T[] | null | undefined): readonly T[] | null =>
  a && b ? a.filter(each => b.includes(each)) : (a ?? b ?? null)

/** Those of some domains that lie on one of others. */
function domainsOn(domains: readonly string[], others: readonly string[]): readonly string[] {
  const held = new Set(others)
  return domains.filter(domain => domain.split('.').some((_, at, labels) => held.has(labels.slice(at).join('.'))))
}

const sharedDomains = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a && b ? [...new Set([...domainsOn(a, b), ...domainsOn(b, a)])] : (a ?? b)

/** What two filters both let through, or null where nothing is. */
function both(a: Narrowing, b: Narrowing): Narrowing | null {
  const resourceTypes = shared(a.resourceTypes, b.resourceTypes)
  const requestMethods = shared(a.requestMethods, b.requestMethods)
  const topDomains = sharedDomains(a.topDomains, b.topDomains)
  if ([resourceTypes, requestMethods, topDomains].some(list => list?.length === 0)) return null
  return {resourceTypes, ...(requestMethods && {requestMethods}), ...(topDomains && {topDomains})}
}

/** Whether a rule has something to do again once it has moved an address and the other one has moved that on. */
const isUndone = ({move, moved}: Actor, other: Actor): boolean =>
  moved.some(address => {
    const after = other.move(address)
    return move(after) !== after
  })

/** The ways from one rule, one after the other, until one is a circle. */
function joined(walks: readonly Walk[]): Walk {
  return {
    addresses: walks.flatMap(({addresses}) => addresses),
    rules: walks.flatMap(({rules}) => rules),
    circle: walks.find(({circle}) => circle)?.circle ?? null,
  }
}

/**
 * Finds rules that would send a request round in circles, by walking from addresses that each rule acts on. Chrome has no limit for
 * anything but pages: such a request would spin until the tab is closed. A walk is kept until a rule changes that it could meet.
 */
export function createLoopFinder(): (entries: readonly Entry[]) => readonly Loop[] {
  const index = createGramIndex<Placed>()
  const known = new Map<string, {readonly rule: Rule; readonly placed: readonly Placed[]}>()
  const walks = new Map<string, Walk>()
  let order = new Map<string, number>()

  const orderOf = (ruleId: string) => order.get(ruleId) ?? 0
  const inOrder = (a: Placed, b: Placed) =>
    bands[b.actor.band] - bands[a.actor.band] || orderOf(a.ruleId) - orderOf(b.ruleId)

  function forget(ruleId: string) {
    for (const each of known.get(ruleId)?.placed ?? []) index.delete(each)
    known.delete(ruleId)
    for (const [id, {rules}] of walks) if (id === ruleId || rules.includes(ruleId)) walks.delete(id)
  }

  function learn(ruleId: string, rule: Rule, translation: Translation) {
    const placed = actorsOf(rule, translation).map(actor => ({actor, ruleId}))
    known.set(ruleId, {rule, placed})
    walks.delete(ruleId)
    for (const each of placed) {
      const {go, pattern} = each.actor
      index.add(each, pattern)
      // Looking for a text is a hundred times cheaper than asking the rule.
      const required = requiredText(pattern)
      for (const [id, {addresses}] of walks)
        if (addresses.some(address => address.toLowerCase().includes(required) && go(address) !== undefined))
          walks.delete(id)
    }
  }

  /**
   * The first rule that acts on an address, what it makes of it, and the requests that are still meant. Chrome drops what leaves the address
   * as it is, and asks the best rule of the other kind, by a regex or without one. Adds those that were dropped to `idle`.
   */
  function stepFrom(url: string, meant: Narrowing, idle: string[] = []): Step | undefined {
    const dropped: boolean[] = []
    for (const placed of [...index.candidates(url)].toSorted(inOrder)) {
      const {narrowing, usesRegex, go} = placed.actor
      const left = dropped.includes(usesRegex) ? null : both(meant, narrowing)
      const next = left === null ? undefined : go(url)
      if (left === null || next === undefined) continue
      if (next !== url) return {placed, next, meant: left}
      dropped.push(usesRegex)
      idle.push(placed.ruleId)
    }
    return undefined
  }

  const walkFrom = ({actor, ruleId}: Placed, witness: string): Walk =>
    walkOn(actor.go(witness), [ruleId], actor.narrowing)

  function walkOn(from: string | null | undefined, rules: string[], narrowing: Narrowing): Walk {
    const addresses: string[] = []
    const idle: string[] = []
    let url = from
    let meant = narrowing
    while (url !== undefined && url !== null) {
      const seen = addresses.indexOf(url)
      addresses.push(url)
      const isEndless = addresses.length > mostHops || url.length > (addresses[0]?.length ?? 0) + mostGrown
      const start = seen >= 0 ? seen : isEndless ? Math.floor((addresses.length - 1) / 2) : -1
      if (start >= 0) return {addresses, rules, circle: {rules: rules.slice(start + 1), chain: addresses.slice(start)}}
      const step = stepFrom(url, meant, idle)
      if (step === undefined) break
      rules.push(step.placed.ruleId)
      url = step.next
      meant = step.meant
    }
    return {addresses, rules: [...rules, ...idle], circle: null}
  }

  function walkOf(ruleId: string): Walk {
    const before = walks.get(ruleId)
    if (before) return before
    const placed = known.get(ruleId)?.placed ?? []
    const fewer = known.size > mostInPairs
    const walk = joined(
      placed.flatMap(each => {
        const {witnesses, near} = each.actor
        return witnesses.slice(0, fewer ? near : undefined).map(witness => walkFrom(each, witness))
      }),
    )
    walks.set(ruleId, walk)
    return walk
  }

  /** Takes over what is on now, and keeps every walk that nothing has changed for. */
  function update(on: ReadonlyMap<string, On>) {
    let last = -1
    const moved = [...order.keys()].some(id => {
      const position = on.get(id)?.position ?? last
      const isAbove = position < last
      last = position
      return isAbove
    })
    order = new Map([...on].map(([id, {position}]) => [id, position]))
    if (moved) walks.clear()
    for (const [id, {rule}] of known) if (on.get(id)?.rule !== rule) forget(id)
    for (const [id, {rule, translation}] of on) if (!known.has(id)) learn(id, rule, translation)
  }

  const joiningOf = ({actor}: Placed): Joining[] =>
    actor.witnesses.slice(0, 2).map(witness => ({witness, required: requiredText(actor.pattern), back: actor.back}))

  /** A circle that only shows on an address that two rules act on, each by a part of it. */
  function jointCircle(): Circle | undefined {
    const placed = [...known.values()].flatMap(each => each.placed).filter(each => each.actor.witnesses.length > 0)
    if (placed.length < 2 || placed.length > mostInPairs) return undefined
    for (const one of placed)
      for (const other of placed) {
        if (one.ruleId === other.ruleId || !(isUndone(one.actor, other.actor) || isUndone(other.actor, one.actor)))
          continue
        const tried = joiningOf(one).flatMap(a => joiningOf(other).flatMap(b => jointAddresses(a, b)))
        for (const address of new Set(tried)) {
          const moved = stepFrom(address, one.actor.narrowing)
          const walk = moved && walkOn(moved.next, [moved.placed.ruleId], moved.meant)
          if (walk?.circle) return walk.circle
        }
      }
    return undefined
  }

  return entries => {
    const on = new Map<string, On>()
    for (const {kept, read, position, on: isOn} of entries)
      if (isOn && read.rule !== null) on.set(kept.id, {...read, position})
    update(on)
    const loops: Loop[] = []
    function leaveOut({rules, chain}: Circle) {
      // The upper rules of a circle do what they say; without the lowest one it is none.
      const lowest = rules.reduce((low, each) => (orderOf(each) > orderOf(low) ? each : low))
      loops.push({ruleId: lowest, rules: rules.slice(0, mostSaid), chain: chain.slice(0, mostSaid + 1)})
      // The next change may break the circle, so this rule is looked at again then.
      forget(lowest)
    }
    for (const id of on.keys()) for (let walk = walkOf(id); walk.circle; walk = walkOf(id)) leaveOut(walk.circle)
    for (let circle = jointCircle(); circle; circle = jointCircle()) leaveOut(circle)
    return loops
  }
}
