import type {Page} from '@playwright/test'
import {mixedRules} from '../samples/mixed-rules'
import {ask} from './ask'
import {fillStore} from './fill'
import {expect, make, where} from './fixtures'
import {field} from './form'
import {test} from './shared'

const grid = (options: Page) => options.getByRole('grid')
const rows = (options: Page) => options.locator('.rule-row')
const row = (options: Page, name: string) =>
  options.getByRole('row').filter({has: options.getByRole('link', {name, exact: true})})
const names = (options: Page) => options.locator('.rule-row .rule-name')

async function fillWith(options: Page, count: number): Promise<void> {
  await fillStore(options, mixedRules(count))
  await options.bringToFront()
  // The head of the columns, and the one of the rules without a group.
  await expect(grid(options)).toHaveAttribute('aria-rowcount', String(count + 2), {timeout: 60_000})
}

test('3,000 rules render about forty rows, and are deleted and restored together', async ({options}) => {
  await fillWith(options, 3_000)
  expect(await rows(options).count()).toBeLessThan(45)
  await rows(options).first().focus()
  await options.keyboard.press('End')
  const last = row(options, 'Rule 2999 for api2999.shop.test')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ratio: 1})
  await expect(last).toHaveAttribute('aria-rowindex', '3002')
  await options.keyboard.press('PageUp')
  await options.keyboard.press('ArrowDown')
  const focused = await grid(options).locator('[role=row]:focus').getAttribute('aria-rowindex')

  // The row with the focus stays alive, and arrows go on from it.
  await grid(options).evaluate(each => each.parentElement?.scrollTo(0, 5_000))
  await expect(row(options, 'Rule 138 for api138.shop.test')).toBeVisible()
  await expect(grid(options).locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', focused ?? '')
  expect(await rows(options).count()).toBeLessThan(45)
  await options.keyboard.press('ArrowUp')
  await expect(grid(options).locator('[role=row]:focus')).toHaveAttribute('aria-rowindex', String(Number(focused) - 1))
  await expect(grid(options).locator('[role=row]:focus')).toBeInViewport({ratio: 1})

  await field(options, 'Search rules').fill('api2998')
  await expect(names(options)).toHaveText(['Rule 2998 for api2998.shop.test'])
  await expect(grid(options)).toHaveAttribute('aria-rowcount', '3')
  await expect(names(options).first()).toBeInViewport()
  await field(options, 'Search rules').fill('')
  await expect(grid(options)).toHaveAttribute('aria-rowcount', '3002')

  await rows(options).first().focus()
  await options.keyboard.press('Control+a')
  await expect(options.getByRole('toolbar', {name: 'Selected rules'})).toContainText('3,000 selected')
  const firstRun = options.getByText('Change live traffic, one rule at a time')
  await options.keyboard.press('Delete')
  await expect(options.getByText('3,000 rules moved to trash')).toBeVisible({timeout: 60_000})
  await expect(firstRun).toBeVisible()
  await options.keyboard.press('Control+z')
  await expect(grid(options)).toHaveAttribute('aria-rowcount', '3002', {timeout: 60_000})
  await expect(names(options).first()).toHaveText('Rule 0 for api0.shop.test')
  await expect(options.locator('.page-head .count')).toHaveText('3,000')
})

test('dragging a rule past the edge scrolls the list, and Undo reverts it', async ({options}) => {
  await fillWith(options, 60)
  const {mouse} = options
  // Rows are drawn without their grips first, which come with the next idle moment.
  const from = await row(options, 'Rule 0 for api0.shop.test').locator('.grip').boundingBox()
  const list = await grid(options).evaluate(each => each.parentElement?.getBoundingClientRect().toJSON())
  if (!from || !list) throw new Error('nothing is drawn')
  await mouse.move(from.x + 8, from.y + 8)
  await mouse.down()
  await mouse.move(from.x + 36, from.y + 50, {steps: 3})
  await expect(options.locator('.drop-line')).toBeVisible()
  await expect(options.locator('.rule-row[data-dragged]')).toHaveCount(1)
  await expect(options.getByText('Moving “Rule 0 for api0.shop.test”')).toBeAttached()
  await mouse.move(from.x + 36, list.bottom - 4, {steps: 3})
  await expect(row(options, 'Rule 59 for api59.shop.test')).toBeInViewport()
  const last = await row(options, 'Rule 59 for api59.shop.test').boundingBox()
  if (!last) throw new Error('the last rule is not drawn')
  await mouse.move(last.x + 60, last.y + 30)
  await mouse.up()
  await expect(options.getByText('“Rule 0 for api0.shop.test” moved to position 60 of 60 in No group')).toBeVisible()
  await expect(options.locator(':is(.drop-line, .rule-row[data-dragged])')).toHaveCount(0)
  await options.keyboard.press('Control+z')
  await expect(options.getByText(/^Undone/)).toBeVisible()
  await grid(options).evaluate(each => each.parentElement?.scrollTo(0, 0))
  await expect(names(options).first()).toHaveText('Rule 0 for api0.shop.test')
})

test('a grip drags its rule or all selected rules; Esc cancels the drag', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  const source = where('host', 'Equals', 'shop.test')
  await make(options, 'Cancel', [{source}], {name: 'a', groupId})
  for (const name of ['b', 'c', 'd']) await make(options, 'Cancel', [{source}], {name})
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'd'])
  const at = {position: {x: 200, y: 10}}
  await row(options, 'b').click({modifiers: ['Control'], ...at})
  await row(options, 'd').click({modifiers: ['Control'], ...at})
  const head = options.getByRole('row').filter({has: options.getByRole('button', {name: 'Checkout 1 of 1 on'})})
  const grip = row(options, 'd').locator('.grip')

  await grip.hover()
  await options.mouse.down()
  await head.hover()
  await expect(options.locator('.drop-line')).toBeVisible()
  await options.keyboard.press('Escape')
  await expect(options.locator('.drop-line')).toHaveCount(0)
  await options.mouse.up()
  await expect(options.getByText('“d” not moved')).toBeAttached()
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'd'])

  await grip.dragTo(head)
  await expect(options.getByText(/^2 rules moved to “Checkout”, positions \d–\d of \d$/)).toBeVisible()
  await expect(names(options)).toHaveText(['b', 'd', 'a', 'c'])
  await options.keyboard.press('Control+z')
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'd'])

  // Releasing a grip on its own row does not open the rule.
  await options.keyboard.press('Escape')
  await row(options, 'a').locator('.grip').hover()
  await options.mouse.down()
  await row(options, 'a').getByText('shop.test').hover()
  await options.mouse.up()
  await expect(options).toHaveURL(/#\/rules$/)
  await row(options, 'a').getByText('shop.test').click()
  await expect(options).toHaveURL(/#\/rules\/Cancel_/)
})
