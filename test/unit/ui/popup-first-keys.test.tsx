// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openPopup, startPopup} from './page'

afterEach(closePage)

const library = () =>
  fakeClient({rules: ['Alpha', 'Beta', 'Gamma'].map(name => aView(aRule('Cancel', {id: name, name})))})
const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ...more})
}
/** What was changed is drawn, and no frame has been painted since. */
const drawn = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('keys that come right after the popup was opened', () => {
  it('lead from the search to the first row that is found, once there is one', async () => {
    startPopup(library())
    screen.getByRole('searchbox').focus()
    fill('Search rules', 'bet')
    key('ArrowDown')
    await waitFor(() => expect(focused()).toBe('Beta'))
  })

  it('leave the focus where a person has put it meanwhile', async () => {
    startPopup(library())
    screen.getByRole('searchbox').focus()
    key('ArrowDown')
    screen.getByRole('switch', {name: 'Rules on'}).focus()
    await waitFor(() => screen.getByRole('switch', {name: 'Beta'}))
    expect(focused()).toBe('Rules on')
  })

  it('delete what is found before a frame has shown it, and the focus goes to the next one', async () => {
    await openPopup(library())
    // Not by `fireEvent`, after which all effects are done.
    const press = (given: string) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', {key: given, bubbles: true, cancelable: true}))
    const search = screen.getByRole<HTMLInputElement>('searchbox')
    search.focus()
    search.value = 'a'
    search.dispatchEvent(new InputEvent('input', {bubbles: true}))
    await drawn()
    press('ArrowDown')
    expect(focused()).toBe('Alpha')
    press('Delete')
    await waitFor(() => expect(screen.queryByRole('switch', {name: 'Alpha'})).toBeNull())
    expect(focused()).toBe('Beta')
  })
})
