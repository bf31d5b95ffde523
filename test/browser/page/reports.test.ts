import type {Page} from '@playwright/test'
import {line, openAbout} from '../about-tab'
import {ask, readLibrary} from '../ask'
import type {LaunchedExtension} from '../browser'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

const onApi = where('path', 'Contains', '/api/')

test('failing code is shown in the rule list and in the editor until it changes', async ({options, shop, site}) => {
  const failing = 'args => {\n  const {body} = args\n  return body + qty\n}'
  const id = await make(options, 'Request', [{source: onApi, type: 'code', value: failing}], {name: 'Two of each'})
  const post = () => fetched(shop, site.url('shop.test', '/api/items'), {method: 'POST', body: '1'})
  await post()
  expect(site.log.map(({body}) => body)).toEqual(['1'])
  const row = options.getByRole('row').filter({hasText: 'Two of each'})
  await expect(row).toContainText('Code failed')
  await expect(row).toHaveAccessibleDescription(
    /^Code failed at \d\d:\d\d\. qty is not defined, line 3\. The request was sent unchanged\./,
  )

  await options.goto(`${options.url().replace(/#.*/, '')}#/rules/${id}`)
  await expect(options.getByText(/^Code failed at \d\d:\d\d$/)).toBeVisible()
  const field = options.getByRole('textbox', {name: 'Request body'})
  await expect(field).toHaveAttribute('contenteditable')
  await options.getByRole('button', {name: 'Open code'}).click()
  await expect(field).toBeFocused()
  expect(await options.evaluate(() => String(getSelection()))).toBe('  return body + qty')

  await ask(options, 'rule.update', {
    id,
    payload: {
      name: 'Two of each',
      objectType: 'rule',
      ruleType: 'Request',
      pairs: [{source: onApi, type: 'code', value: '() => "2"'}],
    },
  })
  await post()
  expect(site.log.map(({body}) => body)).toEqual(['1', '2'])
  const codes = (await readLibrary(options)).rules.flatMap(({problems}) => problems.map(({code}) => code))
  expect(codes).not.toContain('code-failed')
})

test('the popup shows the matches inside a page while the page is open', async ({app, options, shop, site}) => {
  await make(options, 'Response', [{source: onApi, type: 'static', value: '{}'}], {name: 'Empty list'})
  for (let times = 0; times < 3; times++) await fetched(shop, site.url('shop.test', '/api/items'))
  const acts = async () => {
    const kept = await options.evaluate("chrome.storage.session.get('page:acts')")
    return (kept as {'page:acts'?: {tabId: number; count: number}[]})['page:acts']?.map(({tabId, count}) => [
      tabId >= 0,
      count,
    ])
  }
  await expect.poll(acts).toEqual([[true, 3]])
  const popup = await openAbout(app, shop)
  await expect(popup.getByRole('region', {name: 'Applied on this tab'}).getByRole('switch')).toHaveCount(1)
  await expect(line(popup, 'Empty list')).toContainText('3 requests')
  await popup.close()

  await shop.goto(site.url('other.test'))
  await expect.poll(acts).toEqual([[false, 3]])
})

/** Creates a rule named "To new" that redirects the old URL of the items to this URL. */
const leadTo = (options: Page, destination: string) =>
  make(options, 'Redirect', [{source: where('path', 'Equals', '/api/v1/items'), destination}], {name: 'To new'})

/** Expects one match of that rule and of one other rule in the popup. */
async function hasLed(app: LaunchedExtension, shop: Page): Promise<void> {
  const popup = await openAbout(app, shop)
  await expect(popup.getByRole('region', {name: 'Applied on this tab'}).getByRole('switch')).toHaveCount(2)
  await expect(line(popup, 'To new')).toContainText('1 request')
}

test('a redirect to a response that is served in the page counts as a match', async ({app, options, shop, site}) => {
  await leadTo(options, site.url('shop.test', '/api/items'))
  const source = where('path', 'Equals', '/api/items')
  await make(options, 'Response', [{source, type: 'static', value: 'made', serveWithoutRequest: true}], {name: 'Made'})
  expect(await fetched(shop, site.url('shop.test', '/api/v1/items'))).toMatchObject({text: 'made'})
  expect(site.log).toEqual([])
  const acted = async () =>
    JSON.stringify(await options.evaluate("chrome.storage.session.get('page:acts')")).match(/"count":1/g)?.length
  await expect.poll(acted).toBe(2)
  await hasLed(app, shop)
})

test('a redirect to a URL that another rule changes in the page counts as a match', async ({
  app,
  options,
  shop,
  site,
}) => {
  await leadTo(options, site.url('shop.test', '/api/items?a=0'))
  const refused = where('url', 'Matches', 'items(?=\\?)')
  await make(options, 'QueryParam', [{source: refused, modifications: [{param: 'a', type: 'Modify', value: '2'}]}], {
    name: 'Second',
  })
  await fetched(shop, site.url('shop.test', '/api/v1/items'), {method: 'POST', body: '1'})
  expect(site.log.map(({url}) => url)).toEqual([site.url('shop.test', '/api/items?a=2')])
  await hasLed(app, shop)
})

test('a page cannot report that a rule matched or failed', async ({options, shop, site}) => {
  await make(options, 'Response', [{source: onApi, type: 'static', value: '{}'}])
  await shop.reload()
  expect(await shop.evaluate('typeof chrome?.runtime?.sendMessage')).toBe('undefined')
  expect(await fetched(shop, site.url('shop.test', '/api/items'))).toMatchObject({text: '{}'})
})
