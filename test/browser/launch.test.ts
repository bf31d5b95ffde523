import type {Page} from '@playwright/test'
import {stopWorkers} from './browser'
import {expect} from './fixtures'
import {test} from './shared'

const wake = (page: Page) => page.evaluate('chrome.runtime.sendMessage({}).catch(() => null)')

test('the built extension loads, and a stopped worker starts again', async ({app, quiet}) => {
  // The shared browser begins with a stopped worker.
  await wake(quiet)
  const running = await app.worker()
  expect(await running.evaluate('chrome.runtime.getManifest().name')).toBe('Switchyard')
  await running.evaluate('globalThis.remembered = 1')
  await stopWorkers(quiet)
  await wake(quiet)
  expect(await (await app.worker()).evaluate('typeof globalThis.remembered')).toBe('undefined')
})

test('the test site answers under any host of .test and logs its requests', async ({shop, site}) => {
  await shop.goto(site.url('shop.test', '/?with=/script.js,/style.css,/image.png,/frame.html,/font.woff2'))
  expect(await shop.textContent('#path')).toBe('/')
  const paths = site.requests(({host}) => host === 'shop.test').map(({path}) => path)
  expect(paths.toSorted()).toEqual(['/', '/font.woff2', '/frame.html', '/image.png', '/script.js', '/style.css'])
})
