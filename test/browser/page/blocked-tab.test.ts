import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

test('a blocked tab does not delay rules in other tabs and gets them when it resumes', async ({
  app,
  quiet,
  shop,
  site,
}) => {
  const held = await app.context.newPage()
  await held.goto(site.url('other.test'))
  const [alert] = await Promise.all([
    held.waitForEvent('dialog'),
    held.evaluate(() => void setTimeout(() => globalThis.alert('Stand still'))),
  ])
  const source = where('path', 'Equals', '/made')
  await make(quiet, 'Response', [{source, type: 'code', value: '() => "made"', serveWithoutRequest: true}])
  expect((await fetched(shop, site.url('shop.test', '/made')))?.text).toBe('made')
  await alert.accept()
  await expect.poll(async () => (await fetched(held, site.url('other.test', '/made')))?.text).toBe('made')
})
