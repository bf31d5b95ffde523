import {expect, it} from 'vitest'
import {shownRejection} from '../shown-error'
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
  expect(await shownRejection(fake.ask('rules.move', {moves}))).toMatch(/Rule/)
  expect(await shownRejection(fake.ask('rules.switch', {ids: ['a', 'gone'], on: false}))).toMatch(/Rule/)
  expect(await shownRejection(fake.ask('rules.pin', {ids: ['a', 'gone'], pinned: true}))).toMatch(/Rule/)
  expect(await shownRejection(fake.ask('rules.delete', {ids: ['a', 'gone']}))).toMatch(/Rule/)
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
