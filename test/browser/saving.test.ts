import {readLibrary} from './ask'
import {expect, make, test, where} from './fixtures'

test('Save pressed twice keeps one rule', async ({app}) => {
  const page = await app.open('options.html#/rules/new/Cancel')
  await page.getByLabel('Source value').fill('tracker')
  await page.getByRole('button', {name: /^Save/}).dblclick()
  await expect(page).toHaveURL(/#\/rules\/Cancel_/)
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Control+s')
  const {rules} = await readLibrary(page)
  expect(rules).toHaveLength(1)
})

test('a rule moves a place for each press of the keys, however fast they come', async ({options}) => {
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    await make(options, 'Cancel', [{source: where('url', 'Contains', name)}], {name})
  const last = options.getByRole('link', {name: 'e', exact: true})
  await last.focus()
  for (let press = 0; press < 4; press++) await options.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await readLibrary(options)).rules.map(({rule}) => rule?.name).join('')).toBe('eabcd')
})
