// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, openPopup} from './page'

afterEach(closePage)

const heading = () => screen.getByRole('heading', {level: 1}).textContent
const keyAt = (field: Element, key: string, isComposing: boolean) => fireEvent.keyDown(field, {key, isComposing})

describe('a key pressed during IME composition', () => {
  it('adds no row and does not leave the form', async () => {
    await openOptions(fakeClient(), '#/rules/new/Headers')
    const names = () => screen.getAllByLabelText('Header')
    const value = screen.getByLabelText('Value')
    keyAt(value, 'Enter', true)
    keyAt(value, 'Escape', true)
    await new Promise(done => setTimeout(done))
    expect(names()).toHaveLength(1)
    expect(heading()).toBe('New rule: Headers')
    keyAt(value, 'Enter', false)
    await waitFor(() => expect(names()).toHaveLength(2))
    keyAt(value, 'Escape', false)
    await waitFor(() => expect(heading()).not.toBe('New rule: Headers'))
  })

  it('neither saves nor reverts the name of a group', async () => {
    const client = fakeClient({groups: [aGroup('Checkout')]})
    await openOptions(client, '#/groups')
    const field = screen.getByRole<HTMLInputElement>('textbox', {name: /Checkout/})
    fireEvent.input(field, {target: {value: '検索'}})
    keyAt(field, 'Escape', true)
    keyAt(field, 'Enter', true)
    await new Promise(done => setTimeout(done))
    expect(field.value).toBe('検索')
    expect(client.bodies('group.change')).toEqual([])
    keyAt(field, 'Enter', false)
    await waitFor(() => expect(client.bodies('group.change')).toHaveLength(1))
  })

  it('neither clears the search nor closes the popup', async () => {
    const popup = await openPopup(fakeClient({rules: [aView(aRule('Cancel', {id: 'c'}))]}))
    const search = screen.getByRole('searchbox')
    fireEvent.input(search, {target: {value: '検'}})
    keyAt(search, 'Escape', true)
    expect((search as HTMLInputElement).value).toBe('検')
    fireEvent.input(search, {target: {value: ''}})
    keyAt(search, 'Escape', true)
    expect(popup.closed()).toBe(false)
    keyAt(search, 'Escape', false)
    expect(popup.closed()).toBe(true)
  })
})

it('only the Ctrl key of the platform saves, which is Cmd on a Mac', async () => {
  const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'c'}))]})
  await openOptions(client, '#/rules/c')
  fill('Source value', 'b.test')
  const isLeftToTheBrowser = fireEvent.keyDown(document.body, {key: 's', metaKey: true})
  expect(isLeftToTheBrowser).toBe(true)
  fireEvent.keyDown(document.body, {key: 's', ctrlKey: true})
  await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
})
