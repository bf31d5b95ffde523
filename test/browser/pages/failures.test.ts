import type {Page} from '@playwright/test'
import {stopWorkers} from '../browser'
import {readLibrary} from '../ask'
import {field} from '../form'
import {catalogue} from './catalogue'
import type {Entry} from './entry'
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

/** A switch on a full disk goes back and says why; once there is room it works. */
async function expectSwitchToRecover(workshop: Workshop, page: Page): Promise<void> {
  await fillDisk(workshop)
  await ruleSwitch(page).click()
  await expect(page.getByRole('alert').filter({hasText: /^Not done\. .*\w/})).toBeVisible()
  await expect(ruleSwitch(page)).toBeChecked()
  expect(await isOnIn(workshop)).toBe(true)
  await stopWorkers(workshop.quiet)
  await ruleSwitch(page).click()
  await expect(ruleSwitch(page)).not.toBeChecked()
  await expect.poll(() => isOnIn(workshop)).toBe(false)
}

test('a full disk: a switch of the popup goes back, says why and works later', async ({workshop, page}) => {
  await workshop.show(named('popup-applied'), page)
  await expectSwitchToRecover(workshop, page)
})

test('a full disk reverts a switch and a deletion in the list; restarts go unnoticed', async ({workshop, page}) => {
  await workshop.show(named('rules-pictured'), page)
  await fillDisk(workshop)
  await page.getByRole('button', {name: 'More for Staging auth token'}).click()
  await page.getByRole('menuitem', {name: 'Delete'}).click()
  await expect(page.getByRole('alert').filter({hasText: /^Not done\. .*\w/})).toBeVisible()
  await expect(page.getByRole('row').filter({has: ruleSwitch(page)})).toBeFocused()
  await stopWorkers(workshop.quiet)
  expect(await isOnIn(workshop)).toBe(true)

  await page.reload()
  await expectSwitchToRecover(workshop, page)

  await page.reload()
  await expect(ruleSwitch(page)).not.toBeChecked()
  for (const isOn of [true, false]) {
    await stopWorkers(workshop.quiet)
    await ruleSwitch(page).click()
    await expect(ruleSwitch(page)).toBeChecked({checked: isOn})
    await expect.poll(() => isOnIn(workshop)).toBe(isOn)
  }
  await expect(page.getByRole('alert').filter({hasText: /\w/})).toHaveCount(0)
})

test('a full disk: Save shows an error, keeps the form and works later', async ({workshop, page}) => {
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

/** From here on the worker does what it is asked but never answers. Killing it ends that. */
async function neverAnswer({app}: Workshop): Promise<void> {
  const worker = await app.worker()
  await worker.evaluate(() => {
    const add = IDBTransaction.prototype.addEventListener
    IDBTransaction.prototype.addEventListener = function hear(this: IDBTransaction, ...given: Parameters<typeof add>) {
      const isKept = this.mode === 'readwrite' && given[0] === 'complete'
      if (!isKept) add.apply(this, given)
    } as typeof add
  })
}

/** Names with their switches, as the page shows them and as the store holds them. */
const shownIn = (page: Page) =>
  page.getByRole('switch').evaluateAll(all =>
    all.flatMap(each => {
      const name = each.getAttribute('aria-label') ?? ''
      return name === 'Rules on' || name.startsWith('Group ') ? [] : [`${name}: ${each.getAttribute('aria-checked')}`]
    }),
  )
const heldIn = async ({quiet}: Workshop) =>
  (await readLibrary(quiet)).rules.map(({rule}) => `${rule?.name}: ${rule?.status === 'Active'}`).toSorted()
/** What the store says itself, without the worker. */
const revisionIn = ({quiet}: Workshop) =>
  quiet.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, failed) => {
        request.addEventListener('success', () => done(request.result))
        request.addEventListener('error', () => failed(request.error))
      })
    const database = await settled(indexedDB.open('switchyard'))
    const revision: unknown = await settled(database.transaction('values').objectStore('values').get('revision'))
    database.close()
    return revision
  })

const choosing = (item: string) => async (page: Page) => {
  await page.getByRole('button', {name: 'More for Staging auth token', exact: true}).click()
  await page.getByRole('menuitem', {name: item}).click()
}

test('a worker that dies after storing a change: the page shows the stored state', async ({workshop, page}) => {
  await workshop.show(named('rules-pictured'), page)
  // All rows are drawn.
  await page.setViewportSize({width: 1280, height: 1400})
  const expectStored = () =>
    expect(async () => expect((await shownIn(page)).toSorted()).toEqual(await heldIn(workshop))).toPass()
  for (const [what, act, added, gone] of [
    ['a switch', (shown: Page) => ruleSwitch(shown).click(), 1, 1],
    ['a copy', choosing('Duplicate'), 1, 0],
    ['a deletion', choosing('Delete'), 0, 1],
  ] as const)
    await test.step(what, async () => {
      const [before, revision] = [await heldIn(workshop), await revisionIn(workshop)]
      await neverAnswer(workshop)
      await act(page)
      await expect.poll(() => revisionIn(workshop)).not.toBe(revision)
      await stopWorkers(workshop.quiet)
      await expectStored()
      const after = await heldIn(workshop)
      expect(after.filter(each => !before.includes(each))).toHaveLength(added)
      expect(before.filter(each => !after.includes(each))).toHaveLength(gone)
      await page.getByRole('switch', {name: 'Slow payment', exact: true}).click()
      await expectStored()
    })
})
