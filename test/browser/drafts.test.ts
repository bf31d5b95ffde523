import {ask} from './ask'
import {launchWithExtension, stopWorkers} from './browser'
import {openDelay, unsaved, type StorageHolder} from './drafting'
import {expect} from './fixtures'
import {condition, field, openForm, save} from './form'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {test} from './shared'

test('a draft survives a reload right after the last key', async ({options}) => {
  await openDelay(options)
  await field(options, 'Delay').fill('1250')
  await field(options, 'Name').fill('Slower')
  await options.reload()
  await expect(options.getByText(/^Unsaved changes from \d\d:\d\d$/)).toBeVisible()
  await expect(field(options, 'Delay')).toHaveValue('1250')
  await expect(field(options, 'Name')).toHaveValue('Slower')
  await field(options, 'Delay').fill('oops')
  await options.reload()
  // What is no number stands there as well, and not the number that was saved.
  await expect(field(options, 'Delay')).toHaveValue('oops')
  await field(options, 'Delay').fill('700')
  await save(options)
  await options.reload()
  await expect(field(options, 'Delay')).toHaveValue('700')
  await expect(unsaved(options)).toBeHidden()
})

test('a new rule survives keys during its save, reloads and a worker that dies', async ({options}) => {
  await openForm(options, 'Cancel')
  const value = field(condition(options), 'Source value')
  await value.fill('a')
  await options.keyboard.press('Control+s')
  const typed = 'bcdefghijklmnopqrstuvwxyz'
  await options.keyboard.type(typed, {delay: 15})
  await expect(options).toHaveURL(/#\/rules\/Cancel_/)
  await expect(value).toHaveValue(`a${typed}`)
  await expect(value).toBeFocused()
  await save(options)
  const kept = (await ask(options, 'library.read', {})).rules.map(({rule}) => rule?.pairs[0]?.source?.value)
  expect(kept).toEqual([`a${typed}`])

  await openForm(options, 'Cancel')
  await field(condition(options), 'Source value').fill('tracker')
  await openForm(options, 'Replace')
  await field(condition(options), 'From').fill('v1')
  await stopWorkers(options)
  await options.reload()
  await expect(field(condition(options), 'From')).toHaveValue('v1')
  await openForm(options, 'Cancel')
  await expect(field(condition(options), 'Source value')).toHaveValue('tracker')
  await stopWorkers(options)
  await save(options)
  expect((await ask(options, 'library.read', {})).rules).toHaveLength(2)
  await openForm(options, 'Cancel')
  await expect(field(condition(options), 'Source value')).toHaveValue('')
})

test('a draft of a new rule survives a browser restart', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'switchyard-profile-'))
  const first = await launchWithExtension({extension: '.output/chrome-mv3', profile})
  const before = await first.open('options.html#/rules/new/Redirect')
  await field(condition(before), 'Destination').fill('https://later.test/')
  await expect
    .poll(() =>
      before.evaluate(() => (globalThis as never as StorageHolder).chrome.storage.local.get().then(Object.keys)),
    )
    .toContainEqual(expect.stringMatching(/^page:draft:new\/Redirect\//))
  await first.close()
  const second = await launchWithExtension({extension: '.output/chrome-mv3', profile})
  const after = await second.open('options.html#/rules/new/Redirect')
  await after.getByRole('button', {name: /^Continue the draft from \d\d:\d\d$/}).click()
  await expect(field(condition(after), 'Destination')).toHaveValue('https://later.test/')
  await second.close()
  await rm(profile, {recursive: true, force: true, maxRetries: 10, retryDelay: 100})
})
