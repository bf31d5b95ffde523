import type {Locator, Page} from '@playwright/test'
import {expect, make, where} from './fixtures'
import {condition, field} from './form'
import {test} from './shared'

const source = where('host', 'Equals', 'shop.test')

async function openRule(options: Page, id: string): Promise<void> {
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(options.getByRole('heading', {level: 1, name: /^Edit /})).toBeFocused()
}
const button = (page: Page | Locator, name: string) => page.getByRole('button', {name, exact: true})
/** Presses what the keyboard has come to. */
async function pressOn(target: Locator): Promise<void> {
  await target.focus()
  await target.page().keyboard.press('Enter')
}

test('a file is picked and removed by keyboard without losing focus', async ({options}) => {
  const destination = {destinationType: 'mock_or_file_picker', destination: ''}
  const file = {name: 'a.js', mimeType: 'text/javascript', text: 'let a'}
  await openRule(options, await make(options, 'Redirect', [{source, ...destination, file}]))
  // Asked for early: Chromium has to be told that choosers are ours before one opens.
  const chooser = options.waitForEvent('filechooser')
  await pressOn(button(options, 'Remove a.js'))
  const choose = field(options, 'Choose file')
  await expect(choose).toBeFocused()
  await options.keyboard.press('Enter')
  await (await chooser).setFiles({name: 'b.js', mimeType: 'text/javascript', buffer: Buffer.from('let b')})
  await expect(button(options, 'Remove b.js')).toBeVisible()
  await expect(choose).toBeFocused()
  await options.keyboard.press('Tab')
  await expect(button(options, 'Remove b.js')).toBeFocused()
  await options.keyboard.press('Enter')
  await expect(choose).toBeFocused()
  await options.keyboard.press('Control+z')
  await expect(button(options, 'Remove b.js')).toBeVisible()
  await expect(choose).toBeFocused()
})

test('removing and re-adding a condition keeps the focus next to it', async ({options}) => {
  await openRule(options, await make(options, 'Request', [{source, type: 'static', value: 'a'}]))
  await pressOn(button(options, 'Remove condition'))
  await expect(button(options, 'Add a condition')).toBeFocused()
  await options.keyboard.press('Control+z')
  await expect(field(options, 'Source value')).toBeFocused()
  await expect(field(options, 'Source value')).toHaveValue('shop.test')
  await pressOn(button(options, 'Remove condition'))
  await options.keyboard.press('Enter')
  await expect(field(options, 'Source value')).toBeFocused()
  await expect(field(options, 'Source value')).toHaveValue('')
})

test('removing the last row, chip or condition moves the focus to what is left', async ({options}) => {
  const headers = (...names: string[]) => ({
    source: where('host', 'Equals', 'shop.test', {requestMethod: ['GET']}),
    modifications: names.map(header => ({header, type: 'Modify', value: '1', target: 'Request'})),
  })
  await openRule(options, await make(options, 'Headers', [headers('a', 'b'), headers('c')]))
  await pressOn(button(options, 'Delete condition 2'))
  await expect(condition(options, 2)).toBeHidden()
  await expect(field(condition(options), 'Source key')).toBeFocused()
  await pressOn(button(options, 'Remove header change 2'))
  await expect(button(options, 'Remove header change 1')).toBeFocused()
  await pressOn(button(options, 'Remove header change 1'))
  await expect(button(options, 'Add header change')).toBeFocused()
  await pressOn(button(options, 'Remove filter Method GET'))
  await expect(button(options, 'Add filter')).toBeFocused()
  for (const back of ['Method GET', 'Remove header change 1', 'Remove header change 2', 'Delete condition 2']) {
    // In a text field the key is the browser's.
    await button(options, 'Add another condition').focus()
    await options.keyboard.press('Control+z')
    await expect(button(options, back).first()).toBeVisible()
    expect(await options.evaluate(() => document.activeElement === document.body)).toBe(false)
  }
})

