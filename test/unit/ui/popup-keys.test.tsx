// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openPopup, press} from './page'

afterEach(closePage)

const open = async (...names: string[]) => {
  const rules = names.map(name => aView(aRule('Cancel', {id: name, name})))
  const popup = await openPopup(fakeClient({rules}))
  // The shortcuts are registered after the first frame.
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
  return popup
}
const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ...more})
}
const search = () => screen.getByRole<HTMLInputElement>('searchbox')
const ruleSwitch = (name: string) => screen.getByRole('switch', {name})
const expectFocus = (find: () => Element | null) => waitFor(() => expect(document.activeElement).toBe(find()))

describe('keys in the popup', () => {
  it.each(['', 'a'])('Delete focuses the next row, also in the results of a search for %j', async typed => {
    await open('Alpha', 'Beta', 'Gamma')
    if (typed) fill('Search rules', typed)
    ruleSwitch('Beta').focus()
    key('d')
    await waitFor(() => ruleSwitch('Beta copy'))
    ruleSwitch('Beta').focus()
    key('Delete')
    await expectFocus(() => ruleSwitch('Beta copy'))
    expect(screen.queryByRole('switch', {name: 'Beta'})).toBeNull()
  })

  it('Delete of the only result focuses the search field', async () => {
    await open('Alpha', 'Beta', 'Gamma')
    fill('Search rules', 'mm')
    search().focus()
    key('ArrowDown')
    await expectFocus(() => ruleSwitch('Gamma'))
    key('/')
    await expectFocus(search)
    key('ArrowDown')
    await expectFocus(() => ruleSwitch('Gamma'))
    key('Delete')
    await expectFocus(search)
    expect(search().value).toBe('mm')
  })

  it('move in the first run, and n shows all nine types', async () => {
    const {opened} = await open('Alpha')
    const type = (name: RegExp) => () => within(screen.getByRole('main')).queryByRole('button', {name})
    ruleSwitch('Alpha').focus()
    key('Delete')
    await expectFocus(type(/^Send an API/))
    key('ArrowDown')
    await expectFocus(type(/^Add a header/))
    key('k')
    key('ArrowUp')
    await expectFocus(type(/^Send an API/))
    key('n')
    await expectFocus(type(/^Redirect/))
    expect(screen.getAllByRole('listitem')).toHaveLength(9)
    key('d')
    await expectFocus(type(/^Delay/))
    key('Escape')
    await expectFocus(() => screen.getByRole('button', {name: 'All nine types'}))
    press('All nine types')
    await expectFocus(type(/^Redirect/))
    key('j')
    await expectFocus(type(/^Cancel/))
    press(/^Cancel/)
    await waitFor(() => expect(opened).toEqual(['#/rules/new/Cancel']))
  })

  it('are listed by ?, which keeps the other keys; g and a letter opens a page', async () => {
    const {opened, closed} = await open('Alpha')
    search().focus()
    key('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    ruleSwitch('Alpha').focus()
    key('?')
    const keys = await screen.findByRole('dialog', {name: 'Keys'})
    expect(within(keys).getAllByRole('table')).toHaveLength(2)
    expect(within(keys).getByRole('row', {name: /^Groups g then g/})).toBeTruthy()
    // In a browser the dialog has the focus.
    fireEvent.keyDown(keys, {key: 'd'})
    press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(closed()).toBe(false)
    await expectFocus(() => ruleSwitch('Alpha'))
    expect(screen.getAllByRole('switch')).toHaveLength(2)
    key('g')
    key('g')
    await waitFor(() => expect(opened).toEqual(['#/groups']))
  })
})
