// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, fill, openNew, openOptions, pick, press} from './page'

afterEach(closePage)

const getRow = (name: string) => within(screen.getByRole('group', {name}))
const getValues = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label).map(({value}) => value)
const isFocused = (element: HTMLElement) => document.activeElement === element

it('a Response that sends no request has rows of response headers', async () => {
  const client = await openNew('Response')
  fill('Source value', '/api/items')
  expect(screen.queryByRole('button', {name: 'Add response header'})).toBeNull()
  const withoutRequest = () => screen.getByRole('checkbox', {name: 'Do not send the request'})
  fireEvent.click(withoutRequest())
  for (const value of ['1', '2']) {
    press('Add response header')
    fill('Header', `X-Row-${value}`, getRow(`Response header ${value}`))
    fill('Value', value, getRow(`Response header ${value}`))
  }
  expect(screen.getByText('For fetch and XHR. Other requests only get the Content-Type.')).toBeTruthy()
  pick('Move response header 2', 'Move up')
  await waitFor(() => expect(getValues('Header')).toEqual(['X-Row-2', 'X-Row-1']))
  press('Remove response header 2')
  await waitFor(() => expect(getValues('Header')).toEqual(['X-Row-2']))
  fireEvent.click(withoutRequest())
  await screen.findByText(/^Used only if the server can’t be reached\./)
  fireEvent.click(withoutRequest())
  press('Save')
  await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  expect(client.bodies('rule.create')[0]?.payload['pairs']).toMatchObject([
    {serveWithoutRequest: true, responseHeaders: [{header: 'X-Row-2', value: '2'}]},
  ])
})

it('Enter in the last row adds a row and focuses it', async () => {
  await openNew('Headers')
  fill('Header', 'X-Env')
  fireEvent.keyDown(screen.getByLabelText('Value', {selector: 'input, textarea'}), {key: 'Enter'})
  await waitFor(() => expect(isFocused(getRow('Header change 2').getByLabelText('Header'))).toBe(true))
})

it('a button enters a delay, and a user agent of one’s own is called Custom', async () => {
  await openNew('Delay')
  press('3,000')
  expect(getValues('Delay')).toEqual(['3000'])
  await openNew('UserAgent')
  choose('Preset', 'Chrome on Android')
  expect(getValues('User agent')[0]).toContain('Android')
  fill('User agent', 'Own/1.0')
  const preset = screen.getByRole<HTMLSelectElement>('combobox', {name: 'Preset'})
  expect(preset.selectedOptions[0]?.textContent).toBe('Custom')
})

const openHeaders = async (...names: string[]) => {
  const source = {key: 'host', operator: 'Equals', value: 'shop.test', filters: [{requestMethod: ['GET']}]} as const
  const pair = (headers: readonly string[]) => ({
    source,
    modifications: headers.map(header => ({header, type: 'Modify', value: header, target: 'Request'})),
  })
  const rule = aRule('Headers', {id: 'Headers_1', pairs: [pair(names), pair(['z'])]} as never)
  await openOptions(fakeClient({rules: [aView(rule)]}), '#/rules/Headers_1')
}

/** Focuses a button as a pointer or the keyboard does, and clicks it. */
const pressFocused = (name: string) => {
  screen.getByRole('button', {name}).focus()
  press(name)
}
const isButtonFocused = (name: string | RegExp) => isFocused(screen.getByRole('button', {name}))
const undo = () =>
  fireEvent.keyDown(screen.getByRole('button', {name: 'Add another condition'}), {key: 'z', ctrlKey: true})

it('removing the last row, filter or condition moves the focus to what is left', async () => {
  await openHeaders('a', 'b')
  pressFocused('Delete condition 2')
  await waitFor(() => expect(isFocused(screen.getByLabelText('Source key'))).toBe(true))
  pressFocused('Remove header change 2')
  await waitFor(() => expect(isButtonFocused('Remove header change 1')).toBe(true))
  pressFocused('Remove header change 1')
  await waitFor(() => expect(isButtonFocused('Add header change')).toBe(true))
  pressFocused('Remove filter Method GET')
  await waitFor(() => expect(isButtonFocused('Add filter')).toBe(true))
  for (const back of ['Method GET', 'Remove header change 1', 'Remove header change 2', 'Delete condition 2']) {
    undo()
    await waitFor(() => expect(screen.getAllByRole('button', {name: back}).length).toBeGreaterThan(0))
    expect(document.activeElement).not.toBe(document.body)
  }
})

it('“Any fetch or XHR” keeps the focus, and Undo restores the condition', async () => {
  const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
  const rule = aRule('Request', {id: 'Request_1', pairs: [{source, type: 'static', value: 'a'}]})
  await openOptions(fakeClient({rules: [aView(rule)]}), '#/rules/Request_1')
  const key = screen.getByLabelText<HTMLSelectElement>('Source key')
  key.focus()
  choose('Source key', 'Any fetch or XHR')
  await waitFor(() => expect(screen.queryByLabelText('Source value')).toBeNull())
  expect(isFocused(key)).toBe(true)
  undo()
  await waitFor(() => expect(getValues('Source value')).toEqual(['shop.test']))
  expect(key.value).toBe('host')
})

it('Alt and an arrow move a row or condition, keep its focus and announce its place', async () => {
  await openHeaders('a', 'b', 'c')
  const moveUp = () => fireEvent.keyDown(document.activeElement ?? document.body, {key: 'ArrowUp', altKey: true})
  const focused = () => document.activeElement as HTMLInputElement
  getRow('Condition 1').getAllByLabelText('Value', {selector: 'input'})[2]?.focus()
  moveUp()
  await waitFor(() => expect(getValues('Header')).toEqual(['a', 'c', 'b', 'z']))
  await screen.findByText('Header change 3 moved to position 2')
  await waitFor(() => expect(focused().value).toBe('c'))
  moveUp()
  await waitFor(() => expect(getValues('Header')).toEqual(['c', 'a', 'b', 'z']))
  await waitFor(() => expect(focused().value).toBe('c'))
  moveUp()
  expect(getValues('Header')).toEqual(['c', 'a', 'b', 'z'])
  getRow('Condition 2').getByLabelText('Source value').focus()
  moveUp()
  await waitFor(() => expect(getValues('Header')).toEqual(['z', 'c', 'a', 'b']))
  await waitFor(() => expect(isFocused(getRow('Condition 1').getByLabelText('Source value'))).toBe(true))
})

it('a new filter is focused, and Esc closes it and focuses its chip', async () => {
  await openNew('Cancel')
  pick('Add filter', 'Method')
  const get = screen.getByRole('checkbox', {name: 'GET'})
  await waitFor(() => expect(isFocused(get)).toBe(true))
  fireEvent.click(get)
  fireEvent.keyDown(get, {key: 'Escape'})
  await waitFor(() => expect(isButtonFocused('Method GET')).toBe(true))
})
