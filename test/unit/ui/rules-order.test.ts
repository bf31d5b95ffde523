import {describe, expect, it} from 'vitest'
import {getTargetAbove, getTargetBelow, getMovesBack, getMovesTo, type MoveTarget} from '../../../src/ui/commands/order'
import type {Section} from '../../../src/ui/state/sections'
import {aGroup} from './builders'

/** In `abc|d|ef`, the first two sections are groups and the last one has no group. */
function sectionsOf(text: string): readonly Section<string>[] {
  return text.split('|').map((ids, index, all) => {
    const isRest = index === all.length - 1
    const group = isRest ? null : aGroup(`g${index}`)
    return {id: group?.id ?? '', group, items: ids.split('')}
  })
}
const textOf = (sections: readonly Section<string>[]) => sections.map(({items}) => items.join('')).join('|')

/** Applies moves like the service: in order, and throws on an unknown place. */
function moved(sections: readonly Section<string>[], moves: ReturnType<typeof getMovesTo>) {
  let now = sections
  for (const {ids, before, groupId} of moves)
    now = now.map(section => {
      const items = section.items.filter(each => !ids.includes(each))
      if (section.id !== groupId) return {...section, items}
      const at = before === null ? items.length : items.indexOf(before)
      if (at < 0) throw new Error(`${before} is not in ${groupId}`)
      return {...section, items: items.toSpliced(at, 0, ...ids)}
    })
  return now
}
const into = (text: string, ids: string, target: MoveTarget | undefined) => {
  const sections = sectionsOf(text)
  return target && textOf(moved(sections, getMovesTo(sections, new Set(ids), target)))
}
const g0 = 'Group_g0'
const g1 = 'Group_g1'

describe('rules moved together', () => {
  it.each([
    ['abcd|', 'bd', {before: 'a', groupId: g0}, 'bdac|'],
    ['abcd|', 'ac', {before: null, groupId: g0}, 'bdac|'],
    ['abcd|', 'bc', {before: 'b', groupId: g0}, 'abcd|'],
    ['abcd|', 'bc', {before: 'd', groupId: g0}, 'abcd|'],
    ['ab|cd|ef', 'bdf', {before: 'c', groupId: g1}, 'a|bdfc|e'],
    ['ab||ef', 'ae', {before: null, groupId: g1}, 'b|ae|f'],
    ['ab|cd|', 'abcd', {before: null, groupId: ''}, '||abcd'],
  ])('in %s, %s are moved to %j', (text, ids, target, expected) => {
    expect(into(text, ids, target)).toBe(expected)
  })

  it('are not moved if they are already there', () => {
    const sections = sectionsOf('abcd|')
    expect(getMovesTo(sections, new Set('bc'), {before: 'd', groupId: g0})).toEqual([])
    expect(getMovesTo(sections, new Set('d'), {before: null, groupId: g0})).toEqual([])
  })

  it.each([
    ['abc|de', 'bc', 'bca|de'],
    ['abc|de', 'd', 'abcd|e'],
    ['abc|de', 'ac', 'acb|de'],
    ['abc|de', 'a', undefined],
    ['abc|de', 'ab', undefined],
  ])('in %s, %s move one step up', (text, ids, expected) => {
    expect(into(text, ids, getTargetAbove(sectionsOf(text), new Set(ids)))).toBe(expected)
  })

  it.each([
    ['abc|de', 'ab', 'cab|de'],
    ['abc|de', 'c', 'ab|cde'],
    ['abc|de', 'bd', 'ac|ebd'],
    ['abc|', 'c', 'ab|c'],
    ['abc|de', 'e', undefined],
  ])('in %s, %s move one step down', (text, ids, expected) => {
    expect(into(text, ids, getTargetBelow(sectionsOf(text), new Set(ids)))).toBe(expected)
  })
})

describe('undoing a move', () => {
  it.each(['a', 'ac', 'bdf', 'abcdef', 'ef', 'be'])('returns %s to exactly their old places', ids => {
    const then = sectionsOf('abc|de|f')
    for (const target of [
      {before: null, groupId: ''},
      {before: 'd', groupId: g1},
      {before: null, groupId: g0},
    ]) {
      const set = new Set(ids)
      const now = moved(then, getMovesTo(then, set, target))
      expect(textOf(moved(now, getMovesBack(then, set, now)))).toBe('abc|de|f')
    }
  })

  it('ignores neighbours that were moved or deleted since', () => {
    const then = sectionsOf('abc|de|f')
    // Since a was moved, b went to another group and c was deleted.
    const now = sectionsOf('|deb|fa')
    expect(textOf(moved(now, getMovesBack(then, new Set('a'), now)))).toBe('a|deb|f')
  })
})
