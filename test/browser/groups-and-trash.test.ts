import type {Page} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {field} from './form'
import {fillLibrary} from './pages/fill-library'
import {test} from './shared'

const rowOf = (page: Page, name: string) => page.getByRole('row', {name: new RegExp(`^${name}[, ]`)})
const goTo = (page: Page, hash: string) =>
  page.evaluate(to => {
    location.hash = to
  }, hash)
/** Chooses from the menu of a group or a rule. */
async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', {name: `More for ${name}`}).click()
  await page.getByRole('menuitem', {name: item}).click()
}

test('a rule stops and starts with its deletion, its switch and its group', async ({options, shop, site}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  const modifications = [{header: 'X-Env', type: 'Modify', value: 'a'}]
  const source = where('host', 'Equals', 'shop.test')
  const id = await make(options, 'Headers', [{source, modifications}], {name: 'Token', groupId})
  const seen = async () => {
    site.clear()
    await fetched(shop, site.url('shop.test', '/echo'))
    return site.log[0]?.headers['x-env']
  }
  await options.bringToFront()
  await fromMenu(options, 'Token', 'Delete')
  await expect.poll(seen).toBeUndefined()
  await options.keyboard.press('Control+z')
  await expect.poll(seen).toBe('a')
  await ask(options, 'rules.delete', {ids: [id]})
  expect(await seen()).toBeUndefined()
  await goTo(options, '#/trash')
  await options.getByRole('button', {name: 'Restore Token'}).click()
  await expect.poll(seen).toBe('a')

  await goTo(options, '#/groups')
  const on = options.getByRole('switch', {name: 'Group Checkout'})
  await on.click()
  await expect.poll(seen).toBeUndefined()
  // Its rule has no group then and is in force.
  await fromMenu(options, 'Checkout', 'Delete')
  await expect.poll(seen).toBe('a')
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(on).not.toBeChecked()
  await expect.poll(seen).toBeUndefined()
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
  const names = (await readLibrary(quiet)).groups.map(({name}) => name)
  expect(names.slice(126)).toEqual(['Group 127', 'Group 130', 'Group 128', 'Group 129'])

  await rowOf(options, 'Group 130').focus()
  await options.keyboard.press('Home')
  const [third, target] = [rowOf(options, 'Group 3'), rowOf(options, 'Group 1')]
  await third.hover()
  await third.locator('.group-grip').hover()
  await options.mouse.down()
  const box = await target.boundingBox()
  if (!box) throw new Error('The row is not visible')
  await options.mouse.move(box.x + 40, box.y + 4, {steps: 5})
  await expect(target).toHaveAttribute('data-drop', 'above')
  await expect(options.getByText('Moving “Group 3”')).toBeAttached()
  await options.keyboard.press('Escape')
  await expect(options.locator('[data-drop]')).toHaveCount(0)
  await expect(options.getByText('“Group 3” not moved')).toBeAttached()
  await options.mouse.up()

  await options.setViewportSize({width: 320, height: 640})
  const name = field(options, 'Name of Group 1')
  await expect(name).toBeVisible()
  expect(await name.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
  await ask(quiet, 'group.delete', {id: 'Group_1'})
  await goTo(options, '#/trash')
  await expect(options.locator('.row-name svg')).toBeVisible()
})
