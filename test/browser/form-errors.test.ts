import type {Locator, Page} from '@playwright/test'
import type {RuleType} from '../../src/model/rules'
import {readLibrary} from './ask'
import {expect, make, where} from './fixtures'
import {addCondition, addFilter, condition, done, field, openForm, save, source} from './form'
import {test} from './shared'

type Refused = {
  readonly type: RuleType
  readonly what: string
  /** Writes what cannot be kept, into a form whose source is right. */
  readonly write: (form: Locator) => Promise<unknown>
  readonly at: string
  readonly says: string | RegExp
}

const fill = (name: string, value: string) => (form: Locator) => field(form, name).fill(value)
const choose = (name: string, label: string) => (form: Locator) => field(form, name).selectOption(label)
const isCode = async (form: Locator) => {
  await form.getByRole('radio', {name: 'Code'}).check()
  await form.getByRole('textbox', {name: /body$/}).fill(' ')
}

const refused: readonly Refused[] = [
  {
    type: 'Redirect',
    what: 'no destination',
    write: fill('Destination', ''),
    at: 'Destination',
    says: 'Enter a destination.',
  },
  {
    type: 'Redirect',
    what: 'half an address',
    write: fill('Destination', 'shop.test/new'),
    at: 'Destination',
    says: /full URL/,
  },
  {
    type: 'Redirect',
    what: 'no file',
    write: choose('Destination type', 'Local file'),
    at: 'Destination',
    says: 'Choose a file.',
  },
  {
    type: 'Cancel',
    what: 'no source',
    write: fill('Source value', ' '),
    at: 'Source value',
    says: 'Enter the text to match.',
  },
  {
    type: 'Cancel',
    what: 'half a regex',
    write: form => source(form, 'URL', 'matches regex', '/api/('),
    at: 'Source value',
    says: /./,
  },
  {
    type: 'Replace',
    what: 'nothing to change',
    write: fill('To', 'v2'),
    at: 'From',
    says: 'Enter the text to replace.',
  },
  {
    type: 'Headers',
    what: 'a space in a header name',
    write: fill('Header', 'X Env'),
    at: 'Header',
    says: 'A header name can’t contain a space.',
  },
  {
    type: 'UserAgent',
    what: 'no user agent',
    write: fill('User agent', ''),
    at: 'User agent',
    says: 'Enter a user agent.',
  },
  {
    type: 'QueryParam',
    what: 'no parameter',
    write: fill('Value', 'de'),
    at: 'Parameter',
    says: 'Enter a parameter name.',
  },
  {
    type: 'Request',
    what: 'no code',
    write: isCode,
    at: 'Request body',
    says: 'Enter a function that returns the body.',
  },
  {
    type: 'Response',
    what: 'no such status',
    write: fill('Status code', '99'),
    at: 'Status code',
    says: 'Enter a whole number from 200 to 599.',
  },
  {
    type: 'Response',
    what: 'a header without a name',
    async write(page) {
      await page.getByLabel('Do not send the request').check()
      await page.getByRole('button', {name: 'Add response header'}).click()
      await field(page, 'Value').fill('7')
    },
    at: 'Header',
    says: 'Enter a header name.',
  },
  {
    type: 'Response',
    what: 'no code',
    write: isCode,
    at: 'Response body',
    says: 'Enter a function that returns the body.',
  },
  {
    type: 'Delay',
    what: 'a word for a number',
    write: fill('Delay', 'soon'),
    at: 'Delay',
    says: 'Enter a whole number of milliseconds from 0 to 600,000.',
  },
]

const isKept = async (options: Page) => (await readLibrary(options)).rules.length

