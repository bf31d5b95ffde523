import type {Page} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {field} from './form'
import {fillLibrary} from './pages/fill-library'
import {test} from './shared'

const sets = (value: string) => [
  {source: where('host', 'Equals', 'shop.test'), modifications: [{header: 'X-Env', type: 'Modify', value}]},
]

const rowOf = (page: Page, name: string) => page.getByRole('row', {name: new RegExp(`^${name}[, ]`)})

/** Chooses from the menu of a group or a rule. */
async function fromMenu(options: Page, name: string, item: string): Promise<void> {
  await options.getByRole('button', {name: `More for ${name}`}).click()
  await options.getByRole('menuitem', {name: item}).click()
}

test('a deleted rule stops applying and returns by Undo or from the trash', async ({options, shop, site}) => {
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
  await options.getByRole('link', {name: 'Trash, 2 inside'}).click()
  await expect(options.getByRole('row', {name: /Token Headers No group .* 30 days left/})).toBeVisible()
  await options.getByRole('button', {name: 'Restore Token'}).click()
  await expect(options.getByRole('row', {name: /Token/})).toBeHidden()
  await expect.poll(seen).toBe('a')
  await options.getByRole('button', {name: 'Delete forever: Slow'}).click()
  await expect(options.getByText('Trash is empty.')).toBeVisible()
})

test('Ctrl Z restores an emptied trash', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  const first = await make(options, 'Headers', sets('a'), {name: 'Token', groupId})
  const second = await make(options, 'Headers', sets('b'), {name: 'Other'})
  await ask(options, 'rules.delete', {ids: [first, second]})
  await ask(options, 'group.delete', {id: groupId})
  const lying = await ask(options, 'trash.list', {})
  // With nothing left to show, the first page leads to the trash too.
  await options.getByRole('link', {name: 'Trash, 3 inside'}).click()
  await expect(options.getByRole('row', {name: /Token Headers Checkout/})).toBeVisible()
  await expect(options.getByRole('row', {name: /Checkout Group/})).toBeVisible()
  await options.getByRole('button', {name: 'Empty trash'}).click()
  await expect(options.getByText('3 deleted forever')).toBeVisible()
  await expect(options.getByText('Trash is empty.')).toBeVisible()
  expect(await ask(options, 'trash.list', {})).toEqual([])
  await options.keyboard.press('Control+z')
  await expect(options.getByRole('row', {name: /Token Headers Checkout/})).toBeVisible()
  expect(await ask(options, 'trash.list', {})).toEqual(lying)
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
  await expect(field(options, 'New group')).toHaveAccessibleDescription('Enter a name.')
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
  await expect(field(options, 'Name of Payments')).toHaveAccessibleDescription(
    'Enter a name, or press Esc to keep “Payments”.',
  )
  await options.keyboard.press('Escape')
  await expect(field(options, 'Name of Payments')).toHaveValue('Payments')

  await fromMenu(options, 'Payments', 'Move down')
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
  await expect(options.getByRole('row', {name: 'Payments, 1 rule, on'})).toBeVisible()
  expect(await seen()).toBe('a')
  const on = options.getByRole('switch', {name: 'Group Payments'})
  await on.click()
  await expect.poll(seen).toBeUndefined()
  // Its rules are without a group now, and in force.
  await fromMenu(options, 'Payments', 'Delete')
  await expect(options.getByText('“Payments” moved to trash. Its rule now has no group.')).toBeVisible()
  await expect.poll(seen).toBe('a')
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(on).not.toBeChecked()
})

