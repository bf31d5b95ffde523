import type {RuleOf} from '../../contract/rule'
import type {Activity} from '../activity/state'
import type {Entry} from '../activity/entries'

export type FixedAnswer = RuleOf<'Response'>['pairs'][number]

/** What a rule gave in the place of whatever the server answered: that came to the page, and DevTools knows nothing of it. Null where none did. */
export function fixedAnswerOf(entry: Entry, {actedOf, judge}: Pick<Activity, 'actedOf' | 'judge'>): FixedAnswer | null {
  const acted = actedOf(entry)
  if (acted.length === 0) return null
  // A rule made since may stand before it.
  const given = judge(entry).verdicts.find(
    ({contender, touch}) => touch !== null && contender.rule.ruleType === 'Response' && acted.includes(contender.id),
  )
  const pair = given?.touch?.condition.pair as FixedAnswer | undefined
  return pair?.type === 'static' ? pair : null
}
