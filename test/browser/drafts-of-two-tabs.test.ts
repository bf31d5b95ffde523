import {ask} from './ask'
import {openDelay, unsaved} from './drafting'
import {expect} from './fixtures'
import {condition, field, openForm, save} from './form'
import {test} from './shared'

test('two pages edit one rule: only fields changed in both are asked about', async ({app, options}) => {
  const id = await openDelay(options)
  const other = await app.open(`options.html#/rules/${id}`)
  await field(other, 'Delay').fill('900')
  await field(other, 'Description').fill('from the other page')

  await options.bringToFront()
  await field(options, 'Delay').fill('700')
  await save(options)

  await other.bringToFront()
  await expect(other.getByText('Changed elsewhere')).toBeVisible()
  await expect(field(other, 'Delay')).toHaveAccessibleDescription('Theirs: 700')
  await expect(field(other, 'Delay')).toHaveValue('900')
  // Not silently over the newer version.
  await other.keyboard.press('Control+s')
  await expect(other.getByRole('button', {name: 'Take theirs'})).toBeFocused()
  const kept = async () => (await ask(other, 'library.read', {})).rules[0]?.rule
  expect(await kept()).toMatchObject({description: '', pairs: [{delay: 700}]})
  await other.getByRole('button', {name: 'Take theirs'}).click()
  await expect(field(other, 'Delay')).toHaveValue('700')
  await expect(other.getByRole('button', {name: 'Save'})).toBeFocused()
  await other.keyboard.press('Control+z')
  await expect(field(other, 'Delay')).toHaveValue('900')
  await field(other, 'Delay').fill('700')
  await expect(field(other, 'Description')).toHaveValue('from the other page')
  await save(other)
  expect(await kept()).toMatchObject({description: 'from the other page', pairs: [{delay: 700}]})

  await field(other, 'Delay').fill('1000')
  await options.bringToFront()
  await expect(field(options, 'Description')).toHaveValue('from the other page')
  await field(options, 'Delay').fill('2000')
  await save(options)
  await other.bringToFront()
  await other.getByRole('button', {name: 'Keep mine'}).click()
  await expect(other.getByText('Changed elsewhere')).toBeHidden()
  await save(other)
  expect(await kept()).toMatchObject({pairs: [{delay: 1000}]})
})

test('two tabs with a new rule of one type save two rules', async ({app, options}) => {
  await openForm(options, 'Cancel')
  await field(condition(options), 'Source value').fill('first')
  await expect(unsaved(options)).toBeVisible()
  const other = await app.open('options.html#/rules/new/Cancel')
  await expect(field(condition(other), 'Source value')).toHaveValue('')
  await field(condition(other), 'Source value').fill('second')
  await save(other)
  await options.bringToFront()
  await options.reload()
  await expect(field(condition(options), 'Source value')).toHaveValue('first')
  await save(options)
  const {rules} = await ask(options, 'library.read', {})
  expect(rules.map(({rule}) => rule?.pairs[0]?.source?.value)).toEqual(['second', 'first'])
})
