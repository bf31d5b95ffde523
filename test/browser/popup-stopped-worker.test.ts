import {openAbout} from './about-tab'
import {stopWorkers} from './browser'
import {expect, fetched, make, test, where} from './fixtures'

test('requests of a page left while the worker slept are not counted', async ({app, options, shop, site}) => {
  await make(options, 'Response', [{source: where('path', 'Equals', '/api/m'), type: 'static', value: '{}'}], {
    name: 'Mock',
  })
  await shop.goto(site.url('shop.test'))
  await expect.poll(async () => (await fetched(shop, site.url('shop.test', '/api/m')))?.text).toBe('{}')
  const popup = await openAbout(app, shop)
  const acted = popup.getByRole('region', {name: 'Applied on this tab'}).getByRole('switch', {name: 'Mock'})
  await expect(acted).toBeVisible()
  await popup.close()
  await stopWorkers(options)
  await shop.goto(site.url('shop.test', '/two'))
  const next = await openAbout(app, shop)
  await expect(next.getByRole('region', {name: 'Applied on this tab'})).toContainText('0')
  await expect(next.getByRole('region', {name: /did nothing here/})).toContainText('Mock')
})
