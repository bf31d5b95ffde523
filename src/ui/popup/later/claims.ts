import type {RuleView} from '../../../contract/views'
import type {Acted} from '../../state/applied-matches'
import type {Did} from '../here'
import type {Shelf} from '../last-known'
import type {Claims, Idle} from '../shelves'
import {idleHere} from './idle'

/** So many rules that did nothing are told of. */
export const mostIdle = 5
/** And so many are looked into, before it is known which of them there is most to say of. */
export const mostLookedInto = 10

type At = Pick<Parameters<typeof idleHere>[0], 'acted' | 'url' | 'asked' | 'most'>

const viewsOf = ({rows}: Shelf): readonly RuleView[] => rows.peek().map(row => row.peek())

/** Those of these rules, usually all, that did nothing. Where Chrome `hasSaid` nothing, none of its own did. */
export function idleOf(shelf: Shelf, {hasSaid}: Did, at: At, views = viewsOf(shelf)): readonly Idle[] {
  const offGroups = new Set(
    shelf.groups
      .peek()
      .filter(group => group.status === 'Inactive')
      .map(group => group.id),
  )
  const known = hasSaid ? views : views.filter(view => view.browserRules.length === 0)
  return idleHere({views: known, offGroups, ...at})
}

/** The same rows, with what is first said of each; a rule that has been turned off since stays as it is. */
export function renewed(rows: readonly Idle[], shelf: Shelf, did: Did, at: At): readonly Idle[] {
  const own = new Set(rows.map(({id}) => id))
  const standing = viewsOf(shelf).filter(({id}) => own.has(id))
  const now = idleOf(shelf, did, at, standing)
  return rows.map(row => now.find(({id}) => id === row.id) ?? row)
}

/** The rules of the first two sections, the busiest first. */
export function claimsOf(shelf: Shelf, did: Did, url: string): Claims {
  const {acted} = did
  const present = new Set(shelf.rows.peek().map(row => row.peek().id))
  const ids = [...acted]
    .filter(([id]) => present.has(id))
    .toSorted(([, a], [, b]) => b.requests - a.requests || b.last - a.last)
    .map(([id]) => id)
  return {acted: ids, idle: idleOf(shelf, did, {acted: new Set(ids), url, asked: [], most: mostIdle}), isSettled: true}
}

/** These rows, of which those that stood there before keep their places. */
export function inPlaces(before: readonly Idle[], rows: readonly Idle[]): readonly Idle[] {
  const more = rows.filter(({id}) => !before.some(each => each.id === id))
  const kept = before.flatMap(({id}) => rows.find(each => each.id === id) ?? more.shift() ?? [])
  return [...kept, ...more]
}

/** With the rules that have acted since; the others keep their places. */
export function withActed(claims: Claims, {rows}: Shelf, acted: ReadonlyMap<string, Acted>): Claims {
  const more = rows
    .peek()
    .map(row => row.peek().id)
    .filter(id => acted.has(id) && !claims.acted.includes(id))
  if (more.length === 0) return claims
  return {...claims, acted: [...claims.acted, ...more], idle: claims.idle.filter(({id}) => !more.includes(id))}
}

/** Whether a rule stands among those that acted, is in force, and has not: what it did was done for the page before. */
export const isStale = ({acted: claimed}: Claims, {rows}: Shelf, acted: ReadonlyMap<string, Acted>): boolean =>
  rows.peek().some(row => {
    const {id, rule, inForce} = row.peek()
    return inForce && rule?.status === 'Active' && claimed.includes(id) && !acted.has(id)
  })
