import {expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'

const client = () =>
  fakeClient({
    groups: [aGroup('Checkout')],
    rules: ['a', 'b', 'c'].map(id => aView(aRule('Cancel', {id}))),
  })

it('applies a message completely or not at all, like the real worker', async () => {
  const fake = client()
  const before = fake.view()
  const moves = [
    {ids: ['c'], before: 'a', groupId: ''},
    {ids: ['b', 'gone'], before: null, groupId: ''},
  ]
  await expect(fake.ask('rules.move', {moves})).rejects.toThrow(/Rule/)
  await expect(fake.ask('rules.switch', {ids: ['a', 'gone'], on: false})).rejects.toThrow(/Rule/)
  await expect(fake.ask('rules.pin', {ids: ['a', 'gone'], pinned: true})).rejects.toThrow(/Rule/)
  await expect(fake.ask('rules.delete', {ids: ['a', 'gone']})).rejects.toThrow(/Rule/)
  expect(fake.view()).toEqual(before)
  expect(await fake.ask('trash.list', {})).toEqual([])
})

it('moves several rules in order', async () => {
  const fake = client()
  await fake.ask('rules.move', {
    moves: [
      {ids: ['c'], before: 'a', groupId: ''},
      {ids: ['a'], before: null, groupId: ''},
    ],
  })
  expect(fake.view().rules.map(({id}) => id)).toEqual(['c', 'b', 'a'])
})
