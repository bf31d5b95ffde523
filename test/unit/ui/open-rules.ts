import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {expect} from 'vitest'
import type {LibraryView} from '../../../src/model/views'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {openOptions, press} from './page'

export const first = aGroup('First')
export const second = aGroup('Second')
export const openRules = async (more: Partial<LibraryView> = {}) => {
  const client = fakeClient({
    groups: [first, second],
    rules: [
      aView(aRule('Headers', {id: 'a', name: 'Alpha', groupId: first.id})),
      aView(aRule('Redirect', {id: 'b', name: 'Beta', groupId: first.id, status: 'Inactive'})),
      aView(aRule('Cancel', {id: 'c', name: 'Gamma', groupId: second.id}), {problems: [{code: 'loop'}]}),
      aView(aRule('Delay', {id: 'd', name: 'Delta'}), {problems: [{code: 'delay-in-part'}]}),
    ],
    ...more,
  })
  await openOptions(client, '#/rules')
  // The buttons of the rows are rendered in an idle callback.
  await waitFor(() =>
    expect(document.querySelectorAll('.rule-row .rule-tools')).toHaveLength(
      document.querySelectorAll('.rule-row').length,
    ),
  )
  return client
}
export const getShownNames = () =>
  screen.getAllByRole('link', {name: /^(Alpha|Beta|Gamma|Delta)$/}).map(each => each.textContent)
export const getFocusedRowId = () => (document.activeElement as HTMLElement | null)?.dataset['id']
export const getSelectedIds = () =>
  [...document.querySelectorAll<HTMLElement>('[data-id][aria-selected=true]')].map(each => each.dataset['id'])
export const chooseFromMenu = (name: string, item: string) => {
  press(`More for ${name}`)
  fireEvent.click(screen.getByRole('menuitem', {name: item}))
}
