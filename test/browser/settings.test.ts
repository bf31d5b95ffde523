import type {Page} from '@playwright/test'
import {expect, make, where} from './fixtures'
import {test} from './shared'

const toSettings = async (options: Page) => {
  await options.bringToFront()
  await options.keyboard.press('g')
  await options.keyboard.press('s')
  await expect(options.getByRole('heading', {level: 1, name: 'Settings'})).toBeFocused()
}
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const [white, black] = ['rgb(255, 255, 255)', 'rgb(21, 24, 27)']

/** The ground of every frame from the first on, of a page that is opened now. */
async function framesOf(page: Page, url: string): Promise<readonly string[]> {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, {seen})
    const look = () => {
      // A frame is drawn once there is something to draw, and its styles are there.
      if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor)
      if (seen.length < 10) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(url)
  const frames = () => page.evaluate(() => (globalThis as unknown as {readonly seen: readonly string[]}).seen)
  await expect.poll(async () => (await frames()).length).toBe(10)
  return frames()
}

test('a theme applies to all open pages, and to others from their first frame', async ({app, options}) => {
  const other = await app.open('options.html#/rules')
  await other.emulateMedia({colorScheme: 'light'})
  await toSettings(options)
  // With the keyboard alone: a radio group is one stop, arrows choose.
  await options.getByRole('radio', {name: 'System'}).focus()
  await options.keyboard.press('ArrowRight')
  await options.keyboard.press('ArrowRight')
  await expect(options.getByRole('radio', {name: 'Dark'})).toBeChecked()
  await expect.poll(() => ground(other)).toBe(black)
  await options.getByRole('radio', {name: 'System'}).check()
  await expect.poll(() => ground(other)).toBe(white)
  await other.emulateMedia({colorScheme: 'dark'})
  await expect.poll(() => ground(other)).toBe(black)
  await other.close()

  for (const [system, chosen, expected] of [
    ['light', 'Dark', black],
    ['dark', 'Light', white],
  ] as const) {
    await options.emulateMedia({colorScheme: system})
    await options.bringToFront()
    await options.getByRole('radio', {name: chosen}).check()
    await expect.poll(() => ground(options)).toBe(expected)
    for (const path of ['options.html#/rules', 'popup.html']) {
      const page = await app.context.newPage()
      await page.emulateMedia({colorScheme: system})
      const frames = await framesOf(page, options.url().replace(/options\.html.*/, path))
      expect(new Set(frames), `${path}, ${chosen}`).toEqual(new Set([expected]))
      const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
      expect(scheme).toBe(chosen.toLowerCase())
      await page.close()
    }
  }
})

test('Settings shows permissions, limits and commands, and opens pages of Chrome', async ({app, options}) => {
  await make(options, 'Headers', [
    {source: where('host', 'Equals', 'shop.test'), modifications: [{header: 'X-A', type: 'Modify', value: '1'}]},
  ])
  await make(options, 'Redirect', [
    {source: where('url', 'Matches', '/v(\\d)/'), destinationType: 'url', destination: 'https://shop.test/$1'},
  ])
  const installed = await options.evaluate(async () => (await chrome.declarativeNetRequest.getDynamicRules()).length)
  expect(installed).toBeGreaterThan(1)
  await toSettings(options)
  await expect(
    options.getByRole('meter', {name: `${installed} of 30,000 including rules that only block`}),
  ).toBeVisible()
  // A rule that lets a request through is not counted here.
  await expect(options.getByRole('meter', {name: /^[1-9]\d* of 5,000 browser rules$/})).toBeVisible()
  await expect(options.getByRole('meter', {name: /^[1-9]\d* of 1,000 regex rules$/})).toBeVisible()
  await expect(options.getByText('Allowed: rules apply on every site.')).toBeVisible()
  await expect(options.getByText('Allowed: redirects can use local files.')).toBeVisible()
  await expect(options.getByText(/^Not allowed: rules do nothing in incognito windows/)).toBeVisible()
  await expect(options.getByText(/ on this device$/)).toBeVisible()
  const browser = options.getByRole('table', {name: 'Browser'})
  await expect(browser.getByRole('row', {name: 'Open the popup Alt Shift S'})).toBeVisible()
  await expect(browser.getByRole('row', {name: 'Rules on None'})).toBeVisible()
  for (const [name, url] of [
    ['Change in Chrome', /^chrome:\/\/extensions\/shortcuts/],
    ['Change access to local files', /^chrome:\/\/extensions\/\?id=/],
  ] as const) {
    const [opened] = await Promise.all([
      app.context.waitForEvent('page'),
      options.getByRole('button', {name}).press('Enter'),
    ])
    await expect(opened).toHaveURL(url)
    await opened.close()
  }
})
