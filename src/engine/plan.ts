import type {BrowserRule} from '../contract/extension-rule'
import type {Problem} from '../contract/problems'
import {partsPerRule} from '../translate/priorities'
import type {Draft} from '../translate/translation'
import type {Entry} from './entries'
import {browserRule, ownRule} from './installable'
import type {Limits} from './limits'
import type {Loop} from './loops'
import {mergeQueries} from './merge-queries'
import type {BrowserRules} from './ports'
import type {RegexJudge} from './regexes'

/** What is to be installed, and what each rule's problems are. */
export type Plan = {
  readonly dynamic: readonly BrowserRule[]
  readonly session: readonly BrowserRule[]
  readonly problems: ReadonlyMap<string, readonly Problem[]>
  /** The rules that do something in the browser. */
  readonly inForce: ReadonlySet<string>
}

export type PlanNeeds = {
  readonly entries: readonly Entry[]
  readonly loops: readonly Loop[]
  readonly refusalOfRegex: RegexJudge['refusalOf']
  /** Why the browser refused a rule, by the rule's id. */
  readonly refusedRules: Readonly<Record<string, string>>
}

/** A draft that is to be installed; `joined` are the other rules whose changes it does as well. */
export type Wanted = {readonly entry: Entry; readonly draft: Draft; readonly joined: readonly string[]}

type Report = (id: string, ...found: readonly Problem[]) => void

const isSafe = ({action}: Draft) => action.type === 'block' || action.type === 'allow'

const alternatives = new WeakMap<Draft, readonly Draft[]>()

/** The drafts that stand in for one whose regex is not to be had. */
function insteadOf(draft: Draft): readonly Draft[] {
  const {instead, ...rest} = draft
  const made = alternatives.get(draft) ?? instead?.conditions.map(condition => ({...rest, condition})) ?? []
  alternatives.set(draft, made)
  return made
}

function reportOnce(report: Report, id: string, draft: Draft) {
  if (draft.instead?.problem) report(id, draft.instead.problem)
}

/** What the rules that are on want of the browser, without what it refuses. */
function wantedOf({entries, loops, refusalOfRegex, refusedRules}: PlanNeeds, report: Report): Wanted[] {
  const circles = new Map(loops.map(loop => [loop.ruleId, loop]))
  return entries.flatMap(entry => {
    const {kept, read, on} = entry
    if (!on || read.translation === null) return []
    const loop = circles.get(kept.id)
    const refusal = refusedRules[kept.id]
    if (loop) report(kept.id, {code: 'loop', says: {chain: loop.chain.join(' → ')}})
    if (refusal !== undefined) report(kept.id, {code: 'refused-by-browser', says: {reason: refusal}})
    if (loop || refusal !== undefined) return []
    return read.translation.drafts.flatMap(draft => {
      const reason = refusalOfRegex(draft)
      if (reason === undefined) return [{entry, draft, joined: []}]
      reportOnce(report, kept.id, draft)
      if (draft.instead === undefined)
        report(kept.id, {code: 'regex-refused', pair: draft.pair, field: 'source.value', says: {reason}})
      return insteadOf(draft).map(each => ({entry, draft: each, joined: []}))
    })
  })
}

/** Chrome takes a thousand regexes: first those that nothing can stand in for, then the others, from the top of the list. */
function budgetRegexes(all: readonly Wanted[], limit: number, report: Report): Wanted[] {
  const hasRegex = ({draft}: Wanted) => draft.condition.regexFilter !== undefined
  const total = all.filter(hasRegex).length
  if (total <= limit) return [...all]
  const needed = all.filter(each => hasRegex(each) && each.draft.instead === undefined)
  let spare = Math.max(0, limit - needed.length)
  let number = 0
  return all.flatMap(each => {
    if (!hasRegex(each)) return [each]
    const {entry, draft} = each
    if (draft.instead !== undefined) {
      if (spare-- > 0) return [each]
      reportOnce(report, entry.kept.id, draft)
      return insteadOf(draft).map(alternative => ({...each, draft: alternative}))
    }
    if (++number <= limit) return [each]
    report(entry.kept.id, {code: 'over-limit', pair: draft.pair, says: {limit, number, kind: 'regex'}})
    return []
  })
}

/** Plans what is in force. What did not change since the last plan is the same object in the next. */
export function createPlanner(limits: Limits, extension: BrowserRules['extension']): (needs: PlanNeeds) => Plan {
  const own = ownRule(extension)
  const made = new WeakMap<Draft, {readonly position: number; readonly part: number; readonly rule: BrowserRule}>()

  function make({entry, draft}: Wanted, part: number): BrowserRule {
    const before = made.get(draft)
    if (before?.position === entry.position && before.part === part) return before.rule
    const rule = browserRule(entry, draft, part, extension)
    made.set(draft, {position: entry.position, part, rule})
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
    const wanted = budgetRegexes(mergeQueries(wantedOf(needs, report)), limits.regexes, report)

    const dynamic: BrowserRule[] = wanted.length > 0 ? [own] : []
    const session: BrowserRule[] = []
    const inForce = new Set<string>()
    const parts = new Map<string, number>()
    let unsafe = 0
    for (const each of wanted) {
      const {entry, draft, joined} = each
      const {id} = entry.kept
      const part = parts.get(id) ?? 0
      parts.set(id, part + 1)
      if (part >= partsPerRule) {
        if (part === partsPerRule) report(id, {code: 'too-many-parts', says: {limit: partsPerRule}})
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
      ;(fits ? dynamic : session).push(make(each, part))
      for (const done of [id, ...joined]) inForce.add(done)
    }
    return {dynamic, session, problems, inForce}
  }
}
