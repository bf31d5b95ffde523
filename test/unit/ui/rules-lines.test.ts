import {signal} from '@preact/signals'
import {describe, expect, it} from 'vitest'
import {formatLastApplied} from '../../../src/ui/options/rules/last-cell'
import {getScrollSpeed} from '../../../src/ui/hooks/pointer-drag'
import {getDropPosition} from '../../../src/ui/options/rules/drop-position'
import {createLines, findNextFocusKey, findSteppedIndex} from '../../../src/ui/options/rules/lines'
import type {Section} from '../../../src/ui/state/sections'
import type {Row} from '../../../src/ui/state/library'
import {aGroup, aRule, aView, anUnreadable} from './builders'

const rowOf = (id: string): Row => signal(aView(aRule('Cancel', {id})))
const rows = new Map('abcd'.split('').map(id => [id, rowOf(id)]))
const rowsOf = (ids: string) => ids.split('').flatMap(id => rows.get(id) ?? [])
const first = aGroup('First')
const empty = aGroup('Empty')
const sections = (inFirst = 'ab', rest = 'cd'): readonly Section<Row>[] => [
  {id: first.id, group: first, items: rowsOf(inFirst)},
  {id: empty.id, group: empty, items: []},
  {id: '', group: null, items: rowsOf(rest)},
]
const nothing: ReadonlySet<string> = new Set()
const open = {closedGroups: nothing, openRecords: nothing}
const keys = ({all}: ReturnType<ReturnType<typeof createLines>>) => all.map(line => line.key)

describe('the lines of the list', () => {
  it('are the heading of each group and its rules, or a note if it has none', () => {
    const lines = createLines()(sections(), open)
    expect(keys(lines)).toEqual(['g:Group_First', 'r:a', 'r:b', 'g:Group_Empty', 'e:Group_Empty', 'g:', 'r:c', 'r:d'])
    expect(lines.indexOf.get('r:c')).toBe(6)
  })

  it('omit the rules of a closed group', () => {
    const lines = createLines()(sections(), {...open, closedGroups: new Set([first.id, ''])})
    expect(keys(lines)).toEqual(['g:Group_First', 'g:Group_Empty', 'e:Group_Empty', 'g:'])
  })

  it('are the same object while nothing changes', () => {
    const getLines = createLines()
    const lines = getLines(sections(), open)
    expect(getLines(sections(), open)).toBe(lines)
    expect(getLines(sections('ba'), open)).not.toBe(lines)
  })

  it('show the text of an unreadable record below it', () => {
    const broken = signal(anUnreadable('x', {name: 'Broken'}))
    const lines = createLines()([{id: '', group: null, items: [broken]}], {...open, openRecords: new Set(['x'])})
    expect(keys(lines)).toEqual(['g:', 'r:x', 't:x'])
    expect(findSteppedIndex(lines, 1, 1)).toBe(1)
  })

  it('are stepped through, skipping lines that cannot have the focus', () => {
    const lines = createLines()(sections(), open)
    expect(findSteppedIndex(lines, 3, 1)).toBe(5)
    expect(findSteppedIndex(lines, 5, -1)).toBe(3)
    expect(findSteppedIndex(lines, 0, 100)).toBe(7)
    expect(findSteppedIndex(lines, 7, -100)).toBe(0)
  })

  it('pass the focus of a deleted rule to the next one, else to the previous one', () => {
    const before = createLines()(sections(), open)
    expect(findNextFocusKey(before, createLines()(sections('a'), open), 'r:b')).toBe('r:c')
    expect(findNextFocusKey(before, createLines()(sections('ab', 'c'), open), 'r:d')).toBe('r:c')
    expect(findNextFocusKey(before, createLines()(sections('', ''), open), 'r:d')).toBe('g:Group_First')
  })
})

describe('a dragged rule', () => {
  const lines = createLines()(sections(), open)
  const ids = sections().map(each => ({...each, items: each.items.map(row => row.peek().id)}))
  const at = (key: string, isInUpperHalf: boolean) => {
    const index = lines.indexOf.get(key) ?? -1
    return getDropPosition(lines, ids, {index, top: index * 36, bottom: index * 36 + 36, isInUpperHalf}, 288)
  }
  it.each([
    ['r:a', true, {before: 'a', groupId: first.id}, 36],
    ['r:a', false, {before: 'b', groupId: first.id}, 72],
    ['r:b', false, {before: null, groupId: first.id}, 108],
    ['g:Group_First', true, {before: 'a', groupId: first.id}, 36],
    ['e:Group_Empty', false, {before: null, groupId: empty.id}, 144],
    ['r:d', true, {before: 'd', groupId: ''}, 252],
  ])('over %s (upper half: %s) is dropped at %j', (key, isInUpperHalf, target, top) => {
    expect(at(key, isInUpperHalf)).toEqual({target, top})
  })

  it('below all lines leaves its group', () => {
    expect(getDropPosition(lines, ids, 'below', 288)).toEqual({target: {before: null, groupId: ''}, top: 288})
  })

  it('scrolls the list near its ends, faster the nearer it is', () => {
    const box = {top: 100, bottom: 700}
    expect(getScrollSpeed(400, box)).toBe(0)
    expect(getScrollSpeed(110, box)).toBeLessThan(getScrollSpeed(140, box))
    expect(getScrollSpeed(140, box)).toBeLessThan(0)
    expect(getScrollSpeed(690, box)).toBeGreaterThan(getScrollSpeed(660, box))
    expect(getScrollSpeed(9999, box)).toBe(18)
  })
})

describe('the time a rule last applied', () => {
  const now = new Date(2026, 10, 20, 12, 0).getTime()
  it.each([
    [new Date(2026, 10, 20, 10, 42).getTime(), '10:42'],
    [new Date(2026, 10, 19, 23, 59).getTime(), 'Yesterday'],
    [new Date(2026, 10, 12, 8, 0).getTime(), '12 Nov'],
    ['never', 'Never'],
    ['unknown', '–'],
  ] as const)('%s is shown as %s', (word, text) => {
    expect(formatLastApplied(word, now)).toBe(text)
  })
})
