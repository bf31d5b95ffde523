import type {Problem} from '../contract/problems'
import {insteadOf, takenOf, type RegexJudge} from '../translate/regexes'
import type {Draft} from '../translate/translation'
import type {Entry} from './entries'
import type {Loop} from './loops'

export type PlanNeeds = {
  readonly entries: readonly Entry[]
  /** Then nothing is installed; what is wrong with a rule is wrong all the same. */
  readonly paused: boolean
  readonly loops: readonly Loop[]
  readonly refusalOfRegex: RegexJudge['refusalOf']
  /** Why the browser refused a rule, by the rule's id. */
  readonly refusedRules: Readonly<Record<string, string>>
}

/** A draft that is to be installed; `joined` are the other rules whose changes it does as well. */
export type Wanted = {readonly entry: Entry; readonly draft: Draft; readonly joined: readonly string[]}

export type Report = (id: string, ...found: readonly Problem[]) => void

/** What the rules that are on want of the browser, without what it refuses. */
export function wantedOf({entries, loops, refusalOfRegex, refusedRules}: PlanNeeds, report: Report): Wanted[] {
  const circles = new Map(loops.map(loop => [loop.ruleId, loop]))
  return entries.flatMap(entry => {
    const {kept, read, on} = entry
    if (!on || read.translation === null) return []
    const loop = circles.get(kept.id)
    const refusal = refusedRules[kept.id]
    if (loop) report(kept.id, {code: 'loop', says: {chain: loop.chain.join(' → ')}, rules: loop.rules})
    if (refusal !== undefined) report(kept.id, {code: 'refused-by-browser', says: {reason: refusal}})
    if (loop || refusal !== undefined) return []
    return takenOf(read.translation.drafts, refusalOfRegex, problem => report(kept.id, problem)).map(draft => ({
      entry,
      draft,
      joined: [],
    }))
  })
}

/** Chrome takes a thousand regexes: first those that nothing can stand in for, then the others, from the top of the list. */
export function budgetRegexes(all: readonly Wanted[], limit: number, report: Report): Wanted[] {
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
      const instead = insteadOf(draft, problem => report(entry.kept.id, problem))
      return instead.map(alternative => ({...each, draft: alternative}))
    }
    if (++number <= limit) return [each]
    report(entry.kept.id, {code: 'over-limit', pair: draft.pair, says: {limit, number, kind: 'regex'}})
    return []
  })
}
