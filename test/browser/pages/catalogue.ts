import type {Page} from '@playwright/test'
import {accounts} from './catalogue-account'
import {activities} from './catalogue-activity'
import {drafts} from './catalogue-drafts'
import {editors} from './catalogue-editors'
import {extras} from './catalogue-extras'
import {others} from './catalogue-others'
import {button, field, menuItem, ruleSwitch, type Entry, type State} from './entry'

const popup = (state: string, rest: State): Entry => ({name: `popup-${state}`, page: 'popup', ...rest})
const list = (state: string, rest: State): Entry => ({name: `rules-${state}`, page: 'options', at: '#/rules', ...rest})

const search = (text: string) => (page: Page) => field(page, 'Search rules').fill(text)
const openPopupMenu = async (page: Page) => {
  await page.getByText('Staging auth token').hover()
  await button(page, 'More for Staging auth token').click()
}
const beRefused = async (page: Page) => {
  await ruleSwitch(page, 'Staging auth token').click()
  // A toast stays while the pointer is on it.
  await page.getByText('Not done. The disk is full.').last().hover()
}
const selectThree = async (page: Page) => {
  for (const name of ['API to localhost', 'Empty cart', 'Slow payment'])
    await page.getByRole('link', {name, exact: true}).click({modifiers: ['ControlOrMeta']})
}

const popups: readonly Entry[] = [
  popup('applied', {library: 'pictured', shows: page => ruleSwitch(page, 'Staging auth token')}),
  popup('found', {library: 'experiment', reach: search('cart'), shows: page => ruleSwitch(page, 'Cart experiment B')}),
  popup('not-found', {
    library: 'pictured',
    reach: search('carr'),
    shows: page => page.getByText('No rule matches “carr”.'),
  }),
  popup('menu', {
    library: 'pictured',
    reach: page => button(page, 'New rule').click(),
    shows: page => page.getByRole('menuitem', {name: 'Delay'}),
  }),
  popup('row-menu', {library: 'pictured', reach: openPopupMenu, shows: page => menuItem(page, 'Duplicate')}),
  popup('toast', {
    library: 'pictured',
    changes: true,
    async reach(page) {
      await openPopupMenu(page)
      await menuItem(page, 'Delete').click()
      await page.getByText('“Staging auth token” moved to trash').hover()
    },
    shows: page => button(page, /^Undo/),
  }),
  popup('refusal', {
    library: 'pictured',
    around: 'refuses',
    reach: beRefused,
    shows: page => page.getByText('Not done. The disk is full.'),
  }),
  popup('keys', {
    library: 'pictured',
    async reach(page) {
      await ruleSwitch(page, 'Staging auth token').focus()
      await page.keyboard.press('?')
    },
    shows: page => page.getByRole('dialog').getByRole('table').first(),
  }),
  popup('trouble', {library: 'pictured', around: 'trouble', shows: page => page.getByText('Too many rules.')}),
  popup('paused', {library: 'paused', shows: page => page.getByText('All rules are paused')}),
  popup('first-run', {library: 'empty', shows: page => page.getByText('Create your first rule')}),
  popup('all-types', {
    library: 'empty',
    reach: page => button(page, 'All nine types').click(),
    shows: page => button(page, 'Cancel'),
  }),
  popup('browser-page', {
    library: 'pictured',
    tab: 'chrome://settings/',
    shows: page => ruleSwitch(page, 'Staging auth token'),
  }),
  popup('unanswered', {
    library: 'pictured',
    unanswered: true,
    shows: page => page.getByText('Switchyard is not responding'),
  }),
  popup('odd-groups', {library: 'odd', shows: page => ruleSwitch(page, 'In no known group')}),
  popup('unreadable', {library: 'unreadable', shows: page => page.getByText('No pairs')}),
  popup('thousand', {library: 'thousand', shows: page => page.getByRole('switch').nth(3)}),
]

