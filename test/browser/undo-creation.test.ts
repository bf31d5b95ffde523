import {ask} from './ask'
import {catalogue} from './pages/catalogue'
import {expect, test} from './pages/workshop'

test('undoing a copy or a new group leaves nothing in the trash', async ({workshop, page}) => {
  const entry = catalogue.find(each => each.name === 'rules-pictured')
  if (!entry) throw new Error('The catalogue has no list')
  await workshop.show({...entry, changes: true}, page)
  const before = (await ask(workshop.quiet, 'trash.list', {})).length
  await page.getByRole('button', {name: 'More for Slow payment'}).click()
  await page.getByRole('menuitem', {name: 'Duplicate'}).click()
  await page.getByText('“Slow payment” duplicated').waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: “Slow payment” duplicated').waitFor()
  expect(await ask(workshop.quiet, 'trash.list', {})).toHaveLength(before)
  await page.getByRole('link', {name: 'Slow payment', exact: true}).click({modifiers: ['ControlOrMeta']})
  await page.getByRole('button', {name: 'Move to group'}).click()
  await page.getByRole('menuitem', {name: 'New group'}).click()
  await page.getByLabel('Name of the new group').fill('QA')
  await page.getByRole('button', {name: 'Create and move'}).click()
  await page.getByText('moved to position 1 of 1 in “QA”').waitFor()
  await page.getByRole('button', {name: 'Undo'}).click()
  await page.getByText('Undone: “Slow payment” moved').waitFor()
  expect(await ask(workshop.quiet, 'trash.list', {})).toHaveLength(before)
})
