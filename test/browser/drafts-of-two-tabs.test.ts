import {ask} from './ask'
import {draftsIn, openDelay, unsaved} from './drafting'
import {expect} from './fixtures'
import {condition, field, openForm, save} from './form'
import {test} from './shared'

test('two pages at one rule: what only the other changed is taken over, what both changed is asked', async ({
  app,
  options,
}) => {
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

test('two tabs at one rule keep two drafts: each has its own after a reload, and the other one is offered', async ({
  app,
  options,
}) => {
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
  await expect(other.getByText('Other changes to this rule were not saved')).toBeVisible()

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

test('what another tab begins to write of a rule is offered in an open form, once nobody types there', async ({
  app,
  options,
}) => {
  const id = await openDelay(options)
  await field(options, 'Delay').focus()
  const other = await app.open(`options.html#/rules/${id}`)
  await field(other, 'Description').fill('from the other')
  await expect.poll(() => draftsIn(other)).toHaveLength(1)
  await options.bringToFront()
  const offer = options.getByRole('button', {name: /^Continue the draft from/})
  await expect(field(options, 'Delay')).toBeFocused()
  await expect(offer).toBeHidden()
  await options.keyboard.press('Shift+Tab')
  await options.getByRole('button', {name: 'Save'}).focus()
  await offer.click()
  await expect(field(options, 'Description')).toHaveValue('from the other')
  await expect(offer).toBeHidden()
})

test('a draft that another tab has taken up is parted from it as soon as either goes on', async ({app, options}) => {
  const id = await openDelay(options)
  await field(options, 'Description').fill('begun')
  await expect.poll(() => draftsIn(options)).toHaveLength(1)
  const other = await app.open(`options.html#/rules/${id}`)
  await expect(field(other, 'Description')).toHaveValue('begun')
  await field(other, 'Description').fill('gone on elsewhere')
  await expect.poll(() => draftsIn(other)).toHaveLength(2)
  await options.bringToFront()
  await options.reload()
  await expect(field(options, 'Description')).toHaveValue('begun')
  await options.getByRole('button', {name: 'Discard'}).click()
  await expect.poll(() => draftsIn(options)).toHaveLength(1)
  await other.bringToFront()
  await other.reload()
  await expect(field(other, 'Description')).toHaveValue('gone on elsewhere')
})

test('two tabs at a new rule of one type write two rules', async ({app, options}) => {
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
