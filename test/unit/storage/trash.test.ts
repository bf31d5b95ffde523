import {beforeEach, describe, expect, it} from 'vitest'
import type {Library} from '../../../src/api/library'
import {aPayload, type Payload} from '../api/payloads'
import {openOne, moveRule} from './open'

const day = 24 * 60 * 60 * 1000
let now: number
let library: Library
beforeEach(async () => {
  now = 1_700_000_000_000
  library = await openOne({now: () => now})
})

const create = async (name: string, overrides: Payload = {}) =>
  (await library.createRule(aPayload('Cancel', {name, ...overrides}))).data.id
const createGroup = async (name: string) => (await library.createGroup({name})).data.id
const names = async () => (await library.snapshot()).rules.map(({record}) => record['name'])
const groupIdOf = async (id: string) => (await library.getRule(id)).data.groupId
const trashed = async () => (await library.snapshot()).trashed

describe('a deleted rule', () => {
  it('is listed with its name, type and group name, the latest first', async () => {
    const groupId = await createGroup('Shop')
    const a = await create('a', {groupId})
    const b = await create('b')
    await library.deleteRules([a])
    now += 1
    await library.deleteRules([b])
    expect(await library.listTrash()).toEqual([
      {id: b, kind: 'rule', name: 'b', ruleType: 'Cancel', from: '', deletedAt: now},
      {id: a, kind: 'rule', name: 'a', ruleType: 'Cancel', from: 'Shop', deletedAt: now - 1},
    ])
    expect(await trashed()).toBe(2)
  })

  it('is restored unchanged to its old position', async () => {
    const [a, b, c] = [await create('a'), await create('b'), await create('c')]
    const before = (await library.snapshot()).rules
    await library.deleteRules([b])
    await create('d')
    await moveRule(library, c, null, '')
    await moveRule(library, c, a, '')
    await moveRule(library, a, c, '')
    await library.restore([b])
    expect(await names()).toEqual(['a', 'c', 'b', 'd'])
    expect((await library.snapshot()).rules[2]).toEqual(before[1])
    expect(await trashed()).toBe(0)
  })

  it('is restored to its group, or ungrouped if the group is gone', async () => {
    const groupId = await createGroup('Shop')
    const [a, b] = [await create('a', {groupId}), await create('b', {groupId})]
    await library.deleteRules([a, b])
    await library.restore([a])
    expect(await groupIdOf(a)).toBe(groupId)
    await library.deleteGroup(groupId)
    await library.restore([b])
    expect(await groupIdOf(b)).toBe('')
  })

  it('cannot be restored after a purge', async () => {
    const a = await create('a')
    await library.deleteRules([a])
    await library.purge([a])
    expect(await library.listTrash()).toEqual([])
    await expect(library.restore([a])).rejects.toMatchObject({status: 404})
  })

  it('returns to the same place in the trash when its purge is undone', async () => {
    const groupId = await createGroup('Shop')
    const [a] = [await create('a', {groupId}), await create('b', {groupId})]
    const before = await library.snapshot()
    await library.deleteRules([a])
    now += day
    await library.deleteGroup(groupId)
    const lying = await library.listTrash()
    now += day
    const purged = await library.purge([a, groupId])
    expect(await trashed()).toBe(0)
    // A copy, as in a message.
    await library.undoPurge(structuredClone(purged))
    expect(await library.listTrash()).toEqual(lying)
    await library.restore([a, groupId])
    expect((await library.snapshot()).groups).toEqual(before.groups)
    expect((await library.snapshot()).rules[0]).toEqual(before.rules[0])
    // Entries that exist again are not changed.
    await library.undoPurge(purged)
    expect(await trashed()).toBe(0)
  })

  it('gets a free number when its purge is undone', async () => {
    const a = await create('a')
    await library.deleteRules([a])
    const {records, teamUrl} = await library.purge([a])
    await create('b')
    const [other] = (await library.snapshot()).rules
    const [record] = records.map(each => ({...each, entry: {...other, id: a, record: {name: 'a'}}}))
    await library.undoPurge({records: [record ?? {}, {id: 'none'}], teamUrl})
    await library.restore([a])
    const numbers = (await library.snapshot()).rules.map(({number}) => number)
    expect(new Set(numbers).size).toBe(2)
    expect(await trashed()).toBe(0)
  })

  it('is purged together with as many rules as one message holds', async () => {
    const description = 'x'.repeat(3_000_000)
    const ids = [await create('a', {description}), await create('b', {description}), await create('c', {description})]
    await library.deleteRules(ids)
    expect((await library.purge(ids)).records.map(({id}) => id)).toEqual(ids.slice(0, 2))
    expect((await library.listTrash()).map(({id}) => id)).toEqual(ids.slice(2))
  })

  it('keeps its trash details when its restoration is undone', async () => {
    const groupId = await createGroup('Shop')
    await library.deleteRules([await create('a', {groupId})])
    await library.deleteGroup(groupId)
    const before = await library.listTrash()
    now += day
    for (const {id, kind, deletedAt, from} of before) {
      const place = {deletedAt, from}
      await library.restore([id])
      await (kind === 'group' ? library.deleteGroup(id, undefined, place) : library.deleteRules([id], place))
    }
    expect(before).toMatchObject([{from: 'Shop'}, {from: ''}])
    expect(await library.listTrash()).toEqual(before)
  })

  it('belongs to its deleted group again when its restoration is undone', async () => {
    const groupId = await createGroup('Shop')
    const id = await create('a', {groupId})
    await library.deleteRules([id])
    await library.deleteGroup(groupId)
    const [{deletedAt, from} = {deletedAt: 0, from: ''}] = (await library.listTrash()).filter(each => each.id === id)
    await library.restore([id])
    expect(await groupIdOf(id)).toBe('')
    await library.deleteRules([id], {deletedAt, from})
    await library.restore([groupId])
    await library.restore([id])
    expect(await groupIdOf(id)).toBe(groupId)
  })

  it('belongs to its deleted group again after it was in another group', async () => {
    const [groupId, other] = [await createGroup('Shop'), await createGroup('Other')]
    const id = await create('a', {groupId})
    await library.deleteGroup(groupId)
    await moveRule(library, id, null, other)
    const [place] = await library.listTrash()
    await library.restore([groupId])
    await library.deleteGroup(groupId, undefined, place && {deletedAt: place.deletedAt, from: '', held: place.held})
    expect(await library.listTrash()).toEqual([place])
    await moveRule(library, id, null, '')
    await library.restore([groupId])
    expect(await groupIdOf(id)).toBe(groupId)
  })

  it('can be restored for 30 days', async () => {
    const a = await create('a')
    await library.deleteRules([a])
    now += 30 * day - 1
    await library.expire()
    expect(await trashed()).toBe(1)
    now += 1
    await library.expire()
    expect(await trashed()).toBe(0)
  })

  it('keeps its number reserved', async () => {
    const a = await create('a')
    const numbers = async () => (await library.snapshot()).rules.map(({number}) => number)
    const [first] = await numbers()
    await library.deleteRules([a])
    await library.purge([a])
    await create('b')
    expect(await numbers()).not.toContain(first)
  })
})

