// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'

afterEach(() => {
  closePage()
  localStorage.clear()
})

const createLibrary = (...names: string[]) =>
  fakeClient({rules: names.map(name => aView(aRule('Cancel', {id: name, name})))})
const open = async (...names: string[]) => {
  const client = createLibrary(...names)
  await openOptions(client, '#/rules')
  return client
}
const row = (name: string) => document.querySelector<HTMLElement>(`[data-id="${name}"]`)
const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ...more})
}
const expectFocus = (find: () => Element | null) => waitFor(() => expect(document.activeElement).toBe(find()))
const expectRowFocus = (name: string) =>
  waitFor(() => expect((document.activeElement as HTMLElement | null)?.dataset['id']).toBe(name))
const button = (name: string) => () => screen.getByRole('button', {name})
const expectSelected = (text: string) =>
  waitFor(() => expect(screen.getByRole('toolbar', {name: 'Selected rules'}).textContent).toContain(text))
const getTabStops = () =>
  [...document.querySelectorAll<HTMLElement>('[data-id][tabindex="0"]')].map(each => each.dataset['id'])
const search = () => screen.getByLabelText('Search rules')

describe('the focus in the rules list', () => {
  it('moves to “Clear filters” with the only match and returns with it on Ctrl Z', async () => {
    await open('Alpha', 'Beta')
    key('/')
    await expectFocus(search)
    fill('Search rules', 'alpha')
    await waitFor(() => expect(row('Beta')).toBeNull())
    key('ArrowDown')
    await expectRowFocus('Alpha')
    key('Delete')
    await expectFocus(button('Clear filters'))
    key('z', {ctrlKey: true})
    await expectRowFocus('Alpha')
    key('Delete')
    await expectFocus(button('Clear filters'))
    press('Clear filters')
    await expectFocus(search)
    expect(row('Beta')).not.toBeNull()
  })

  it('moves from the search field to the row that had it last', async () => {
    await open('Alpha', 'Beta')
    search().focus()
    key('ArrowDown')
    await expectRowFocus('Alpha')
    key('ArrowDown')
    await expectRowFocus('Beta')
    key('/')
    await expectFocus(search)
    key('ArrowDown')
    await expectRowFocus('Beta')
    expect(getTabStops()).toEqual(['Beta'])
  })

  it('ignores single keys that are turned off', async () => {
    localStorage.setItem('switchyard.settings', JSON.stringify({letterKeys: false}))
    await open('Alpha', 'Beta')
    row('Alpha')?.focus()
    key('x')
    key('j')
    await expectRowFocus('Alpha')
    expect(screen.queryByRole('toolbar', {name: 'Selected rules'})).toBeNull()
    key('ArrowDown')
    await expectRowFocus('Beta')
  })

  it('moves into the menu of a row on Shift F10 and returns on Esc', async () => {
    await open('Alpha', 'Beta')
    row('Beta')?.focus()
    key('F10', {shiftKey: true})
    await expectFocus(() => screen.queryByRole('menuitem', {name: 'Edit'}))
    key('Escape')
    await expectRowFocus('Beta')
    expect(screen.queryByRole('menu')).toBeNull()
    key('F10', {shiftKey: true})
    fireEvent.click(await screen.findByRole('menuitem', {name: 'Select'}))
    await expectSelected('1 selected')
  })
})

it('Undo pressed with the keyboard returns the focus to the switch', async () => {
  await open('Alpha')
  const toggle = () => screen.getByRole('switch', {name: 'Alpha'})
  fireEvent.click(toggle())
  await screen.findByText('“Alpha” turned off')
  toggle().focus()
  button('Undo')().focus()
  press('Undo')
  await waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe('true'))
  await expectFocus(toggle)
})

describe('“Delete its rule too”', () => {
  const openGroups = async () => {
    const checkout = aGroup('Checkout')
    const rule = aRule('Cancel', {id: 'Alpha', name: 'Alpha', groupId: checkout.id})
    await openOptions(fakeClient({groups: [checkout], rules: [aView(rule)]}), '#/groups')
  }

  it('returns the focus to the element that had it before', async () => {
    await openGroups()
    screen.getByRole('row', {name: 'Checkout, 1 rule, on'}).focus()
    key('Delete')
    await expectFocus(() => screen.getByLabelText('New group'))
    button('Create group')().focus()
    const also = await screen.findByRole('button', {name: 'Delete its rule too'})
    also.focus()
    press('Delete its rule too')
    await screen.findByText('1 rule moved to trash')
    await expectFocus(button('Create group'))
    expect(screen.queryByRole('button', {name: 'Delete its rule too'})).toBeNull()
  })

  it('by pointer leaves the focus on the page', async () => {
    await openGroups()
    press('More for Checkout')
    fireEvent.click(await screen.findByRole('menuitem', {name: 'Delete'}))
    await screen.findByRole('button', {name: 'Delete its rule too'})
    press('Delete its rule too')
    await screen.findByText('1 rule moved to trash')
    expect(document.activeElement).not.toBe(document.body)
  })
})
