import {describe, expect, it} from 'vitest'
import type {LibraryPart, LibraryView, LibraryMark} from '../../../src/model/views'
import {createIncrementalSnapshots} from '../../../src/engine/incremental-snapshots'
import {aRule, aView} from '../ui/builders'

const head = {paused: false, groups: [], teamGroups: [], trashed: 0, trouble: null}
const ruleNo = (n: number) => aView(aRule('Cancel', {id: `r${n}`}))
const library = (count: number): LibraryView => ({...head, rules: Array.from({length: count}, (_, n) => ruleNo(n))})

type Parts = ReturnType<typeof createIncrementalSnapshots>

function readAll(parts: Parts, view: LibraryView, since?: LibraryMark): LibraryPart[] {
  const read: LibraryPart[] = []
  for (let mark = since; ;) {
    const part = parts(view, mark)
    read.push(part)
    if (part.isWhole) return read
    mark = part.mark
  }
}
const lastMark = (read: readonly LibraryPart[]) => read.at(-1)?.mark
const idsIn = (read: readonly LibraryPart[]) => read.flatMap(({rules}) => rules.map(({id}) => id))

describe('the first read of a large library', () => {
  it('sends each rule once, in parts, with the order in the first part', () => {
    const view = library(620)
    const read = readAll(createIncrementalSnapshots('one'), view)
    expect(read.map(({rules}) => rules.length)).toEqual([40, 250, 250, 80])
    expect(read.map(({order}) => order?.length)).toEqual([620, undefined, undefined, undefined])
    expect(idsIn(read)).toEqual(view.rules.map(({id}) => id))
  })

  it('starts with the pinned rules', () => {
    const view = library(300)
    const pinned = aView(aRule('Cancel', {id: 'pinned', isFavourite: true}))
    const [first] = readAll(createIncrementalSnapshots('one'), {...view, rules: [...view.rules, pinned]})
    expect(first?.rules[0]?.id).toBe('pinned')
    expect(first?.order?.at(-1)).toBe('pinned')
  })

  it('includes rules that change while it runs', () => {
    const parts = createIncrementalSnapshots('one')
    const view = library(400)
    const first = parts(view)
    const changed = aView(aRule('Cancel', {id: 'r3', name: 'changed'}))
    const added = aView(aRule('Cancel', {id: 'new'}))
    const next = {...view, rules: [added, ...view.rules.map(each => (each.id === 'r3' ? changed : each))]}
    const rest = readAll(parts, next, first.mark)
    expect(rest.map(({order}) => order?.[0])).toEqual(['new', ...rest.slice(1).map(() => undefined)])
    expect(idsIn(rest)).toHaveLength(362)
    expect(rest.flatMap(({rules}) => rules)).toEqual(expect.arrayContaining([changed, added]))
  })
})

describe('a later read', () => {
  it('sends nothing when nothing changed', () => {
    const parts = createIncrementalSnapshots('one')
    const view = library(3)
    const mark = lastMark(readAll(parts, view))
    expect(parts({...view}, mark)).toMatchObject({order: null, rules: [], isWhole: true})
  })

  it('sends only rules whose content, problems or browser rules changed', () => {
    const parts = createIncrementalSnapshots('one')
    const view = library(4)
    const mark = lastMark(readAll(parts, view))
    const [a, b, c, d] = view.rules
    if (!a || !b || !c || !d) throw new Error('There are four')
    const changed = [
      {...a, problems: [{code: 'loop'} as const]},
      {...b, browserRules: [1024]},
      {...c, inForce: !c.inForce},
      {...d},
    ]
    const part = parts({...view, rules: changed}, mark)
    expect(part.rules).toEqual(changed.slice(0, 3))
    expect(part.order).toBeNull()
  })

  it('reports a deleted rule through the order', () => {
    const parts = createIncrementalSnapshots('one')
    const view = library(3)
    const mark = lastMark(readAll(parts, view))
    const part = parts({...view, rules: view.rules.slice(1)}, mark)
    expect(part).toMatchObject({order: ['r1', 'r2'], rules: []})
    expect(parts({...view, rules: view.rules.slice(1)}, part.mark).order).toBeNull()
  })

  it('sends a restored rule completely', () => {
    const parts = createIncrementalSnapshots('one')
    const view = library(2)
    readAll(parts, view)
    const {mark} = parts({...view, rules: view.rules.slice(1)})
    expect(idsIn([parts({...view}, mark)])).toEqual(['r0'])
  })

  it('sends everything after the worker restarted', () => {
    const view = library(3)
    const mark = lastMark(readAll(createIncrementalSnapshots('one'), view))
    expect(createIncrementalSnapshots('two')(view, mark)).toMatchObject({order: ['r0', 'r1', 'r2'], rules: view.rules})
  })
})
