import type {Page} from '@playwright/test'
import {button, field, menuItem, type Entry, type State} from './entry'
import {tellRequests} from './requests'

const log = (state: string, rest: Partial<State> = {}): Entry => ({
  name: `activity${state}`,
  page: 'options',
  library: 'pictured',
  at: '#/activity',
  around: 'requests',
  shows: page => page.getByText('/v1/payments'),
  ...rest,
})
const panel = (state: string, rest: Partial<State> = {}): Entry => ({
  ...log('', rest),
  name: `panel${state}`,
  page: 'panel',
  at: '',
})
const row = (page: Page, path: string) => page.getByRole('row').filter({hasText: path}).first()
const openBundle = async (page: Page) => {
  await tellRequests(page)
  await row(page, 'main.js').click()
}

/** The log of requests, on its page and in DevTools. */
export const activities: readonly Entry[] = [
  log('-empty', {shows: page => page.getByText('No requests yet')}),
  log('', {reach: tellRequests}),
  log('-why', {
    reach: openBundle,
    shows: page => page.getByRole('heading', {name: 'Why was “CDN bundle by hash” not applied?'}),
  }),
  log('-not-found', {
    async reach(page) {
      await tellRequests(page)
      await field(page, 'Result').selectOption('Code failed')
    },
    shows: page => button(page, 'Clear filters'),
  }),
  log('-off', {
    reach: page => page.evaluate("chrome.storage.local.set({'page:activityLog': false})"),
    shows: page => page.getByText('Activity is off'),
  }),
  panel('', {
    async reach(page) {
      await tellRequests(page)
      for (const path of ['/v2/prices', 'logo.svg']) await row(page, path).getByRole('checkbox').check()
    },
    shows: page => button(page, 'Record 2 mocks'),
  }),
  panel('-new-rule', {
    async reach(page) {
      await tellRequests(page)
      await row(page, '/v2/prices').click()
      await button(page, 'New rule').click()
    },
    shows: page => menuItem(page, 'Delay'),
  }),
]
