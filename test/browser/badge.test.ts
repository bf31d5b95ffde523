import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'

test('counts what rules did inside the page it is on, not what was done in the page before', async ({
  options,
  shop,
  site,
}) => {
  const answer = {type: 'static', value: '{}', statusCode: 402, serveWithoutRequest: true}
  await make(options, 'Response', [{source: where('path', 'Equals', '/api/pay'), ...answer}])
  await shop.reload()
  const pay = async () => (await fetched(shop, site.url('shop.test', '/api/pay')))?.status
  const badge = (url: string) =>
    options.evaluate<string>(`chrome.tabs.query({}).then(all => {
      const {id} = all.find(({url}) => url === ${JSON.stringify(url)})
      return chrome.action.getBadgeText({tabId: id})
    })`)
  expect(await pay()).toBe(402)
  await expect.poll(() => badge(shop.url())).toBe('1')
  // Gathered for seconds from now on: told as the page is left.
  expect(await pay()).toBe(402)
  for (const host of ['shop.test', 'other.test']) {
    await shop.goto(site.url(host, '/'))
    expect(await pay()).toBe(402)
    await expect.poll(() => badge(shop.url())).toBe('1')
  }
})
