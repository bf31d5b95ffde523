import type {QueryOutcome} from '../model/page-rules'
import type {RuleCondition} from '../model/extension-rule'
import {bothOf} from '../matching/query-changes'
import {createQueryAction} from '../dnr/rules/query-param'
import type {Problem} from '../model/problems'
import {selectSupportedTemplates, type RegexChecker} from '../dnr/regex-support'
import type {DnrRuleTemplate} from '../dnr/translation'
import type {Entry} from './compiled-rules'
import {problemOf} from '../simulator/loops'
import type {Loop} from '../api/library'

export type PlanNeeds = {
  readonly entries: readonly Entry[]
  /** Then nothing is installed, but problems are reported. */
  readonly paused: boolean
  readonly loops: readonly Loop[]
  readonly refusalOfRegex: RegexChecker['getRefusal']
  readonly refusedRules: Readonly<Record<string, string>>
}

/** A draft to install; `joined` are lower rules that were merged into it, and whether they still act. */
export type Wanted = {
  readonly entry: Entry
  readonly draft: DnrRuleTemplate
  readonly joined: readonly (readonly [id: string, acts: boolean])[]
}

export type Report = (id: string, ...found: readonly Problem[]) => void

/** What the rules that are on install; fills `beyond` with the pairs that take the fallback. */
export function wantedOf(
  {entries, loops, refusalOfRegex, refusedRules}: PlanNeeds,
  report: Report,
  beyond: Map<string, readonly number[]>,
): Wanted[] {
  const circles = new Map(loops.map(loop => [loop.ruleId, loop]))
  return entries.flatMap(entry => {
    const {kept, read, on} = entry
    if (!on || read.translation === null) return []
    const loop = circles.get(kept.id)
    const refusal = refusedRules[kept.id]
    if (loop) report(kept.id, problemOf(loop))
    if (refusal !== undefined) report(kept.id, {code: 'refused-by-browser', says: {reason: refusal}})
    if (loop || refusal !== undefined) return []
    const taken = selectSupportedTemplates(read.rule, read.translation, refusalOfRegex, problem =>
      report(kept.id, problem),
    )
    if (taken.fallbackPairs.length > 0) beyond.set(kept.id, taken.fallbackPairs)
    return taken.templates.map(draft => ({entry, draft, joined: []}))
  })
}

const keys = new WeakMap<RuleCondition, string>()

function keyOf(condition: RuleCondition): string {
  const known = keys.get(condition) ?? JSON.stringify(condition)
  keys.set(condition, known)
  return known
}

function joinedBy<T>(all: readonly T[], markOf: (each: T) => string | undefined, join: (upper: T, lower: T) => T): T[] {
  const joined = new Map<T | string, T>()
  for (const each of all) {
    const key = markOf(each) ?? each
    const upper = joined.get(key)
    joined.set(key, upper === undefined ? each : join(upper, each))
  }
  return [...joined.values()]
}

export const mergeByPlace = <T>(
  all: readonly T[],
  queryOf: (each: T) => QueryOutcome | undefined,
  placeOf: (each: T) => string,
  merge: (upper: T, lower: T, both: QueryOutcome) => T,
): T[] =>
  joinedBy(
    all,
    each => (queryOf(each) ? placeOf(each) : undefined),
    (upper, lower) => {
      const [first, second] = [queryOf(upper), queryOf(lower)]
      return first && second ? merge(upper, lower, bothOf(first, second)) : upper
    },
  )

/** Merges QueryParam changes with one condition: two rules would not chain, since Chrome drops a redirect to the same URL. */
export const mergeQueries = (all: readonly Wanted[]): Wanted[] =>
  mergeByPlace(
    all,
    ({draft}) => draft.query,
    ({draft}) => keyOf(draft.condition),
    (upper, {entry}, both) => ({
      ...upper,
      draft: {...upper.draft, query: both, action: createQueryAction(both)},
      joined: [...upper.joined, [entry.kept.id, both !== upper.draft.query]],
    }),
  )

/** With one condition only the upper user agent counts. */
export const mergeAgents = (all: readonly Wanted[]): Wanted[] =>
  joinedBy(
    all,
    ({entry, draft}) => (entry.read.rule?.ruleType === 'UserAgent' ? keyOf(draft.condition) : undefined),
    (upper, {entry}) => ({...upper, joined: [...upper.joined, [entry.kept.id, false]]}),
  )
