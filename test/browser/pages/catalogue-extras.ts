import type {Page} from '@playwright/test'
import {button, field, type Entry, type State} from './entry'

const options = (name: string, rest: Omit<State, 'library'>): Entry => ({
  name,
  page: 'options',
  library: 'pictured',
  ...rest,
})
const toBackups = (page: Page) => page.getByText('Backups', {exact: true}).scrollIntoViewIfNeeded()

/** Automation, backups, what an organisation sets, and what new rules begin with. */
export const extras: readonly Entry[] = [
  options('automation', {at: '#/automation', shows: page => field(page, 'Rules')}),
  options('settings-backups', {
    at: '#/settings',
    around: 'backups',
    async reach(page) {
      await button(page, 'Show all 6').click()
      await toBackups(page)
    },
    shows: page => page.getByText('The last daily backup failed'),
  }),
  options('settings-managed', {
    at: '#/settings',
    around: 'managed',
    team: 'synced',
    shows: page => page.getByText('Managed by your organisation'),
  }),
  options('account-managed', {
    at: '#/account',
    around: 'managed',
    team: 'synced',
    shows: page => page.getByText('Managed by your organisation'),
  }),
  options('new-rule', {at: '#/rules/new', shows: page => page.getByRole('link', {name: /^Open CORS/})}),
  options('new-rule-for-link', {
    at: `#/rules/new?${new URLSearchParams({linkUrl: 'https://api.shop.test/v1/cart?region=eu'}).toString()}`,
    shows: page => page.getByText('For the link'),
  }),
]
