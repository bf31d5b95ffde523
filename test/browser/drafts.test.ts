import type {Page} from '@playwright/test'
import {ask} from './ask'
import {launchWithExtension, stopWorkers} from './browser'
import {open, openDelay, unsaved, type StorageHolder} from './drafting'
import {expect, make, where} from './fixtures'
import {condition, field, openForm, save} from './form'
import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {test} from './shared'

const source = where('host', 'Equals', 'shop.test')
const notify = (page: Page, text: string | RegExp) => page.getByRole('status').filter({hasText: text})

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

test('each type keeps its unsaved new rule, even if the worker dies', async ({options}) => {
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
  expect((await ask(options, 'library.read', {})).rules).toHaveLength(1)
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
test('Undo restores a discarded draft', async ({options}) => {
  await openDelay(options)
  await field(options, 'Delay').fill('1250')
  await options.getByRole('button', {name: 'Discard'}).click()
  await expect(field(options, 'Delay')).toHaveValue('500')
  await expect(options.getByRole('button', {name: 'Save'})).toBeFocused()
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(field(options, 'Delay')).toHaveValue('1250')
  await expect(unsaved(options)).toBeVisible()
})

test('an unreadable draft is ignored', async ({options}) => {
  const id = await make(options, 'Delay', [{source, delay: 500}])
  await options.evaluate(kept => (globalThis as never as StorageHolder).chrome.storage.local.set(kept), {
    [`page:draft:${id}`]: {version: 1, at: 5, text: '{"half'},
    'page:draft:gone': 7,
    'page:draft:new/Cancel': null,
  })
  await options.reload()
  await open(options, id)
  await expect(field(options, 'Delay')).toHaveValue('500')
  await openForm(options, 'Cancel')
  await expect(field(condition(options), 'Source value')).toHaveValue('')
})

test('Discard, Undo, Take theirs, Keep mine and Restore work by keyboard', async ({options}) => {
  const id = await openDelay(options)
  const delay = field(options, 'Delay')
  const saveButton = options.getByRole('button', {name: 'Save'})
  const type = async (text: string) => {
    await delay.focus()
    await options.keyboard.press('Control+a')
    await options.keyboard.type(text)
  }
  /** Goes on, or back, until the focus is there. */
  const tabTo = async (name: string | RegExp, key: 'Tab' | 'Shift+Tab') => {
    const goal = options.getByRole('button', {name})
    await expect(goal).toBeVisible()
    for (let times = 0; times < 40; times++) {
      await options.keyboard.press(key)
      if (await goal.evaluate(element => element === document.activeElement)) return
    }
    throw new Error(`${key} does not lead to ${name}`)
  }
  const there = async (value: number) => {
    const kept = (await ask(options, 'library.read', {})).rules[0]?.rule
    await ask(options, 'rule.update', {id, payload: {...kept, pairs: [{...kept?.pairs[0], delay: value}]}})
    await expect(options.getByText('Changed elsewhere')).toBeVisible()
  }
  await type('1250')
  await tabTo('Discard', 'Shift+Tab')
  await options.keyboard.press('Enter')
  await expect(delay).toHaveValue('500')
  await expect(saveButton).toBeFocused()
  await options.keyboard.press('Control+z')
  await expect(delay).toHaveValue('1250')

  await there(700)
  await options.keyboard.press('Control+s')
  await expect(options.getByRole('button', {name: 'Take theirs'})).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(delay).toHaveValue('700')
  await expect(options.getByText('Changed elsewhere')).toBeHidden()
  await expect(saveButton).toBeFocused()

  await type('900')
  await there(800)
  await options.keyboard.press('Control+s')
  await expect(options.getByRole('button', {name: 'Take theirs'})).toBeFocused()
  await options.keyboard.press('Tab')
  await expect(options.getByRole('button', {name: 'Keep mine'})).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(delay).toHaveValue('900')
  await expect(options.getByText('Changed elsewhere')).toBeHidden()
  await expect(saveButton).toBeFocused()

  await ask(options, 'rules.delete', {ids: [id]})
  await delay.focus()
  await tabTo('Restore from trash', 'Shift+Tab')
  await options.keyboard.press('Enter')
  await expect(options.getByText('This rule was deleted')).toBeHidden()
  await expect(saveButton).toBeFocused()
  await expect(delay).toHaveValue('900')
  await options.keyboard.press('Control+s')
  await expect(unsaved(options)).toBeHidden()
  const {rules} = await ask(options, 'library.read', {})
  expect(rules.map(({rule}) => rule?.pairs)).toMatchObject([[{delay: 900}]])
})

test('a rule deleted elsewhere stays in its form, and Save restores it', async ({options}) => {
  const id = await openDelay(options)
  await field(options, 'Delay').fill('1250')
  await ask(options, 'rules.delete', {ids: [id]})
  await expect(options.getByRole('alert').filter({hasText: 'This rule was deleted'})).toBeVisible()
  await options.reload()
  await expect(field(options, 'Delay')).toHaveValue('1250')
  await options.getByRole('button', {name: 'Restore from trash'}).click()
  await expect(options.getByText('This rule was deleted')).toBeHidden()
  await expect(field(options, 'Delay')).toHaveValue('1250')
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(options.getByText('This rule was deleted')).toBeVisible()
  await save(options)
  const {rules} = await ask(options, 'library.read', {})
  expect(rules.map(({rule}) => rule)).toMatchObject([{name: 'a Delay rule', pairs: [{delay: 1250}]}])
  expect(rules[0]?.id).not.toBe(id)
})

test('Undo reverts a save', async ({options}) => {
  await openDelay(options)
  await field(options, 'Delay').fill('1250')
  await save(options)
  await expect(notify(options, '“a Delay rule” saved')).toBeVisible()
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect(field(options, 'Delay')).toHaveValue('500')
  const {rules} = await ask(options, 'library.read', {})
  expect(rules[0]?.rule?.pairs).toMatchObject([{delay: 500}])
})

test('the first save of a new rule loses neither keys nor focus', async ({options}) => {
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
  const {rules} = await ask(options, 'library.read', {})
  expect(rules.map(({rule}) => rule?.pairs[0]?.source?.value)).toEqual([`a${typed}`])
})

test('Esc goes back to the list and loses nothing', async ({options}) => {
  await make(options, 'Delay', [{source, delay: 500}])
  await openForm(options, 'Cancel')
  await field(condition(options), 'Source value').fill('tracker')
  await options.keyboard.press('Escape')
  await expect(options.getByRole('heading', {level: 1, name: 'Rules'})).toBeVisible()
  await openForm(options, 'Cancel')
  await expect(field(condition(options), 'Source value')).toHaveValue('tracker')
})
