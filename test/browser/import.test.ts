import {readFile} from 'node:fs/promises'
import type {Page} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {expect, make, where} from './fixtures'
import {row as rowOf} from './rules-in-list'
import {test} from './shared'

const onShop = where('host', 'Equals', 'shop.test')
const sets = (value: string) => [{source: onShop, modifications: [{header: 'X-Env', type: 'Modify', value}]}]

const toImport = async (options: Page) => {
  await options.evaluate(() => {
    location.hash = '#/import'
  })
  await expect(options.getByRole('heading', {name: 'Import & export'})).toBeVisible()
}
const choose = (options: Page, name: string, text: string) =>
  options.getByLabel('Import file').setInputFiles({name, mimeType: 'application/json', buffer: Buffer.from(text)})
const rows = (options: Page) => options.getByRole('grid', {name: 'Rules in the file'}).getByRole('row')

test('a recorded form navigation is mocked for the same form again', async ({options, shop, site}) => {
  const recorded = {
    _resourceType: 'document',
    request: {
      method: 'POST',
      url: site.url('shop.test', '/search'),
      headers: [],
      postData: {mimeType: 'application/x-www-form-urlencoded', text: 'q=shoes'},
    },
    response: {
      status: 200,
      headers: [],
      content: {mimeType: 'text/html', text: '<!doctype html><title>Found 3</title>'},
    },
    timings: {wait: 40},
  }
  await toImport(options)
  await choose(options, 'form.har', JSON.stringify({log: {entries: [recorded]}}))
  await expect(rows(options)).toHaveCount(1)
  await options.getByRole('button', {name: 'Add 1 rule', exact: true}).click()
  await expect(options.getByText('1 rule added')).toBeVisible()
  await expect(rowOf(options, 'POST /search').getByRole('switch')).toBeChecked()
  await shop.evaluate(() => {
    const form = Object.assign(document.createElement('form'), {method: 'post', action: '/search'})
    document.body.append(form)
    form.innerHTML = '<input name=q value=hats>'
    form.submit()
  })
  await expect(shop).toHaveTitle('Found 3')
  expect(site.log.filter(({method}) => method === 'POST')).toEqual([])

  // A record with a long unbroken name fits the window.
  await options.setViewportSize({width: 320, height: 640})
  await toImport(options)
  const long = [
    {version: 2, title: 'T'.repeat(80), headers: [{enabled: true, name: `X-${'a'.repeat(60)}`, value: 'v'}]},
  ]
  await choose(options, 'long.json', JSON.stringify([{...long[0], windowFilters: [{enabled: true, windowId: 3}]}]))
  await options.getByRole('button', {name: 'Show'}).first().click()
  const dialog = options.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate(each => [each.scrollWidth - each.clientWidth, each.scrollLeft])).toEqual([0, 0])
})

test('an export is recognised, or imported unchanged, in both formats', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout', objectType: 'group'}})
  await make(options, 'Headers', sets('a'), {name: 'In it', groupId})
  await make(options, 'Headers', sets('b'), {name: 'Alone', status: 'Inactive'})
  const before = await readLibrary(options)
  await toImport(options)
  const downloaded = options.waitForEvent('download')
  await options.getByRole('button', {name: 'Export'}).click()
  await options.getByRole('menuitem', {name: /^All 2 rules(?! for)/}).click()
  const file = await (await downloaded).path()
  const text = await readFile(file, 'utf8')
  await choose(options, 'mine.json', text)
  await expect(options.locator('.pill')).toHaveText(['Already here', 'Already here'])
  await expect(options.getByRole('button', {name: 'Add 0 rules'})).toHaveAttribute('aria-disabled', 'true')
  await ask(options, 'rules.delete', {ids: before.rules.map(({id}) => id)})
  await ask(options, 'group.delete', {id: groupId})
  await choose(options, 'mine.json', text)
  await options.getByRole('button', {name: 'Add 2 rules'}).click()
  const told = ({rules, groups}: Awaited<ReturnType<typeof readLibrary>>) => ({
    groups: groups.map(({name, status}) => ({name, status})),
    rules: rules.map(({rule}) => ({
      name: rule?.name,
      status: rule?.status,
      group: groups.find(({id}) => id === rule?.groupId)?.name,
      modifications: JSON.stringify(rule?.pairs),
    })),
  })
  // The page opens the list once the rules are added.
  await expect(options).toHaveURL(/#\/rules$/)
  expect(JSON.stringify(told(await readLibrary(options))).replaceAll(/pair_\w+/g, '')).toBe(
    JSON.stringify(told(before)).replaceAll(/pair_\w+/g, ''),
  )

  // Requestly’s format.
  await toImport(options)
  const download = () => options.waitForEvent('download').then(async saved => readFile(await saved.path(), 'utf8'))
  const namesIn = (exported: string) =>
    (JSON.parse(exported) as {objectType: string; name: string}[]).map(({objectType, name}) => [objectType, name])
  const group = download()
  await options.getByRole('button', {name: 'Export'}).click()
  await options.getByRole('menuitem', {name: 'Group Checkout for Requestly'}).click()
  expect(namesIn(await group)).toEqual([
    ['rule', 'In it'],
    ['group', 'Checkout'],
  ])
  await options.evaluate(() => {
    location.hash = '#/rules'
  })
  await rowOf(options, 'Alone').focus()
  await options.keyboard.press('x')
  const selected = download()
  await options.getByRole('button', {name: 'Export'}).press('Enter')
  await expect(options.getByRole('menuitem', {name: 'Switchyard JSON'})).toBeFocused()
  await options.keyboard.press('ArrowDown')
  await options.keyboard.press('Enter')
  const alone = await selected
  expect(namesIn(alone)).toEqual([['rule', 'Alone']])
  await toImport(options)
  await choose(options, 'alone.json', alone)
  await expect(options.locator('.pill')).toHaveText(['Already here'])
})
