// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, isSwitchOn, openPopup} from './page'

afterEach(closePage)

const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ...more})
}
const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''
const focusIs = (name: string) => waitFor(() => expect(focused()).toBe(name))
const namesIn = (region: string) =>
  within(screen.getByRole('region', {name: region}))
    .queryAllByRole('switch')
    .map(each => each.getAttribute('aria-label'))

const open = async () => {
  const checkout = aGroup('Checkout')
  const rule = (name: string, groupId = '') => aView(aRule('Cancel', {id: name, name, groupId}))
  const rules = [...['One', 'Two', 'Three'].map(name => rule(name, checkout.id)), rule('Loose')]
  const client = fakeClient({groups: [checkout], rules})
  return {client, ...(await openPopup(client))}
}

it('arrows lead from the search field into groups and rules, and back', async () => {
  await open()
  await focusIs('Search rules')
  key('ArrowDown')
  await focusIs('Group Checkout')
  key('ArrowUp')
  await focusIs('Search rules')
  key('ArrowDown')
  key('j')
  await focusIs('One')
  // The group from within: close it, open it, go back in.
  key('ArrowDown')
  key('ArrowLeft')
  await focusIs('Group Checkout')
  key('ArrowLeft')
  await waitFor(() => expect(screen.queryByRole('switch', {name: 'Two'})).toBeNull())
  key('ArrowRight')
  await waitFor(() => expect(screen.getByRole('switch', {name: 'Two'})).toBeTruthy())
  key('ArrowRight')
  await focusIs('One')
})

it('keys pin, duplicate and delete a rule, with Undo and the focus in place', async () => {
  await open()
  screen.getByRole('switch', {name: 'One'}).focus()
  key('p')
  await waitFor(() => expect(namesIn('Pinned')).toEqual(['One']))
  await focusIs('One')
  key('d')
  await screen.findByText('“One” duplicated. The copy is switched off.')
  expect(isSwitchOn('One copy')).toBe(false)
  key('Delete')
  await waitFor(() => expect(screen.queryByRole('switch', {name: 'One'})).toBeNull())
  await focusIs('Group Checkout')
  key('z', {ctrlKey: true})
  await waitFor(() => expect(namesIn('Pinned')).toEqual(['One']))
})

it('Shift F10 opens the menu of a row, and Escape returns the focus', async () => {
  await open()
  screen.getByRole('switch', {name: 'Two'}).focus()
  key('F10', {shiftKey: true})
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
  expect(screen.getAllByRole('menuitem').map(each => each.getAttribute('aria-label'))).toEqual([
    'Edit',
    'Duplicate',
    'Pin',
    'Delete',
  ])
  key('Escape')
  await focusIs('Two')
})

it('each section has one tab stop', async () => {
  await open()
  screen.getByRole('switch', {name: 'One'}).focus()
  key('p')
  await waitFor(() => expect(namesIn('Pinned')).toEqual(['One']))
  const stops = [...document.querySelectorAll<HTMLElement>('section')].map(
    section => section.querySelectorAll('[tabindex="0"], button:not([tabindex]), a[href]:not([tabindex])').length,
  )
  expect(stops).toEqual([1, 1])
})

it('search results are reached by arrows, matches are bold, and Escape clears', async () => {
  const {opened} = await open()
  fill('Search rules', 'two')
  await waitFor(() => expect(namesIn('1 rule')).toEqual(['Two']))
  expect(document.querySelector('.popup-row b')?.textContent).toBe('Two')
  key('ArrowDown')
  await focusIs('Two')
  key('Escape')
  await focusIs('Search rules')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  screen.getByRole('switch', {name: 'One'}).focus()
  key('Enter')
  await waitFor(() => expect(opened).toEqual(['#/rules/One']))
})

it('a rule deleted elsewhere leaves the popup, and the next one gets focus', async () => {
  const {client} = await open()
  screen.getByRole('switch', {name: 'One'}).focus()
  client.set({rules: client.view().rules.filter(({id}) => id !== 'One')})
  await focusIs('Two')
  expect(screen.queryByRole('switch', {name: 'One'})).toBeNull()
})

it('n opens the rule types, and Enter opens the form of the chosen one', async () => {
  const {opened} = await open()
  screen.getByRole('switch', {name: 'One'}).focus()
  key('n')
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
  // A letter leads to the type that begins with it.
  key('h')
  await focusIs('Headers')
  fireEvent.click(document.activeElement as HTMLElement)
  await waitFor(() => expect(opened).toEqual(['#/rules/new/Headers']))
})
