import {beforeEach, describe, expect, it} from 'vitest'
import type {Library} from '../../../src/api/library'
import type {ServiceError} from '../../../src/api/service-error'
import {aPayload, documentedPairs, type Payload} from '../api/payloads'
import {freshName, inDatabase, openOne, moveRule} from './open'

let library: Library
let name: string
beforeEach(async () => {
  name = freshName()
  library = await openOne({databaseName: name})
})

const create = async (overrides: Payload = {}) => (await library.createRule(aPayload('Redirect', overrides))).data
const recordOf = async (id: string) => (await library.snapshot()).rules.find(rule => rule.id === id)?.record
const putRule = (record: unknown, id = 'Odd_1', place: Payload = {}) =>
  inDatabase(name, database => database.put('rules', {id, number: 900, rank: 900, record, ...place}))

describe('a rule update', () => {
  it('keeps unknown fields of the rule and of pairs with the same id', async () => {
    const rule = await create({color: 'red', pairs: [{...documentedPairs.Redirect, note: 'mine'}]})
    const pairs = [{...documentedPairs.Redirect, id: rule.pairs[0]?.id}, documentedPairs.Redirect]
    await library.updateRule(rule.id, aPayload('Redirect', {pairs}))
    const {data} = await library.getRule(rule.id)
    expect(data).toMatchObject({color: 'red', pairs: [{note: 'mine'}, {}]})
    expect(data.pairs[1]).not.toHaveProperty('note')
  })

  it('removes a known field that the payload lacks', async () => {
    const file = {name: 'a.js', mimeType: 'text/javascript', text: '1'}
    const rule = await create({pairs: [{...documentedPairs.Redirect, file}], description: 'Why'})
    const pairs = [{...documentedPairs.Redirect, id: rule.pairs[0]?.id}]
    await library.updateRule(rule.id, aPayload('Redirect', {pairs}))
    const {data} = await library.getRule(rule.id)
    expect(data.pairs[0]).not.toHaveProperty('file')
    expect(data.description).toBe('')
  })

  it('keeps isFavourite if the payload lacks it', async () => {
    const rule = await create({isFavourite: true})
    await library.updateRule(rule.id, aPayload())
    expect((await library.getRule(rule.id)).data.isFavourite).toBe(true)
  })

  it('gives the second of two pairs with the same id a new id', async () => {
    const pair = {...documentedPairs.Redirect, id: 'a'}
    const {pairs} = await create({pairs: [pair, pair]})
    expect(pairs[0]?.id).toBe('a')
    expect(pairs[1]?.id).not.toBe('a')
  })

  it('is refused and changes nothing if it was made from an outdated version', async () => {
    const {id, modificationDate: seen} = await create()
    await library.switchRules([id], false)
    const late = library.updateRule(id, aPayload('Redirect', {name: 'Late'}), seen ?? null)
    await expect(late).rejects.toMatchObject({code: 'changed-since'} satisfies Partial<ServiceError>)
    const now = await recordOf(id)
    expect(now).not.toMatchObject({name: 'Late'})
    await library.updateRule(id, aPayload('Redirect', {name: 'In time'}), Number(now?.['modificationDate']))
    expect(await recordOf(id)).toMatchObject({name: 'In time'})
  })

  it('of a record without a modification date expects null as its version', async () => {
    await putRule({id: 'Odd_1', ...aPayload('Redirect')})
    const undated = await openOne({databaseName: name})
    await expect(undated.updateRule('Odd_1', aPayload(), 5)).rejects.toMatchObject({code: 'changed-since'})
    await undated.updateRule('Odd_1', aPayload('Redirect', {name: 'Dated'}), null)
    await expect(undated.updateRule('Odd_1', aPayload(), null)).rejects.toMatchObject({code: 'changed-since'})
  })

  it('never stores extension rules', async () => {
    const {id} = await create({extensionRules: [{action: {type: 'block'}, condition: {}}]})
    await library.updateRule(id, aPayload('Redirect', {extensionRules: []}))
    expect(await recordOf(id)).not.toHaveProperty('extensionRules')
  })
})

