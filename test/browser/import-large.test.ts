import {writeFile} from 'node:fs/promises'
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

test('a large import with non-ASCII texts is added whole, and undone whole', async ({options}, info) => {
  test.setTimeout(180_000)
  // More than one message holds, and Chrome limits the bytes of each.
  const value = 'Привет'.repeat(166_000)
  const rules = Array.from({length: 9}, (_, index) => ({
    name: `Rule ${index}`,
    objectType: 'rule',
    ruleType: 'Response',
    pairs: [{source: {key: 'path', operator: 'Equals', value: `/v1/${index}`}, type: 'static', value}],
  }))
  const path = info.outputPath('rules.json')
  await writeFile(path, JSON.stringify(rules))
  await options.goto(options.url().replace(/#.*/, '#/import'))
  await options.getByLabel('Import file').setInputFiles(path)
  await options.getByRole('button', {name: 'Add 9 rules'}).click()
  await expect(options.getByText('9 rules added')).toBeVisible({timeout: 120_000})
  const {rules: added} = await readLibrary(options)
  expect(added.map(({inForce}) => inForce)).toEqual(rules.map(() => true))
  await options.keyboard.press('Control+z')
  await expect(options.getByText(/^Undone/)).toBeVisible({timeout: 60_000})
  expect(await readLibrary(options)).toMatchObject({rules: [], groups: [], trashed: 0})
})
