import {beforeEach, describe, expect, it} from 'vitest'
import type {Library} from '../../../src/api/library'
import {aPayload} from '../api/payloads'
import {openOne, moveRule} from './open'

let library: Library
beforeEach(async () => {
  library = await openOne()
})

const create = async (name: string, groupId = '') =>
  (await library.createRule(aPayload('Cancel', {name, groupId}))).data.id
const createGroup = async (name: string) => (await library.createGroup({name})).data.id
const names = async (groupId?: string) =>
  (await library.snapshot()).rules
    .filter(({record}) => groupId === undefined || record['groupId'] === groupId)
    .map(({record}) => record['name'])
    .join('')
const several = async (text: string, groupId = '') => {
  const ids: Record<string, string> = {}
  for (const name of text) ids[name] = await create(name, groupId)
  return (name: string) => ids[name] ?? ''
}

describe('the order of rules', () => {
  it('puts a new rule last', async () => {
    await several('abc')
    expect(await names()).toBe('abc')
  })

  it('moves a rule above another one or to the end', async () => {
    const id = await several('abcd')
    await moveRule(library, id('d'), id('b'), '')
    expect(await names()).toBe('adbc')
    await moveRule(library, id('c'), id('a'), '')
    expect(await names()).toBe('cadb')
    await moveRule(library, id('c'), null, '')
    expect(await names()).toBe('adbc')
  })

  it('does not write a rule that is already in place', async () => {
    const id = await several('abc')
    const before = await library.snapshot()
    await moveRule(library, id('b'), id('c'), '')
    await moveRule(library, id('b'), id('b'), '')
    await moveRule(library, id('c'), null, '')
    expect(await library.snapshot()).toEqual(before)
  })

  it('moves a rule into a group and changes only its group id and date', async () => {
    const groupId = await createGroup('Shop')
    const inside = await several('ab', groupId)
    const outside = await several('xyz')
    const {data} = await library.getRule(outside('z'))
    await moveRule(library, outside('z'), inside('b'), groupId)
    await moveRule(library, outside('x'), null, groupId)
    expect(await names(groupId)).toBe('azbx')
    expect(await names('')).toBe('y')
    const moved = (await library.getRule(outside('z'))).data
    expect({...moved, modificationDate: 0}).toEqual({...data, groupId, modificationDate: 0})
    expect(moved.modificationDate).toBeGreaterThan(data.modificationDate ?? Infinity)
  })

  it('moves a rule into an empty group, and out of it above another rule', async () => {
    const groupId = await createGroup('Shop')
    const id = await several('abc')
    await moveRule(library, id('c'), null, groupId)
    expect(await names(groupId)).toBe('c')
    await moveRule(library, id('c'), id('a'), '')
    expect(await names()).toBe('cab')
  })

  it('moves several rules in the given order', async () => {
    const groupId = await createGroup('Shop')
    const inside = await several('xy', groupId)
    const id = await several('abcd')
    const ids = (text: string) => [...text].map(id)
    await library.moveRules([{ids: ids('db'), before: id('a'), groupId: ''}])
    expect(await names('')).toBe('dbac')
    await library.moveRules([{ids: ids('ac'), before: inside('y'), groupId}])
    expect([await names(groupId), await names('')]).toEqual(['xacy', 'db'])
    await library.moveRules([
      {ids: ids('bd'), before: null, groupId: ''},
      {ids: ids('ca'), before: null, groupId},
    ])
    expect([await names(groupId), await names('')]).toEqual(['xyca', 'bd'])
  })

  it('does not write several rules that are already in place', async () => {
    const id = await several('abcd')
    const before = await library.snapshot()
    await library.moveRules([{ids: [id('b'), id('c')], before: id('d'), groupId: ''}])
    expect(await library.snapshot()).toEqual(before)
  })

  it('fits hundreds of rules between two, repeatedly', async () => {
    const id = await several('az')
    const many: string[] = []
    for (let n = 0; n < 200; n++) many.push(await create('m'))
    const order = async () => (await library.snapshot()).rules.map(rule => rule.id)
    for (let round = 0; round < 30; round++) {
      many.reverse()
      await library.moveRules([{ids: many, before: round % 2 === 0 ? id('z') : id('a'), groupId: ''}])
      const expected = round % 2 === 0 ? [id('a'), ...many, id('z')] : [...many, id('a'), id('z')]
      expect(await order()).toEqual(expected)
    }
  })

  it('refuses a move to a missing rule or group', async () => {
    const groupId = await createGroup('Shop')
    const id = await several('ab')
    const refused = [
      moveRule(library, 'Cancel_none', null, ''),
      moveRule(library, id('a'), 'Cancel_none', ''),
      moveRule(library, id('a'), null, 'Group_none'),
      moveRule(library, id('a'), id('b'), groupId),
    ]
    for (const call of refused) await expect(call).rejects.toMatchObject({status: 404})
    expect(await names('')).toBe('ab')
  })

  it('restores a rule to its side of an entry in the trash', async () => {
    const id = await several('efgh')
    await library.deleteRules([id('f'), id('g')])
    const stood = await library.moveRules([{ids: [id('h')], before: id('e'), groupId: ''}])
    expect(await names()).toBe('he')
    await library.moveRules([{ids: [id('h')], before: null, groupId: '', ranks: Object.values(stood)}])
    await library.restore([id('f')])
    expect(await names()).toBe('efh')
    const alone = await library.moveRules([{ids: [id('e')], before: id('h'), groupId: ''}])
    await library.moveRules([{ids: [id('e')], before: id('f'), groupId: '', ranks: Object.values(alone)}])
    await library.restore([id('g')])
    expect(await names()).toBe('efgh')
  })

  it('ignores an earlier rank that lies elsewhere or is taken by the trash', async () => {
    const id = await several('abcd')
    const stood = await library.moveRules([{ids: [id('d')], before: id('a'), groupId: ''}])
    await library.moveRules([{ids: [id('d')], before: id('b'), groupId: '', ranks: Object.values(stood)}])
    expect(await names()).toBe('adbc')
    const place = (await library.snapshot()).rules[2]?.rank ?? 0
    await library.deleteRules([id('b')])
    await library.moveRules([{ids: [id('d')], before: id('c'), groupId: '', ranks: [place]}])
    const {rules} = await library.snapshot()
    expect(rules.find(rule => rule.id === id('d'))?.rank).not.toBe(place)
  })

  it('restores a rule to its group after other rules were created', async () => {
    const groupId = await createGroup('Shop')
    const [a, y, b, c] = [
      await create('a', groupId),
      await create('y'),
      await create('b', groupId),
      await create('c', groupId),
    ]
    await library.deleteRules([b])
    const first = await library.moveRules([{ids: [c], before: y, groupId: ''}])
    await library.moveRules([{ids: [c], before: null, groupId, ranks: Object.values(first)}])
    await library.restore([b])
    expect(await names(groupId)).toBe('abc')

    // A rule at the old place of another one is being moved back itself.
    await library.deleteRules([b])
    const second = await library.moveRules([{ids: [c, a, y], before: null, groupId: ''}])
    await library.moveRules([
      {ids: [a, c], before: null, groupId, ranks: [second[a] ?? 0, second[c] ?? 0]},
      {ids: [y], before: null, groupId: '', ranks: [second[y] ?? 0]},
    ])
    await library.restore([b])
    expect(await names(groupId)).toBe('abc')
    const ranks = (await library.snapshot()).rules.map(({rank}) => rank)
    expect(new Set(ranks).size).toBe(4)
  })

  it('finds a rank however often the same two rules are separated', async () => {
    const id = await several('abxy')
    await library.deleteRules([id('b')])
    for (let times = 0; times < 120; times++) {
      await moveRule(library, id(times % 2 === 0 ? 'y' : 'x'), id(times % 2 === 0 ? 'x' : 'y'), '')
      expect(await names()).toBe(times % 2 === 0 ? 'ayx' : 'axy')
    }
    const ranks = (await library.snapshot()).rules.map(({rank}) => rank)
    expect(new Set(ranks).size).toBe(3)
    await library.restore([id('b')])
    expect(await names()).toBe('abxy')
  })
})

it('groups move above another one or to the end', async () => {
  const [a, b, c] = [await createGroup('a'), await createGroup('b'), await createGroup('c')]
  const order = async () => (await library.listGroups()).data.map(group => group['name']).join('')
  await library.moveGroup(c, a)
  expect(await order()).toBe('cab')
  await library.moveGroup(c, null)
  expect(await order()).toBe('abc')
  for (let times = 0; times < 70; times++) {
    await library.moveGroup(times % 2 === 0 ? c : b, times % 2 === 0 ? b : c)
    expect(await order()).toBe(times % 2 === 0 ? 'acb' : 'abc')
  }
  await library.deleteGroup(b)
  const stood = await library.moveGroup(c, a)
  await library.moveGroup(c, null, stood)
  await library.restore([b])
  expect(await order()).toBe('abc')
  await expect(library.moveGroup('Group_none', null)).rejects.toMatchObject({status: 404})
  await expect(library.moveGroup(a, 'Group_none')).rejects.toMatchObject({status: 404})
})
