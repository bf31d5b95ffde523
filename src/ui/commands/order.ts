import type {MessageBody} from '../../messaging/messages'
import type {Section} from '../state/sections'

/** A position in a group: above the rule `before`, or last if it is null. */
export type MoveTarget = {readonly before: string | null; readonly groupId: string}

type Move = MessageBody<'rules.move'>['moves'][number]
type IdSection = Section<string>

function findPosition(sections: readonly IdSection[], id: string | undefined) {
  for (const [index, section] of sections.entries()) {
    const at = id === undefined ? -1 : section.items.indexOf(id)
    if (at >= 0) return {index, section, at}
  }
  return undefined
}

/** One position up; from the top of a group to the end of the one above; undefined at the top. */
export function getTargetAbove(sections: readonly IdSection[], ids: ReadonlySet<string>): MoveTarget | undefined {
  const first = sections.flatMap(section => section.items).find(id => ids.has(id))
  const position = findPosition(sections, first)
  if (!position) return undefined
  const previous = position.section.items[position.at - 1]
  if (previous !== undefined) return {before: previous, groupId: position.section.id}
  const upper = sections[position.index - 1]
  if (upper) return {before: null, groupId: upper.id}
  return areAdjacent(sections, ids)
    ? undefined
    : {before: findNextOther(position.section, position.at, ids), groupId: position.section.id}
}

/** One position down; from the end of a group to the top of the one below. */
export function getTargetBelow(sections: readonly IdSection[], ids: ReadonlySet<string>): MoveTarget | undefined {
  const last = sections.flatMap(section => section.items).findLast(id => ids.has(id))
  const position = findPosition(sections, last)
  if (!position) return undefined
  const {items} = position.section
  if (position.at < items.length - 1) return {before: items[position.at + 2] ?? null, groupId: position.section.id}
  const lower = sections[position.index + 1]
  if (lower) return {before: findNextOther(lower, -1, ids), groupId: lower.id}
  if (position.section.id !== '') return {before: null, groupId: ''}
  return areAdjacent(sections, ids) ? undefined : {before: null, groupId: ''}
}

function areAdjacent(sections: readonly IdSection[], ids: ReadonlySet<string>): boolean {
  const [firstSection, ...others] = sections.filter(section => section.items.some(id => ids.has(id)))
  if (!firstSection || others.length > 0) return false
  const places = firstSection.items.flatMap((id, at) => (ids.has(id) ? [at] : []))
  return (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1
}

const findNextOther = (section: IdSection, at: number, ids: ReadonlySet<string>): string | null =>
  section.items.slice(at + 1).find(id => !ids.has(id)) ?? null

export function getTargetAfter(sections: readonly IdSection[], id: string): MoveTarget | undefined {
  const position = findPosition(sections, id)
  return position && {before: position.section.items[position.at + 1] ?? null, groupId: position.section.id}
}

/** The move to a position; none if the rules are there already. */
export function getMovesTo(
  sections: readonly IdSection[],
  ids: ReadonlySet<string>,
  target: MoveTarget,
): readonly Move[] {
  const {groupId} = target
  const section = sections.find(each => each.id === groupId)
  const at = target.before === null ? Infinity : (section?.items.indexOf(target.before) ?? -1)
  const before =
    section && target.before !== null && ids.has(target.before) ? findNextOther(section, at, ids) : target.before
  const moved = sections.flatMap(each => each.items).filter(id => ids.has(id))
  if (isAtTarget(section?.items ?? [], moved, before)) return []
  return moved.length === 0 ? [] : [{ids: moved, before, groupId}]
}

function isAtTarget(items: readonly string[], ids: readonly string[], before: string | null): boolean {
  const end = before === null ? items.length : items.indexOf(before)
  return ids.length <= end && ids.every((id, index) => items[end - ids.length + index] === id)
}

/**
 * The moves that put rules back, from the lowest up. Rules that left their group stay there;
 * without the group they are in none.
 */
export function getMovesBack(
  then: readonly IdSection[],
  ids: ReadonlySet<string>,
  now: readonly IdSection[],
): readonly Move[] {
  return then.flatMap(({id: firstSection, items}) => {
    const {id: groupId, items: here} = now.find(section => section.id === firstSection) ?? {id: '', items: []}
    const there = new Set(here.filter(id => !ids.has(id)))
    const moves: Move[] = []
    let before: string | null = null
    let together: string[] = []
    for (const id of items.toReversed()) {
      if (ids.has(id)) {
        if (together.length === 0) moves.push({ids: together, before, groupId})
        together.unshift(id)
      } else if (there.has(id)) {
        before = id
        together = []
      }
    }
    return moves
  })
}
