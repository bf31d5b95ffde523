import type {Loop} from '../api/library'
import {toNext, type Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {canonicalUrl, readAddress, withoutFragment} from '../matching/address'
import {isMadeOfFile, candidatesOf, exampleOf, jointAddresses} from '../matching/witness'
import {requiredText} from '../matching/gram-index'
import type {Pattern} from '../matching/pattern'
import {translateRule} from '../dnr/translate'
import type {Translation} from '../dnr/translation'
import {movedBy, moveOf} from './moves'
import {conditionsOf, type Condition} from './prepared'
import {createRuleIndex, type Contest} from './rule-index'
import {requestAt} from './samples'
import {readTested} from './tested'
import {lowestOf, walk, type Circle, type Walk} from './walk'

/** A rule that is on. */
export type LoopRule = {readonly id: string; readonly rule: Rule; readonly translation: Translation}

export const problemOf = ({chain, rules}: Loop): Problem => ({
  code: 'loop',
  says: {chain: chain.join(toNext)},
  rules: rules.slice(0, mostSaid),
})

/** Further rules of a circle are one too many for a sentence. */
const mostSaid = 3
/** Rules are looked at two by two as well while there are so few of them that it takes no time. */
const mostInPairs = 100
/** After so many changes at once all is looked at again. */
const mostChanges = 20

/** A condition that changes URLs, with URLs that it matches, and what it makes of any. */
type Moving = {
  readonly id: string
  readonly condition: Condition
  /** A text that every URL holds which it matches, in lower case. */
  readonly required: string
  readonly urls: readonly string[]
  /** What it makes of the first of them. */
  readonly moved: readonly string[]
  /** Its destination is the same for every URL. */
  readonly isFixed: boolean
  readonly move: (url: string, captures?: readonly string[]) => string
  readonly back: (url: string) => string
}
/** Where the requests go that one rule moves. */
type Ways = {readonly ids: ReadonlySet<string>; readonly urls: readonly string[]; readonly circle: Circle | null}

function drain<T>(work: Generator<undefined, T, unknown>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

const [anyUrl, otherUrl] = ['https://any.test/', 'https://other.test/path?query']

/** Whether somebody could have the host: nobody has `.js` or `main.js` where no host is meant. */
const hasHost = (url: string, {text, value}: Pattern): boolean =>
  text !== 'url' || /\/\/|\\\/\\\//.test(value) || !isMadeOfFile(new URL(url).hostname)

const textOf = (pair: object, name: 'from' | 'to'): string | undefined => {
  const value = (pair as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/** URLs that the condition matches, as far as some can be made up; for Replace such as hold the text. */
function urlsOf({compare}: Condition, pattern: Pattern, from: string | undefined): readonly string[] {
  const found = new Set<string>()
  for (const group of candidatesOf(pattern)) {
    const matched = group
      .flatMap(each => (from === undefined ? [each] : [each, `${each}${from}`, `${each}/${from}/x`, `${each}?${from}`]))
      .flatMap(each => canonicalUrl(each) ?? [])
      .map(withoutFragment)
      .filter(
        each =>
          hasHost(each, pattern) && (from === undefined || each.includes(from)) && compare(readAddress(each)) !== null,
      )
    // The scheme may decide where the way leads.
    for (const scheme of ['https:', 'http:'])
      for (const url of matched.filter(each => each.startsWith(scheme)).slice(0, from === undefined ? 1 : 2))
        found.add(url)
  }
  return [...found]
}

function movingOf(id: string, rule: Rule): Moving[] {
  return conditionsOf(rule).flatMap(condition => {
    const {pair, pattern} = condition
    const band = moveOf(rule, pair)?.band
    if (band === undefined || band === 'cancel' || pattern === null) return []
    const from = textOf(pair, 'from')
    const sought = from === undefined ? undefined : exampleOf(from)
    const to = textOf(pair, 'to')
    const urls = urlsOf(condition, pattern, sought)
    const move = (url: string, captures: readonly string[] = []) => movedBy({rule}, condition, url, captures) ?? url
    return {
      id,
      condition,
      required: requiredText(pattern),
      urls,
      isFixed: move(anyUrl) === move(otherUrl, ['x']),
      moved: urls.slice(0, 2).map(url => move(url)),
      move,
      back: (url: string) => (sought === undefined || !to ? url : url.replaceAll(to, sought)),
    }
  })
}

/** Whether one has something to do again once it has moved a URL and the other one has moved that on. */
const isUndone = (one: Moving, other: Moving): boolean =>
  one.moved.some(url => {
    const after = other.move(url)
    if (one.move(after) === after) return false
    // What comes of a fixed destination is known whatever the URL is.
    return (
      !(one.isFixed || other.isFixed) || (URL.canParse(after) && one.condition.compare(readAddress(after)) !== null)
    )
  })

/** Whether one acts on a URL, and the other one on the same or on what comes of it. */
function bothAct(one: Moving, other: Moving, url: string): boolean {
  // Looking for a text is much cheaper than reading a URL.
  const holds = (text: string, {required}: Moving) => text.toLowerCase().includes(required)
  if (!holds(url, one) || !(holds(url, other) || holds(one.move(url), other))) return false
  const found = one.condition.compare(readAddress(url))
  if (found === null) return false
  const acts = (at: string) => URL.canParse(at) && other.condition.compare(readAddress(at)) !== null
  return acts(url) || acts(one.move(url, found.captures))
}

const joiningOf = ({urls, required, back}: Moving) => urls.slice(0, 2).map(witness => ({witness, required, back}))

/**
 * Finds rules that would send requests round in circles, by following requests made up for each rule. Chrome has no limit for anything
 * but pages: such a request would go on until the tab is closed. What was found stays until a rule changes that it could meet.
 */
export function createLoopFinder(): (rules: readonly LoopRule[]) => readonly Loop[] {
  const index = createRuleIndex()
  const known = new Map<string, {readonly rule: Rule; readonly moving: readonly Moving[]}>()
  const ways = new Map<string, Ways>()

  function forget(ids: ReadonlySet<string>) {
    for (const id of ids) known.delete(id)
    for (const [id, each] of ways) if (ids.has(id) || [...ids].some(out => each.ids.has(out))) ways.delete(id)
  }

  /** Takes over what is on now, and keeps the ways that nothing has changed for. */
  function update(rules: readonly LoopRule[]) {
    const on = new Map(rules.map(({id, rule}) => [id, rule]))
    const isMoved =
      [...known.keys()].filter(id => on.has(id)).join() !== [...on.keys()].filter(id => known.has(id)).join()
    const gone = [...known].flatMap(([id, {rule}]) => (on.get(id) === rule ? [] : [id]))
    forget(new Set(gone))
    const fresh = rules.filter(({id}) => !known.has(id))
    const before = new Map(known)
    known.clear()
    for (const {id, rule} of rules) known.set(id, before.get(id) ?? {rule, moving: movingOf(id, rule)})
    if (isMoved || fresh.length > mostChanges) return ways.clear()
    const added = fresh.flatMap(({rule}) => conditionsOf(rule))
    for (const [id, {urls}] of ways)
      if (urls.map(url => readAddress(url)).some(address => added.some(({compare}) => compare(address))))
        ways.delete(id)
  }

  function follow(contest: Contest, url: string, conditions: readonly Condition[], rule: Rule): Walk | undefined {
    const tested = requestAt(url, rule.ruleType, conditions)
    const read = tested && readTested(tested)
    return read && !('not' in read) ? drain(walk(contest, read.url, read.at)) : undefined
  }

  function waysOf(contest: Contest, id: string): Ways {
    const before = ways.get(id)
    if (before) return before
    const {rule, moving = []} = known.get(id) ?? {}
    const walks = rule
      ? moving.flatMap(({urls, condition}) => urls.flatMap(url => follow(contest, url, [condition], rule) ?? []))
      : []
    const made = {
      ids: new Set(walks.flatMap(({touches}) => touches.map(({contender}) => contender.id))),
      urls: walks.flatMap(({url, touches}) => [url, ...touches.map(touch => touch.url)]),
      circle: walks.find(({circle}) => circle)?.circle ?? null,
    }
    ways.set(id, made)
    return made
  }

  /** A circle that only shows on a URL that two rules act on, each by a part of it. */
  function jointCircle(contest: Contest, isOut: (id: string) => boolean): Circle | undefined {
    const all = [...known].flatMap(([id, {rule, moving}]) => (isOut(id) ? [] : moving.map(each => ({...each, rule}))))
    const moving = all.filter(({urls}) => urls.length > 0)
    if (moving.length > mostInPairs) return undefined
    for (const one of moving)
      for (const other of moving) {
        if (one.id === other.id || !(isUndone(one, other) || isUndone(other, one))) continue
        const urls = joiningOf(one).flatMap(a => joiningOf(other).flatMap(b => jointAddresses(a, b)))
        for (const url of new Set(urls.filter(each => bothAct(one, other, each)))) {
          const circle = follow(contest, url, [one.condition], one.rule)?.circle
          if (circle) return circle
        }
      }
    return undefined
  }

  return rules => {
    update(rules)
    const views = rules.map(({id, rule, translation}) => ({
      id,
      rule,
      rank: 0,
      problems: [],
      judged: {translation, faults: []},
    }))
    const all = drain(index.contest({rules: views, groups: [], paused: false}, null))
    const loops = new Map<string, Loop>()
    const next = () => {
      const contest = all.without(loops)
      for (const id of known.keys()) {
        const circle = loops.has(id) ? null : waysOf(contest, id).circle
        if (circle) return circle
      }
      return jointCircle(contest, id => loops.has(id))
    }
    for (let circle = next(); circle; circle = next()) {
      const out = lowestOf(circle)
      if (out === undefined) break
      const ids = circle.moves.map(({contender}) => contender.id)
      loops.set(out, {ruleId: out, rules: ids, chain: circle.chain.slice(0, mostSaid + 1)})
      for (const [id, each] of ways) if (id === out || each.ids.has(out)) ways.delete(id)
    }
    // The next change may break the circle, so these rules are looked at again then.
    forget(new Set(loops.keys()))
    return [...loops.values()]
  }
}

/** Whether this rule alone would send a request round in circles. */
export const leadsBack = (rule: Rule): boolean =>
  createLoopFinder()([{id: rule.id, rule, translation: translateRule(rule)}]).length > 0