test('each form shows its error at the field, focuses it and saves nothing', async ({options}) => {
  for (const {type, what, write, at, says} of refused)
    await test.step(`${type}: ${what}`, async () => {
      await openForm(options, type)
      const form = condition(options)
      const add = form.getByRole('button', {name: 'Add a condition'})
      if (await add.isVisible()) await add.click()
      await source(form, 'URL', 'contains', 'shop.test')
      await write(form)
      await options.getByRole('button', {name: 'Save'}).click()
      const wrong = field(form, at)
      await expect(wrong).toHaveAttribute('aria-invalid', 'true')
      await expect(wrong).toHaveAccessibleDescription(says)
      await expect(wrong).toBeFocused()
      await expect(options.getByRole('alert').filter({hasText: '1 field to fix'})).toBeVisible()
      expect(await isKept(options)).toBe(0)
      await options.getByRole('button', {name: 'Discard'}).click()
      await expect(options.getByRole('heading', {level: 1})).not.toHaveText(/^New rule/)
    })
})

test('Save focuses the first of several invalid fields', async ({options}) => {
  await openForm(options, 'Headers')
  const form = condition(options)
  await field(form, 'Value').fill('staging')
  await addCondition(options)
  await source(condition(options, 2), 'Host', 'equals', 'shop.test')
  await condition(options, 2).getByRole('button', {name: 'Remove header change 1'}).click()
  await options.keyboard.press('Control+s')
  await expect(options.getByRole('alert').filter({hasText: '3 fields to fix'})).toBeVisible()
  await expect(field(form, 'Source value')).toBeFocused()
  await expect(condition(options, 2)).toContainText('Add at least one header change.')

  await field(form, 'Source value').fill('shop.test')
  await expect(field(form, 'Source value')).not.toHaveAttribute('aria-invalid')
  await field(form, 'Header').fill('X-Env')
  await expect(options.getByRole('alert').filter({hasText: '1 field to fix'})).toBeVisible()
  await options.getByRole('button', {name: 'Delete condition 2'}).click()
  await save(options)
  expect(await isKept(options)).toBe(1)
})

test('a field shows its error when it is left, not before typing', async ({options}) => {
  await openForm(options, 'Delay')
  const delay = field(options, 'Delay')
  await delay.focus()
  await delay.blur()
  await field(options, 'Source value').focus()
  await field(options, 'Source value').blur()
  await expect(options.locator('[aria-invalid]')).toHaveCount(0)
  await delay.fill('7 days')
  await expect(delay).not.toHaveAttribute('aria-invalid')
  await delay.blur()
  await expect(delay).toHaveAttribute('aria-invalid', 'true')
  await delay.fill('700')
  await expect(delay).not.toHaveAttribute('aria-invalid')
})

test('a closed filter shows its error on the chip; an empty one is dropped', async ({options}) => {
  await openForm(options, 'Cancel')
  const form = condition(options)
  await source(form, 'Host', 'equals', 'shop.test')
  const methods = await addFilter(form, 'Method')
  await done(methods)
  const pages = await addFilter(form, 'Page domains')
  await field(pages, 'Page domains').fill('https://shop.test/')
  await done(pages)
  await options.getByRole('button', {name: 'Save'}).click()
  const chip = form.getByRole('button', {name: 'Page on https://shop.test/', exact: true})
  await expect(chip).toBeFocused()
  await expect(chip).toHaveAccessibleDescription('“https://shop.test/” is not a domain. Enter one like shop.test.')
  expect(await isKept(options)).toBe(0)

  await chip.click()
  await field(pages, 'Page domains').fill('shop.test')
  await field(pages, 'Page domains').press('Enter')
  await save(options)
  const {rules} = await readLibrary(options)
  expect(rules[0]?.rule?.pairs[0]?.source?.filters).toEqual([{pageDomains: ['shop.test']}])
})

test('a rejected edit leaves the saved rule unchanged', async ({options}) => {
  await make(options, 'Delay', [{source: where('host', 'Equals', 'shop.test'), delay: 500}])
  await options.bringToFront()
  await options.getByRole('link', {name: 'a Delay rule'}).click()
  await field(options, 'Name').fill('renamed')
  await field(options, 'Delay').fill('900000')
  await options.getByRole('button', {name: 'Save'}).click()
  await expect(field(options, 'Delay')).toBeFocused()
  const {rules} = await readLibrary(options)
  expect(rules.map(({rule}) => rule)).toMatchObject([{name: 'a Delay rule', pairs: [{delay: 500}]}])
})
