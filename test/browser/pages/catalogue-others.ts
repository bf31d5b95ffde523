import type {Page} from '@playwright/test'
import {button, field, heading, menuItem, ruleSwitch, type Entry, type State} from './entry'

const options = (name: string, rest: State): Entry => ({name, page: 'options', ...rest})
/** As after an update, which takes the files of the version before away. */
async function blockScripts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', {urls: ['*.js']})
}

/** Profiles of ModHeader: one comes whole, one with a change, one not at all. */
const profiles = JSON.stringify([
  {version: 2, title: 'Staging', headers: [{enabled: true, name: 'X-Env', value: 'staging'}]},
  {
    version: 2,
    title: 'Only in window 3',
    headers: [{enabled: true, name: 'X-Window', value: '3'}],
    windowFilters: [{enabled: true, windowId: 3}],
  },
  {version: 2, title: 'Broken', headers: [{enabled: true, name: 'not a name', value: '1'}]},
])
const choosing = (name: string, text: string) => (page: Page) =>
  field(page, 'Import file').setInputFiles({name, mimeType: 'application/json', buffer: Buffer.from(text)})

/** Groups, trash and settings, and what may stand on every page of the options. */
export const others: readonly Entry[] = [
  options('import', {library: 'pictured', at: '#/import', shows: page => page.getByText('Bring your rules with you')}),
  options('import-preview', {
    library: 'pictured',
    at: '#/import',
    reach: choosing('modheader-profiles.json', profiles),
    shows: page => button(page, 'Add 2 rules'),
  }),
  options('import-record', {
    library: 'pictured',
    at: '#/import',
    async reach(page) {
      await choosing('modheader-profiles.json', profiles)(page)
      await button(page, 'Show Only in window 3').click()
    },
    shows: page => page.getByRole('dialog').getByText('X-Window'),
  }),
  options('import-unread', {
    library: 'pictured',
    at: '#/import',
    reach: choosing('rules.json', '{"rules": [1,'),
    shows: page => page.getByText('Nothing was added.'),
  }),
  options('import-export', {
    library: 'pictured',
    at: '#/import',
    reach: page => button(page, 'Export').click(),
    shows: page => menuItem(page, 'Group Checkout for Requestly'),
  }),
  options('groups-empty', {library: 'empty', at: '#/groups', shows: page => page.getByText('No groups yet')}),
  options('groups', {
    library: 'pictured',
    at: '#/groups',
    shows: page => page.getByRole('switch', {name: 'Group Checkout'}),
  }),
  options('groups-new-rule', {
    library: 'pictured',
    at: '#/groups',
    async reach(page) {
      await page.getByRole('switch', {name: 'Group Checkout'}).waitFor()
      await page.keyboard.press('n')
    },
    shows: page => menuItem(page, 'Delay'),
  }),
  options('groups-odd', {
    library: 'odd',
    at: '#/groups',
    shows: page => page.getByRole('switch', {name: 'Group Untitled'}),
  }),
  options('groups-menu', {
    library: 'pictured',
    at: '#/groups',
    reach: page => button(page, 'More for Checkout').click(),
    shows: page => menuItem(page, 'Move down'),
  }),
  options('groups-errors', {
    library: 'pictured',
    at: '#/groups',
    async reach(page) {
      await field(page, 'Name of Checkout').fill('')
      await button(page, 'Create group').click()
    },
    shows: page => page.getByText(/^Enter a name[.,]/).nth(1),
  }),
  options('groups-refused', {
    library: 'pictured',
    at: '#/groups',
    around: 'refuses-names',
    async reach(page) {
      await field(page, 'Name of Checkout').fill('Cash desk')
      await page.keyboard.press('Enter')
      await page.getByText('Not done. The disk is full.').last().hover()
    },
    shows: page => page.getByText('Not saved yet.'),
  }),
  options('groups-toast', {
    library: 'pictured',
    at: '#/groups',
    changes: true,
    async reach(page) {
      await button(page, 'More for Checkout').click()
      await menuItem(page, 'Delete').click()
      await page.getByText('Group “Checkout” moved to trash').hover()
    },
    shows: page => button(page, 'Delete its 5 rules too'),
  }),
  options('settings-withheld', {
    library: 'pictured',
    at: '#/settings',
    around: 'withheld',
    shows: page => page.getByText('Chrome allows access only on click'),
  }),
  options('settings-nearly-full', {
    library: 'pictured',
    at: '#/settings',
    around: 'nearly-full',
    shows: page => page.getByText('Nearly full'),
  }),
  options('trash-empty', {library: 'empty', at: '#/trash', shows: page => page.getByText('Trash is empty.')}),
  options('trash', {library: 'pictured', at: '#/trash', shows: page => page.getByText('Old checkout flow')}),
  options('trash-unread', {
    library: 'pictured',
    at: '#/trash',
    around: 'trash-unread',
    shows: page => page.getByText('Trash could not be loaded'),
  }),
  options('settings', {
    library: 'pictured',
    at: '#/settings',
    shows: page => heading(page).filter({hasText: 'Settings'}),
  }),
  options('keys', {
    library: 'pictured',
    at: '#/rules',
    async reach(page) {
      await ruleSwitch(page, 'Staging auth token').waitFor()
      await page.keyboard.press('?')
    },
    shows: page => page.getByRole('dialog').getByRole('table').first(),
  }),
  options('not-loaded', {
    library: 'pictured',
    at: '#/nowhere',
    async reach(page) {
      await page.getByText('Page not found').waitFor()
      await blockScripts(page)
      await page.evaluate(() => {
        location.hash = '#/settings'
      })
    },
    shows: page => page.getByText('This page did not load'),
  }),
  options('nowhere', {library: 'pictured', at: '#/nowhere', shows: page => page.getByText('Page not found')}),
  options('no-rule', {
    library: 'pictured',
    at: '#/rules/Gone_1',
    shows: page => page.getByText('Rule not found'),
  }),
]
