import {expect, it} from 'vitest'
import {freshName, inDatabase, openOne} from './open'

it('a group keeps the changes of two pages and its unknown fields', async () => {
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

it('an invalid group change is refused and changes nothing', async () => {
  const library = await openOne()
  const {id} = (await library.createGroup({name: 'Shop'})).data
  const before = (await library.snapshot()).groups
  await expect(library.changeGroup(id, {name: ' '})).rejects.toMatchObject({status: 400})
  await expect(library.changeGroup('Group_none', {name: 'Shop'})).rejects.toMatchObject({status: 404})
  expect((await library.snapshot()).groups).toEqual(before)
})

it('a group without a name can be switched, pinned and named', async () => {
  const databaseName = freshName()
  const {id} = (await (await openOne({databaseName})).createGroup({name: 'Shop'})).data
  await inDatabase(databaseName, async database => {
    const kept = await database.get('groups', id)
    if (kept) await database.put('groups', {...kept, record: {...kept.record, name: ''}})
  })
  const library = await openOne({databaseName})
  await library.changeGroup(id, {status: 'Inactive'})
  await library.changeGroup(id, {isFavourite: true})
  expect((await library.snapshot()).groups[0]?.record).toMatchObject({name: '', status: 'Inactive', isFavourite: true})
  await library.changeGroup(id, {name: 'Named'})
  await expect(library.changeGroup(id, {name: ''})).rejects.toMatchObject({status: 400})
})
