import {expect, make, where} from './fixtures'
import {field} from './form'
import {button, fill, head, names, row, toast} from './rules-in-list'
import {test} from './shared'

test('the list is one tab stop, and it is filtered with keys alone', async ({options}) => {
  await fill(options)
  await options.getByRole('link', {name: 'Trash', exact: true}).focus()
  await options.keyboard.press('Tab')
  await expect(head(options, 'Checkout')).toBeFocused()
  await options.keyboard.press('ArrowDown')
  await expect(row(options, 'a')).toBeFocused()
  await options.keyboard.press('Tab')
  await expect(options.getByRole('grid').locator(':focus')).toHaveCount(0)

  const {keyboard} = options
  await row(options, 'a').focus()
  await keyboard.press('Space')
  await expect(toast(options, '“a” turned off')).toBeVisible()
  await keyboard.press('/')
  await expect(field(options, 'Search rules')).toBeFocused()
  const next = async (name: string) => {
    await keyboard.press('Tab')
    await expect(options.locator(':focus')).toHaveAccessibleName(name)
  }
  await next('New rule')
  await next('Type')
  await keyboard.type('Cancel')
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'd', 'e'])
  await next('Group')
  await keyboard.type('Checkout')
  await expect(names(options)).toHaveText(['a', 'b', 'c'])
  await next('Status')
  await keyboard.type('Off')
  await expect(names(options)).toHaveText(['a'])
  await row(options, 'a').focus()
  await keyboard.press('/')
  await keyboard.type('none such')
  await expect(options.getByText('No rule matches “none such”.')).toBeVisible()
  await button(options, 'Clear filters').press('Enter')
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'd', 'e'])
})

test('a menu that is reopened stays open, and the list keeps its place behind a rule', async ({options}) => {
  await fill(options)
  await row(options, 'b').focus()
  await options.keyboard.press('Shift+F10')
  await expect(options.getByRole('menuitem', {name: 'Edit'})).toBeFocused()
  // Long enough that the menu has heard of what happens outside of it.
  await options.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  await options.evaluate(async () => {
    const press = (key: string, shiftKey: boolean) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {key, shiftKey, bubbles: true, cancelable: true}),
      )
    press('Escape', false)
    // The page is drawn in a microtask; the message comes before the next frame.
    await new Promise<void>(arrived => {
      const {port1, port2} = new MessageChannel()
      port1.addEventListener('message', () => arrived())
      port1.start()
      port2.postMessage('')
    })
    press('F10', true)
  })
  await expect(options.getByRole('menuitem', {name: 'Edit'})).toBeFocused()
  await options.keyboard.press('Escape')
  await expect(row(options, 'b')).toBeFocused()

  await button(options, 'Empty 0 of 0 on').click()
  await options.keyboard.press('/')
  await field(options, 'Search rules').fill('shop')
  await row(options, 'd').focus()
  await options.keyboard.press('Enter')
  await expect(options).toHaveTitle(/^d · /)
  await options.goBack()
  await expect(row(options, 'd')).toBeFocused()
  await expect(field(options, 'Search rules')).toHaveValue('shop')
  await options.getByRole('link', {name: 'b', exact: true}).click()
  await expect(options).toHaveTitle(/^b · /)
  await options.keyboard.press('Escape')
  await expect(row(options, 'b')).toBeFocused()
})

test('the text of a row does not run under its hover buttons', async ({options}) => {
  const modifications = [{header: 'X-A-Header-With-A-Long-Name', type: 'Modify', value: '1', target: 'Request'}]
  await make(options, 'Headers', [{source: where('host', 'Equals', 'shop.test'), modifications}], {name: 'a'})
  await options.setViewportSize({width: 720, height: 600})
  await options.bringToFront()
  await row(options, 'a').hover({position: {x: 60, y: 10}})
  const text = row(options, 'a').locator('.rule-text')
  const pin = await row(options, 'a').getByRole('button', {name: 'Pin a'}).boundingBox()
  await expect.poll(() => text.evaluate(each => each.scrollWidth > each.clientWidth)).toBe(true)
  const does = await text.boundingBox()
  expect((does?.x ?? 0) + (does?.width ?? 0)).toBeLessThanOrEqual(pin?.x ?? 0)
})