test('Ctrl S ignores an empty new row and keeps the focus in the rows', async ({options}) => {
  const modifications = [{param: 'a', type: 'Add', value: '1'}]
  await openRule(options, await make(options, 'QueryParam', [{source, modifications}]))
  await field(options, 'Value').fill('2')
  await options.keyboard.press('Enter')
  await expect(field(options, 'Parameter')).toHaveCount(2)
  await options.keyboard.press('Control+s')
  await expect(options.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await expect(field(options, 'Parameter')).toHaveCount(1)
  await expect(field(options, 'Parameter')).toBeFocused()
})

test('Enter in a field puts no rule in force', async ({options}) => {
  await options.bringToFront()
  await options.evaluate(() => {
    location.hash = '#/rules/new/Delay'
  })
  for (const name of ['Source value', 'Delay', 'Name']) {
    await field(options, name).fill(name === 'Delay' ? '500' : 'shop.test')
    await options.keyboard.press('Enter')
  }
  await expect(options.getByText('Unsaved changes', {exact: true})).toBeVisible()
  expect(new URL(options.url()).hash).toBe('#/rules/new/Delay')
  await options.keyboard.press('Control+s')
  await expect(options.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
})

test('header names and values stay readable at medium widths', async ({options}) => {
  await openRule(
    options,
    await make(options, 'Headers', [
      {source, modifications: [{header: 'X-Env', type: 'Modify', value: '1', target: 'Request'}]},
    ]),
  )
  for (const width of [650, 732, 733, 830, 961, 1100, 1184, 1185, 1280]) {
    await options.setViewportSize({width, height: 700})
    for (const name of ['Header', 'Value'])
      await expect
        .poll(async () => (await field(options, name).boundingBox())?.width, `${name} at ${width}`)
        .toBeGreaterThan(135)
    await field(options, 'Header').fill('a b')
    await field(options, 'Value').focus()
    const card = await condition(options).boundingBox()
    const error = await options.locator('.change-row .error-text').boundingBox()
    expect((error?.x ?? 0) + (error?.width ?? 0), `the error at ${width}`).toBeLessThan(
      (card?.x ?? 0) + (card?.width ?? 0),
    )
  }
})

test('a picked file with a long name stays in its card', async ({options}) => {
  await openRule(
    options,
    await make(options, 'Redirect', [
      {
        source,
        destinationType: 'mock_or_file_picker',
        destination: '',
        file: {name: `${'n'.repeat(200)}.js`, mimeType: 'text/javascript', text: '1'},
      },
    ]),
  )
  const remove = options.getByRole('button', {name: /^Remove n/})
  for (const width of [320, 1280]) {
    await options.setViewportSize({width, height: 700})
    const [card, last] = [await condition(options).boundingBox(), await remove.boundingBox()]
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
    expect(await options.locator('.conditions').evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
  }
})

for (const [type, modification, names] of [
  ['Headers', {header: 'X-Env', type: 'Modify', value: '1', target: 'Response'}, ['Header', 'Value']],
  ['QueryParam', {param: 'lang', type: 'Modify', value: '1'}, ['Parameter', 'Value']],
] as const)
  test(`every field of a ${type} row is labelled at every width`, async ({options}) => {
    await openRule(options, await make(options, type, [{source, modifications: [modification]}]))
    for (const width of [320, 400, 639, 640, 732, 733, 819, 820, 1184, 1185]) {
      await options.setViewportSize({width, height: 700})
      for (const name of names) {
        const isInHeads = await options.locator('.change-heads').getByText(name, {exact: true}).isVisible()
        const isAbove = await field(options, name).evaluate((each, said) => {
          const {content, display} = getComputedStyle(each.closest('.field-cell') ?? each, '::before')
          return display === 'block' && content.startsWith(`"${said}"`)
        }, name)
        expect([isInHeads, isAbove].filter(Boolean), `${name} at ${width}`).toHaveLength(1)
      }
      for (const select of await options.locator('.change-row select').all())
        expect(
          await select.evaluate(each => {
            const {font, paddingLeft, paddingRight} = getComputedStyle(each)
            const canvas = document.createElement('canvas').getContext('2d')
            if (!canvas) return false
            canvas.font = font
            const text = (each as HTMLSelectElement).selectedOptions[0]?.text ?? ''
            return (
              canvas.measureText(text).width <= each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
            )
          }),
          `a choice is readable at ${width}`,
        ).toBe(true)
    }
  })

test('the error of a delay fits in one line', async ({options}) => {
  await openRule(options, await make(options, 'Delay', [{source, delay: 500}]))
  await field(options, 'Delay').fill('soon')
  await field(options, 'Source value').focus()
  const error = options.locator('.field-cell.short .error-text')
  await expect(error).toBeVisible()
  expect((await error.boundingBox())?.height).toBeLessThan(20)
})

test('the browser rules of a rule are copied by keyboard', async ({app, options}) => {
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openRule(options, await make(options, 'Cancel', [{source}]))
  await pressOn(button(options, 'Copy the browser rules'))
  await expect(options.getByText('Copied', {exact: true})).toBeAttached()
  await expect(button(options, 'Copy the browser rules')).toBeFocused()
})
