import type {Loop} from '../api/library'
import type {Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {readAddress} from '../matching/address'
import {getSearchExample, combineExampleUrls} from '../matching/example-urls'
import {requiredText} from '../matching/gram-index'
import {translateRule} from '../dnr/translate'
import type {Translation} from '../dnr/translation'
import {transformUrl, getUrlTransform} from './url-transforms'
import {getConditions, type Condition} from './conditions'
import {createRuleIndexCache, type RuleIndex} from './rule-index'
import {findSampleRequest, getExampleUrls} from './condition-examples'
import {readTestRequest} from './test-request'
import {findRuleToExclude, followRequest, type RedirectLoop, type RequestFlow} from './request-flow'

export type LoopRule = {readonly id: string; readonly rule: Rule; readonly translation: Translation}

export const toLoopProblem = ({chain, rules}: Loop): Problem => ({
  code: 'loop',
  urls: chain,
  rules: rules.slice(0, maxNamedRules),
})

/** Keeps the message short. */
const maxNamedRules = 3
/**
 * Pairs of rules are tested only up to this number of conditions, because the cost is quadratic.
 */
const maxPairedChanges = 100
/** After more changes than this, all rules are tested again. */
const maxChangedRules = 20

/** A condition that changes URLs, with example URLs that it matches. */
type UrlChange = {
  readonly id: string
  readonly condition: Condition
  /** A text that all matching URLs contain, in lower case. */
  readonly required: string
  readonly urls: readonly string[]
  /** The first example URLs after the change. */
  readonly results: readonly string[]
  /** Whether the destination does not depend on the URL. */
  readonly isFixed: boolean
  readonly apply: (url: string, captures?: readonly string[]) => string
  readonly undo: (url: string) => string
}
/** The outcome of following the example requests of one rule. */
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

const getText = (pair: object, name: 'from' | 'to'): string | undefined => {
  const value = (pair as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns example URLs of both schemes, because other rules may match only one. */
const listExampleUrls = (condition: Condition): readonly string[] =>
  getExampleUrls(condition)
    .flatMap(url => ['https:', 'http:'].map(scheme => url.replace(/^https?:/, scheme)))
    .filter((url, index, all) => all.indexOf(url) === index && condition.compare(readAddress(url)) !== null)

function listUrlChanges(id: string, rule: Rule): UrlChange[] {
  return getConditions(rule).flatMap(condition => {
    const {pair, pattern} = condition
    const band = getUrlTransform(rule, pair)?.band
    if (band === undefined || band === 'cancel' || pattern === null) return []
    const from = getText(pair, 'from')
    const searchText = from === undefined ? undefined : getSearchExample(from)
    const to = getText(pair, 'to')
    const urls = listExampleUrls(condition)
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

/** Whether `one` would act again after `other` has changed the result of `one`. */
const undoesChange = (one: UrlChange, other: UrlChange): boolean =>
  one.results.some(url => {
    const after = other.apply(url)
    if (one.apply(after) === after) return false
    // The result of a fixed destination is exact, so it can be matched.
    return (
      !(one.isFixed || other.isFixed) || (URL.canParse(after) && one.condition.compare(readAddress(after)) !== null)
    )
  })

/** Whether `one` acts on the URL, and `other` acts on the same URL or on the result. */
function bothApply(one: UrlChange, other: UrlChange, url: string): boolean {
  // A substring test is much cheaper than parsing a URL.
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
 * Finds rules that would cause a redirect loop, by following example requests of each rule. Chrome
 * limits redirects only for navigations, so other requests would go on until the tab is closed. A
 * result is kept until a related rule changes.
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

  /** Takes over the current rules, and drops the flows that the changes affect. */
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

  /** Finds a loop that needs a URL which two rules match, each by a different part. */
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
    // The next change may break the loop, so these rules are tested again.
    forget(new Set(loops.keys()))
    return [...loops.values()]
  }
}

/** Whether this rule alone causes a redirect loop. */
export const formsLoop = (rule: Rule): boolean =>
  createLoopFinder()([{id: rule.id, rule, translation: translateRule(rule)}]).length > 0
