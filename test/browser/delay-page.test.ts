import type {Page} from '@playwright/test'
import type {Site} from '../site/site'
import {expect, make, where} from './fixtures'
import {test} from './shared'

/** Navigates by script, which may end the evaluation. */
const go = (page: Page, to: string) =>
  page.evaluate(there => void setTimeout(() => location.assign(there)), to).catch(() => undefined)

/** Expects that the path was requested and that the page is at its start again. */
async function comesBack(page: Page, site: Site, path: string, start: string) {
  await expect.poll(() => site.requests(seen => seen.path === path).length).toBe(1)
  await expect.poll(() => page.url()).toBe(start)
}

test('a page cannot use the delay page to send a request with strict cookies', async ({app, quiet, shop, site}) => {
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/slow.html'), delay: 10}])
  const pay = site.url('shop.test', '/pay.html')
  await app.context.addCookies([{name: 'strict', value: '1', url: pay, sameSite: 'Strict'}])
  const waiting = `chrome-extension://${app.extensionId}/delay-page.html`
  const said = 'No Switchyard rule uses this page.'
  for (const fragment of [`0,${pay}`, `0,1024,0,${pay}`, `guessed,1024,10,${site.url('shop.test', '/slow.html')}`]) {
    await shop.goto(site.url('evil.test', '/a.html'))
    site.clear()
    await go(shop, `${waiting}#${fragment}`)
    await expect(shop.getByText(said)).toBeVisible()
  }
  await shop.goto(site.url('evil.test', '/a.html'))
  await shop.evaluate(
    address => document.body.append(Object.assign(document.createElement('iframe'), {src: address})),
    `${waiting}#0,${pay}`,
  )
  await expect(shop.frameLocator('iframe').getByText(said)).toBeVisible()
  expect(site.requests(({host}) => host.startsWith('shop.test'))).toEqual([])
})

for (const [what, path] of [
  ['a download', '/a.zip'],
  ['a response without content', '/nothing'],
] as const)
  test(`a delayed navigation to ${what} stays on the page`, async ({quiet, shop, site}) => {
    await make(quiet, 'Delay', [{source: where('path', 'Equals', path), delay: 10}])
    const start = site.url('shop.test', '/start.html')
    await shop.goto(start)
    await go(shop, path)
    await comesBack(shop, site, path, start)
  })

test('an unmatched download stays on the page, and a slow server is waited for', async ({quiet, shop, site}) => {
  await make(
    quiet,
    'Cancel',
    ['/a', '/slow'].map(path => ({source: where('url', 'Matches', `${path}(?=-blocked)`)})),
  )
  const start = site.url('shop.test', '/start.html')
  await shop.goto(start)
  await go(shop, '/a.zip')
  await comesBack(shop, site, '/a.zip', start)
  // Several times as long as the delay page checks for a response.
  const slow = site.url('shop.test', '/slow?ms=1500')
  await go(shop, slow)
  await expect.poll(() => shop.url()).toBe(slow)
})

test('a delayed frame loads once, before its page', async ({quiet, shop, site}) => {
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/frame.html'), delay: 300}])
  const head = `
    const loads = []
    addEventListener('load', () => loads.push('page'))
    document.addEventListener('load', ({target}) => {
      if (target.localName === 'iframe') loads.push(target.contentDocument?.querySelector('h1').textContent)
    }, true)`
  await shop.goto(site.url('shop.test', `/?${new URLSearchParams({with: '/frame.html', head}).toString()}`))
  expect(await shop.evaluate('loads')).toEqual(['/frame.html', 'page'])
})

test('a sandboxed frame that Chrome blocks explains why it stays empty', async ({quiet, shop, site}) => {
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/frame.html'), delay: 10}])
  for (const sandbox of ['', 'allow-scripts']) {
    await shop.evaluate(rights => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', rights)
      frame.src = '/frame.html'
      document.body.replaceChildren(frame)
    }, sandbox)
    await expect(shop.frameLocator('iframe').getByText('sandboxed frame')).toBeVisible()
  }
  expect(site.requests(({path}) => path === '/frame.html')).toEqual([])
})

test('rules apply to server redirects of a page unless it came by the delay page', async ({quiet, shop, site}) => {
  const landed = {destinationType: 'url', destination: site.url('shop.test', '/landed.html')}
  await make(quiet, 'Redirect', [{source: where('path', 'Matches', String.raw`/^\/old\/(?!keep)/`), ...landed}])
  await make(quiet, 'Cancel', [{source: where('path', 'Matches', String.raw`/^\/shut\/(?!keep)/`)}])
  await make(quiet, 'Delay', [{source: where('path', 'Contains', '/late/'), delay: 300}])
  const arrives = async (path: string, ...then: readonly string[]) => {
    await shop.goto(site.url('shop.test', '/start.html'))
    site.clear()
    await go(shop, `/moved?to=${encodeURIComponent(path)}`)
    const last = then.at(-1)
    // Wait for the load, since a pending frame would disturb the next one.
    await shop.waitForURL(url => (last === '/moved' ? url.protocol === 'chrome-extension:' : url.pathname === last))
    expect(site.log.map(seen => seen.path).filter(each => !each.startsWith('/favicon'))).toEqual(then)
  }
  await arrives('/old/a.html', '/moved', '/landed.html')
  await arrives('/late/a.html', '/moved', '/late/a.html')
  await arrives('/shut/a.html', '/moved')
  await expect(shop.getByText('A Switchyard rule stopped this page.')).toBeVisible()
  // Chrome applies no rules to redirects of a navigation that the extension started.
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/moved'), delay: 10}])
  await arrives('/old/a.html', '/moved', '/old/a.html')
})
