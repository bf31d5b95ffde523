import type {Section} from '../../state/sections'
import type {MoveTarget} from '../../commands/order'
import type {Lines} from './lines'

/** The row under the pointer, with its edges in pixels. */
export type RowHit = {
  readonly index: number
  readonly top: number
  readonly bottom: number
  readonly isInUpperHalf: boolean
}

/** The target of a dragged rule, and the offset in pixels of the line that marks it. */
export type DropPosition = {readonly target: MoveTarget; readonly top: number}

/** A rule dropped on a group becomes its first; below the list it leaves its group. */
export function getDropPosition(
  lines: Lines,
  sections: readonly Section<string>[],
  hit: RowHit | 'below',
  end: number,
): DropPosition | undefined {
  if (hit === 'below') return {target: {before: null, groupId: ''}, top: end}
  const line = lines.all[hit.index]
  if (!line) return undefined
  const {groupId} = line
  const items = sections.find(each => each.id === groupId)?.items ?? []
  if (line.kind === 'group') return {target: {before: items[0] ?? null, groupId}, top: hit.bottom}
  if (line.kind === 'empty') return {target: {before: null, groupId}, top: hit.top}
  if (line.kind === 'rule' && hit.isInUpperHalf) return {target: {before: line.id, groupId}, top: hit.top}
  return {target: {before: items[items.indexOf(line.id) + 1] ?? null, groupId}, top: hit.bottom}
}
