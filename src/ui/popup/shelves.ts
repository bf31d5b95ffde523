import type {LibraryState, Row} from '../state/library'
import type {Acted} from '../state/applied-matches'
import {groupIdOf, sectionsOf, type Section} from '../state/sections'

/** A rule that is on and did nothing on this tab, and why. */
export type Idle = {readonly id: string; readonly reason: string; readonly warn: boolean}
/** Which rules stand in the first sections, and in which order. It is settled once, so that no row leaves under the pointer. */
export type Claims = {readonly acted: readonly string[]; readonly idle: readonly Idle[]; readonly isSettled: boolean}

export const noClaims: Claims = {acted: [], idle: [], isSettled: false}

/** The busiest rules first. */
export const claimsOf = (acted: ReadonlyMap<string, Acted>, idle: readonly Idle[]): Claims => ({
  acted: [...acted].toSorted(([, a], [, b]) => b.reports - a.reports || b.last - a.last).map(([id]) => id),
  idle,
  isSettled: true,
})

/** With the rules that have acted since, and without those of a page that was left. The others keep their places. */
export function withActed(claims: Claims, acted: ReadonlyMap<string, Acted>): Claims {
  const kept = claims.acted.filter(id => acted.has(id))
  const more = [...acted.keys()].filter(id => !kept.includes(id))
  if (more.length === 0 && kept.length === claims.acted.length) return claims
  return {...claims, acted: [...kept, ...more], idle: claims.idle.filter(({id}) => !acted.has(id))}
}

export type GroupShelf = Section<Row> & {
  readonly own: readonly Row[]
}
export type Shelves = {
  readonly acted: readonly Row[]
  readonly idle: readonly {readonly row: Row; readonly idle: Idle}[]
  readonly pinned: readonly Row[]
  readonly groups: readonly GroupShelf[]
  readonly offGroups: ReadonlySet<string>
}

/** Each rule once: in the first section that claims it. */
export function shelvesOf(shelf: Pick<LibraryState, 'rows' | 'groups'>, claims: Claims): Shelves {
  const rows = shelf.rows.value
  const byId = new Map(rows.map(row => [row.peek().id, row]))
  const taken = new Set<Row>()
  const take = (row: Row | undefined): row is Row => {
    if (!row || taken.has(row)) return false
    taken.add(row)
    return true
  }
  const acted = claims.acted.map(id => byId.get(id)).filter(take)
  const idle = claims.idle.flatMap(each => {
    const row = byId.get(each.id)
    return take(row) ? [{row, idle: each}] : []
  })
  const pinned = rows.filter(row => row.peek().rule?.isFavourite === true).filter(take)
  const sections = sectionsOf(shelf.groups.value, rows, row => row.peek())
  const offGroups = new Set(sections.filter(each => each.group?.status === 'Inactive').map(each => each.id))
  const groups = sections
    .map(section => ({...section, own: section.items.filter(row => !taken.has(row))}))
    // Of "No group" nothing is said when all its rules stand above.
    .filter(({group, own}) => group !== null || own.length > 0)
    .toSorted((a, b) => Number(b.group?.isFavourite ?? 0) - Number(a.group?.isFavourite ?? 0))
  return {acted, idle, pinned, groups, offGroups}
}

/** Whether everything above a rule's own switch is on. */
export const isMuted = (row: Row, paused: boolean, offGroups: ReadonlySet<string>): boolean =>
  paused || offGroups.has(groupIdOf(row.peek()))
