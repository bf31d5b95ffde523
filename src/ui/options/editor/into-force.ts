import type {WorkerClient} from '../../../contract/messages'
import type {Problem} from '../../../contract/problems'
import type {RuleView} from '../../../contract/views'
import type {LibraryState} from '../../state/library'
import {groupIdOf} from '../../state/sections'
import type {Target} from '../../steps/order'
import {createRuleSteps, headOfGroup} from '../../steps/rules'
import {common, problemActionWords as words} from '../../words'

type Needs = {
  /** Undefined for a new rule. */
  readonly id: string | undefined
  readonly library: LibraryState
  readonly client: WorkerClient
}
export type Action = {readonly label: string; readonly act: () => void}

const isOver =
  ({says}: Problem) =>
  ({problems}: RuleView): boolean =>
    problems.some(({code, says: other}) => code === 'over-limit' && other?.['kind'] === says?.['kind'])

/**
 * Chrome takes the upper rules. To the top of its group, as long as groups above leave it room; else to the top of the first group that is on,
 * from where it is among the first of all.
 */
export function intoForce(problem: Problem, {id, library, client}: Needs): Action | undefined {
  const views = library.rows.value.map(row => row.peek())
  const own = views.find(view => view.id === id)
  if (id === undefined || !own) return undefined
  const steps = () => createRuleSteps({library, client})
  const isOverNow = () =>
    library
      .rowOf(id)
      ?.peek()
      .problems.some(each => each.code === 'over-limit') === true
  const head = () => headOfGroup(library, groupIdOf(own))
  const {before: top} = head()
  const first = library.groups.value.find(({status}) => status === 'Active')
  const isInFirst = first === undefined || first.id === groupIdOf(own)
  const firstOver = views.find(isOver(problem))
  const hasRoom = firstOver !== undefined && groupIdOf(firstOver) === groupIdOf(own) && firstOver.id !== top
  if (top !== id && (isInFirst || hasRoom))
    return {
      label: words.moveUp,
      act: () => void steps().move([id], head, () => words.movedUp(!isOverNow())),
    }
  if (isInFirst) return undefined
  const topOfFirst = (): Target => headOfGroup(library, first.id)
  return {
    label: words.moveToFirst(first.name || common.untitled),
    act: () => void steps().move([id], topOfFirst),
  }
}
