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

test('a form shows what Chrome refuses and which conditions still work', async ({options}) => {
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