it('several records are deleted, restored or purged together or not at all', async () => {
  const a = await create('a')
  await expect(library.deleteRules([a, 'Cancel_none'])).rejects.toMatchObject({status: 404})
  expect(await names()).toEqual(['a'])
  await library.deleteRules([a, a])
  for (const call of ['restore', 'purge'] as const)
    await expect(library[call]([a, 'Cancel_none'])).rejects.toMatchObject({status: 404})
  expect(await trashed()).toBe(1)
})

it('undoing a creation moves only changed records to the trash', async () => {
  const groupId = await createGroup('Shop')
  const [a, b, other] = [await create('a', {groupId}), await create('b', {groupId}), await create('other', {groupId})]
  const before = (await library.snapshot()).revision
  await library.undoCreate({rules: [a, b], groups: [groupId], changed: [b]})
  expect((await library.snapshot()).revision).toBe(before + 1)
  expect(await names()).toEqual(['other'])
  expect(await groupIdOf(other)).toBe('')
  expect((await library.listTrash()).map(({id}) => id)).toEqual([b])
  await expect(library.undoCreate({rules: [other, a], groups: [], changed: []})).rejects.toMatchObject({status: 404})
  expect(await names()).toEqual(['other'])
})

it('a restored rule has a unique rank after other rules moved', async () => {
  const [a, b, c] = [await create('a'), await create('b'), await create('c'), await create('d')]
  await library.deleteRules([b])
  await moveRule(library, a, null, '')
  await moveRule(library, a, c, '')
  await library.restore([b])
  expect(await names()).toEqual(['b', 'a', 'c', 'd'])
  const ranks = (await library.snapshot()).rules.map(({rank}) => rank)
  expect(new Set(ranks).size).toBe(4)
})

