import type {Page} from '@playwright/test'
import {badTexts} from '../../samples/bad-input'
import {readLibrary} from '../ask'
import {field} from '../form'
import {faultsOfLayout} from './layout'
import {expect, settled, test} from './workshop'

const texts = Object.values(badTexts)
const ruleSwitch = (page: Page) => page.getByRole('switch', {name: badTexts['of 200 characters'], exact: true})
const isMarkupRun = (page: Page) => page.evaluate('globalThis.wasRun ?? document.querySelector("img") !== null')

async function expectInPlace(page: Page, widths: readonly number[], what: string) {
  for (const width of widths) {
    await page.setViewportSize({width, height: 700})
    await settled(page)
    expect(await faultsOfLayout(page), `${what} at ${width}`).toEqual([])
  }
  expect(await isMarkupRun(page), what).toBe(false)
}

const goTo = (page: Page, hash: string) =>
  page.evaluate(to => {
    location.hash = to
  }, hash)

async function expectSearchInPlace(page: Page, widths: readonly number[]) {
  for (const text of texts) {
    const typed = `${text.replaceAll(/\s/g, '')}?`
    await page.getByLabel('Search rules').fill(typed)
    await expect(page.getByText(/^No rule matches/)).toContainText(typed.slice(0, 4))
    await expectInPlace(page, widths, typed)
  }
}

test('names of any kind break neither the popup nor its search', async ({workshop, page}) => {
  await workshop.show({name: 'popup', page: 'popup', library: 'bad', shows: ruleSwitch}, page)
  await expectInPlace(page, [380], 'popup')
  await expectSearchInPlace(page, [380])
})

const open = {name: 'rules', page: 'options', library: 'bad', at: '#/rules', shows: ruleSwitch} as const

test('names of any kind break neither lists nor searches', async ({workshop, page}) => {
  await workshop.show(open, page)
  await expectInPlace(page, [1280, 320], '#/rules')
  await expectSearchInPlace(page, [1280, 320])
  await goTo(page, '#/groups')
  await expect(page.getByRole('switch').nth(3)).toBeVisible()
  await expectInPlace(page, [1280, 320], '#/groups')
  await goTo(page, '#/trash')
  await expect(page.getByRole('button', {name: /^Restore/}).first()).toBeVisible()
  await expectInPlace(page, [1280, 320], '#/trash')
})

test('a form with fifty conditions is in place', async ({workshop, page}) => {
  const last = (shown: Page) => shown.getByRole('group', {name: 'Condition 50', exact: true})
  await workshop.show({...open, at: '#/rules/Cancel_50', shows: last}, page)
  await expectInPlace(page, [1280, 320], 'fifty conditions')
})

for (const type of ['Headers', 'Replace', 'Response'])
  test(`texts of any kind are stored and break nothing in a ${type} form`, async ({workshop, page}) => {
    await workshop.show(open, page)
    const {rules} = await readLibrary(workshop.quiet)
    for (const [index, text] of texts.entries()) {
      const id = `${type}_${index}`
      await goTo(page, `#/rules/${id}`)
      await expect(field(page, 'Name')).toHaveValue(text)
      await expect(field(page, 'Source value')).toHaveValue(text)
      expect(rules.find(rule => rule.id === id)?.rule?.name).toBe(text)
      await expectInPlace(page, [1280, 320], id)
      if (type !== 'Headers') continue
      await expect(field(page, 'Value')).toHaveValue(text)
      // The tester lists other rules with their names.
      await field(page, 'Source value').fill('shop')
      await field(page, 'Test a URL').fill('https://shop.test/')
      await page.getByRole('button', {name: /in order$/}).click()
      await expect(
        page.getByRole('list', {name: 'Rules that match this request'}).getByText('(this rule)'),
      ).toBeAttached()
      await expectInPlace(page, [1280, 320], `the tester of ${id}`)
    }
  })
