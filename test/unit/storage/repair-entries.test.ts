import {beforeEach, expect, it} from 'vitest'
import type {Library} from '../../../src/api/library'
import {maxRuleNumber} from '../../../src/dnr/priorities'
import {aPayload} from '../api/payloads'
import {freshName, inDatabase, openOne} from './open'

let name: string
beforeEach(async () => {
  name = freshName()
  await openOne({databaseName: name})
})

const record = {...aPayload('Cancel'), id: 'Cancel_x'}
const put = (store: string, ...entries: unknown[]) =>
  inDatabase(name, async database => {
    for (const entry of entries) await database.put(store, entry)
  })
const putValue = (key: string, value: unknown) => inDatabase(name, database => database.put('values', value, key))
const reopen = () => openOne({databaseName: name})
const numbersOf = async (library: Library) => (await library.snapshot()).rules.map(({number}) => number)
const create = async (library: Library) => (await library.createRule(aPayload('Cancel'))).data.id

it.each([maxRuleNumber + 1, 2 ** 31, Number.MAX_SAFE_INTEGER, 0, -1, 1.5])(
  'a rule with the invalid number %d gets another one',
  async number => {
    await put('rules', {id: 'A', number, rank: 1, record}, {id: 'B', number: 5, rank: 2, record})
    const library = await reopen()
    expect(await numbersOf(library)).toEqual([6, 5])
    await create(library)
    expect(await numbersOf(library)).toEqual([6, 5, 7])
    expect(await numbersOf(await reopen())).toEqual([6, 5, 7])
  },
)

it('a duplicate number stays with the upper rule', async () => {
  await put('rules', {id: 'A', number: 3, rank: 1, record}, {id: 'B', number: 3, rank: 2, record})
  expect(await numbersOf(await reopen())).toEqual([3, 4])
})

it('a number shared with a rule in the trash stays with the active rule', async () => {
  await put('rules', {id: 'A', number: 3, rank: 1, record})
  const entry = (id: string, number: number) => ({id, number, rank: 2, record})
  const lying = (id: string, number: number) => ({id, kind: 'rule', entry: entry(id, number), from: '', deletedAt: 1})
  await put('trash', lying('B', 3), lying('C', 2 ** 40))
  const library = await reopen()
  await library.restore(['B', 'C'])
  expect(await numbersOf(library)).toEqual([3, 4, 5])
})

it.each([2 ** 40, 'x', -3])('an invalid next number is repaired: %s', async nextNumber => {
  await put('rules', {id: 'A', number: 3, rank: 1, record})
  await putValue('nextNumber', nextNumber)
  const library = await reopen()
  await create(library)
  expect(await numbersOf(library)).toEqual([3, 4])
})

it('the smallest free numbers are used after the last number', async () => {
  await put(
    'rules',
    {id: 'A', number: maxRuleNumber, rank: 1, record},
    {id: 'B', number: 2, rank: 2, record},
    {id: 'C', number: maxRuleNumber, rank: 3, record},
  )
  const library = await reopen()
  await create(library)
  await create(library)
  expect(await numbersOf(library)).toEqual([maxRuleNumber, 2, 1, 3, 4])
  expect(await inDatabase(name, database => database.get('values', 'nextNumber'))).toBe(maxRuleNumber)
})

it.each([undefined, null, 'text'])('a trash entry without a record can be restored: %s', async broken => {
  const entry = (id: string) => ({id, number: 1, record: broken})
  await put(
    'trash',
    {id: 'A', kind: 'rule', entry: entry('A'), from: '', deletedAt: 1},
    {id: 'Group_g', kind: 'group', entry: entry('Group_g'), held: ['A'], from: '', deletedAt: 1},
  )
  const library = await reopen()
  expect(await library.listTrash()).toMatchObject([{id: 'A', name: '', ruleType: null}, {id: 'Group_g'}])
  await library.restore(['A', 'Group_g'])
  const {rules, groups} = await library.snapshot()
  expect(rules).toMatchObject([{id: 'A', record: {id: 'A'}}])
  expect(groups).toMatchObject([{id: 'Group_g', record: {id: 'Group_g'}}])
  await expect(library.getRule('A')).rejects.toMatchObject({status: 400})
})
