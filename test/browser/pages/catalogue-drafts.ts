import type {Page} from '@playwright/test'
import {ask, readLibrary} from '../ask'
import {button, editor, field, rule, source, type Entry} from './entry'

async function changeElsewhere(page: Page, id: string, changes: object): Promise<void> {
  const {rules} = await readLibrary(page)
  await ask(page, 'rule.update', {id, payload: {...rules.find(each => each.id === id)?.rule, ...changes}})
}

/** What is written in a form and not saved, was saved, or cannot be. */
export const drafts: readonly Entry[] = [
  editor('dirty', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    async reach(page) {
      await source(page).fill('api2.shop.test')
      await page.keyboard.press('Tab')
    },
    shows: page => button(page, 'Discard'),
  }),
  editor('come-back', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    async reach(page) {
      await source(page).fill('api2.shop.test')
      await page.getByText('Unsaved changes').waitFor()
      await page.reload()
    },
    shows: page => page.getByText('Unsaved changes from'),
  }),
  editor('kept', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    async reach(page) {
      await source(page).fill('api2.shop.test')
      await button(page, 'Save').click()
      await page.getByText('“Staging auth token” saved').last().hover()
    },
    shows: page => page.getByText(/^Saved \d\d:\d\d$/),
  }),
  editor('errors', {
    library: 'pictured',
    at: '#/rules/new/Headers',
    async reach(page) {
      await field(page, 'Header').fill('X Env')
      await button(page, 'Save').click()
    },
    shows: page => page.getByText('A header name can’t contain a space.'),
  }),
  editor('not-saved', {
    library: 'pictured',
    at: rule('Cancel_block-analytics'),
    around: 'finds-faults',
    changes: true,
    async reach(page) {
      await source(page).fill('metrics.test')
      await button(page, 'Save').click()
    },
    shows: page => page.getByText('Schema version: This version is not known here.'),
  }),
  editor('group-gone', {
    library: 'pictured',
    at: '#/rules/new/Cancel',
    changes: true,
    async reach(page) {
      await source(page).fill('tracker.test')
      await field(page, 'Group').selectOption('Checkout')
      const {groups} = await readLibrary(page)
      await ask(page, 'group.delete', {id: groups.find(({name}) => name === 'Checkout')?.id ?? ''})
      await page.getByText('A deleted group').waitFor({state: 'attached'})
      await button(page, 'Save').click()
    },
    shows: page => page.getByText('This group was deleted, so the rule was not saved.'),
  }),
  editor('not-kept', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    around: 'no-room',
    changes: true,
    reach: page => source(page).fill('api2.shop.test'),
    shows: page => page.getByText(/Your draft is not stored/),
  }),
  editor('other-new', {
    library: 'pictured',
    at: '#/rules/new/Cancel',
    changes: true,
    async reach(page) {
      await source(page).fill('tracker.test')
      await page.getByText('Unsaved changes').waitFor()
      // As another tab, or the next day.
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()
    },
    shows: page => page.getByText('Another new rule is unsaved'),
  }),
  editor('clash', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    async reach(page) {
      await field(page, 'Name').fill('Named here')
      await changeElsewhere(page, 'Headers_staging-auth-token', {name: 'Named there'})
    },
    shows: page => page.getByText('Changed elsewhere'),
  }),
  editor('deleted-elsewhere', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    async reach(page) {
      await source(page).fill('api2.shop.test')
      await ask(page, 'rules.delete', {ids: ['Headers_staging-auth-token']})
    },
    shows: page => page.getByText('This rule was deleted'),
  }),
]