test('groups are edited by keyboard, and each step can be undone', async ({options}) => {
  for (const name of ['Checkout', 'Localisation', 'QA']) await ask(options, 'group.create', {payload: {name}})
  const {groups} = await readLibrary(options)
  await make(options, 'Headers', sets('a'), {name: 'Token', groupId: groups[0]?.id})
  const order = () => options.getByRole('row').evaluateAll(rows => rows.map(row => row.getAttribute('aria-label')))
  await options.bringToFront()
  await options.keyboard.press('g')
  await options.keyboard.press('g')
  await expect(options.getByRole('heading', {level: 1, name: 'Groups'})).toBeFocused()
  await expect(options).toHaveTitle('Groups · Switchyard')

  await rowOf(options, 'Checkout').focus()
  await options.keyboard.press('Alt+ArrowDown')
  await expect(options.getByRole('status').filter({hasText: '“Checkout” moved to position 2 of 3'})).toBeVisible()
  await expect(rowOf(options, 'Checkout')).toBeFocused()
  await options.keyboard.press('Space')
  await expect(options.getByRole('status').filter({hasText: 'Group “Checkout” turned off'})).toBeVisible()
  await options.keyboard.press('p')
  await expect(options.getByRole('status').filter({hasText: '“Checkout” pinned'})).toBeVisible()
  await options.keyboard.press('Enter')
  await options.keyboard.type('Pay')
  await options.keyboard.press('Enter')
  await expect(rowOf(options, 'Pay')).toBeFocused()
  await options.keyboard.press('Delete')
  await expect(rowOf(options, 'QA')).toBeFocused()
  await options.getByRole('button', {name: 'Delete its rule too'}).press('Enter')
  await expect(options.getByText('1 rule moved to trash')).toBeVisible()
  // Rules, group, name, pin, switch, place: six steps back.
  await rowOf(options, 'QA').focus()
  for (const [seen, text] of [
    ['Undone: 1 rule moved to trash', null],
    ['Undone: Group “Pay” moved to trash', null],
    ['Undone: “Checkout” renamed to “Pay”', null],
    ['Undone: “Checkout” pinned', null],
    ['Undone: Group “Checkout” turned off', null],
    ['Undone: “Checkout” moved', 'Checkout, 1 rule, on'],
  ] as const) {
    await options.keyboard.press('Control+z')
    await expect(options.getByRole('status').filter({hasText: seen})).toBeVisible()
    if (text !== null) await expect.poll(order).toEqual([text, 'Localisation, 0 rules, on', 'QA, 0 rules, on'])
  }
})

