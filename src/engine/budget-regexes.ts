import {insteadOf} from '../translate/regexes'
import type {Report, Wanted} from './wanted'

/** Chrome takes a thousand regexes: first those that nothing can stand in for, then the others, from the top of the list. */
export function budgetRegexes(all: readonly Wanted[], limit: number, report: Report): Wanted[] {
  const hasRegex = ({draft}: Wanted) => draft.condition.regexFilter !== undefined
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
