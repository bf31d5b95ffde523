import {expect, make, where} from './fixtures'
import {field} from './form'
import {bar, button, fill, head, names, row, toast} from './rules-in-list'
import {test} from './shared'

test('one tab stop leads into the list, and keys lead on', async ({options}) => {
  await fill(options)
  await options.getByRole('link', {name: 'Trash', exact: true}).focus()
  const {keyboard} = options
  await keyboard.press('Tab')
  await expect(head(options, 'Checkout')).toBeFocused()
  await keyboard.press('ArrowDown')
  await expect(row(options, 'a')).toBeFocused()
  await keyboard.press('j')
  await expect(row(options, 'b')).toBeFocused()
  await keyboard.press('k')
  await expect(row(options, 'a')).toBeFocused()
  await keyboard.press('End')
  await expect(row(options, 'e')).toBeFocused()
  await keyboard.press('Home')
  await expect(head(options, 'Checkout')).toBeFocused()
  // The text of an empty group is no stop on the way.
  await row(options, 'd').focus()
  await keyboard.press('ArrowUp')
  await expect(head(options, 'No group')).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(head(options, 'Empty')).toBeFocused()
  await expect(options.getByText('Drag rules here, or choose this group in a rule.')).toBeVisible()

  await row(options, 'b').focus()
  await keyboard.press('ArrowLeft')
  await expect(head(options, 'Checkout')).toBeFocused()
  await keyboard.press('ArrowLeft')
  await expect(names(options)).toHaveText(['d', 'e'])
  await expect(options.getByRole('grid')).toHaveAttribute('aria-rowcount', '7')
  await keyboard.press('ArrowRight')
  await expect(names(options)).toHaveCount(5)
  await keyboard.press('Space')
  await expect(options.getByRole('switch', {name: 'Group Checkout'})).not.toBeChecked()
  await keyboard.press('Control+z')
  await expect(options.getByRole('switch', {name: 'Group Checkout'})).toBeChecked()

  // The whole list is one stop: the next one is beyond it.
  await row(options, 'b').focus()
  await keyboard.press('Tab')
  await expect(options.getByRole('grid').locator(':focus')).toHaveCount(0)
})

test('rules are switched, pinned, duplicated, moved and deleted by keys, and each step is taken back', async ({
  options,
}) => {
  await fill(options)
  const {keyboard} = options
  await row(options, 'b').focus()
  await keyboard.press('Space')
  await expect(toast(options, '“b” turned off')).toBeVisible()
  await expect(options.getByRole('switch', {name: 'b', exact: true})).not.toBeChecked()
  await keyboard.press('p')
  await expect(toast(options, '“b” pinned')).toBeVisible()
  await keyboard.press('d')
  await expect(names(options)).toHaveText(['a', 'b', 'b copy', 'c', 'd', 'e'])
  await expect(row(options, 'b copy')).toBeFocused()
  await keyboard.press('Alt+ArrowDown')
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'b copy', 'd', 'e'])
  await expect(toast(options, '“b copy” moved to place 4 of 4 in “Checkout”')).toBeVisible()
  await keyboard.press('Alt+ArrowDown')
  await expect(head(options, 'Empty')).toContainText('0 of 1 on')
  await expect(row(options, 'b copy')).toBeFocused()
  await keyboard.press('Delete')
  await expect(toast(options, '“b copy” moved to trash')).toBeVisible()
  await expect(row(options, 'd')).toBeFocused()

  await keyboard.press('Control+z')
  await expect(row(options, 'b copy')).toBeFocused()
  await keyboard.press('Control+z')
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'b copy', 'd', 'e'])
  await expect(head(options, 'Checkout')).toContainText('2 of 4 on')
  await keyboard.press('Control+z')
  await expect(names(options)).toHaveText(['a', 'b', 'b copy', 'c', 'd', 'e'])
  await keyboard.press('Control+z')
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'd', 'e'])
  await keyboard.press('Control+z')
  await expect(options.getByRole('img', {name: 'Pinned'})).toHaveCount(0)
  await keyboard.press('Control+z')
  await expect(options.getByRole('switch', {name: 'b', exact: true})).toBeChecked()
})

test('the list is filtered with keys alone', async ({options}) => {
  await fill(options)
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

test('what a rule does ends before the buttons that appear when its row is pointed at', async ({options}) => {
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

test('the menu of a row opens by Shift F10, and Esc gives the focus back to the row', async ({options}) => {
  await fill(options)
  await row(options, 'b').focus()
  await options.keyboard.press('Shift+F10')
  await expect(options.getByRole('menuitem', {name: 'Edit'})).toBeFocused()
  await options.keyboard.press('Escape')
  await expect(row(options, 'b')).toBeFocused()
  await options.keyboard.press('Shift+F10')
  await options.getByRole('menuitem', {name: 'Select'}).press('Enter')
  await expect(bar(options)).toContainText('1 selected')
})

test('a menu that is opened again in the same moment stays open', async ({options}) => {
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
})

test('coming back from a rule finds the list as it was left', async ({options}) => {
  await fill(options)
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

test('without letters as commands, letters do nothing in the list', async ({options}) => {
  await fill(options)
  await options.evaluate(() => localStorage.setItem('switchyard.settings', JSON.stringify({letterKeys: false})))
  await options.reload()
  await row(options, 'b').focus()
  await options.keyboard.press('x')
  await options.keyboard.press('j')
  await expect(row(options, 'b')).toBeFocused()
  await expect(bar(options)).toBeHidden()
  await options.keyboard.press('ArrowDown')
  await expect(row(options, 'c')).toBeFocused()
})
