import type {Page} from '@playwright/test'
import {stopWorkers} from '../browser'
import {readLibrary} from '../ask'
import {field} from '../form'
import {catalogue, type Entry} from './catalogue'
import {expect, test, type Workshop} from './workshop'

const named = (name: string): Entry => {
  const found = catalogue.find(entry => entry.name === name)
  if (!found) throw new Error(`The catalogue has no ${name}`)
  return {...found, changes: true}
}
const ruleSwitch = (page: Page) => page.getByRole('switch', {name: 'Staging auth token', exact: true})
const isOnIn = async ({quiet}: Workshop) =>
  (await readLibrary(quiet)).rules.find(({rule}) => rule?.name === 'Staging auth token')?.rule?.status === 'Active'

/** From here on the disk is full: nothing can be written any more. Killing the worker ends it. */
async function fillDisk({app}: Workshop): Promise<void> {
  const worker = await app.worker()
  await worker.evaluate(() => {
    const open = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function refuse(this: IDBDatabase, names, mode, options) {
      if (mode === 'readwrite') throw new DOMException('The disk is full.', 'QuotaExceededError')
      return open.call(this, names, mode, options)
    }
  })
}

for (const name of ['popup-applied', 'rules-pictured'])
  test(`a full disk: a switch goes back and says why, and works again later: ${name}`, async ({workshop, page}) => {
    await workshop.show(named(name), page)
    await fillDisk(workshop)
    await ruleSwitch(page).click()
    await expect(page.getByRole('alert').filter({hasText: /^Not done\. .*\w/})).toBeVisible()
    await expect(ruleSwitch(page)).toBeChecked()
    expect(await isOnIn(workshop)).toBe(true)
    await stopWorkers(workshop.quiet)
    await ruleSwitch(page).click()
    await expect(ruleSwitch(page)).not.toBeChecked()
    await expect.poll(() => isOnIn(workshop)).toBe(false)
  })

test('a full disk: a form that is saved says so, keeps what was typed, and saves it later', async ({
  workshop,
  page,
}) => {
  await workshop.show(named('editor-saved-Headers'), page)
  await fillDisk(workshop)
  await field(page, 'Source value').fill('api2.shop.test')
  await page.getByRole('button', {name: 'Save'}).click()
  await expect(page.getByRole('alert').filter({hasText: /\w/})).toBeVisible()
  await expect(field(page, 'Source value')).toHaveValue('api2.shop.test')
  await expect(page.getByRole('button', {name: 'Discard'})).toBeVisible()
  await stopWorkers(workshop.quiet)
  await page.getByRole('button', {name: 'Save'}).click()
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  const {rules} = await readLibrary(workshop.quiet)
  expect(JSON.stringify(rules)).toContain('api2.shop.test')
})

test('a full disk: what is deleted stays where it was', async ({workshop, page}) => {
  await workshop.show(named('rules-pictured'), page)
  await fillDisk(workshop)
  await page.getByRole('button', {name: 'More for Staging auth token'}).click()
  await page.getByRole('menuitem', {name: 'Delete'}).click()
  await expect(page.getByRole('alert').filter({hasText: /^Not done\. .*\w/})).toBeVisible()
  await expect(ruleSwitch(page)).toBeVisible()
  await stopWorkers(workshop.quiet)
  expect(await isOnIn(workshop)).toBe(true)
})

test('a worker that dies again and again is not noticed', async ({workshop, page}) => {
  await workshop.show(named('rules-pictured'), page)
  for (const isOn of [false, true, false]) {
    await stopWorkers(workshop.quiet)
    await ruleSwitch(page).click()
    await expect(ruleSwitch(page)).toBeChecked({checked: isOn})
    await expect.poll(() => isOnIn(workshop)).toBe(isOn)
  }
  await expect(page.getByRole('alert').filter({hasText: /\w/})).toHaveCount(0)
})

test('a record that cannot be read is set aside, and only this one', async ({workshop, page}) => {
  await workshop.show(named('rules-unreadable'), page)
  await expect(page.getByText('Unreadable')).toHaveCount(1)
  await expect(page.getByRole('switch', {name: 'API to localhost', exact: true})).toBeChecked()
  await workshop.show(named('popup-unreadable'), page)
  await expect(page.getByRole('switch', {name: 'API to localhost', exact: true})).toBeChecked()
})
