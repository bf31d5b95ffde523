import type {Loop} from '../api/library'
import {toNext, type Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {canonicalUrl, readAddress, withoutFragment} from '../matching/address'
import {isFileLikeHost, generateExampleUrls, getSearchExample, combineExampleUrls} from '../matching/example-urls'
import {requiredText} from '../matching/gram-index'
import type {Pattern} from '../matching/pattern'
import {translate} from '../dnr/translate'
import type {Translation} from '../dnr/translation'
import {transformUrl, getUrlTransform} from './url-transforms'
import {getConditions, type Condition} from './conditions'
import {createRuleIndexCache, type RuleIndex} from './rule-index'
import {findSampleRequest} from './condition-examples'
import {readTestRequest} from './test-request'
import {findRuleToExclude, followRequest, type RedirectLoop, type RequestFlow} from './request-flow'

/** A rule that is on. */
export type LoopRule = {readonly id: string; readonly rule: Rule; readonly translation: Translation}

export const toLoopProblem = ({chain, rules}: Loop): Problem => ({
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
type UrlChange = {
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
/** Where the requests go that one rule steps. */
type Ways = {readonly ids: ReadonlySet<string>; readonly urls: readonly string[]; readonly loop: RedirectLoop | null}

function drain<T>(work: Generator<undefined, T, unknown>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

const [anyUrl, otherUrl] = ['https://any.test/', 'https://other.test/path?query']

/** Whether somebody could have the host: nobody has `.js` or `main.js` where no host is meant. */
const hasHost = (url: string, {text, value}: Pattern): boolean =>
  text !== 'url' || /\/\/|\\\/\\\//.test(value) || !isFileLikeHost(new URL(url).hostname)

const textOf = (pair: object, name: 'from' | 'to'): string | undefined => {
  const value = (pair as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/** URLs that the condition matches, as far as some can be made up; for Replace such as hold the text. */
function getExampleUrls({compare}: Condition, pattern: Pattern, from: string | undefined): readonly string[] {
  const found = new Set<string>()
  for (const group of generateExampleUrls(pattern)) {
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

function listUrlChanges(id: string, rule: Rule): UrlChange[] {
  return getConditions(rule).flatMap(condition => {
    const {pair, pattern} = condition
    const band = getUrlTransform(rule, pair)?.band
    if (band === undefined || band === 'cancel' || pattern === null) return []
    const from = textOf(pair, 'from')
    const sought = from === undefined ? undefined : getSearchExample(from)
    const to = textOf(pair, 'to')
    const urls = getExampleUrls(condition, pattern, sought)
    const move = (url: string, captures: readonly string[] = []) =>
      transformUrl({rule}, condition, url, captures) ?? url
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
const isUndone = (one: UrlChange, other: UrlChange): boolean =>
  one.moved.some(url => {
    const after = other.move(url)
    if (one.move(after) === after) return false
    // What comes of a fixed destination is known whatever the URL is.
    return (
      !(one.isFixed || other.isFixed) || (URL.canParse(after) && one.condition.compare(readAddress(after)) !== null)
    )
  })

/** Whether one acts on a URL, and the other one on the same or on what comes of it. */
function bothAct(one: UrlChange, other: UrlChange, url: string): boolean {
  // Looking for a text is much cheaper than reading a URL.
  const holds = (text: string, {required}: UrlChange) => text.toLowerCase().includes(required)
  if (!holds(url, one) || !(holds(url, other) || holds(one.move(url), other))) return false
  const found = one.condition.compare(readAddress(url))
  if (found === null) return false
  const acts = (at: string) => URL.canParse(at) && other.condition.compare(readAddress(at)) !== null
  return acts(url) || acts(one.move(url, found.captures))
}

const joiningOf = ({urls, required, back}: UrlChange) => urls.slice(0, 2).map(witness => ({witness, required, back}))

/**
 * Finds rules that would send requests round in circles, by following requests made up for each rule. Chrome has no limit for anything
 * but pages: such a request would go on until the tab is closed. What was found stays until a rule changes that it could meet.
 */
export function createLoopFinder(): (rules: readonly LoopRule[]) => readonly Loop[] {
  const index = createRuleIndexCache()
  const known = new Map<string, {readonly rule: Rule; readonly moving: readonly UrlChange[]}>()
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
    for (const {id, rule} of rules) known.set(id, before.get(id) ?? {rule, moving: listUrlChanges(id, rule)})
    if (isMoved || fresh.length > mostChanges) return ways.clear()
    const added = fresh.flatMap(({rule}) => getConditions(rule))
    for (const [id, {urls}] of ways)
      if (urls.map(url => readAddress(url)).some(address => added.some(({compare}) => compare(address))))
        ways.delete(id)
  }

  function follow(
    ruleIndex: RuleIndex,
    url: string,
    conditions: readonly Condition[],
    rule: Rule,
  ): RequestFlow | undefined {
    const tested = findSampleRequest(url, rule.ruleType, conditions)
    const read = tested && readTestRequest(tested)
    return read && !('fault' in read) ? drain(followRequest(ruleIndex, read.url, read.requestAt)) : undefined
  }

  function waysOf(ruleIndex: RuleIndex, id: string): Ways {
    const before = ways.get(id)
    if (before) return before
    const {rule, moving = []} = known.get(id) ?? {}
    const flows = rule
      ? moving.flatMap(({urls, condition}) => urls.flatMap(url => follow(ruleIndex, url, [condition], rule) ?? []))
      : []
    const made = {
      ids: new Set(flows.flatMap(({matches}) => matches.map(({candidate}) => candidate.id))),
      urls: flows.flatMap(({url, matches}) => [url, ...matches.map(match => match.url)]),
      loop: flows.find(({loop}) => loop)?.loop ?? null,
    }
    ways.set(id, made)
    return made
  }

  /** A circle that only shows on a URL that two rules act on, each by a part of it. */
  function findJointLoop(ruleIndex: RuleIndex, isOut: (id: string) => boolean): RedirectLoop | undefined {
    const all = [...known].flatMap(([id, {rule, moving}]) => (isOut(id) ? [] : moving.map(each => ({...each, rule}))))
    const moving = all.filter(({urls}) => urls.length > 0)
    if (moving.length > mostInPairs) return undefined
    for (const one of moving)
      for (const other of moving) {
        if (one.id === other.id || !(isUndone(one, other) || isUndone(other, one))) continue
        const urls = joiningOf(one).flatMap(a => joiningOf(other).flatMap(b => combineExampleUrls(a, b)))
        for (const url of new Set(urls.filter(each => bothAct(one, other, each)))) {
          const loop = follow(ruleIndex, url, [one.condition], one.rule)?.loop
          if (loop) return loop
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
      validation: {translation, faults: []},
    }))
    const all = drain(index.update({rules: views, groups: [], paused: false}, null))
    const loops = new Map<string, Loop>()
    const next = () => {
      const ruleIndex = all.withoutRules(loops)
      for (const id of known.keys()) {
        const loop = loops.has(id) ? null : waysOf(ruleIndex, id).loop
        if (loop) return loop
      }
      return findJointLoop(ruleIndex, id => loops.has(id))
    }
    for (let loop = next(); loop; loop = next()) {
      const out = findRuleToExclude(loop)
      if (out === undefined) break
      const ids = loop.steps.map(({candidate}) => candidate.id)
      loops.set(out, {ruleId: out, rules: ids, chain: loop.chain.slice(0, mostSaid + 1)})
      for (const [id, each] of ways) if (id === out || each.ids.has(out)) ways.delete(id)
    }
    // The next change may break the circle, so these rules are looked at again then.
    forget(new Set(loops.keys()))
    return [...loops.values()]
  }
}

/** Whether this rule alone would send a request round in circles. */
export const formsLoop = (rule: Rule): boolean =>
  createLoopFinder()([{id: rule.id, rule, translation: translate(rule)}]).length > 0
