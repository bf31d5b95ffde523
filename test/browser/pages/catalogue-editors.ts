import type {Page} from '@playwright/test'
import {ruleTypes} from '../../../src/contract/rules'
import {ask, readLibrary} from '../ask'
import {button, field, heading, menuItem, type Entry, type State} from './entry'

const editor = (state: string, rest: State): Entry => ({name: `editor-${state}`, page: 'options', ...rest})
const source = (page: Page) => field(page, 'Source value')
async function changeElsewhere(page: Page, id: string, changes: object): Promise<void> {
  const {rules} = await readLibrary(page)
  await ask(page, 'rule.update', {id, payload: {...rules.find(each => each.id === id)?.rule, ...changes}})
}
const rule = (id: string) => `#/rules/${id}`

/** The editor, for each type and in each state. */
export const editors: readonly Entry[] = [
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
  editor('circle', {
    library: 'circle',
    at: rule('Redirect_old-to-new'),
    shows: page => button(page, 'Show it'),
  }),
  editor('refused-regex', {
    library: 'pictured',
    at: rule('Cancel_block-analytics'),
    changes: true,
    async reach(page) {
      await field(page, 'Source key').selectOption('URL')
      await field(page, 'Source operator').selectOption('matches regex')
      await source(page).fill('^https://shop\\.test/(?!api/).*$')
    },
    shows: page => page.getByText('Left out: Chrome cannot look for this').first(),
  }),
  editor('filter-wrong', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    async reach(page) {
      await button(page, 'Add filter').click()
      await page.getByRole('menuitem', {name: 'Page domains'}).click()
      await page.getByRole('textbox', {name: 'Page domains'}).fill('shop.test/checkout')
      await button(page, 'Done').click()
      await button(page, 'Save').click()
    },
    shows: page => page.getByText('Needs a look', {exact: true}),
  }),
  editor('tester-circle', {
    library: 'circle',
    at: rule('Redirect_old-to-new'),
    changes: true,
    async reach(page) {
      await field(page, 'Test a URL').fill('https://a.test/')
      await field(page, 'Destination').fill(`https://b.test/${'a-long-way/'.repeat(25)}`)
    },
    shows: page => page.getByText('It would go round in circles: ', {exact: false}),
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
  editor('file', {
    library: 'pictured',
    at: '#/rules/new/Redirect',
    async reach(page) {
      await field(page, 'Destination type').selectOption('Local file')
      await field(page, 'Destination').fill('/home/me/main.js')
    },
    shows: page => button(page, 'Choose file'),
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
  editor('condition-menu', {
    library: 'pictured',
    at: rule('Cancel_block-analytics'),
    reach: page => button(page, 'Add another condition').click(),
    shows: page => menuItem(page, 'A copy of the last one'),
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
    },
    shows: page => page.getByText(/^Saved \d\d:\d\d$/),
  }),
]
