import {mixedRules} from '../samples/mixed-rules'
import {ask} from './ask'
import {expect} from './fixtures'
import {fillLibrary} from './pages/fill-library'
import {test} from './shared'

const nothing = {rules: [], groups: [], trash: [], paused: false}

test('only visible rows of 1,000 rules are rendered, and arrows reach them all', async ({app, quiet}) => {
  // Answered once there is a store to fill.
  await ask(quiet, 'library.read', {})
  await fillLibrary(quiet, {...nothing, rules: mixedRules(1_000)})
  const popup = await app.open('popup.html')
  await popup.setViewportSize({width: 380, height: 560})
  const rows = popup.locator('.popup-row')
  await expect(rows.first()).toBeVisible()
  await expect.poll(() => rows.count()).toBeLessThan(40)
  await popup.keyboard.press('ArrowDown')
  for (let times = 0; times < 40; times++) await popup.keyboard.press('ArrowDown')
  const focused = popup.locator('.popup-row:focus-within')
  await expect(focused).toHaveAttribute('aria-posinset', '40')
  await expect(focused).toHaveAttribute('aria-setsize', '1000')
  await expect(focused).toBeInViewport()
  expect(await rows.count()).toBeLessThan(40)

  // The focused row stays while another part is looked at, and the end is reached.
  await popup.getByRole('main').evaluate(list => list.scrollTo(0, list.scrollHeight))
  await expect(popup.locator('.popup-row[aria-posinset="1000"]')).toBeVisible()
  await expect(focused).toHaveAttribute('aria-posinset', '40')
  await popup.keyboard.press('ArrowDown')
  await expect(focused).toHaveAttribute('aria-posinset', '41')
  await expect(focused).toBeInViewport()

  // Only the list scrolls, and search results start at its top.
  expect(
    await popup.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([380, 560])
  expect(await popup.getByRole('main').evaluate(list => list.scrollTop)).toBeGreaterThan(0)
  await popup.getByRole('searchbox').fill('rule')
  await expect.poll(() => popup.getByRole('main').evaluate(list => list.scrollTop)).toBe(0)

  // Scrolling before the rows have loaded keeps the position.
  const again = await app.context.newPage()
  await again.setViewportSize({width: 380, height: 560})
  // In the first frame that has rows.
  await again.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector('.popup-row') === null) return
      watch.disconnect()
      document.querySelector('.popup-main')?.scrollTo(0, 300)
    })
    watch.observe(document, {subtree: true, childList: true})
  })
  await again.goto(`chrome-extension://${app.extensionId}/popup.html`)
  // What comes after the first rows has come.
  await expect(again.getByRole('button', {name: /^Pin /}).first()).toBeAttached()
  await expect(
    again.getByRole('link', {name: 'Activity'}).or(again.getByRole('button', {name: 'Activity'})),
  ).toBeVisible()
  expect(await again.getByRole('main').evaluate(({scrollTop}) => scrollTop)).toBe(300)
  await expect(again.locator('.popup-row[aria-posinset="16"]')).toBeInViewport()
})

test('long, foreign and hostile texts and unreadable records stay in their rows', async ({app, quiet}) => {
  // Answered once there is a store to fill.
  await ask(quiet, 'library.read', {})
  const [sample] = mixedRules(1)
  const named = (id: string, name: string, more: object = {}) => ({...sample, id, name, ...more})
  const rules = [
    named('long', 'long name '.repeat(20)),
    named('word', 'x'.repeat(200), {isFavourite: true}),
    named('rtl', 'قاعدة لإعادة التوجيه إلى الخادم المحلي'),
    named('markup', '<img src=x onerror="document.title=1"><b>bold</b>'),
    named('empty', ''),
    {id: 'broken', name: 'No pairs', objectType: 'rule', ruleType: 'Cancel'},
  ]
  await fillLibrary(quiet, {...nothing, rules})
  const popup = await app.open('popup.html')
  for (const width of [380, 320]) {
    await popup.setViewportSize({width, height: 560})
    await expect(popup.locator('.popup-row')).toHaveCount(6)
    const heights = await popup.locator('.popup-row').evaluateAll(rows => rows.map(row => row.clientHeight))
    expect(new Set(heights)).toEqual(new Set([40]))
    const main = await popup.getByRole('main').evaluate(list => list.scrollWidth - list.clientWidth)
    expect(main).toBe(0)
    expect(await popup.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expect(popup.getByText('<img src=x onerror="document.title=1"><b>bold</b>')).toBeVisible()
  await expect(popup.getByRole('switch', {name: 'Untitled'})).toBeVisible()
  await expect(popup.getByText('Unreadable record', {exact: true})).toBeVisible()
  await expect(popup).toHaveTitle('Switchyard')
  await popup.getByRole('searchbox').fill('<b>')
  await expect(popup.locator('.popup-row')).toHaveCount(1)
})
