import type {Locator, Page} from '@playwright/test'
import type {RuleType} from '../../src/model/rules'
import {ask} from './ask'
import {expect, make, where} from './fixtures'
import {change, condition, field} from './form'
import {test} from './shared'

/** Tab until the focus is on what has this name; the order is the reading order. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(nameOfFocus).then(found => (typeof name === 'string' ? found === name : name.test(found))))
      return
  }
  throw new Error(`Tab never came to ${String(name)}`)
}
const nameOfFocus = () => {
  const at = document.activeElement
  const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
  return (at?.getAttribute('aria-label') ?? label ?? at?.textContent ?? '').trim()
}
const type = (page: Page, text: string) => page.keyboard.insertText(text)

/**
 * The keys for the form of each type, after its source is filled. The focus is on the source's
 * value.
 */
const written: {readonly [T in RuleType]: (page: Page) => Promise<void>} = {
  async Redirect(page) {
    await tabTo(page, 'Destination')
    await type(page, 'http://localhost:3000/')
  },
  Cancel: async () => undefined,
  async Replace(page) {
    await tabTo(page, 'From')
    await type(page, 'v1')
    await tabTo(page, 'To')
    await type(page, 'v2')
  },
  async Headers(page) {
    await tabTo(page, 'Header')
    await type(page, 'X-Env')
    await tabTo(page, 'Value')
    await type(page, 'staging')
    // Enter in the last row adds one.
    await page.keyboard.press('Enter')
    await type(page, 'X-Second')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('r')
    await page.keyboard.press('Alt+ArrowUp')
  },
  async UserAgent(page) {
    await tabTo(page, 'Preset')
    // A native select goes by its letters.
    await page.keyboard.type('Firefox on W')
  },
  async QueryParam(page) {
    await tabTo(page, 'Parameter')
    await type(page, 'lang')
    await tabTo(page, 'Value')
    await type(page, 'de')
  },
  async Request(page) {
    await tabTo(page, 'Request body')
    await type(page, '{"qty":3}')
    // Where one has written, Tab indents until Esc.
    await page.keyboard.press('Escape')
    // Format stands before the text, in the bar above it.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
  },
  async Response(page) {
    await tabTo(page, 'Status code')
    await type(page, '402')
    await tabTo(page, 'Do not send the request')
    await page.keyboard.press('Space')
    await tabTo(page, 'Add response header')
    await page.keyboard.press('Enter')
    await type(page, 'X-Env')
    await page.keyboard.press('Tab')
    await type(page, 'test')
    await tabTo(page, 'Response body')
    await type(page, '[]')
    // Tab goes on after Esc, and is no trap.
    await page.keyboard.press('Escape')
    await tabTo(page, 'Add another condition')
  },
  async Delay(page) {
    await tabTo(page, '3,000')
    await page.keyboard.press('Enter')
  },
}

const expected: {readonly [T in RuleType]: object} = {
  Redirect: {destination: 'http://localhost:3000/'},
  Cancel: {},
  Replace: {from: 'v1', to: 'v2'},
  Headers: {
    modifications: [
      {header: 'X-Second', type: 'Remove'},
      {header: 'X-Env', value: 'staging', type: 'Modify'},
    ],
  },
  UserAgent: {userAgent: expect.stringContaining('Windows NT 10.0; Win64; x64; rv:') as unknown},
  QueryParam: {modifications: [{param: 'lang', value: 'de'}]},
  Request: {value: '{\n  "qty": 3\n}'},
  Response: {
    statusCode: 402,
    serveWithoutRequest: true,
    value: '[]',
    responseHeaders: [{header: 'X-Env', value: 'test'}],
  },
  Delay: {delay: 3000},
}

test('a rule of each type is made with the keyboard alone; Enter does not save it', async ({options}) => {
  await options.bringToFront()
  for (const [index, ruleType] of (Object.keys(written) as RuleType[]).entries())
    await test.step(ruleType, async () => {
      await options.evaluate(hash => {
        location.hash = hash
      }, `#/rules/new/${ruleType}`)
      await expect(options.getByRole('heading', {level: 1, name: /^New rule/})).toBeVisible()
      await expect(field(options, 'Source value')).toBeFocused()
      await type(options, 'shop.test')
      await options.keyboard.press('Enter')
      await written[ruleType](options)
      expect((await ask(options, 'library.read', {})).rules).toHaveLength(index)
      await options.keyboard.press('Control+s')
      await expect(options.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    })
  const {rules} = await ask(options, 'library.read', {})
  const source = {key: 'host', operator: 'Equals', value: 'shop.test'}
  expect(rules.map(({rule}) => rule)).toMatchObject(
    Object.entries(expected).map(([ruleType, pair]) => ({ruleType, pairs: [{source, ...pair}]})),
  )
})

const headersOf = (...names: string[]) => ({
  source: where('host', 'Equals', 'shop.test'),
  modifications: names.map(header => ({header, type: 'Modify', value: header, target: 'Request'})),
})
const openRule = async (options: Page, pairs: readonly object[]) => {
  const id = await make(options, 'Headers', pairs)
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(options.getByRole('heading', {level: 1, name: /^Edit /})).toBeFocused()
}
const headers = (options: Page) =>
  options.getByLabel('Header', {exact: true}).evaluateAll(all => all.map(each => (each as HTMLInputElement).value))

test('rows and conditions are dragged by their grip', async ({options}) => {
  await openRule(options, [headersOf('a', 'b', 'c'), headersOf('second'), headersOf('third')])
  const drag = async (name: string, to: Locator, beforeIt = async () => {}) => {
    const grip = await options
      .getByRole('button', {name: `Move ${name}`, exact: true})
      .first()
      .boundingBox()
    const target = await to.boundingBox()
    if (!grip || !target) throw new Error('nothing to drag')
    await options.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2)
    await options.mouse.down()
    await options.mouse.move(grip.x, (grip.y + target.y) / 2, {steps: 4})
    await options.mouse.move(grip.x, target.y + target.height - 4, {steps: 6})
    await beforeIt()
    await options.mouse.up()
  }
  await change(condition(options), 'Header change 1').hover()
  await drag('header change 1', change(condition(options), 'Header change 3'))
  await expect.poll(() => headers(options)).toEqual(['b', 'c', 'a', 'second', 'third'])
  // What was dragged was not pressed.
  await expect(options.getByRole('menu')).toBeHidden()
  await change(condition(options), 'Header change 1').hover()
  await drag('header change 1', change(condition(options), 'Header change 3'), async () => {
    await expect.poll(() => headers(options)).toEqual(['c', 'a', 'b', 'second', 'third'])
    await options.keyboard.press('Escape')
  })
  await expect.poll(() => headers(options)).toEqual(['b', 'c', 'a', 'second', 'third'])
  await expect(options).toHaveURL(/#\/rules\/./)
  await expect(options.getByRole('menu')).toBeHidden()
  await drag('condition 2', condition(options, 3), async () => {
    await expect.poll(() => headers(options)).toEqual(['b', 'c', 'a', 'third', 'second'])
    await options.keyboard.press('Escape')
  })
  await expect.poll(() => headers(options)).toEqual(['b', 'c', 'a', 'second', 'third'])
  await expect(options).toHaveURL(/#\/rules\/./)
  await drag('condition 2', condition(options, 3))
  await expect.poll(() => headers(options)).toEqual(['b', 'c', 'a', 'third', 'second'])
})
