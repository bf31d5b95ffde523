import {readLibrary} from './ask'
import {expect, make, where} from './fixtures'
import {test} from './shared'

test('pressing Save twice saves one rule', async ({app}) => {
  const page = await app.open('options.html#/rules/new/Cancel')
  await page.getByLabel('Source value').fill('tracker')
  await page.getByRole('button', {name: /^Save/}).dblclick()
  await expect(page).toHaveURL(/#\/rules\/Cancel_/)
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  const {rules} = await readLibrary(page)
  expect(rules).toHaveLength(1)
})

test('each key press moves a rule one place, however fast', async ({options}) => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await make(options, 'Cancel', [{source: where('url', 'Contains', name)}], {name})
  const last = options.getByRole('link', {name: 'e', exact: true})
  await last.focus()
  for (let press = 0; press < 4; press++) await options.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await readLibrary(options)).rules.map(({rule}) => rule?.name).join('')).toBe('eabcd')
})

test('Ctrl Z after a save undoes typing in a field, and the save elsewhere', async ({options}) => {
  const id = await make(options, 'Delay', [{source: where('host', 'Equals', 'shop.test'), delay: 500}])
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  const value = options.getByLabel('Source value')
  const saved = options.getByText('“a Delay rule” saved')
  const {keyboard} = options
  await value.focus()
  await keyboard.press('End')
  await keyboard.type('x')
  await keyboard.press('Control+s')
  await expect(saved.first()).toBeAttached()
  await keyboard.press('Control+z')
  await expect(value).toHaveValue('shop.test')
  await expect(options.getByText('Unsaved changes')).toBeVisible()
  const keptValue = async () => (await readLibrary(options)).rules[0]?.rule?.pairs[0]?.source?.value
  expect(await keptValue()).toBe('shop.testx')

  await keyboard.press('Control+s')
  await expect.poll(keptValue).toBe('shop.test')
  await options.getByRole('button', {name: /^Save/}).focus()
  await keyboard.press('Control+z')
  await expect(value).toHaveValue('shop.testx')
  await expect.poll(keptValue).toBe('shop.testx')
})
