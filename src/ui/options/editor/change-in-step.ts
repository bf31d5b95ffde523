import type {Left} from '../../state/toasts'
import {same} from '../../same'
import type {AnyPair, Draft} from './draft'
import {merge} from './merge'

/** Changes one condition. Undo reverts that change and keeps later ones, or does nothing where they touch the same field. */
export function changeInStep(
  draft: Draft,
  key: number,
  update: (now: AnyPair) => AnyPair,
  step: (putBack: () => Left | undefined) => void,
): void {
  const getPair = () => draft.pairs.peek().find(each => each.key === key)?.pair
  const before = getPair()
  draft.setPair(key, update)
  const after = getPair()
  if (!before || !after || same(before, after)) return
  step(() => {
    const now = getPair()
    const reverted = now && merge(after, now, before)
    if (!reverted || reverted.clashes.length > 0) return 'nothing'
    draft.setPair(key, () => reverted.merged as AnyPair)
    return undefined
  })
}
