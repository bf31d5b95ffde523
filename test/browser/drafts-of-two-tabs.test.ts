import {ask} from './ask'
import {draftsIn, openDelay} from './drafting'
import {expect} from './fixtures'
import {field, save} from './form'
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

test('two tabs keep separate drafts of one rule and offer each other’s', async ({app, options}) => {
  const id = await openDelay(options)
  const other = await app.open(`options.html#/rules/${id}`)
  await field(options, 'Description').fill('from the first')
  await other.bringToFront()
  await field(other, 'Description').fill('from the second')
  await options.bringToFront()
  await field(options, 'Delay').fill('700')
  await options.reload()
  await expect(field(options, 'Description')).toHaveValue('from the first')
  await expect(field(options, 'Delay')).toHaveValue('700')
  await other.bringToFront()
  await other.reload()
  await expect(field(other, 'Description')).toHaveValue('from the second')
  await expect(field(other, 'Delay')).toHaveValue('500')
  await expect(other.getByText('Other changes to this rule are unsaved')).toBeVisible()

  // The one is saved; the other, whose tab is closed, waits for whoever opens the rule next.
  await save(other)
  await options.close()
  const later = await app.open(`options.html#/rules/${id}`)
  await expect(field(later, 'Delay')).toHaveValue('700')
  await expect(later.getByText('Changed elsewhere')).toBeVisible()
  await expect(field(later, 'Description')).toHaveValue('from the first')
  await expect(field(later, 'Description')).toHaveAccessibleDescription('Theirs: from the second')
  await later.getByRole('button', {name: 'Keep mine'}).click()
  await save(later)
  expect((await ask(later, 'library.read', {})).rules[0]?.rule).toMatchObject({
    description: 'from the first',
    pairs: [{delay: 700}],
  })
  await expect.poll(() => draftsIn(later)).toEqual([])
})
