import type {Page} from '@playwright/test'
import {badTexts} from '../../samples/bad-input'
import {readLibrary} from '../ask'
import {field} from '../form'
import type {Entry} from './entry'
import {faultsOfLayout} from './layout'
import {expect, settled, test} from './workshop'

const entry = (page: Entry['page'], at: string, shows: Entry['shows']): Entry => ({
  name: at,
  page,
  library: 'bad',
  at,
  shows,
})

const ruleSwitch = (page: Page) => page.getByRole('switch', {name: badTexts['of 200 characters'], exact: true})
const places: readonly Entry[] = [
  entry('popup', '', ruleSwitch),
  entry('options', '#/rules', ruleSwitch),
  entry('options', '#/groups', page => page.getByRole('switch').nth(3)),
  entry('options', '#/trash', page => page.getByRole('button', {name: /^Restore/}).first()),
  ...Object.keys(badTexts).flatMap((_, index) =>
    ['Headers', 'Replace', 'Response'].map(type =>
      entry('options', `#/rules/${type}_${index}`, page => field(page, 'Source value')),
    ),
  ),
  entry('options', '#/rules/Cancel_50', page => page.getByRole('group', {name: 'Condition 50', exact: true})),
]

const wasRun = (page: Page) => page.evaluate('globalThis.wasRun ?? document.querySelector("img") !== null')

for (const place of places)
  test(`names and values of any kind break nothing: ${place.page} ${place.at}`, async ({workshop, page}) => {
    await workshop.show(place, page)
    const widths = place.page === 'popup' ? [380] : [1280, 320]
    for (const width of widths) {
      await page.setViewportSize({width, height: 700})
      await settled(page)
      expect(await faultsOfLayout(page)).toEqual([])
    }
    expect(await wasRun(page)).toBe(false)
  })

async function expectInPlace(page: Page, widths: readonly number[], what: string) {
  for (const width of widths) {
    await page.setViewportSize({width, height: 700})
    await settled(page)
    expect(await faultsOfLayout(page), `${what} at ${width}`).toEqual([])
  }
}

for (const place of places.slice(0, 2))
  test(`a search without results says so in place: ${place.page}`, async ({workshop, page}) => {
    await workshop.show(place, page)
    for (const text of Object.values(badTexts)) {
      const typed = `${text.replaceAll(/\s/g, '')}?`
      await page.getByLabel('Search rules').fill(typed)
      await expect(page.getByText(/^No rule matches/)).toContainText(typed.slice(0, 4))
      await expectInPlace(page, place.page === 'popup' ? [380] : [1280, 320], typed)
    }
  })

test('the tester lists rules of any name', async ({workshop, page}) => {
  for (const [index, text] of Object.values(badTexts).entries()) {
    await workshop.show(
      entry('options', `#/rules/Headers_${index}`, shown => field(shown, 'Source value')),
      page,
    )
    await field(page, 'Source value').fill('shop')
    await field(page, 'Test a URL').fill('https://shop.test/')
    await page.getByRole('button', {name: /in order$/}).click()
    await expect(
      page.getByRole('list', {name: 'Rules that match this request'}).getByText('(this rule)'),
    ).toBeAttached()
    await expectInPlace(page, [1280, 320], text)
  }
})

test('any typed text is stored unchanged', async ({workshop, page}) => {
  await workshop.show(entry('options', '#/rules', ruleSwitch), page)
  const {rules} = await readLibrary(workshop.quiet)
  for (const [index, text] of Object.values(badTexts).entries()) {
    await page.goto(`chrome-extension://${workshop.app.extensionId}/options.html#/rules/Headers_${index}`)
    await expect(field(page, 'Name')).toHaveValue(text)
    await expect(field(page, 'Source value')).toHaveValue(text)
    await expect(field(page, 'Value')).toHaveValue(text)
    expect(rules.find(({id}) => id === `Headers_${index}`)?.rule?.name).toBe(text)
  }
})
