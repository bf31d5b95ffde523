import {expect, make, where} from './fixtures'
import {field} from './form'
import {test} from './shared'

test('a destination’s fragment is used for navigations and not for fetch', async ({options, shop, site}) => {
  const [from, to] = [site.url('shop.test', '/a'), site.url('shop.test', '/echo')]
  const id = await make(options, 'Redirect', [
    {source: where('url', 'Equals', from), destinationType: 'url', destination: `${to}#part`},
  ])
  await shop.goto(`${from}#mine`)
  expect(shop.url()).toBe(`${to}#part`)
  expect(await shop.evaluate(async url => (await fetch(url)).url, from)).toBe(to)

  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await field(options, 'Test a URL').fill(from)
  const tester = field(options, 'Tester')
  await field(tester, 'Request type').selectOption('main_frame')
  await expect(tester).toContainText(`goes to ${to}#part`)
  await field(tester, 'Request type').selectOption('xmlhttprequest')
  await expect(tester).toContainText(`goes to ${to}`)
  await expect(tester).not.toContainText('#part')
})
