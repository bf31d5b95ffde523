import type {BrowserRule} from '../contract/extension-rule'
import type {Problem} from '../contract/problems'
import {partsPerRule, places} from '../translate/priorities'
import type {Draft} from '../translate/translation'
import {budgetRegexes} from './budget-regexes'
import {browserRule, ownRule, type Standing} from './installable'
import type {Limits} from './limits'
import {mergeAgents, mergeQueries} from './merge'
import {orderDelays} from './order-delays'
import type {BrowserRules} from './ports'
import {wantedOf, type PlanNeeds, type Report, type Wanted} from './wanted'

/** What is to be installed, and what each rule's problems are. */
export type Plan = {
  readonly dynamic: readonly BrowserRule[]
  readonly session: readonly BrowserRule[]
  readonly problems: ReadonlyMap<string, readonly Problem[]>
  /** The rules that do something in the browser, and the ids of the browser rules through which they do. */
  readonly inForce: ReadonlyMap<string, readonly number[]>
  /** The pairs of rules that Chrome cannot look for, and that are done all the same. */
  readonly beyond: ReadonlyMap<string, readonly number[]>
}

const isSafe = ({action}: Draft) => action.type === 'block' || action.type === 'allow'

/** Plans what is in force. What did not change since the last plan is the same object in the next. */
export function createPlanner(limits: Limits, extension: BrowserRules['extension']): (needs: PlanNeeds) => Plan {
  const own = ownRule(extension)
  const made = new WeakMap<Draft, Standing & {readonly rule: BrowserRule}>()

  function make({entry, draft}: Wanted, standing: Standing): BrowserRule {
    const before = made.get(draft)
    if (before?.place === standing.place && before.part === standing.part) return before.rule
    const rule = browserRule(entry, draft, standing, extension)
    made.set(draft, {...standing, rule})
    return rule
  }

  return needs => {
    const problems = new Map<string, Problem[]>()
    const report: Report = (id, ...found) => {
      const known = problems.get(id) ?? []
      // Two parts of one condition have the same thing to say.
      for (const problem of found)
        if (!known.some(other => JSON.stringify(other) === JSON.stringify(problem))) known.push(problem)
      problems.set(id, known)
    }
    for (const {kept, read} of needs.entries)
      if (read.translation && read.translation.problems.length > 0) report(kept.id, ...read.translation.problems)
    const beyond = new Map<string, readonly number[]>()
    const drafts = wantedOf(needs, report, beyond)
    // Without two changes of queries, or two user agents, the worker need not read how they are merged.
    const mayBeat = needs.entries.filter(({on, read}) => on && read.rule?.ruleType === 'UserAgent').length > 1
    const mayMerge = drafts.filter(({draft}) => draft.query).length > 1
    const joint = mayMerge ? mergeQueries(drafts) : drafts
    const merged = mayBeat ? mergeAgents(joint) : joint
    const hasAll = merged.filter(({draft}) => draft.condition.regexFilter).length <= limits.regexes
    const all = hasAll ? merged : budgetRegexes(merged, limits.regexes, report)
    const wanted = needs.paused ? [] : all
    const delayPlace = wanted.some(({draft}) => draft.wait !== undefined) ? orderDelays(needs.entries) : undefined

    const dynamic = [own]
    const session: BrowserRule[] = []
    const inForce = new Map<string, number[]>()
    const parts = new Map<string, number>()
    let unsafe = 0
    for (const each of wanted) {
      const {entry, draft, joined} = each
      const {id} = entry.kept
      const part = parts.get(id) ?? 0
      parts.set(id, part + 1)
      const place = draft.wait === undefined ? entry.place + part : (delayPlace?.(entry, draft) ?? 0)
      if (part >= partsPerRule || place >= places) {
        if (part === partsPerRule || part === 0) report(id, {code: 'too-many-parts', says: {limit: partsPerRule}})
        continue
      }
      const safe = isSafe(draft)
      const fits = dynamic.length < limits.dynamic && (safe || unsafe < limits.unsafeDynamic)
      if (!fits && session.length >= limits.session) {
        const limit = (safe ? limits.dynamic : limits.unsafeDynamic) + limits.session
        report(id, {code: 'over-limit', pair: draft.pair, says: {limit, number: limit + 1, kind: 'browser'}})
        continue
      }
      if (fits && !safe) unsafe++
      const rule = make(each, {part, place})
      ;(fits ? dynamic : session).push(rule)
      // By a rule that takes more than its pair means, nobody knows what that pair did.
      for (const [done, acts] of [[id, true] as const, ...joined])
        inForce.set(done, [...(inForce.get(done) ?? []), ...(acts && !draft.isWide ? [rule.id] : [])])
    }
    for (const {kept, read, on} of needs.paused ? [] : needs.entries)
      if (on && (beyond.has(kept.id) || read.translation?.inPage.length) && !needs.refusedRules[kept.id])
        inForce.set(kept.id, inForce.get(kept.id) ?? [])
    // Our own also where all is done in pages: without a browser rule Chrome counts on from page to page on the badge.
    return {dynamic: inForce.size > 0 ? dynamic : [], session, problems, inForce, beyond}
  }
}
