import type {Group} from '../../contract/group'
import type {Rule} from '../../contract/rule'
import type {Entry} from './entries'

/** What has changed since a request was made: the rule, its group, or that rules are on at all. */
export type Since = 'rule' | 'group' | 'all'

type Now = {
  readonly groups: readonly Group[]
  /** When rules were turned on again while somebody watched, in milliseconds since 1970; 0 where they were not. */
  readonly resumedAt: number
}

/** A rule is judged as it is now, and no more as it was when the request was made; null where nothing has changed. */
export function changedSince(
  {modificationDate, groupId}: Rule,
  {asked}: Entry,
  {groups, resumedAt}: Now,
): Since | null {
  // A team server's clock may be ahead.
  const isLater = (at = 0) => at > asked.time && at <= Date.now()
  if (isLater(modificationDate)) return 'rule'
  if (isLater(resumedAt)) return 'all'
  return isLater(groups.find(({id}) => id === groupId)?.modificationDate) ? 'group' : null
}
