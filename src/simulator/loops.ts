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
  rules: rules.slice(0, maxNamedRules),
})

/** Further rules of a circle are one too many for a sentence. */
const maxNamedRules = 3
/** Rules are looked at two by two as well while there are so few of them that it takes no time. */
const maxPairedChanges = 100
/** After so many changes at once all is looked at again. */
const maxChangedRules = 20

/** A condition that changes URLs, with URLs that it matches, and what it makes of any. */
type UrlChange = {
  readonly id: string
  readonly condition: Condition
  /** A text that every URL holds which it matches, in lower case. */
  readonly required: string
  readonly urls: readonly string[]
  /** What it makes of the first of them. */
  readonly results: readonly string[]
  /** Its destination is the same for every URL. */
  readonly isFixed: boolean
  readonly apply: (url: string, captures?: readonly string[]) => string
  readonly undo: (url: string) => string
}
/** Where the requests go that one rule steps. */
type RuleFlows = {
  readonly ids: ReadonlySet<string>
  readonly urls: readonly string[]
  readonly loop: RedirectLoop | null
}

function runToEnd<T>(work: Generator<undefined, T, unknown>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

const [anyUrl, otherUrl] = ['https://any.test/', 'https://other.test/path?query']

/** Whether somebody could have the host: nobody has `.js` or `main.js` where no host is meant. */
const hasPlausibleHost = (url: string, {text, value}: Pattern): boolean =>
  text !== 'url' || /\/\/|\\\/\\\//.test(value) || !isFileLikeHost(new URL(url).hostname)

const getText = (pair: object, name: 'from' | 'to'): string | undefined => {
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
          hasPlausibleHost(each, pattern) &&
          (from === undefined || each.includes(from)) &&
          compare(readAddress(each)) !== null,
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
    const from = getText(pair, 'from')
    const searchText = from === undefined ? undefined : getSearchExample(from)
    const to = getText(pair, 'to')
    const urls = getExampleUrls(condition, pattern, searchText)
    const apply = (url: string, captures: readonly string[] = []) =>
      transformUrl({rule}, condition, url, captures) ?? url
    return {
      id,
      condition,
      required: requiredText(pattern),
      urls,
      isFixed: apply(anyUrl) === apply(otherUrl, ['x']),
      results: urls.slice(0, 2).map(url => apply(url)),
      apply,
      undo: (url: string) => (searchText === undefined || !to ? url : url.replaceAll(to, searchText)),
    }
  })
}

/** Whether one has something to do again once it has moved a URL and the other one has moved that on. */
const undoesChange = (one: UrlChange, other: UrlChange): boolean =>
  one.results.some(url => {
    const after = other.apply(url)
    if (one.apply(after) === after) return false
    // What comes of a fixed destination is known whatever the URL is.
    return (
      !(one.isFixed || other.isFixed) || (URL.canParse(after) && one.condition.compare(readAddress(after)) !== null)
    )
  })

/** Whether one acts on a URL, and the other one on the same or on what comes of it. */
function bothApply(one: UrlChange, other: UrlChange, url: string): boolean {
  // Looking for a text is much cheaper than reading a URL.
  const holds = (text: string, {required}: UrlChange) => text.toLowerCase().includes(required)
  if (!holds(url, one) || !(holds(url, other) || holds(one.apply(url), other))) return false
  const found = one.condition.compare(readAddress(url))
  if (found === null) return false
  const applies = (at: string) => URL.canParse(at) && other.condition.compare(readAddress(at)) !== null
  return applies(url) || applies(one.apply(url, found.captures))
}

const toSeeds = ({urls, required, undo}: UrlChange) =>
  urls.slice(0, 2).map(exampleUrl => ({exampleUrl, required, undo}))

/**
 * Finds rules that would send requests round in circles, by following requests made up for each rule. Chrome has no limit for anything
 * but pages: such a request would go on until the tab is closed. What was found stays until a rule changes that it could meet.
 */
