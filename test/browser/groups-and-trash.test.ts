import {ask, readLibrary} from './ask'
import {expect, fetched, make, test, where} from './fixtures'
import {field} from './form'

const sets = (value: string) => [
  {source: where('host', 'Equals', 'shop.test'), modifications: [{header: 'X-Env', type: 'Modify', value}]},
]

test('a deleted rule is out of force, comes back by Undo, and can be restored from the trash', async ({
  options,
  shop,
  site,
}) => {
  await make(options, 'Headers', sets('a'), {name: 'Token'})
  await make(options, 'Delay', [{source: where('host', 'Equals', 'shop.test'), delay: 500}], {name: 'Slow'})
  await options.bringToFront()
  const seen = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    return site.log[0]?.headers['x-env']
  }
  const token = options.getByRole('switch', {name: 'Token', exact: true})
  const remove = async (name: string) => {
    await options.getByRole('button', {name: `More for ${name}`}).click()
    await options.getByRole('menuitem', {name: 'Delete'}).click()
    await expect(options.getByText(`“${name}” moved to trash`)).toBeVisible()
  }
  await remove('Token')
  await expect(token).toBeHidden()
  await expect.poll(seen).toBeUndefined()
  await options.keyboard.press('Control+z')
  await expect(token).toBeVisible()
  await expect.poll(seen).toBe('a')

  await remove('Token')
  await remove('Slow')
  await options.getByRole('link', {name: 'Trash, 2 in it'}).click()
  await expect(options.getByRole('row', {name: /Token Headers No group .* 30 days left/})).toBeVisible()
  await options.getByRole('button', {name: 'Restore Token'}).click()
  await expect(options.getByRole('row', {name: /Token/})).toBeHidden()
  await expect.poll(seen).toBe('a')
  await options.getByRole('button', {name: 'Delete for good: Slow'}).click()
  await expect(options.getByText('Trash is empty.')).toBeVisible()
})

test('the trash is emptied', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  const first = await make(options, 'Headers', sets('a'), {name: 'Token', groupId})
  const second = await make(options, 'Headers', sets('b'), {name: 'Other'})
  await ask(options, 'rules.delete', {ids: [first, second]})
  await ask(options, 'group.delete', {id: groupId})
  // With nothing left to show, the first page leads to the trash too.
  await options.getByRole('link', {name: 'Trash, 3 in it'}).click()
  await expect(options.getByRole('row', {name: /Token Headers Checkout/})).toBeVisible()
  await expect(options.getByRole('row', {name: /Checkout Group/})).toBeVisible()
  await options.getByRole('button', {name: 'Empty trash'}).click()
  await expect(options.getByText('3 records deleted for good')).toBeVisible()
  await expect(options.getByText('Trash is empty.')).toBeVisible()
  expect(await ask(options, 'trash.list', {})).toEqual([])
})

test('groups are made, renamed, pinned, moved, switched and deleted', async ({options, shop, site}) => {
  await options.bringToFront()
  const seen = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    return site.log[0]?.headers['x-env']
  }
  await options.getByRole('link', {name: 'Groups'}).click()
  await options.getByRole('button', {name: 'Create group'}).click()
  await expect(field(options, 'New group')).toHaveAccessibleDescription('Give the group a name.')
  await field(options, 'New group').fill('Checkout')
  await options.keyboard.press('Enter')
  await expect(field(options, 'Name of Checkout')).toBeVisible()
  await field(options, 'New group').fill('Localisation')
  await options.getByRole('button', {name: 'Create group'}).click()
  await expect(field(options, 'Name of Localisation')).toBeVisible()

  await field(options, 'Name of Checkout').fill('Payments')
  await options.keyboard.press('Enter')
  await expect(field(options, 'Name of Payments')).toBeVisible()
  await field(options, 'Name of Payments').fill('')
  await expect(field(options, 'Name of Payments')).toHaveAccessibleDescription('Give the group a name.')
  await options.keyboard.press('Escape')
  await expect(field(options, 'Name of Payments')).toHaveValue('Payments')

  await options.getByRole('button', {name: 'Move Payments down'}).click()
  await expect(options.getByRole('textbox', {name: /^Name of/})).toHaveCount(2)
  await expect
    .poll(() =>
      options
        .getByRole('textbox', {name: /^Name of/})
        .nth(1)
        .inputValue(),
    )
    .toBe('Payments')
  await options.getByRole('button', {name: 'Pin Payments', exact: true}).click()
  await expect(options.getByRole('button', {name: 'Unpin Payments'})).toBeVisible()

  const {groups} = await readLibrary(options)
  expect(groups.map(({name, isFavourite}) => [name, isFavourite])).toEqual([
    ['Localisation', false],
    ['Payments', true],
  ])
  await make(options, 'Headers', sets('a'), {name: 'Token', groupId: groups[1]?.id})
  await expect(options.getByRole('listitem').filter({hasText: '1 rule'})).toHaveCount(1)
  expect(await seen()).toBe('a')
  const on = options.getByRole('switch', {name: 'Group Payments'})
  await on.click()
  await expect.poll(seen).toBeUndefined()
  // Its rules are without a group now, and in force.
  await options.getByRole('button', {name: 'Delete Payments'}).click()
  await expect(options.getByText('“Payments” moved to trash, its 1 rule has no group now')).toBeVisible()
  await expect.poll(seen).toBe('a')
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(on).not.toBeChecked()
})
