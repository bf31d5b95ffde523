import type {Loop} from '../contract/library'
import type {Problem} from '../contract/problems'
import {takenOf, type RegexJudge} from '../translate/regexes'
import type {Draft} from '../translate/translation'
import type {Entry} from './entries'
import {problemOf} from '../simulator/loops'

export type PlanNeeds = {
  readonly entries: readonly Entry[]
  /** Then nothing is installed; what is wrong with a rule is wrong all the same. */
  readonly paused: boolean
  readonly loops: readonly Loop[]
  readonly refusalOfRegex: RegexJudge['refusalOf']
  /** Why the browser refused a rule, by the rule's id. */
  readonly refusedRules: Readonly<Record<string, string>>
}

/** A draft that is to be installed; `joined` are the lower rules that are in force through it, and whether anything is left for them to do. */
export type Wanted = {
  readonly entry: Entry
  readonly draft: Draft
  readonly joined: readonly (readonly [id: string, acts: boolean])[]
}

export type Report = (id: string, ...found: readonly Problem[]) => void

/** What the rules that are on want of the browser, without what it refuses; `beyond` are the pairs that are done without it. */
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
    const taken = takenOf(read.rule, read.translation, refusalOfRegex, problem => report(kept.id, problem))
    if (taken.beyond.length > 0) beyond.set(kept.id, taken.beyond)
    return taken.drafts.map(draft => ({entry, draft, joined: []}))
  })
}
