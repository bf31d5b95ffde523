import type {Page} from '@playwright/test'
import type {Site} from '../../site/site'
import {ask} from '../ask'
import {launchWithExtension} from '../browser'
import {expect, fetched, make, test as base, where} from '../fixtures'

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern
  app: async ({}, use) => {
    const app = await launchWithExtension({extension: '.output/chrome-mv3', keepsLeftPages: true})
    await use(app)
    await app.close()
  },
})

// A change of browser rules clears the back/forward cache.
const onPath = (path: string, filter?: object) =>
  where('path', 'Equals', path, {resourceType: ['xmlhttprequest'], ...filter})

/** Leaves a page and returns. The result is true if the page came from the cache. */
async function goAndComeBack(page: Page, site: Site, meanwhile: () => Promise<unknown>): Promise<boolean> {
  await page.evaluate('window.isKept = true')
  await page.goto(site.url('plain.test'))
  await meanwhile()
  await page.evaluate('setTimeout(() => history.back())')
  // A cached page does not load.
  await page.waitForURL(/shop/, {waitUntil: 'commit'})
  return page.evaluate('window.isKept === true')
}

test('a page from the back/forward cache applies the current rules', async ({quiet, shop, site}) => {
  const text = async (path: string, body?: object) =>
    (await fetched(shop, path, body ? {method: 'POST', body: JSON.stringify(body)} : {}))?.text
  await make(quiet, 'Response', [{source: onPath('/first'), type: 'static', value: 'first'}])
  await shop.goto(site.url('shop.test', '/?kept'))
  const isKept = await goAndComeBack(shop, site, async () => {
    await make(quiet, 'Response', [{source: onPath('/coded'), type: 'code', value: '() => "made by code"'}])
    const isA = {requestPayload: {key: 'kind', operator: 'Equals', value: 'a'}}
    await make(quiet, 'Response', [{source: onPath('/paid', isA), type: 'static', value: 'paid'}])
    const refused = where('path', 'Matches', '^/there(?=$)', {resourceType: ['xmlhttprequest']})
    await make(quiet, 'Redirect', [{source: refused, destination: site.url('shop.test', '/first')}])
  })
  expect(isKept).toBe(true)
  await expect.poll(() => text('/coded')).toBe('made by code')
  expect(await text('/paid', {kind: 'a'})).toBe('paid')
  expect(await text('/paid', {kind: 'b'})).not.toBe('paid')
  expect(await text('/there')).toBe('first')
})

test('rules that changed while a page was cached change in it when it returns', async ({quiet, shop, site}) => {
  const text = async () => (await fetched(shop, '/first'))?.text
  await make(quiet, 'Response', [{source: onPath('/other'), type: 'static', value: 'other'}])
  await shop.goto(site.url('shop.test', '/?kept'))
  const rule = [{source: onPath('/first'), type: 'static', value: 'first'}]
  let made = ''
  const makeIt = async () => {
    made = await make(quiet, 'Response', rule)
  }
  expect(await goAndComeBack(shop, site, makeIt)).toBe(true)
  expect(await text()).toBe('first')
  // One rule stays, since removing the last one changes browser rules, which clears the cache.
  const switchOff = () => ask(quiet, 'rules.switch', {ids: [made], on: false})
  expect(await goAndComeBack(shop, site, switchOff)).toBe(true)
  expect(await text()).toBe('nothing here')
})

for (const place of ['page', 'frame'] as const)
  test(`a cached page does not show the matches of a ${place} that was left`, async ({quiet, shop, site}) => {
    await make(quiet, 'Response', [{source: onPath('/pay'), type: 'static', value: '{}', serveWithoutRequest: true}])
    const acts = () =>
      quiet.evaluate<number[]>(`chrome.storage.session.get('page:acts')
        .then(({'page:acts': all = []}) => all.map(({tabId, count}) => tabId === -1 ? -count : count))`)
    await shop.goto(site.url('shop.test', '/?kept'))
    const isKept = await goAndComeBack(shop, site, async () => {
      if (place === 'frame')
        await shop.evaluate(
          async src => {
            const frame = document.createElement('iframe')
            frame.src = src
            const isThere = new Promise(done => frame.addEventListener('load', done))
            document.body.append(frame)
            await isThere
          },
          site.url('other.test', '/frame.html'),
        )
      const pay = () =>
        shop
          .frames()
          .at(-1)
          ?.evaluate(async () => void (await fetch('/pay')))
      await pay()
      await expect.poll(acts).toEqual([1])
      // Reported when the page is left.
      await pay()
    })
    expect(isKept).toBe(true)
    await expect.poll(acts).toEqual([-2])
    // The worker has answered all earlier messages by then.
    await shop.evaluate(() => new Promise(later => setTimeout(later, 500)))
    expect(await acts()).toEqual([-2])
  })
