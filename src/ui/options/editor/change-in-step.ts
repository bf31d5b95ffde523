import type {Left} from '../../state/toasts'
import {same} from '../../same'
import type {AnyPair, Draft, DraftPair} from './draft'
import type {DraftFields} from './draft-fields'
import {merge} from './merge'

/** All that is written in a form at one time. What has not changed since is the same object in the next. */
export type Writing = {readonly fields: DraftFields; readonly pairs: readonly DraftPair[]; readonly team: boolean}

export const writingOf = (draft: Draft): Writing => ({
  fields: draft.fields.peek(),
  pairs: draft.pairs.peek(),
  team: draft.isForTeam.peek(),
})
export const isSameWriting = (a: Writing, b: Writing): boolean =>
  a.fields === b.fields && a.pairs === b.pairs && a.team === b.team

/** Takes one change back; what was written since stays. */
export function takeBack(draft: Draft, before: Writing, after: Writing): Left | undefined {
  const was = new Map(before.pairs.map(each => [each.key, each.pair]))
  const became = new Map(after.pairs.map(each => [each.key, each.pair]))
  const now = writingOf(draft)
  const fields = merge(after.fields, now.fields, before.fields)
  let clashes = fields.clashes.length
  const pairs = now.pairs.flatMap(each => {
    const [old, made] = [was.get(each.key), became.get(each.key)]
    if (made === undefined || old === made) return [each]
    // It came with the change.
    if (old === undefined && same(each.pair, made)) return []
    const pair = merge(made, each.pair, old)
    clashes += pair.clashes.length
    return [{...each, pair: pair.merged as AnyPair}]
  })
  const isThere = after.pairs.some(({key, pair}) => was.get(key) !== pair && now.pairs.some(each => each.key === key))
  if (clashes > 0 || (!isThere && before.fields === after.fields && before.team === after.team)) return 'nothing'
  const team = before.team === after.team ? now.team : before.team
  draft.write({fields: fields.merged as DraftFields, pairs, team})
  return undefined
}

/** Changes what is written. `step` says so, where there is something to take back. */
export function changeInStep(draft: Draft, change: () => void, step: (putBack: () => Left | undefined) => void): void {
  const before = writingOf(draft)
  change()
  const after = writingOf(draft)
  const isSame = same(before.fields, after.fields) && same(before.pairs, after.pairs) && before.team === after.team
  if (!isSame) step(() => takeBack(draft, before, after))
}
