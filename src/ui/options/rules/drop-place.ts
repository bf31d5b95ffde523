import type {Section} from '../../state/sections'
import type {MoveTarget} from '../../commands/order'
import type {Lines} from './lines'

/** The row under a point, and how the point lies in it. */
export type Hit = {
  readonly index: number
  readonly top: number
  readonly bottom: number
  readonly isInUpperHalf: boolean
}

/** Where a dragged rule would go, and where the line that shows it is drawn. */
export type DropPlace = {readonly target: MoveTarget; readonly top: number}

/** The place of a dropped rule: first in a group dropped on, in no group below everything. */
export function dropPlaceOf(
  lines: Lines,
  sections: readonly Section<string>[],
  hit: Hit | 'below',
  end: number,
): DropPlace | undefined {
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