it('a duplicate id gets another suffix', async () => {
  const same = await openOne({suffix: () => 'same'})
  const ids = []
  for (let times = 0; times < 3; times++) ids.push((await same.createRule(aPayload())).data.id)
  await same.deleteRule('Redirect_same')
  ids.push((await same.createRule(aPayload())).data.id)
  expect(ids).toEqual(['Redirect_same', 'Redirect_same-2', 'Redirect_same-3', 'Redirect_same-4'])
})

it('all records of a library name the same user', async () => {
  const {createdBy} = await create()
  const later = await openOne({databaseName: name})
  expect((await later.createRule(aPayload())).data.createdBy).toBe(createdBy)
  const named = await openOne({userId: 'me'})
  expect((await named.createGroup({name: 'a'})).data).toMatchObject({createdBy: 'me', currentOwnerId: 'me'})
})

describe('switching a rule', () => {
  const app = {
    id: 'Headers_app',
    name: 'From the app',
    ruleType: 'Headers',
    status: 'Active',
    pairs: [
      {source: {key: 'Url', operator: 'Contains', value: 'a', filters: {}}, modifications: {Request: [], Response: []}},
    ],
    extensionRules: 'as it came',
    version: 3,
  }

  it('changes only the status and the date of an app-shaped record', async () => {
    await putRule(app, 'Headers_app')
    await library.switchRules(['Headers_app'], false)
    expect(await recordOf('Headers_app')).toEqual({
      ...app,
      status: 'Inactive',
      modificationDate: expect.any(Number) as unknown,
    })
  })

  it('changes several rules or, if one is missing, none', async () => {
    const {id} = await create()
    await expect(library.switchRules([id, 'Redirect_none'], false)).rejects.toMatchObject({status: 404})
    expect((await library.getRule(id)).data.status).toBe('Active')
  })

  it('writes nothing if the rule has that status', async () => {
    const {id} = await create()
    const before = await library.snapshot()
    await library.switchRules([id], true)
    expect(await library.snapshot()).toEqual(before)
  })
})

it('pinning a rule changes only isFavourite and the date', async () => {
  const rule = await create()
  await library.pinRules([rule.id], true)
  const {data} = await library.getRule(rule.id)
  expect({...data, modificationDate: 0}).toEqual({...rule, modificationDate: 0, isFavourite: true})
  await expect(library.pinRules(['Redirect_none'], true)).rejects.toMatchObject({status: 404})
})

it('a rule of an unknown group can be updated without naming that group', async () => {
  await putRule({...aPayload('Redirect'), id: 'Redirect_far', groupId: 'Group_far'}, 'Redirect_far')
  await library.updateRule('Redirect_far', aPayload('Redirect', {name: 'New', groupId: 'Group_far'}))
  expect(await recordOf('Redirect_far')).toMatchObject({name: 'New', groupId: 'Group_far'})
})

