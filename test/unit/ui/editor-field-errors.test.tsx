// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import type {RuleType} from '../../../src/model/rules'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, fill, openNew, openOptions, pick, press} from './page'

afterEach(closePage)

const getField = (name: string) => screen.getByLabelText(name, {selector: 'input, textarea'})
const getDescription = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .join(' ')
const writeEmptyCode = (name: string) => () => {
  fireEvent.click(screen.getByRole('radio', {name: 'Code'}))
  fill(name, ' ')
}

/** What each form rejects, with a correct source: the input, the field and its error. */
const rejected: readonly (readonly [RuleType, string, () => void, field: string, error: string | RegExp])[] = [
  ['Redirect', 'no destination', () => fill('Destination', ''), 'Destination', 'Enter a destination.'],
  ['Redirect', 'half a URL', () => fill('Destination', 'shop.test/new'), 'Destination', /full URL/],
  ['Redirect', 'no file', () => choose('Destination type', 'Local file'), 'Destination', 'Choose a file.'],
  ['Cancel', 'no source', () => fill('Source value', ' '), 'Source value', 'Enter the text to match.'],
  [
    'Cancel',
    'half a regex',
    () => {
      choose('Source operator', 'matches regex')
      fill('Source value', '/api/(')
    },
    'Source value',
    /./,
  ],
  ['Replace', 'nothing to replace', () => fill('To', 'v2'), 'From', 'Enter the text to replace.'],
  ['Headers', 'a space', () => fill('Header', 'X Env'), 'Header', 'A header name can’t contain a space.'],
  ['UserAgent', 'no user agent', () => fill('User agent', ''), 'User agent', 'Enter a user agent.'],
  ['QueryParam', 'no parameter', () => fill('Value', 'de'), 'Parameter', 'Enter a parameter name.'],
  ['Request', 'no code', writeEmptyCode('Request body'), 'Request body', 'Enter a function that returns the body.'],
  ['Response', 'no code', writeEmptyCode('Response body'), 'Response body', 'Enter a function that returns the body.'],
  [
    'Response',
    'an unknown status',
    () => fill('Status code', '99'),
    'Status code',
    'Enter a whole number from 200 to 599.',
  ],
  [
    'Response',
    'a header without a name',
    () => {
      fireEvent.click(screen.getByRole('checkbox', {name: 'Do not send the request'}))
      press('Add response header')
      fill('Value', '7')
    },
    'Header',
    'Enter a header name.',
  ],
  ['Delay', 'a word', () => fill('Delay', 'soon'), 'Delay', 'Enter a whole number of milliseconds from 0 to 600,000.'],
]

it.each(rejected)('a %s with %s shows its error at the field and is not saved', async (type, _, write, name, error) => {
  const client = await openNew(type)
  fill('Source value', 'shop.test')
  write()
  press('Save')
  await waitFor(() => expect(getField(name).getAttribute('aria-invalid')).toBe('true'))
  expect(getDescription(getField(name))).toMatch(error)
  await waitFor(() => expect(document.activeElement).toBe(getField(name)))
  expect(screen.getByText('1 field to fix').closest('[role=alert]')).toBeTruthy()
  expect(client.bodies('rule.create')).toEqual([])
})

it('Ctrl S focuses the first of several errors and saves once all are fixed', async () => {
  const client = await openNew('Headers')
  fill('Value', 'staging')
  press('Add another condition')
  const second = within(screen.getByRole('group', {name: 'Condition 2'}))
  fill('Source value', 'shop.test', second)
  press('Remove header change 1', second)
  fireEvent.keyDown(document.body, {key: 's', ctrlKey: true})
  await screen.findByText('3 fields to fix')
  expect(screen.getByRole('group', {name: 'Condition 2'}).textContent).toContain('Add at least one header change.')
  const first = within(screen.getByRole('group', {name: 'Condition 1'}))
  const source = first.getByLabelText('Source value')
  await waitFor(() => expect(document.activeElement).toBe(source))
  fill('Source value', 'shop.test', first)
  expect(source.hasAttribute('aria-invalid')).toBe(false)
  fill('Header', 'X-Env', first)
  await screen.findByText('1 field to fix')
  press('Delete condition 2')
  press('Save')
  await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
})

it('an error of a closed filter is at its chip; Enter closes the fixed filter', async () => {
  const client = await openNew('Cancel')
  fill('Source value', 'shop.test')
  pick('Add filter', 'Method')
  press('Done')
  pick('Add filter', 'Page domains')
  fill('Page domains', 'https://shop.test/')
  press('Done')
  press('Save')
  const chip = () => screen.getByRole('button', {name: 'Page on https://shop.test/'})
  await waitFor(() => expect(document.activeElement).toBe(chip()))
  const error = '“https://shop.test/” is not a domain. Enter one like shop.test.'
  await waitFor(() => expect(getDescription(chip())).toBe(error))
  expect(client.bodies('rule.create')).toEqual([])
  press('Page on https://shop.test/')
  fill('Page domains', 'shop.test')
  fireEvent.keyDown(getField('Page domains'), {key: 'Enter'})
  await screen.findByRole('button', {name: 'Page on shop.test'})
  press('Save')
  await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  expect(client.bodies('rule.create')[0]?.payload['pairs']).toMatchObject([
    {source: {filters: [{pageDomains: ['shop.test']}]}},
  ])
})

it('a rejected edit leaves the saved rule unchanged', async () => {
  const client = fakeClient({rules: [aView(aRule('Delay', {id: 'Delay_1', name: 'Slow'}))]})
  await openOptions(client, '#/rules/Delay_1')
  fill('Name', 'renamed')
  fill('Delay', '900000')
  press('Save')
  await waitFor(() => expect(document.activeElement).toBe(getField('Delay')))
  expect(client.bodies('rule.update')).toEqual([])
  expect(client.view().rules[0]?.rule?.name).toBe('Slow')
})

it.each(['2500x', '1500ms', '1.5', '-5', '1e3', 'abc', '１００', ''])(
  'the delay %j stays and is invalid',
  async text => {
    await openNew('Delay')
    const delay = getField('Delay') as HTMLInputElement
    fireEvent.blur(delay)
    expect(delay.hasAttribute('aria-invalid')).toBe(false)
    fill('Delay', '1')
    fill('Delay', text)
    expect(delay.hasAttribute('aria-invalid')).toBe(false)
    fireEvent.blur(delay)
    await waitFor(() => expect(delay.getAttribute('aria-invalid')).toBe('true'))
    expect([delay.value, getDescription(delay)]).toEqual([
      text,
      'Enter a whole number of milliseconds from 0 to 600,000.',
    ])
    press('3,000')
    await waitFor(() => expect([delay.value, delay.hasAttribute('aria-invalid')]).toEqual(['3000', false]))
  },
)
