import type {Page} from '@playwright/test'
import {expect, make, where} from './fixtures'
import {condition, field, openForm, source} from './form'
import {test} from './shared'

const verdict = (options: Page) => options.getByRole('region', {name: 'Tester'}).locator('.verdict')
const rail = (options: Page) => options.getByRole('complementary', {name: 'About this rule'})
const tested = (options: Page) => options.getByLabel('Test a URL', {exact: true})

const open = async (options: Page, id: string) => {
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(tested(options)).toBeVisible()
}

test('an unsaved rule shows what Chrome refuses and what still works', async ({options}) => {
  await openForm(options, 'Cancel')
  await tested(options).fill('https://shop.test/v1/cart')
  for (const [regex, because] of [
    ['shop(?=\\.test)', 'look-ahead'],
    ['shop(\\.test|\\/v1|cart){1,300}', 'too large'],
  ] as const) {
    await source(condition(options), 'url', 'Matches', regex)
    const says = `Chrome can’t use this regex (${because}). The rule works for fetch, XHR and page loads. Sandboxed frames that it matches stay blank.`
    await expect(verdict(options)).toContainText('Matchesstops the request')
    await expect(verdict(options)).toContainText(says)
    await expect(rail(options)).toContainText(`Works in part${says}`)
    await expect(options.getByRole('button', {name: /^Browser rules/})).toHaveText('Browser rules runs in the page')
    await expect(rail(options)).toContainText('Works forfetch, XHR and page loads.')
    await options.getByLabel('Request type', {exact: true}).selectOption('image')
    await expect(verdict(options)).toContainText('Not applied')
    await options.getByLabel('Request type', {exact: true}).selectOption('fetch')
  }
  await field(condition(options), 'Source value').fill('shop\\.test')
  await expect(verdict(options)).toContainText('Matchesstops the request')
  await expect(options.getByRole('button', {name: /^Browser rules/})).toHaveText('Browser rules 1')
  await expect(rail(options)).not.toContainText('Works in part')
})

test('only the condition that Chrome refuses has no browser rule', async ({options}) => {
  const modifications = [{header: 'x-a', type: 'Modify', value: '1'}]
  const id = await make(options, 'Headers', [
    {source: where('url', 'Matches', 'shop(?!\\.test)'), modifications},
    {source: where('host', 'Equals', 'api.shop.test'), modifications},
  ])
  await open(options, id)
  await tested(options).fill('https://api.shop.test/')
  await expect(verdict(options)).toContainText('Matches')
  await expect(options.getByRole('button', {name: /^Browser rules/})).toHaveText('Browser rules 1')
  await expect(rail(options)).toContainText('Ignored: Chrome can’t use this patternCondition 1: ')
})

for (const mayRead of [true, false])
  test(`a file path is ${mayRead ? 'used' : 'ignored'} ${mayRead ? 'with' : 'without'} file access`, async ({app}) => {
    const options = await app.context.newPage()
    await options.addInitScript(given => {
      const {chrome: api} = globalThis as unknown as {chrome: {extension: object}}
      Object.assign(api.extension, {
        isAllowedFileSchemeAccess: (answer?: (may: boolean) => void) =>
          answer ? answer(given) : Promise.resolve(given),
      })
    }, mayRead)
    await options.goto(`chrome-extension://${app.extensionId}/options.html#/rules`)
    await openForm(options, 'Redirect')
    await source(condition(options), 'host', 'Equals', 'shop.test')
    await field(options, 'Destination').fill('file:///home/me/cart.json')
    await options.getByLabel('Request type', {exact: true}).selectOption('page')
    await expect(verdict(options)).toContainText(
      mayRead ? 'Matchesgoes to file:///home/me/cart.json' : 'RefusedIgnored: no access to local files.',
    )
    const callout = rail(options).getByText('Ignored: no access to local files')
    await (mayRead ? expect(callout).toHaveCount(0) : expect(callout.first()).toBeVisible())
  })

test('an invalid form has no browser rules and lists its errors', async ({options}) => {
  await openForm(options, 'Delay')
  await source(condition(options), 'host', 'Equals', 'shop.test')
  await field(options, 'Delay').fill('soon')
  await tested(options).fill('https://shop.test/')
  await options.getByLabel('Request type', {exact: true}).selectOption('page')
  const says = 'Enter a whole number of milliseconds from 0 to 600,000.'
  await expect(verdict(options)).toContainText(`Fix first${says} It would match this request.`)
  await expect(options.getByRole('button', {name: /^Browser rules/})).toHaveText('Browser rules none yet')
  await expect(rail(options)).toContainText(`To save this rule: ${says}`)
  await expect(options.locator('main')).not.toContainText('NaN')
})