const lists: readonly Entry[] = [
  list('empty', {library: 'empty', shows: page => page.getByText('Change live traffic, one rule at a time')}),
  list('one', {library: 'one', shows: page => ruleSwitch(page, 'Staging auth token')}),
  list('pictured', {library: 'pictured', shows: page => ruleSwitch(page, 'Staging auth token')}),
  list('hidden', {library: 'hidden', shows: page => page.getByText('Overridden', {exact: true})}),
  list('filtered', {library: 'pictured', reach: search('cart'), shows: page => ruleSwitch(page, 'Empty cart')}),
  list('not-found', {
    library: 'pictured',
    reach: search('carr'),
    shows: page => button(page, 'Clear filters'),
  }),
  list('not-found-by-filters', {
    library: 'pictured',
    async reach(page) {
      await field(page, 'Type').selectOption('Cancel')
      await field(page, 'Group').selectOption('Localisation')
    },
    shows: page => page.getByText('No rule matches these filters.'),
  }),
  list('paused', {library: 'paused', shows: page => page.getByText('All rules are paused')}),
  list('row-menu', {
    library: 'pictured',
    reach: page => button(page, 'More for Staging auth token').click(),
    shows: page => page.getByRole('menuitem', {name: 'Duplicate'}),
  }),
  list('menu', {
    library: 'pictured',
    reach: page => button(page, 'New rule').click(),
    shows: page => page.getByRole('menuitem', {name: 'Delay'}),
  }),
  list('toast', {
    library: 'pictured',
    changes: true,
    async reach(page) {
      await button(page, 'More for No chat bubble').click()
      await page.getByRole('menuitem', {name: 'Delete'}).click()
      await page.getByText('“No chat bubble” moved to trash').hover()
    },
    shows: page => button(page, /^Undo/),
  }),
  list('selected', {
    library: 'pictured',
    reach: selectThree,
    shows: page => page.getByText('3 selected'),
  }),
  list('group-menu', {
    library: 'pictured',
    async reach(page) {
      await selectThree(page)
      await button(page, 'Move to group').click()
    },
    shows: page => menuItem(page, 'New group'),
  }),
  list('group-naming', {
    library: 'pictured',
    async reach(page) {
      await selectThree(page)
      await button(page, 'Move to group').click()
      await menuItem(page, 'New group').click()
    },
    shows: page => field(page, 'Name of the new group'),
  }),
  list('refusal', {
    library: 'pictured',
    around: 'refuses',
    reach: beRefused,
    shows: page => page.getByText('Not done. The disk is full.'),
  }),
  list('trouble', {library: 'pictured', around: 'trouble', shows: page => page.getByText('Too many rules.')}),
  list('odd-groups', {library: 'odd', shows: page => page.getByText('Drag rules here')}),
  list('problems', {
    library: 'pictured',
    reach: page => button(page, /^\d+ problems?$/).click(),
    shows: page => page.getByText('CDN bundle by hash'),
  }),
  list('code-failed', {library: 'pictured', around: 'code-failed', shows: page => page.getByText('Code failed')}),
  list('record', {
    library: 'unreadable',
    reach: page => button(page, 'Show record').click(),
    shows: page => page.getByText('"own": "<b>kept</b>"'),
  }),
  list('unreadable', {library: 'unreadable', shows: page => page.getByText('Unreadable')}),
  list('thousand', {library: 'thousand', shows: page => page.getByRole('switch').nth(3)}),
  list('unanswered', {
    library: 'pictured',
    unanswered: true,
    shows: page => page.getByText('Switchyard is not responding'),
  }),
]

/** Entries of one library stand together: filling the store takes longer than opening a page. */
export const catalogue: readonly Entry[] = [
  ...popups,
  ...lists,
  ...others,
  ...extras,
  ...accounts,
  ...activities,
  ...editors,
  ...drafts,
].toSorted((a, b) => (a.library < b.library ? -1 : a.library > b.library ? 1 : 0))