describe('a malformed record', () => {
  const poisons: readonly (readonly [what: string, record: unknown])[] = [
    ['null', null],
    ['a text', 'rule'],
    ['a list', []],
    ['empty', {}],
    ['missing pairs', {id: 'Odd_1', name: 'Odd', ruleType: 'Cancel'}],
    ['of wrong types', {id: 'Odd_1', name: 5, ruleType: 'Cancel', pairs: [5, null], status: [], groupId: {}}],
    ['of an unknown type', {id: 'Odd_1', name: 'Odd', ruleType: 'Script', pairs: [{}]}],
  ]

  it.each(poisons)('does not affect other rules: %s', async (_what, record) => {
    const good = await create()
    await putRule(record)
    library = await openOne({databaseName: name})
    const page = await library.listRules()
    expect(page.total).toBe(2)
    expect(page.data[0]).toEqual(good)
    expect((await library.getRule(good.id)).data).toEqual(good)
    const refusal: unknown = await library.getRule('Odd_1').catch((error: unknown) => error)
    expect(refusal).toMatchObject({name: 'ServiceError', status: 400})
    expect((refusal as ServiceError).faults.length).toBeGreaterThan(0)
    await library.updateRule(good.id, aPayload())
  })

  it.each(poisons)('can be switched, pinned, moved, deleted and restored: %s', async (_what, record) => {
    await putRule(record)
    const {id: groupId} = (await library.createGroup({name: 'a'})).data
    await library.switchRules(['Odd_1'], false)
    await library.pinRules(['Odd_1'], true)
    await moveRule(library, 'Odd_1', null, groupId)
    expect(await recordOf('Odd_1')).toMatchObject({status: 'Inactive', isFavourite: true, groupId})
    await library.deleteRules(['Odd_1'])
    expect(await library.listTrash()).toMatchObject([{id: 'Odd_1', kind: 'rule', ruleType: null, from: 'a'}])
    await library.restore(['Odd_1'])
    expect(await recordOf('Odd_1')).toMatchObject({groupId})
  })

  it.each([...poisons, ['of an unknown group', {...aPayload(), id: 'Odd_1', groupId: 'Group_far'}] as const])(
    'is restored from the trash unchanged: %s',
    async (_what, record) => {
      await putRule(record)
      const before = await recordOf('Odd_1')
      await library.deleteRules(['Odd_1'])
      await library.restore(['Odd_1'])
      expect(await recordOf('Odd_1')).toEqual(before)
    },
  )

  it('is listed as it is stored', async () => {
    const record = {id: 'Odd_1', name: 'Odd', ruleType: 'Script', pairs: [{a: 1}], extra: [null]}
    await putRule(record)
    expect((await library.listRules()).data).toEqual([record])
  })

  it('is repaired by an update of the same type', async () => {
    await putRule({id: 'Odd_1', name: 5, ruleType: 'Redirect', pairs: null, isFavourite: 'yes', color: 'red'})
    await library.updateRule('Odd_1', aPayload('Redirect', {name: 'Mended'}))
    expect((await library.getRule('Odd_1')).data).toMatchObject({name: 'Mended', color: 'red', isFavourite: false})
    await putRule({ruleType: 'Script'}, 'Odd_2')
    library = await openOne({databaseName: name})
    await expect(library.updateRule('Odd_2', aPayload())).rejects.toMatchObject({status: 405})
  })

  it('gets its own number and rank if these are missing', async () => {
    const good = await create()
    const record = await recordOf(good.id)
    await putRule(record, 'A', {number: 'x', rank: Number.NaN})
    await putRule(record, 'B', {number: 1, rank: null})
    await inDatabase(name, database => database.put('rules', {id: 'C'}))
    await inDatabase(name, database => database.put('groups', {id: 'Group_odd', record: null}))
    library = await openOne({databaseName: name})
    const {rules, groups} = await library.snapshot()
    expect(rules).toHaveLength(4)
    expect(new Set(rules.map(({number}) => number)).size).toBe(4)
    expect(rules.every(({number, rank}) => Number.isInteger(number) && number > 0 && Number.isFinite(rank))).toBe(true)
    expect(groups).toMatchObject([{id: 'Group_odd', record: {id: 'Group_odd'}}])
    expect((await (await openOne({databaseName: name})).snapshot()).rules).toEqual(rules)
  })
})

describe('an app-shaped record', () => {
  it('is listed in the documented shape, with pair ids and extension rules', async () => {
    const pairs = [{source: {key: 'Url', operator: 'Contains', value: 'a', filters: [{}]}, delay: '100'}]
    await putRule({id: 'Delay_1', name: 'Slow', ruleType: 'Delay', pairs, extra: 1}, 'Delay_1')
    expect((await library.listRules()).data).toMatchObject([
      {
        id: 'Delay_1',
        description: '',
        status: 'Active',
        groupId: '',
        isSample: false,
        isFavourite: false,
        schemaVersion: '3.0.0',
        pairs: [{id: 'pair_1', source: {key: 'url', filters: []}, delay: 100}],
        extensionRules: [{action: {type: 'redirect'}}],
        extra: 1,
      },
    ])
  })
})
