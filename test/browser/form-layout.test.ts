import type {Locator, Page} from '@playwright/test'
import {expect, make, where} from './fixtures'
import {condition, field} from './form'
import {test} from './shared'

const source = where('host', 'Equals', 'shop.test')
const button = (page: Page | Locator, name: string) => page.getByRole('button', {name, exact: true})
const setWidth = (options: Page, width: number) => options.setViewportSize({width, height: 700})

async function openRule(options: Page, id: string): Promise<void> {
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(options.getByRole('heading', {level: 1, name: /^Edit /})).toBeFocused()
}

/** Runs in the page: how many labels each field has, and the choices that are cut off. */
const describeRow = (names: readonly string[]) => {
  const isLabelAbove = (name: string) => {
    const cell = document.querySelector(`.change-row .field-cell[data-label="${name}"]`)
    if (!cell) throw new Error(`No field is called ${name}`)
    const {content, display} = getComputedStyle(cell, '::before')
    return display === 'block' && content.startsWith(`"${name}"`)
  }
  const isInHeads = (name: string) =>
    [...document.querySelectorAll('.change-heads *')].some(
      head => head.textContent === name && head.checkVisibility() && head.getBoundingClientRect().width > 0,
    )
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) throw new Error('A canvas has no context')
  const cut = [...document.querySelectorAll<HTMLSelectElement>('.change-row select')].flatMap(select => {
    const {font, paddingLeft, paddingRight} = getComputedStyle(select)
    canvas.font = font
    const text = select.selectedOptions[0]?.text ?? ''
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    return canvas.measureText(text).width > room ? [text] : []
  })
  const labels = names.map(name => [isInHeads(name), isLabelAbove(name)].filter(Boolean).length)
  return {labels, cut}
}

for (const [type, modification, names] of [
  ['Headers', {header: 'X-Env', type: 'Modify', value: '1', target: 'Response'}, ['Header', 'Value']],
  ['QueryParam', {param: 'lang', type: 'Modify', value: '1'}, ['Parameter', 'Value']],
] as const)
  test(`fields of a ${type} row are labelled and readable at every width`, async ({options}) => {
    await openRule(options, await make(options, type, [{source, modifications: [modification]}]))
    for (const width of [320, 400, 639, 640, 732, 733, 819, 820, 1184, 1185]) {
      await setWidth(options, width)
      expect(await options.evaluate(describeRow, names), `at ${width}`).toEqual({labels: [1, 1], cut: []})
    }
    if (type !== 'Headers') return
    await field(options, 'Header').fill('a b')
    await field(options, 'Value').focus()
    await expect(options.locator('.change-row .error-text')).toBeVisible()
    for (const width of [650, 732, 733, 830, 961, 1100, 1184, 1185, 1280]) {
      await setWidth(options, width)
      const {fields, room} = await options.evaluate(() => {
        const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
        const widthOf = (name: string) => boxOf(`.change-row .field-cell[data-label="${name}"] input`)?.width ?? 0
        return {
          fields: ['Header', 'Value'].map(widthOf),
          room: (boxOf('.condition')?.right ?? 0) - (boxOf('.change-row .error-text')?.right ?? Infinity),
        }
      })
      expect(Math.min(...fields), `the fields at ${width}`).toBeGreaterThan(135)
      expect(room, `the error at ${width}`).toBeGreaterThan(0)
    }
  })

test('long file names and errors fit, and browser rules are copied by keyboard', async ({app, options}) => {
  await app.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const file = {name: `${'n'.repeat(200)}.js`, mimeType: 'text/javascript', text: '1'}
  const destination = {destinationType: 'mock_or_file_picker', destination: '', file}
  await openRule(options, await make(options, 'Redirect', [{source, ...destination}]))
  const remove = options.getByRole('button', {name: /^Remove n/})
  for (const width of [320, 1280]) {
    await setWidth(options, width)
    const [card, last] = [await condition(options).boundingBox(), await remove.boundingBox()]
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
    expect(await options.locator('.conditions').evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
  }

  await openRule(options, await make(options, 'Delay', [{source, delay: 500}]))
  await field(options, 'Delay').fill('soon')
  await field(options, 'Source value').focus()
  const error = options.locator('.field-cell.short .error-text')
  await expect(error).toBeVisible()
  expect((await error.boundingBox())?.height).toBeLessThan(20)

  await openRule(options, await make(options, 'Cancel', [{source}]))
  await button(options, 'Copy the browser rules').focus()
  await options.keyboard.press('Enter')
  await expect(options.getByText('Copied', {exact: true})).toBeAttached()
  await expect(button(options, 'Copy the browser rules')).toBeFocused()
})
