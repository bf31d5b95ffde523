import {writeFile} from 'node:fs/promises'
import type {Page} from '@playwright/test'
import {expect} from './fixtures'
import {readLibrary} from './ask'
import {test} from './shared'

/** Characters of 500 responses of 100 kB. */
const large = 50_000_000

function recording(answers: number): string {
  const body = 'Lorem "ipsum"\n'.repeat(7000)
  const entries = Array.from({length: answers}, (_, index) => ({
    startedDateTime: '2026-11-22T10:00:00.000Z',
    time: 0,
    _resourceType: 'fetch',
    request: {method: 'GET', url: `http://shop.test/api/item/${index}`, headers: []},
    response: {
      status: 200,
      statusText: 'OK',
      headers: [{name: 'Content-Type', value: 'text/plain'}],
      content: {mimeType: 'text/plain', size: body.length, text: `${index} ${body}`},
    },
    timings: {wait: 0},
  }))
  return JSON.stringify({log: {version: '1.2', creator: {name: 'test', version: '1'}, entries}})
}

test('importing a 50 MB file shows progress, can be stopped and never blocks', async ({options}, info) => {
  const answers = 500
  const text = recording(answers)
  expect(text.length).toBeGreaterThan(large)
  const path = info.outputPath('large.har')
  await writeFile(path, text)
  await options.evaluate(() => {
    location.hash = '#/import'
  })
  const file = options.getByLabel('Import file')
  await file.setInputFiles(path)
  await expect(options.getByRole('progressbar', {name: 'Reading large.har'})).toBeVisible()
  await options.getByRole('button', {name: 'Stop'}).click()
  await expect(options.getByRole('progressbar')).toHaveCount(0)
  await expect(options.getByRole('grid')).toHaveCount(0)
  await file.setInputFiles(path)
  await expect(options.getByRole('button', {name: `Add ${answers} rules`})).toBeVisible({timeout: 60_000})
  expect((await readLibrary(options)).rules).toEqual([])
})

test('an import in several messages adds all rules or none', async ({options}, info) => {
  test.setTimeout(180_000)
  // A message holds seven such rules.
  const answers = 100
  const path = info.outputPath('large.har')
  await writeFile(path, recording(answers))
  const add = (page: Page) => page.getByRole('button', {name: `Add ${answers} rules`})
  const choose = async (page: Page) => {
    await page.getByLabel('Import file').setInputFiles(path)
    await expect(add(page)).toBeVisible({timeout: 60_000})
  }
  const address = options.url().replace(/#.*/, '#/import')
  await options.goto(address)
  await choose(options)
  const other = await options.context().newPage()
  await other.goto(address)
  await add(options).click()
  // Two messages of seven, and the third on its way.
  await options.waitForTimeout(300)
  await options.close()
  expect([0, answers]).toContain((await readLibrary(other)).rules.length)
  await choose(other)
  await add(other).click()
  await expect(other.getByText(`${answers} rules added`)).toBeVisible({timeout: 60_000})
  const {rules} = await readLibrary(other)
  expect(rules.map(({inForce}) => inForce)).toEqual(rules.map(() => true))
  await other.keyboard.press('Control+z')
  await expect(other.getByText(/^Undone/)).toBeVisible({timeout: 60_000})
  expect(await readLibrary(other)).toMatchObject({rules: [], groups: [], trashed: 0})
})

test('an import with long non-ASCII texts fits Chrome’s message limit', async ({options}) => {
  test.setTimeout(180_000)
  const value = 'Привет'.repeat(16_600)
  const rules = Array.from({length: 40}, (_, index) => ({
    name: `Rule ${index}`,
    objectType: 'rule',
    ruleType: 'Response',
    pairs: [{source: {key: 'path', operator: 'Equals', value: `/v1/${index}`}, type: 'static', value}],
  }))
  await options.goto(options.url().replace(/#.*/, '#/import'))
  await options
    .getByLabel('Import file')
    .setInputFiles({name: 'rules.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(rules))})
  await options.getByRole('button', {name: 'Add 40 rules'}).click()
  await expect(options.getByText('40 rules added')).toBeVisible({timeout: 120_000})
  expect((await readLibrary(options)).rules).toHaveLength(40)
})
