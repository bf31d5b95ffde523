import type {Page} from '@playwright/test'
import {button, field, type Entry, type State} from './entry'
import type {TeamName} from './teams'

type Rest = Omit<State, 'library' | 'team'>

const account = (state: string, team: TeamName, rest: Rest): Entry => ({
  name: `account-${state}`,
  page: 'options',
  library: 'pictured',
  at: '#/account',
  team,
  ...rest,
})
const popup = (team: TeamName, text: string): Entry => ({
  name: `popup-team-${team}`,
  page: 'popup',
  library: 'pictured',
  team,
  shows: page => button(page, text),
})
const options = (name: string, at: string, rest: Rest): Entry => ({
  name,
  page: 'options',
  library: 'pictured',
  at,
  team: 'synced',
  ...rest,
})

const status = (page: Page, text: string) => page.getByRole('status').filter({hasText: text})
const connect = (url: string) => async (page: Page) => {
  await field(page, 'Base URL').fill(url)
  await field(page, 'API key').fill('sy_live_00000000000000003fa9')
  await button(page, 'Connect').click()
}

/** The team account, and what the other pages say of it. */
export const accounts: readonly Entry[] = [
  account('disconnected', 'none', {shows: page => status(page, 'Not connected')}),
  account('refused', 'refuses-key', {
    reach: connect('https://rules.shop.test'),
    shows: page => page.getByText('The server does not know this API key.'),
  }),
  account('plain', 'refuses-plain', {
    reach: connect('http://rules.shop.test'),
    shows: page => button(page, 'Connect anyway'),
  }),
  account('syncing', 'syncing', {shows: page => page.getByRole('progressbar')}),
  account('synced', 'synced', {shows: page => status(page, 'Synced 104 rules · 10:42')}),
  account('edited', 'synced', {
    reach: page => field(page, 'Base URL').fill('https://other.shop.test'),
    shows: page => button(page, 'Connect'),
  }),
  account('offline', 'offline', {
    reach: page => button(page, 'Show: waiting to be sent').click(),
    shows: page => page.getByText('deleted here'),
  }),
  account('slow-down', 'slow-down', {shows: page => page.getByText('Tries again in 38 s')}),
  account('failed', 'failed', {shows: page => page.getByText('The server answers 503.')}),
  account('key-rejected', 'key-rejected', {shows: page => button(page, 'Enter a new key')}),
  account('conflicts', 'conflicts', {
    reach: page => page.getByRole('radiogroup', {name: 'Does'}).getByRole('radio').first().check(),
    shows: page => button(page, 'Keep and send again'),
  }),
  account('unsettled', 'unsettled', {
    reach: page => button(page, 'Resolve: could not be sent').click(),
    shows: page => button(page, 'Discard my change'),
  }),
  account('leaving', 'unsettled', {
    reach: page => button(page, 'Disconnect').click(),
    shows: page => button(page, 'Remove them'),
  }),
  options('rules-team', '#/rules', {shows: page => page.getByRole('radio', {name: /^Team/})}),
  options('rules-team-selected', '#/rules', {
    reach: page => page.getByRole('link', {name: 'Empty cart', exact: true}).click({modifiers: ['ControlOrMeta']}),
    shows: page => button(page, 'Copy to Team'),
  }),
  options('rules-team-code', '#/account', {
    reach: page => button(page, 'Review: code rules').click(),
    shows: page => button(page, 'Code rules'),
  }),
  options('editor-kept-in', '#/rules/new/Cancel', {shows: page => field(page, 'Kept in')}),
  options('editor-team', '#/rules/Response_payment-declined', {shows: page => button(page, 'Copy to this device')}),
  options('settings-team', '#/settings', {shows: page => field(page, 'Sync every')}),
  popup('syncing', 'Syncing 750 of 10,000'),
  popup('synced', 'Synced 104 rules · 10:42'),
  popup('offline', 'Offline · 2 changes wait'),
  popup('key-rejected', 'API key rejected · enter a new one'),
  popup('conflicts', '2 conflicts'),
]
