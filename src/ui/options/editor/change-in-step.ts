import type {Left} from '../../state/toasts'
import {same} from '../../same'
import type {AnyPair, Draft} from './draft'
import {merge} from './merge'

/** Changes one condition; what it changes can be taken back, and what was written since stays. `step` says so, where there is something to take back. */
export function changeInStep(
  draft: Draft,
  key: number,
  update: (now: AnyPair) => AnyPair,
  step: (putBack: () => Left | undefined) => void,
): void {
  const pairNow = () => draft.pairs.peek().find(each => each.key === key)?.pair
  const before = pairNow()
  draft.setPair(key, update)
  const after = pairNow()
  if (!before || !after || same(before, after)) return
  step(() => {
    const now = pairNow()
    const back = now && merge(after, now, before)
    if (!back || back.clashes.length > 0) return 'nothing'
    draft.setPair(key, () => back.merged as AnyPair)
    return undefined
  })
}
