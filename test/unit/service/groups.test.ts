import {expect, it} from 'vitest'
import {openOne} from './open'

it('a group that two pages change keeps what each of them set, and unknown fields', async () => {
  const library = await openOne()
  const {id} = (await library.createGroup({name: 'Shop', colour: 'blue'})).data
  await Promise.all([
    library.changeGroup(id, {name: 'Checkout'}),
    library.changeGroup(id, {status: 'Inactive'}),
    library.changeGroup(id, {isFavourite: true}),
  ])
  const [group] = (await library.snapshot()).groups
  expect(group?.record).toMatchObject({name: 'Checkout', status: 'Inactive', isFavourite: true, colour: 'blue'})
})

it('a change that a group cannot take leaves it as it is', async () => {
  const library = await openOne()
  const {id} = (await library.createGroup({name: 'Shop'})).data
  const before = (await library.snapshot()).groups
  await expect(library.changeGroup(id, {name: ' '})).rejects.toMatchObject({status: 400})
  await expect(library.changeGroup('Group_none', {name: 'Shop'})).rejects.toMatchObject({status: 404})
  expect((await library.snapshot()).groups).toEqual(before)
})
