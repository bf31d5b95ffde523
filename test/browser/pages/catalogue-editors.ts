import {ruleTypes} from '../../../src/model/rules'
import {button, codeEditor, editor, field, heading, rule, source, type Entry} from './entry'

const hasBody = (type: string) => type === 'Request' || type === 'Response'

/** The editor, for each type and in each state. */
export const editors: readonly Entry[] = [
  ...ruleTypes.map(type =>
    editor(`new-${type}`, {
      library: 'pictured',
      at: `#/rules/new/${type}`,
      shows: page => (hasBody(type) ? codeEditor(page) : heading(page).filter({hasText: /^New rule/})),
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
      shows: page => (hasBody(type) ? codeEditor(page) : source(page)),
    }),
  ),
  editor('code', {
    library: 'pictured',
    at: '#/rules/new/Response',
    async reach(page) {
      await codeEditor(page).waitFor()
      await page.getByText('Code', {exact: true}).click()
      await codeEditor(page).focus()
    },
    shows: page => codeEditor(page).getByText('function'),
  }),
  editor('code-mistake', {
    library: 'pictured',
    at: '#/rules/new/Request',
    reach: page => codeEditor(page).fill('{\n  "qty": 3,\n  "size": "large",\n}'),
    shows: page => page.getByText('This is not valid JSON: error in line 4.'),
  }),
  editor('code-tried', {
    library: 'pictured',
    at: rule('Response_payment-declined'),
    around: 'runs',
    async reach(page) {
      await codeEditor(page).waitFor()
      await button(page, 'Try it').click()
    },
    shows: page => page.getByText('Ran in 3 ms'),
  }),
  editor('code-tried-in-vain', {
    library: 'pictured',
    at: '#/rules/new/Request',
    around: 'runs',
    async reach(page) {
      await codeEditor(page).waitFor()
      await page.getByText('Code', {exact: true}).click()
      await codeEditor(page).fill('args => {\n  throw new Error(qty)\n}')
      await button(page, 'Try it').click()
    },
    shows: page => page.getByText('qty is not defined, line 2.'),
  }),
  editor('code-failed', {
    library: 'pictured',
    at: rule('Response_payment-declined'),
    around: 'code-failed',
    reach: page => codeEditor(page).waitFor(),
    shows: page => button(page, 'Open code'),
  }),
  editor('conditions', {
    library: 'pictured',
    at: rule('Cancel_block-analytics'),
    changes: true,
    reach: page => button(page, 'Add another condition').click(),
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
    shows: page => page.getByRole('list', {name: 'Rules that match this request'}),
  }),
  editor('hidden', {
    library: 'hidden',
    at: rule('Redirect_version-1'),
    shows: page => button(page, 'Move above it'),
  }),
  editor('hidden-by-another-type', {
    library: 'hidden',
    at: rule('Replace_copy-deck-v2'),
    shows: page => button(page, 'Show rule'),
  }),
  editor('tester-off', {
    library: 'pictured',
    at: rule('Cancel_block-analytics'),
    reach: page => field(page, 'Test a URL').fill('https://t.metrics.test/collect'),
    shows: page => button(page, 'Turn it on'),
  }),
  editor('tester-miss', {
    library: 'pictured',
    at: rule('Headers_staging-auth-token'),
    changes: true,
    reach: page => field(page, 'Test a URL').fill('https://api.shop.com/v1/cart'),
    shows: page => page.getByText('They differ at character 10.'),
  }),
  editor('circle', {
    library: 'circle',
    at: rule('Redirect_old-to-new'),
    shows: page => button(page, 'Show rule'),
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
    shows: page => page.getByText('Chrome can’t use this regex (look-ahead).').first(),
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
    shows: page => page.getByText('Fix first', {exact: true}),
  }),
  editor('tester-circle', {
    library: 'circle',
    at: rule('Redirect_old-to-new'),
    changes: true,
    async reach(page) {
      await field(page, 'Test a URL').fill('https://a.test/')
      await field(page, 'Destination').fill(`https://b.test/${'a-long-way/'.repeat(25)}`)
      await page.getByRole('button', {name: 'Show rule'}).waitFor()
    },
    shows: page => page.getByText('It would redirect in a loop: ', {exact: false}),
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
  editor('over-limit', {
    library: 'circle',
    at: rule('Redirect_old-to-new'),
    around: 'over-limit',
    shows: page => button(page, 'Move up'),
  }),
  editor('refused-by-chrome', {
    library: 'circle',
    at: rule('Redirect_old-to-new'),
    around: 'refused-by-chrome',
    reach: page => page.getByText('Chrome’s message').click(),
    shows: page => page.getByText('Rule with id 4 must not specify'),
  }),
  editor('no-body', {
    library: 'pictured',
    at: '#/rules/new/Response',
    async reach(page) {
      await codeEditor(page).fill('[]')
      await field(page, 'Status code').fill('204')
    },
    shows: page => page.getByText('A response with status 204 has no body.'),
  }),
  editor('answer-headers', {
    library: 'pictured',
    at: '#/rules/new/Response',
    async reach(page) {
      await codeEditor(page).fill('[]')
      await page.getByLabel('Do not send the request').check()
      for (const [index, header, value] of [
        [1, 'X-Request-Id', '7f3a'],
        [2, 'Set-Cookie', 'a=b'],
      ] as const) {
        await button(page, 'Add response header').click()
        const row = page.getByRole('group', {name: `Response header ${index}`, exact: true})
        await row.getByLabel('Header', {exact: true}).fill(header)
        await row.getByLabel('Value', {exact: true}).fill(value)
      }
      await codeEditor(page).focus()
    },
    shows: page => page.getByText('A mocked response can’t set cookies.'),
  }),
  editor('rows', {
    library: 'pictured',
    at: rule('QueryParam_force-german'),
    changes: true,
    async reach(page) {
      await button(page, 'Add parameter change').click()
      await page.getByRole('group', {name: 'Parameter change 2'}).hover()
    },
    shows: page => button(page, 'Move parameter change 2'),
  }),
  editor('replaced', {
    library: 'pictured',
    at: '#/rules/new/Replace',
    changes: true,
    async reach(page) {
      await source(page).fill('api.shop.test')
      await field(page, 'From').fill('v1')
      await field(page, 'To').fill('v2')
      await field(page, 'Test a URL').fill('https://api.shop.test/v1/cart/items?next=/v1/pay')
    },
    shows: page => page.getByText('The tested URL:'),
  }),
]