test('a group is dragged by its grip', async ({options}) => {
  for (const name of ['Checkout', 'Localisation', 'QA']) await ask(options, 'group.create', {payload: {name}})
  await options.goto(options.url().replace(/#.*/, '#/groups'))
  await options.bringToFront()
  await rowOf(options, 'QA').hover()
  await rowOf(options, 'QA')
    .getByTitle('Drag to move')
    .dragTo(rowOf(options, 'Checkout'), {targetPosition: {x: 200, y: 4}})
  await expect(options.getByText('“QA” moved to position 1 of 3')).toBeVisible()
  const {groups} = await readLibrary(options)
  expect(groups.map(({name}) => name)).toEqual(['QA', 'Checkout', 'Localisation'])
})

test('a dragged group shows its target, and Esc cancels the drag', async ({options}) => {
  for (const name of ['Checkout', 'Localisation', 'QA']) await ask(options, 'group.create', {payload: {name}})
  await options.goto(options.url().replace(/#.*/, '#/groups'))
  await options.bringToFront()
  await rowOf(options, 'QA').hover()
  await rowOf(options, 'QA').getByTitle('Drag to move').hover()
  await options.mouse.down()
  const box = await rowOf(options, 'Checkout').boundingBox()
  if (!box) throw new Error('no row')
  await options.mouse.move(box.x + 40, box.y + 4, {steps: 5})
  await expect(rowOf(options, 'Checkout')).toHaveAttribute('data-drop', 'above')
  await expect(options.getByText('Moving “QA”')).toBeAttached()
  await options.keyboard.press('Escape')
  await expect(options.locator('[data-drop]')).toHaveCount(0)
  await expect(options.getByText('“QA” not moved')).toBeAttached()
  await options.mouse.up()
  const {groups} = await readLibrary(options)
  expect(groups.map(({name}) => name)).toEqual(['Checkout', 'Localisation', 'QA'])
})

test('the trash works by keyboard, and Esc goes back', async ({options}) => {
  const ids: string[] = []
  for (const name of ['First', 'Second', 'Third']) ids.push(await make(options, 'Headers', sets('a'), {name}))
  for (const id of ids) await ask(options, 'rules.delete', {ids: [id]})
  await options.bringToFront()
  await options.goto(options.url().replace(/#.*/, '#/trash'))
  await rowOf(options, 'Third').focus()
  await options.keyboard.press('ArrowDown')
  await expect(rowOf(options, 'Second')).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(options.getByText('“Second” restored')).toBeVisible()
  await expect(rowOf(options, 'First')).toBeFocused()
  await options.keyboard.press('ArrowRight')
  await options.keyboard.press('ArrowRight')
  await options.keyboard.press('Enter')
  await expect(options.getByText('“First” deleted forever')).toBeVisible()
  await expect(rowOf(options, 'Third')).toBeFocused()
  await options.keyboard.press('Control+z')
  await expect(rowOf(options, 'First')).toBeVisible()
  await options.keyboard.press('Control+z')
  await expect(rowOf(options, 'Second')).toBeVisible()
  await options.keyboard.press('Escape')
  await expect(options).toHaveURL(/#\/rules$/)
})

test('“Empty trash” is reached and pressed with keys alone', async ({options}) => {
  const id = await make(options, 'Headers', sets('a'), {name: 'Token'})
  await ask(options, 'rules.delete', {ids: [id]})
  await options.bringToFront()
  await options.goto(options.url().replace(/#.*/, '#/trash'))
  await rowOf(options, 'Token').focus()
  await options.keyboard.press('Shift+Tab')
  await expect(options.getByRole('button', {name: 'Empty trash'})).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(options.getByText('“Token” deleted forever')).toBeVisible()
  await expect(options.getByRole('heading', {level: 1})).toBeFocused()
  expect(await ask(options, 'trash.list', {})).toEqual([])
})

test('a long list of groups renders about forty rows and supports dragging', async ({app, quiet}) => {
  const groups = Array.from({length: 130}, (_, index) => ({
    id: `Group_${index + 1}`,
    name: `Group ${index + 1}`,
    objectType: 'group',
    status: 'Active',
  }))
  // There is a store to write to once the worker has answered from it.
  await readLibrary(quiet)
  await fillLibrary(quiet, {groups, rules: [], trash: [], paused: false})
  const options = await app.open('options.html#/groups')
  const rows = options.locator('.group-row')
  await expect(rows.first()).toBeVisible()
  await expect.poll(() => rows.count()).toBeLessThan(60)
  await rows.first().focus()
  await options.keyboard.press('PageDown')
  await options.keyboard.press('PageDown')
  await expect(rows.first()).not.toBeFocused()
  await expect(options.locator('.group-row:focus')).toBeInViewport()
  await options.keyboard.press('PageUp')
  await options.keyboard.press('PageUp')
  await expect(rowOf(options, 'Group 1')).toBeFocused()
  await options.keyboard.press('End')
  const last = rowOf(options, 'Group 130')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await last.hover()
  await last.locator('.group-grip').dragTo(rowOf(options, 'Group 128'), {targetPosition: {x: 60, y: 4}})
  await expect(options.getByText('“Group 130” moved to position 128 of 130')).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)
})

test('at 320 pixels a group name uses the full width', async ({options}) => {
  const {id} = await ask(options, 'group.create', {payload: {name: 'Checkout with vouchers'}})
  await options.setViewportSize({width: 320, height: 640})
  await options.goto(options.url().replace(/#.*/, '#/groups'))
  const name = field(options, 'Name of Checkout with vouchers')
  await expect(name).toBeVisible()
  expect(await name.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
  await ask(options, 'group.delete', {id})
  await options.goto(options.url().replace(/#.*/, '#/trash'))
  await expect(options.locator('.row-name svg')).toBeVisible()
})
