// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openPopup, startPopup} from './page'

afterEach(closePage)

const views = ['Alpha', 'Beta', 'Gamma'].map(name => aView(aRule('Cancel', {id: name, name})))
const enter = () => fireEvent.keyDown(screen.getByRole('searchbox'), {key: 'Enter'})
const turns = () => new Promise(later => setTimeout(later, 30))

describe('Enter in the search field before the rows have loaded', () => {
  it('opens the first result once it is there', async () => {
    const popup = startPopup(fakeClient({rules: views}))
    fill('Search rules', 'bet')
    enter()
    expect(popup.opened).toEqual([])
    await waitFor(() => expect(popup.opened).toEqual(['#/rules/Beta']))
  })

  it.each([
    ['something else is typed', () => fill('Search rules', 'gam')],
    ['another key is pressed', () => fireEvent.keyDown(screen.getByRole('searchbox'), {key: 'Escape'})],
    ['a pointer is pressed', () => fireEvent.pointerDown(document.body)],
  ])('opens nothing if %s meanwhile', async (_, act) => {
    const popup = startPopup(fakeClient({rules: views}))
    fill('Search rules', 'bet')
    enter()
    act()
    await waitFor(() => expect(screen.getAllByRole('switch').length).toBeGreaterThan(1))
    await turns()
    expect(popup.opened).toEqual([])
  })

  it('opens no rule that appears later if there was no result', async () => {
    const client = fakeClient({rules: views})
    const popup = await openPopup(client)
    fill('Search rules', 'delta')
    await waitFor(() => screen.getByText('No rule matches “delta”.'))
    enter()
    client.set({rules: [...views, aView(aRule('Cancel', {id: 'Delta', name: 'Delta'}))]})
    await waitFor(() => screen.getByRole('switch', {name: 'Delta'}))
    expect(popup.opened).toEqual([])
  })
})