export function createLoopFinder(): (rules: readonly LoopRule[]) => readonly Loop[] {
  const index = createRuleIndexCache()
  const changesByRule = new Map<string, {readonly rule: Rule; readonly urlChanges: readonly UrlChange[]}>()
  const flowsByRule = new Map<string, RuleFlows>()

  function forget(ids: ReadonlySet<string>) {
    for (const id of ids) changesByRule.delete(id)
    for (const [id, each] of flowsByRule)
      if (ids.has(id) || [...ids].some(out => each.ids.has(out))) flowsByRule.delete(id)
  }

  /** Takes over what is on now, and keeps the ways that nothing has changed for. */
  function update(rules: readonly LoopRule[]) {
    const on = new Map(rules.map(({id, rule}) => [id, rule]))
    const isReordered =
      [...changesByRule.keys()].filter(id => on.has(id)).join() !==
      [...on.keys()].filter(id => changesByRule.has(id)).join()
    const removedIds = [...changesByRule].flatMap(([id, {rule}]) => (on.get(id) === rule ? [] : [id]))
    forget(new Set(removedIds))
    const addedRules = rules.filter(({id}) => !changesByRule.has(id))
    const before = new Map(changesByRule)
    changesByRule.clear()
    for (const {id, rule} of rules)
      changesByRule.set(id, before.get(id) ?? {rule, urlChanges: listUrlChanges(id, rule)})
    if (isReordered || addedRules.length > maxChangedRules) return flowsByRule.clear()
    const added = addedRules.flatMap(({rule}) => getConditions(rule))
    for (const [id, {urls}] of flowsByRule)
      if (urls.map(url => readAddress(url)).some(address => added.some(({compare}) => compare(address))))
        flowsByRule.delete(id)
  }

  function follow(
    ruleIndex: RuleIndex,
    url: string,
    conditions: readonly Condition[],
    rule: Rule,
  ): RequestFlow | undefined {
    const request = findSampleRequest(url, rule.ruleType, conditions)
    const read = request && readTestRequest(request)
    return read && !('fault' in read) ? runToEnd(followRequest(ruleIndex, read.url, read.requestAt)) : undefined
  }

  function getFlows(ruleIndex: RuleIndex, id: string): RuleFlows {
    const before = flowsByRule.get(id)
    if (before) return before
    const {rule, urlChanges = []} = changesByRule.get(id) ?? {}
    const flows = rule
      ? urlChanges.flatMap(({urls, condition}) => urls.flatMap(url => follow(ruleIndex, url, [condition], rule) ?? []))
      : []
    const ruleFlows = {
      ids: new Set(flows.flatMap(({matches}) => matches.map(({candidate}) => candidate.id))),
      urls: flows.flatMap(({url, matches}) => [url, ...matches.map(match => match.url)]),
      loop: flows.find(({loop}) => loop)?.loop ?? null,
    }
    flowsByRule.set(id, ruleFlows)
    return ruleFlows
  }

  /** A circle that only shows on a URL that two rules act on, each by a part of it. */
  function findJointLoop(ruleIndex: RuleIndex, isExcluded: (id: string) => boolean): RedirectLoop | undefined {
    const all = [...changesByRule].flatMap(([id, {rule, urlChanges}]) =>
      isExcluded(id) ? [] : urlChanges.map(each => ({...each, rule})),
    )
    const urlChanges = all.filter(({urls}) => urls.length > 0)
    if (urlChanges.length > maxPairedChanges) return undefined
    for (const one of urlChanges)
      for (const other of urlChanges) {
        if (one.id === other.id || !(undoesChange(one, other) || undoesChange(other, one))) continue
        const urls = toSeeds(one).flatMap(a => toSeeds(other).flatMap(b => combineExampleUrls(a, b)))
        for (const url of new Set(urls.filter(each => bothApply(one, other, each)))) {
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
    const all = runToEnd(index.update({rules: views, groups: [], paused: false}, null))
    const loops = new Map<string, Loop>()
    const next = () => {
      const ruleIndex = all.withoutRules(loops)
      for (const id of changesByRule.keys()) {
        const loop = loops.has(id) ? null : getFlows(ruleIndex, id).loop
        if (loop) return loop
      }
      return findJointLoop(ruleIndex, id => loops.has(id))
    }
    for (let loop = next(); loop; loop = next()) {
      const out = findRuleToExclude(loop)
      if (out === undefined) break
      const ids = loop.steps.map(({candidate}) => candidate.id)
      loops.set(out, {ruleId: out, rules: ids, chain: loop.chain.slice(0, maxNamedRules + 1)})
      for (const [id, each] of flowsByRule) if (id === out || each.ids.has(out)) flowsByRule.delete(id)
    }
    // The next change may break the circle, so these rules are looked at again then.
    forget(new Set(loops.keys()))
    return [...loops.values()]
  }
}

/** Whether this rule alone would send a request round in circles. */
export const formsLoop = (rule: Rule): boolean =>
  createLoopFinder()([{id: rule.id, rule, translation: translate(rule)}]).length > 0
