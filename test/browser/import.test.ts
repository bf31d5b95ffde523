import {readFile} from 'node:fs/promises'
import type {Page} from '@playwright/test'
import {ask, readLibrary} from './ask'
import {expect, make, where} from './fixtures'
import {row as rowOf} from './rules-in-list'
import {test} from './shared'

const onShop = where('host', 'Equals', 'shop.test')
const sets = (value: string) => [{source: onShop, modifications: [{header: 'X-Env', type: 'Modify', value}]}]

/** Two profiles of ModHeader, of which one has a filter that no rule of ours can have, and a header without a name. */
const profiles = JSON.stringify([
  {
    version: 2,
    title: 'Staging',
    headers: [{enabled: true, name: 'X-Env', value: 'staging'}],
    urlFilters: [{enabled: true, urlRegex: '.*://shop\\.test.*'}],
  },
  {
    version: 2,
    title: 'Only in window 3',
    headers: [{enabled: true, name: 'X-Window', value: '3'}],
    windowFilters: [{enabled: true, windowId: 3}],
  },
  {version: 2, title: 'Broken', headers: [{enabled: true, name: 'not a name', value: '1'}]},
])

const toImport = async (options: Page) => {
  await options.evaluate(() => {
    location.hash = '#/import'
  })
  await expect(options.getByRole('heading', {name: 'Import & export'})).toBeVisible()
}
const choose = (options: Page, name: string, text: string) =>
  options.getByLabel('Import file').setInputFiles({name, mimeType: 'application/json', buffer: Buffer.from(text)})
const rows = (options: Page) => options.getByRole('grid', {name: 'Rules in the file'}).getByRole('row')
const pillOf = (options: Page, name: string) => rows(options).filter({hasText: name}).locator('.pill')
const namesHere = async (options: Page) => (await readLibrary(options)).rules.map(({rule}) => rule?.name)

test('a file can be dropped anywhere on the page', async ({options}) => {
  await toImport(options)
  const head = options.getByRole('heading', {name: 'Import & export'})
  const isTaken = await head.evaluate((heading, text) => {
    const dataTransfer = new DataTransfer()
    for (const name of ['one.json', 'two.json']) dataTransfer.items.add(new File([text], name))
    return !heading.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}))
  }, profiles)
  expect(isTaken).toBe(true)
  await expect(options.getByRole('heading', {name: 'one.json'})).toBeVisible()
  await expect(options.getByText('One file at a time: reading “one.json”')).toBeVisible()
})

test('an import is previewed, added in one step and undone in one step', async ({options}) => {
  await toImport(options)
  await choose(options, 'profiles.json', profiles)
  await expect(options.getByRole('heading', {name: 'profiles.json'})).toBeFocused()
  await expect(rows(options)).toHaveCount(3)
  await expect(pillOf(options, 'Staging')).toHaveText('Complete')
  await expect(pillOf(options, 'Only in window 3')).toHaveText('Changed')
  await expect(pillOf(options, 'Broken')).toHaveText('Refused')
  // Nothing is stored before it is asked for.
  expect(await namesHere(options)).toEqual([])
  await options.getByRole('checkbox', {name: 'Add Only in window 3'}).uncheck()
  await options.getByRole('button', {name: 'Add 1 rule', exact: true}).click()
  await expect(options.getByText('1 rule added')).toBeVisible()
  await expect(options.getByRole('grid').getByRole('link', {name: 'Staging'})).toBeVisible()
  const {rules, groups} = await readLibrary(options)
  expect(groups.map(({name}) => name)).toEqual(['Staging'])
  expect(rules.map(({rule}) => [rule?.name, rule?.groupId])).toEqual([['Staging', groups[0]?.id]])
  await options.getByRole('button', {name: 'Undo'}).click()
  await expect.poll(async () => (await readLibrary(options)).groups).toEqual([])
  // Unchanged, it leaves nothing in the trash.
  await expect.poll(() => ask(options, 'trash.list', {})).toEqual([])
})

test('pasted text is imported wherever the focus is', async ({options}) => {
  await toImport(options)
  await options.getByRole('heading', {name: 'Import & export'}).evaluate((heading, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    heading.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true}))
  }, profiles)
  await expect(rows(options)).toHaveCount(3)
})

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
})

test('an import works with the keyboard alone', async ({options}) => {
  await toImport(options)
  await options.getByLabel('Or paste').focus()
  await options.keyboard.insertText(profiles)
  await options.keyboard.press('Tab')
  await options.keyboard.press('Enter')
  await expect(options.getByRole('heading', {name: 'Pasted text'})).toBeFocused()
  while (
    !(await rows(options)
      .first()
      .evaluate(row => row === document.activeElement))
  )
    await options.keyboard.press('Tab')
  await options.keyboard.press('ArrowDown')
  await options.keyboard.press('Space')
  await expect(options.getByRole('checkbox', {name: 'Add Only in window 3'})).not.toBeChecked()
  await options.keyboard.press('Enter')
  await expect(options.getByRole('dialog')).toContainText('X-Window')
  await options.keyboard.press('Escape')
  await expect(options.getByRole('dialog')).toHaveCount(0)
  await expect(rows(options).nth(1)).toBeFocused()
  const add = options.getByRole('button', {name: 'Add 1 rule', exact: true})
  while (!(await add.evaluate(button => button === document.activeElement))) await options.keyboard.press('Tab')
  await options.keyboard.press('Enter')
  await expect.poll(() => namesHere(options)).toEqual(['Staging'])
})

test('an export is recognised, or imported unchanged', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout', objectType: 'group'}})
  await make(options, 'Headers', sets('a'), {name: 'In it', groupId})
  await make(options, 'Headers', sets('b'), {name: 'Off', status: 'Inactive'})
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
  await expect.poll(async () => (await readLibrary(options)).rules.length).toBe(2)
  expect(JSON.stringify(told(await readLibrary(options))).replaceAll(/pair_\w+/g, '')).toBe(
    JSON.stringify(told(before)).replaceAll(/pair_\w+/g, ''),
  )
})

test('exports in Requestly’s format are recognised as already present', async ({options}) => {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout', objectType: 'group'}})
  await make(options, 'Headers', sets('a'), {name: 'In it', groupId})
  await make(options, 'Headers', sets('b'), {name: 'Alone'})
  const downloaded = () => options.waitForEvent('download').then(async file => readFile(await file.path(), 'utf8'))
  const namesIn = (text: string) =>
    (JSON.parse(text) as {objectType: string; name: string}[]).map(({objectType, name}) => [objectType, name])
  await toImport(options)
  const group = downloaded()
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
  const selected = downloaded()
  await options.getByRole('button', {name: 'Export'}).press('Enter')
  await expect(options.getByRole('menuitem', {name: 'Switchyard JSON'})).toBeFocused()
  await options.keyboard.press('ArrowDown')
  await options.keyboard.press('Enter')
  const text = await selected
  expect(namesIn(text)).toEqual([['rule', 'Alone']])
  await toImport(options)
  await choose(options, 'alone.json', text)
  await expect(options.locator('.pill')).toHaveText(['Already here'])
})

test('an unknown file shows an error and adds nothing', async ({options}) => {
  await toImport(options)
  await choose(options, 'odd.json', '{"rules": [1,')
  await expect(options.locator('.import [role=alert]')).toContainText('line 1')
  await choose(options, 'other.json', '{"colours": ["green"]}')
  await expect(options.locator('.import [role=alert]')).toContainText('colours')
  expect(await namesHere(options)).toEqual([])
})

test('a record with a long unbroken name fits the window', async ({options}) => {
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
