import type {Page} from '@playwright/test'
import {line, openAbout} from './about-tab'
import {expect, fetched, make, test, where} from './fixtures'

/** Asks Chrome what rules did, as a page does by itself: how often it answered. */
async function askByItself(page: Page, times: number): Promise<number> {
  // Playwright's own way counts as a key, for which Chrome has no limit.
  const devtools = await page.context().newCDPSession(page)
  const {result} = await devtools.send('Runtime.evaluate', {
    expression: `(async () => {
      let answered = 0
      for (let time = 0; time < ${times}; time++)
        await chrome.declarativeNetRequest.getMatchedRules({}).then(() => answered++, () => undefined)
      return answered
    })()`,
    awaitPromise: true,
    returnByValue: true,
  })
  return Number(result.value)
}

test('over Chrome’s quota the popup shows its last results until a key is pressed', async ({
  app,
  quiet,
  shop,
  site,
}) => {
  const onShop = {source: where('host', 'Equals', 'shop.test')}
  await make(quiet, 'Headers', [{...onShop, modifications: [{header: 'x-a', type: 'Modify', value: '1'}]}], {
    name: 'Env header',
  })
  await make(quiet, 'Response', [{source: where('path', 'Contains', '/api/'), type: 'static', value: '{}'}], {
    name: 'Empty list',
  })
  const applied = (popup: Page) => popup.getByRole('region', {name: 'Applied on this tab'})
  for (let times = 0; times < 2; times++) await fetched(shop, site.url('shop.test', '/echo'))
  const before = await openAbout(app, shop)
  await expect(line(before, 'Env header')).toContainText('2 requests')
  await expect(applied(before)).not.toContainText('As of')
  await before.close()
  await fetched(shop, site.url('shop.test', '/echo'))

  expect(await askByItself(await app.open('delay-page.html'), 30)).toBeLessThan(20)
  const popup = await openAbout(app, shop)
  await expect(line(popup, 'Env header')).toContainText('2 requests')
  await expect(applied(popup)).toContainText(/As of \d\d:\d\d\. Chrome limits how often/)
  // What our own scripts in pages do is always known, and told as it is done.
  for (let times = 0; times < 3; times++) await fetched(shop, site.url('shop.test', '/api/items'))
  await expect(line(popup, 'Empty list')).toContainText('3 requests')
  await fetched(shop, site.url('shop.test', '/api/items'))
  await expect(line(popup, 'Empty list')).toContainText('4 requests')
  await expect(applied(popup).getByRole('switch')).toHaveCount(2)
  await expect(line(popup, 'Env header')).toContainText('2 requests')

  await popup.keyboard.press('ArrowDown')
  await expect(applied(popup)).not.toContainText('As of')
  await expect(line(popup, 'Env header')).not.toContainText('2 requests')

  // Results of the previous page are never shown for the current one.
  await popup.close()
  await shop.goto(site.url('other.test', '/'))
  const next = await openAbout(app, shop)
  await expect(applied(next)).toContainText(/Some results are missing\. Chrome limits how often/)
  await expect(applied(next).getByRole('switch')).toHaveCount(0)
  await expect(next.getByRole('region', {name: 'Groups'}).getByRole('switch', {name: 'Env header'})).toBeVisible()
  await next.keyboard.press('ArrowDown')
  await expect(applied(next)).not.toContainText('Chrome limits')
  await expect(applied(next).getByRole('switch')).toHaveCount(0)
})
