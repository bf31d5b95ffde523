import type {Locator, Page} from '@playwright/test'
import {ruleTypes} from '../../../src/contract/rules'
import type {LibraryName} from './libraries'

/** A page in one state. Every proof that goes over all pages reads the table below, so that a new state is one line more. */
export type Entry = {
  /** Also the name of its picture. */
  readonly name: string
  readonly page: 'popup' | 'options'
  readonly library: LibraryName
  /** Where in the options page. */
  readonly at?: string
  /** The address of the tab that the popup was opened on. */
  readonly tab?: string
  /** The worker gives no answers. */
  readonly unanswered?: boolean
  /** It leaves the library changed. */
  readonly changes?: boolean
  /** From the page as it opens to the state. */
  readonly reach?: (page: Page) => Promise<unknown>
  /** What is there only in this state. */
  readonly shows: (page: Page) => Locator
}

type State = Omit<Entry, 'page' | 'name'>
const popup = (state: string, rest: State): Entry => ({name: `popup-${state}`, page: 'popup', ...rest})
const list = (state: string, rest: State): Entry => ({name: `rules-${state}`, page: 'options', at: '#/rules', ...rest})
const options = (name: string, rest: State): Entry => ({name, page: 'options', ...rest})
const editor = (state: string, rest: State): Entry => ({name: `editor-${state}`, page: 'options', ...rest})

const field = (page: Page, name: string) => page.getByLabel(name, {exact: true})
const ruleSwitch = (page: Page, name: string) => page.getByRole('switch', {name, exact: true})
const search = (text: string) => (page: Page) => field(page, 'Search rules').fill(text)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', {name})
const heading = (page: Page) => page.getByRole('heading', {level: 1})

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
  popup('paused', {library: 'paused', shows: page => page.getByText('All rules are paused')}),
  popup('first-run', {library: 'empty', shows: page => page.getByText('Make your first rule')}),
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
    shows: page => page.getByText('Switchyard does not answer'),
  }),
  popup('unreadable', {library: 'unreadable', shows: page => page.getByText('No pairs')}),
  popup('thousand', {library: 'thousand', shows: page => page.getByRole('switch').nth(3)}),
]

const lists: readonly Entry[] = [
  list('empty', {library: 'empty', shows: page => page.getByText('Change live traffic, one rule at a time')}),
  list('one', {library: 'one', shows: page => ruleSwitch(page, 'Staging auth token')}),
  list('pictured', {library: 'pictured', shows: page => ruleSwitch(page, 'Staging auth token')}),
  list('filtered', {library: 'pictured', reach: search('cart'), shows: page => ruleSwitch(page, 'Empty cart')}),
  list('not-found', {
    library: 'pictured',
    reach: search('carr'),
    shows: page => button(page, 'Clear filters'),
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
    async reach(page) {
      for (const name of ['API to localhost', 'Empty cart', 'Slow payment'])
        await page.getByRole('link', {name, exact: true}).click({modifiers: ['ControlOrMeta']})
    },
    shows: page => page.getByText('3 selected'),
  }),
  list('unreadable', {library: 'unreadable', shows: page => page.getByText('Unreadable')}),
  list('thousand', {library: 'thousand', shows: page => page.getByRole('switch').nth(3)}),
  list('unanswered', {
    library: 'pictured',
    unanswered: true,
    shows: page => page.getByText('Switchyard does not answer'),
  }),
]

const others: readonly Entry[] = [
  options('groups-empty', {library: 'empty', at: '#/groups', shows: page => page.getByText('No groups yet')}),
  options('groups', {
    library: 'pictured',
    at: '#/groups',
    shows: page => page.getByRole('switch', {name: 'Group Checkout'}),
  }),
  options('trash-empty', {library: 'empty', at: '#/trash', shows: page => page.getByText('Trash is empty.')}),
  options('trash', {library: 'pictured', at: '#/trash', shows: page => page.getByText('Old checkout flow')}),
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
  options('nowhere', {library: 'pictured', at: '#/nowhere', shows: page => page.getByText('Nothing is here')}),
  options('no-rule', {
    library: 'pictured',
    at: '#/rules/Gone_1',
    shows: page => page.getByText('This rule is not here'),
  }),
]

const source = (page: Page) => field(page, 'Source value')
const rule = (id: string) => `#/rules/${id}`

const editors: readonly Entry[] = [
  ...ruleTypes.map(type =>
    editor(`new-${type}`, {
      library: 'pictured',
      at: `#/rules/new/${type}`,
      shows: page => heading(page).filter({hasText: /^New rule/}),
    }),
  ),
  ...[
    ['Headers', 'headers_staging-auth-token'],
    ['Redirect', 'redirect_legacy-api'],
    ['Response', 'response_payment-declined'],
    ['Replace', 'replace_cdn-bundle-by-hash'],
    ['UserAgent', 'useragent_iphone-17-safari'],
    ['QueryParam', 'queryparam_force-german'],
    ['Request', 'request_always-buy-3'],
    ['Delay', 'delay_slow-payment'],
    ['Cancel', 'cancel_block-analytics'],
  ].map(([type = '', id = '']) =>
    editor(`saved-${type}`, {
      library: 'pictured',
      at: rule(id.replace(/^[^_]+/, type)),
      shows: page => source(page),
    }),
  ),
  editor('errors', {
    library: 'pictured',
    at: '#/rules/new/Headers',
    async reach(page) {
      await field(page, 'Header').fill('X Env')
      await button(page, 'Save').click()
    },
    shows: page => page.getByText('A header name cannot hold a space.'),
  }),
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
  editor('conditions', {
    library: 'pictured',
    at: rule('Cancel_block-analytics'),
    changes: true,
    async reach(page) {
      await button(page, 'Add another condition').click()
      await page.getByRole('menuitem', {name: 'A copy of the last one'}).click()
    },
    shows: page => page.getByRole('group', {name: 'Condition 2', exact: true}),
  }),
  editor('tester', {
    library: 'pictured',
    at: rule('Redirect_legacy-api'),
    changes: true,
    async reach(page) {
      await field(page, 'Test a URL').fill('https://api.shop.test/v1/cart?lang=de')
      await button(page, /rules in order/).click()
    },
    shows: page => page.getByRole('list', {name: 'Rules that this request concerns'}),
  }),
  editor('tester-miss', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    reach: page => field(page, 'Test a URL').fill('https://api.shop.com/v1/cart'),
    shows: page => page.getByText('they differ at character 10.'),
  }),
  editor('filter', {
    library: 'pictured',
    at: '#/rules/new/Cancel',
    async reach(page) {
      await button(page, 'Add filter').click()
      await page.getByRole('menuitem', {name: 'Method'}).click()
    },
    shows: page => button(page, 'Done'),
  }),
]

/** Entries of one library stand together: filling the store takes longer than opening a page. */
export const catalogue: readonly Entry[] = [...popups, ...lists, ...others, ...editors].toSorted((a, b) =>
  a.library < b.library ? -1 : a.library > b.library ? 1 : 0,
)