describe('a deleted group', () => {
  it('ungroups its rules and takes them back when it is restored', async () => {
    const groupId = await createGroup('Shop')
    const [a, b] = [await create('a', {groupId}), await create('b', {groupId})]
    const other = await create('other')
    await library.deleteGroup(groupId)
    expect([await groupIdOf(a), await groupIdOf(b)]).toEqual(['', ''])
    expect(await library.listTrash()).toMatchObject([
      {id: groupId, kind: 'group', name: 'Shop', ruleType: null, from: ''},
    ])
    await library.restore([groupId])
    expect(await Promise.all([a, b, other].map(groupIdOf))).toEqual([groupId, groupId, ''])
    expect((await library.listGroups()).data).toMatchObject([{id: groupId, name: 'Shop'}])
  })

  it('does not take back a rule that moved to another group', async () => {
    const [groupId, elsewhere] = [await createGroup('Shop'), await createGroup('Other')]
    const [a, b] = [await create('a', {groupId}), await create('b', {groupId})]
    await library.deleteGroup(groupId)
    await moveRule(library, a, null, elsewhere)
    await library.restore([groupId])
    expect(await Promise.all([a, b].map(groupIdOf))).toEqual([elsewhere, groupId])
  })

  it('is restored with rules that were deleted before or after it', async () => {
    const groupId = await createGroup('Shop')
    const [before, after] = [await create('before', {groupId}), await create('after', {groupId})]
    await library.deleteRules([before])
    await library.deleteGroup(groupId)
    await library.deleteRules([after])
    await library.restore([after, before, groupId])
    expect(await Promise.all([before, after].map(groupIdOf))).toEqual([groupId, groupId])
  })

  it.each([
    ['the group first', (group: string, rules: readonly string[]) => [[group], rules]],
    ['the rules first', (group: string, rules: readonly string[]) => [rules, [group]]],
    ['one by one', (group: string, [a = '', b = '']: readonly string[]) => [[a], [group], [b]]],
    ['all at once', (group: string, rules: readonly string[]) => [[...rules, group]]],
  ])('is linked to the rules deleted with it, restored %s', async (_order, orderOf) => {
    const groupId = await createGroup('Checkout')
    const rules = [await create('a', {groupId}), await create('b', {groupId})]
    await library.deleteGroup(groupId)
    await library.deleteRules(rules)
    const lying = (await library.listTrash()).filter(each => each.kind === 'rule')
    expect(lying.map(({from}) => from)).toEqual(['Checkout', 'Checkout'])
    for (const ids of orderOf(groupId, rules)) await library.restore(ids)
    expect(await Promise.all(rules.map(groupIdOf))).toEqual([groupId, groupId])
  })

  it('does not take a rule that had no group when it was deleted', async () => {
    const groupId = await createGroup('Checkout')
    const a = await create('a')
    await library.deleteGroup(groupId)
    await library.deleteRules([a])
    expect((await library.listTrash()).find(each => each.id === a)?.from).toBe('')
    await library.restore([groupId])
    await library.restore([a])
    expect(await groupIdOf(a)).toBe('')
  })

  it('is deleted again together with its rule in the trash', async () => {
    const groupId = await createGroup('Checkout')
    const a = await create('a', {groupId})
    await library.deleteGroup(groupId)
    await library.deleteRules([a])
    await library.restore([groupId])
    await library.deleteGroup(groupId)
    await library.restore([a])
    await library.restore([groupId])
    expect(await groupIdOf(a)).toBe(groupId)
  })

  it('takes back a rule that was deleted before it and restored earlier', async () => {
    const groupId = await createGroup('Shop')
    const a = await create('a', {groupId})
    await library.deleteRules([a])
    await library.deleteGroup(groupId)
    await library.restore([a])
    expect(await groupIdOf(a)).toBe('')
    await library.restore([groupId])
    expect(await groupIdOf(a)).toBe(groupId)
  })

  it('keeps its rank', async () => {
    const [, b] = [await createGroup('a'), await createGroup('b'), await createGroup('c')]
    await library.deleteGroup(b)
    await createGroup('d')
    await library.restore([b])
    expect((await library.listGroups()).data.map(group => group['name'])).toEqual(['a', 'b', 'c', 'd'])
  })
})
