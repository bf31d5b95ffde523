import type {Page} from '@playwright/test'
import {line, openAbout} from './about-tab'
import {ask} from './ask'
import type {LaunchedExtension} from './browser'
import {expect, make, test, where} from './fixtures'

const badge = (options: Page, url: string) =>
  options.evaluate<string>(`chrome.tabs.query({}).then(all => {
    const {id} = all.find(each => each.url === ${JSON.stringify(url)}) ?? {}
    return id === undefined ? '' : chrome.action.getBadgeText({tabId: id})
  })`)

/** What the popup says of a rule that acted on the page. */
async function saidOf(app: LaunchedExtension, page: Page, name: string): Promise<string> {
  const popup = await openAbout(app, page)
  const acted = popup.getByRole('region', {name: 'Applied on this tab'})
  await expect(acted.getByRole('switch', {name})).toBeVisible()
  const said = await line(popup, name).innerText()
  await popup.close()
  return said
}

test('a delayed page counts as one request, with its rules applied', async ({app, options, site}) => {
  const there = site.url('shop.test', '/there.html')
  const ahead = where('url', 'Matches', '/look(?=ahead)/')
  await make(options, 'Delay', [{source: where('path', 'Contains', '/late'), delay: 300}], {name: 'Late'})
  await make(options, 'Redirect', [{source: ahead, destinationType: 'url', destination: there}], {name: 'Ahead'})
  await options.evaluate(() => {
    location.hash = '#/activity'
  })
  await expect(options.getByText('Live', {exact: true})).toBeVisible()
  const row = (path: string) =>
    options.getByRole('treegrid', {name: 'Activity'}).getByRole('row').filter({hasText: path})

  const page = await app.context.newPage()
  const late = site.url('shop.test', '/late.html')
  await page.goto(late).catch(() => undefined)
  await page.waitForURL(late)
  await expect.poll(() => badge(options, late)).toBe('1')
  expect(await saidOf(app, page, 'Late')).toContain('1 request · waits 300 ms')

  // A page without any of our scripts says when it is left.
  const plain = site.url('shop.test', '/plain.html')
  await page.goto(plain)
  const popup = await openAbout(app, page)
  await expect(popup.getByText('shop.test').first()).toBeVisible()
  await expect(popup.getByRole('region', {name: 'Applied on this tab'}).getByRole('switch')).toHaveCount(0)
  await popup.close()
  expect(await badge(options, plain)).toBe('')

  await page.goto(site.url('shop.test', '/lookahead.html')).catch(() => undefined)
  await page.waitForURL(there)
  await expect.poll(() => badge(options, there)).toBe('1')
  expect(await saidOf(app, page, 'Ahead')).toContain('1 request')

  await page.goto(plain)
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('iframe'), {src: '/late-frame.html'})),
  )
  await options.bringToFront()
  await expect(row('/late-frame.html')).toContainText('200Late')
  await expect(row('/late.html')).toContainText('200Late')
  await expect(row('/lookahead.html')).toContainText('200Ahead')
  for (const path of ['/late-frame.html', '/late.html', '/lookahead.html']) await expect(row(path)).toHaveCount(1)
  await row('/lookahead.html').click()
  await expect(options.getByText(`Went to ${there}`)).toBeVisible()
  await expect(options.getByText(/delay-page\.html/)).toHaveCount(0)
})

test('delays that were cancelled, blocked or skipped are counted as such', async ({app, quiet, site}) => {
  const late = [{source: where('path', 'Equals', '/late.html'), delay: 20_000}]
  const id = await make(quiet, 'Delay', late, {name: 'Late'})
  const page = await app.context.newPage()
  const plain = site.url('shop.test', '/plain.html')
  await page.goto(plain)
  await page.evaluate(() => void setTimeout(() => location.assign('/late.html')))
  await page.waitForURL(/delay-page\.html/)
  await page.goBack()
  await expect(page).toHaveURL(plain)
  // As long as a page that is waited for is looked for.
  await page.waitForTimeout(500)
  expect(await badge(quiet, plain)).toBe('')
  const popup = await openAbout(app, page)
  await expect(popup.getByText('shop.test').first()).toBeVisible()
  await expect(popup.getByRole('region', {name: 'Applied on this tab'}).getByRole('switch')).toHaveCount(0)

  // The popup says that reloading skips the delay.
  await ask(quiet, 'rules.delete', {ids: [id]})
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/late.html'), delay: 200}], {name: 'Late'})
  const url = site.url('shop.test', '/late.html')
  await page.goto(url).catch(() => undefined)
  await page.waitForURL(url)
  await page.reload()
  await popup.reload()
  await expect(line(popup, 'Late')).toContainText('Not known: open Activity to check')

  // The popup shows the requested URL when the delay page cancels it.
  await make(quiet, 'Cancel', [{source: where('url', 'Matches', '/a(?=\\.html)')}], {name: 'Stops'})
  await page.goto(site.url('shop.test', '/a.html')).catch(() => undefined)
  await page.waitForURL(/delay-page\.html/)
  expect(await saidOf(app, page, 'Stops')).toContain('1 request')
})
