import type {Problem} from '../contract/problems'
import type {Draft} from '../translate/translation'
import type {Entry} from './entries'
import type {Loop} from './loops'
import type {RegexJudge} from './regexes'

export type PlanNeeds = {
  readonly entries: readonly Entry[]
  readonly loops: readonly Loop[]
  readonly refusalOfRegex: RegexJudge['refusalOf']
  /** Why the browser refused a rule, by the rule's id. */
  readonly refusedRules: Readonly<Record<string, string>>
}

/** A draft that is to be installed; `joined` are the other rules whose changes it does as well. */
export type Wanted = {readonly entry: Entry; readonly draft: Draft; readonly joined: readonly string[]}

export type Report = (id: string, ...found: readonly Problem[]) => void

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
export function wantedOf({entries, loops, refusalOfRegex, refusedRules}: PlanNeeds, report: Report): Wanted[] {
  const circles = new Map(loops.map(loop => [loop.ruleId, loop]))
  return entries.flatMap(entry => {
    const {kept, read, on} = entry
    if (!on || read.translation === null) return []
    const loop = circles.get(kept.id)
    const refusal = refusedRules[kept.id]
    if (loop) report(kept.id, {code: 'loop', says: {chain: loop.chain.join(' → ')}})
    if (refusal !== undefined) report(kept.id, {code: 'refused-by-browser', says: {reason: refusal}})
    if (loop || refusal !== undefined) return []
    const lost = lostPairs(read.translation.drafts, refusalOfRegex)
    for (const [pair, reason] of lost)
      report(kept.id, {code: 'regex-refused', pair, field: 'source.value', says: {reason}})
    return read.translation.drafts.flatMap(draft => {
      if (lost.has(draft.pair)) return []
      if (refusalOfRegex(draft) === undefined) return [{entry, draft, joined: []}]
      reportOnce(report, kept.id, draft)
      return insteadOf(draft).map(each => ({entry, draft: each, joined: []}))
    })
  })
}

/** The pairs of which Chrome refuses a regex that nothing stands in for. The rest of such a pair would do half of what it says. */
function lostPairs(drafts: readonly Draft[], refusalOf: RegexJudge['refusalOf']): ReadonlyMap<number, string> {
  const lost = new Map<number, string>()
  for (const draft of drafts) {
    const reason = draft.instead === undefined ? refusalOf(draft) : undefined
    if (reason !== undefined) lost.set(draft.pair, reason)
  }
  return lost
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
      reportOnce(report, entry.kept.id, draft)
      return insteadOf(draft).map(alternative => ({...each, draft: alternative}))
    }
    if (++number <= limit) return [each]
    report(entry.kept.id, {code: 'over-limit', pair: draft.pair, says: {limit, number, kind: 'regex'}})
    return []
  })
}
