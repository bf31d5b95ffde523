import {expect} from './fixtures'
import {bar, button, clickWith, fill, isOn, names, row, toast} from './rules-in-list'
import {test} from './shared'

test('rules are selected with the mouse, and the selection bar changes them', async ({options}) => {
  await fill(options)
  await options.getByRole('link', {name: 'b', exact: true}).click({modifiers: ['Control']})
  await expect(row(options, 'b')).toBeFocused()
  await options.keyboard.press('Space')
  await expect(toast(options, '“b” turned off')).toBeVisible()
  await button(options, 'Clear selection').click()
  await expect(options.getByRole('checkbox')).toHaveCount(0)

  await clickWith(options, 'Control', 'a')
  await clickWith(options, 'Shift', 'd')
  await expect(bar(options)).toContainText('4 selected')
  const box = options.getByRole('checkbox', {name: 'Select b'})
  await expect(box).toBeChecked()
  await box.click()
  await expect(box).not.toBeChecked()
  await expect(bar(options)).toContainText('3 selected')
  await button(options, 'Turn off').click()
  await expect(toast(options, '3 rules turned off')).toBeVisible()
  expect(await isOn(options)).toEqual(['a-', 'b-', 'c-', 'd-', 'e+'])
  await button(options, 'Move to group').click()
  await options.getByRole('menuitem', {name: 'Empty'}).click()
  await expect(toast(options, '3 rules moved to “Empty”, positions 1–3 of 3')).toBeVisible()
  await expect(names(options)).toHaveText(['b', 'a', 'c', 'd', 'e'])
  await button(options, 'Delete').click()
  await expect(names(options)).toHaveText(['b', 'e'])
  // The rows leave before the toast of the move, which has its own Undo.
  await expect(toast(options, '3 rules moved to trash')).toBeVisible()
  await button(options, 'Undo').click()
  await expect(names(options)).toHaveText(['b', 'a', 'c', 'd', 'e'])
  await expect(options).toHaveURL(/#\/rules$/)
})
