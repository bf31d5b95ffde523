import {verbatim} from '../../../src/model/faults'
// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {ServiceError} from '../../../src/api/service-error'
import {choose, closePage, fill, openNew, pick, press} from './page'

afterEach(closePage)

describe('an invalid form', () => {
  it('saves nothing, shows each error at its field and focuses the first', async () => {
    const client = await openNew('Headers')
    fill('Header', 'X Env')
    expect(screen.queryByText('A header name can’t contain a space.')).toBeNull()
    press('Save')
    const value = screen.getByRole('textbox', {name: 'Source value'})
    await waitFor(() => expect(document.activeElement).toBe(value))
    await waitFor(() => expect(screen.getByText('2 fields to fix')).toBeTruthy())
    for (const [name, says] of [
      ['Source value', 'Enter the text to match.'],
      ['Header', 'A header name can’t contain a space.'],
    ] as const) {
      const field = screen.getByLabelText(name)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(says)
    }
    expect(client.bodies('rule.create')).toEqual([])
    fill('Header', 'X-Env')
    await waitFor(() => expect(screen.getByText('1 field to fix')).toBeTruthy())
    expect(screen.queryByText('A header name can’t contain a space.')).toBeNull()
  })

  it('shows the error of a typed field once it is left, and not before', async () => {
    await openNew('Headers')
    const field = screen.getByRole('combobox', {name: 'Header'})
    fireEvent.blur(field)
    expect(field.hasAttribute('aria-invalid')).toBe(false)
    fill('Header', 'X Env')
    fireEvent.blur(field)
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('shows it only when the mouse button is released, so nothing moves under a click', async () => {
    await openNew('Headers')
    const field = screen.getByRole('combobox', {name: 'Header'})
    fill('Header', 'X Env')
    fireEvent.pointerDown(document.body)
    fireEvent.change(field)
    fireEvent.blur(field)
    await new Promise(turn => setTimeout(turn))
    expect(field.hasAttribute('aria-invalid')).toBe(false)
    fireEvent.pointerUp(document.body)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  })

  it('shows errors that only the translation finds', async () => {
    const client = await openNew('Redirect')
    choose('Source operator', 'matches regex')
    fill('Source value', '/(/')
    fill('Destination', 'https://shop.test/')
    press('Save')
    const isInvalid = (name: string) => screen.getByRole('textbox', {name}).getAttribute('aria-invalid') === 'true'
    await waitFor(() => expect(isInvalid('Source value')).toBe(true))
    expect(client.bodies('rule.create')).toEqual([])
    fill('Source value', '/a/')
    fill('Destination', 'nowhere')
    press('Save')
    await waitFor(() => expect([isInvalid('Source value'), isInvalid('Destination')]).toEqual([false, true]))
  })

  it('rejects a destination without its captures and a URL as a file path', async () => {
    const client = await openNew('Redirect')
    choose('Source key', 'URL')
    fill('Source value', 'https://shop.test/')
    fill('Destination', '$1')
    press('Save')
    const destination = () => screen.getByLabelText('Destination')
    const says = () => document.getElementById(destination().getAttribute('aria-describedby') ?? '')?.textContent
    await waitFor(() => expect(says()).toMatch(/^\$1 is always empty: /))
    choose('Destination type', 'Local file')
    fill('Destination', 'https://shop.test/a.js')
    await waitFor(() => expect(says()).toBe('This is a web address, not a file path. To redirect to it, choose URL.'))
    press('Save')
    expect(client.bodies('rule.create')).toEqual([])
  })

  it('shows every mistake at the first Save, also behind an empty source', async () => {
    await openNew('Redirect')
    fill('Destination', 'not a url')
    press('Save')
    await waitFor(() => screen.getByText('2 fields to fix'))
    expect(screen.getByText('Enter a full URL, such as https://shop.test/.')).toBeTruthy()
    expect(screen.getByText('Enter the text to match.')).toBeTruthy()
  })

  it('shows errors of the worker at their fields, and the others beside the form', async () => {
    const client = await openNew('Cancel')
    fill('Source value', 'shop.test')
    client.refuse(
      'rule.create',
      new ServiceError(400, 'invalid', verbatim('Refused'), [
        {path: 'pairs[0].source.value', code: 'x', reason: verbatim('Not this one.')},
        {path: 'schemaVersion', code: 'x', reason: verbatim('Too old.')},
        {path: 'pairs[0].odd', code: 'x', reason: verbatim('Too odd.')},
      ]),
    )
    press('Save')
    await waitFor(() => expect(screen.getByText('Not this one.')).toBeTruthy())
    expect(screen.getByText('Schema version: Too old.')).toBeTruthy()
    expect(screen.getByText('Condition 1: Too odd.')).toBeTruthy()
    expect(screen.getByText('3 fields to fix')).toBeTruthy()
  })

  it('shows an error without fields in a toast', async () => {
    const client = await openNew('Cancel')
    fill('Source value', 'shop.test')
    client.refuse('rule.create')
    press('Save')
    await waitFor(() => expect(screen.getByText('Not done. The store is full.')).toBeTruthy())
  })
})

it('a deleted group is reported at its field, by a sentence instead of an id', async () => {
  const client = await openNew('Cancel')
  fill('Source value', 'shop.test')
  choose('Group', 'Checkout')
  const [group] = client.view().groups
  await client.ask('group.delete', {id: group?.id ?? ''})
  const field = screen.getByRole<HTMLSelectElement>('combobox', {name: 'Group'})
  await waitFor(() => expect(field.selectedOptions[0]?.textContent).toBe('A deleted group'))
  expect(field.hasAttribute('aria-invalid')).toBe(false)
  press('Save')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /^This group was deleted, so the rule was not saved/,
  )
  expect(screen.getByText('1 field to fix')).toBeTruthy()
  expect(screen.queryByText(/^Not done/)).toBeNull()
  choose('Group', 'No group')
  expect(field.hasAttribute('aria-invalid')).toBe(false)
  press('Save')
  await waitFor(() => expect(client.view().rules).toHaveLength(1))
})

it('an invalid filter shows its error only below its closed chip', async () => {
  await openNew('Cancel')
  fill('Source value', 'shop.test')
  pick('Add filter', 'Page domains')
  fill('Page domains', 'shop.test/x')
  press('Done')
  press(/^Save/)
  const says = '“shop.test/x” is not a domain. Enter one like shop.test.'
  const chip = await waitFor(() => {
    const found = screen.getByRole('button', {name: 'Page on shop.test/x'})
    expect(found.getAttribute('aria-describedby')).not.toBeNull()
    return found
  })
  expect(document.getElementById(chip.getAttribute('aria-describedby') ?? '')?.textContent).toBe(says)
  // Once loaded, the tester shows the same text for the whole rule.
  expect(screen.getAllByText(says).filter(each => each.closest('.tester') === null)).toHaveLength(1)
})
