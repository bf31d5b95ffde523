import {describe, expect, it} from 'vitest'
import {aPayload} from '../api/payloads'
import {openOne} from './open'

const orderOf = async (library: Awaited<ReturnType<typeof openOne>>) =>
  (await library.snapshot()).rules.map(({record}) => record['name'])

describe('a rule created with an idempotency key', () => {
  it('is created once and updated by the second call', async () => {
    const library = await openOne()
    const {data: first} = await library.createRule(aPayload('Cancel', {name: 'a'}), {once: 'k'})
    const {data: again} = await library.createRule(aPayload('Cancel', {name: 'b'}), {once: 'k'})
    expect(first.id).toBe('Cancel_k')
    expect(again).toMatchObject({id: 'Cancel_k', name: 'b', creationDate: first.creationDate})
    expect(await orderOf(library)).toEqual(['b'])
  })

  it('is a separate rule for another rule type', async () => {
    const library = await openOne()
    await library.createRule(aPayload('Cancel', {name: 'a'}), {once: 'k'})
    await library.createRule(aPayload('Redirect', {name: 'b'}), {once: 'k'})
    expect(await orderOf(library)).toEqual(['a', 'b'])
  })

  it('is created again after it was deleted', async () => {
    const library = await openOne()
    await library.createRule(aPayload('Cancel', {name: 'a'}), {once: 'k'})
    await library.deleteRule('Cancel_k')
    const {data} = await library.createRule(aPayload('Cancel', {name: 'a'}), {once: 'k'})
    expect(data.id).not.toBe('Cancel_k')
    expect(await orderOf(library)).toEqual(['a'])
  })
})

describe('a rule created at a position', () => {
  it('is above another rule of its group, or last in it', async () => {
    const library = await openOne()
    const {data: group} = await library.createGroup({name: 'g'})
    const make = async (name: string, groupId: string, before?: string | null) =>
      (await library.createRule(aPayload('Cancel', {name, groupId}), {before})).data.id
    const a = await make('a', group.id)
    await make('b', '')
    await make('c', group.id)
    await make('before a', group.id, a)
    await make('last of the group', group.id, null)
    expect(await orderOf(library)).toEqual(['before a', 'a', 'b', 'c', 'last of the group'])
    await make('d', '')
    await make('last of the group again', group.id, null)
    expect(await orderOf(library)).toEqual([
      'before a',
      'a',
      'b',
      'c',
      'last of the group',
      'last of the group again',
      'd',
    ])
  })

  it('is not created if the position does not exist', async () => {
    const library = await openOne()
    const {data: group} = await library.createGroup({name: 'g'})
    const {data: other} = await library.createRule(aPayload('Cancel', {groupId: group.id}))
    const revision = (await library.snapshot()).revision
    const refused = library.createRule(aPayload('Cancel'), {before: other.id})
    await expect(refused).rejects.toMatchObject({status: 404})
    await expect(library.createRule(aPayload('Cancel'), {before: 'gone'})).rejects.toMatchObject({status: 404})
    expect((await library.snapshot()).revision).toBe(revision)
    expect((await library.snapshot()).rules).toHaveLength(1)
  })
})
