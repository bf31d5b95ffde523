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
/** Waits for the rendering, but not for the next frame. */
const drawn = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('keys pressed right after the popup opens', () => {
  it('move from the search field to the first result once there is one', async () => {
    startPopup(library())
    screen.getByRole('searchbox').focus()
    fill('Search rules', 'bet')
    key('ArrowDown')
    await waitFor(() => expect(focused()).toBe('Beta'))
  })

  it('do not take the focus from an element focused meanwhile', async () => {
    startPopup(library())
    screen.getByRole('searchbox').focus()
    key('ArrowDown')
    screen.getByRole('switch', {name: 'Rules on'}).focus()
    await waitFor(() => screen.getByRole('switch', {name: 'Beta'}))
    expect(focused()).toBe('Rules on')
  })

  it('delete a result before it is painted and focus the next one', async () => {
    await openPopup(library())
    // Without `fireEvent`, which flushes all effects.
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
