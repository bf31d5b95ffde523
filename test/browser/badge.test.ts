import type {Page} from '@playwright/test'
import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'

const answer = {type: 'static', value: '{}', statusCode: 402, serveWithoutRequest: true}

const badgeOf = (options: Page, page: Page) =>
  options.evaluate<string>(`chrome.tabs.query({}).then(all => {
    const {id} = all.find(({url}) => url === ${JSON.stringify(page.url())})
    return chrome.action.getBadgeText({tabId: id})
  })`)

test('the badge counts rules applied on the current page only', async ({options, shop, site}) => {
  await make(options, 'Response', [{source: where('path', 'Equals', '/api/pay'), ...answer}])
  await shop.reload()
  const pay = async () => (await fetched(shop, site.url('shop.test', '/api/pay')))?.status
  expect(await pay()).toBe(402)
  await expect.poll(() => badgeOf(options, shop)).toBe('1')
  // Gathered for seconds from now on: told as the page is left.
  expect(await pay()).toBe(402)
  for (const host of ['shop.test', 'other.test']) {
    await shop.goto(site.url(host, '/'))
    expect(await pay()).toBe(402)
    await expect.poll(() => badgeOf(options, shop)).toBe('1')
  }
})

test('the badge includes removed frames, but not frames of an earlier page', async ({options, shop, site}) => {
  await make(options, 'Response', [{source: where('path', 'Equals', '/api/pay'), ...answer}])
  await shop.reload()
  /** Pays so often in a frame that is then gone, or elsewhere, before it has told. */
  async function payIn(host: string, times: number, then: 'goes' | 'leaves' | 'stays') {
    const url = site.url(host, `/frame.html?${then}`)
    await shop.evaluate(async src => {
      const frame = document.createElement('iframe')
      frame.src = src
      const isThere = new Promise(done => frame.addEventListener('load', done))
      document.body.append(frame)
      await isThere
      addEventListener('message', ({data}) => {
        if (data === 'goes') frame.remove()
        if (data === 'leaves') frame.src = src.replace(/leaves/, 'elsewhere')
      })
    }, url)
    const frame = shop.frames().findLast(each => each.url() === url)
    const paid = frame?.evaluate(
      async ([pays, end]) => {
        for (let count = 0; count < pays; count++) await fetch('/api/pay')
        parent.postMessage(end, '*')
      },
      [times, then] as const,
    )
    // A frame that is gone gives no answer.
    await paid?.catch(() => undefined)
  }
  await payIn('shop.test', 4, 'goes')
  await expect.poll(() => badgeOf(options, shop)).toBe('4')
  await payIn('other.test', 3, 'leaves')
  await expect.poll(() => badgeOf(options, shop)).toBe('7')
  await payIn('other.test', 2, 'goes')
  await expect.poll(() => badgeOf(options, shop)).toBe('9')
  await payIn('other.test', 2, 'stays')
  await shop.goto(site.url('shop.test', '/'))
  await payIn('shop.test', 1, 'goes')
  await expect.poll(() => badgeOf(options, shop)).toBe('1')
})
