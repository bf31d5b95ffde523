// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {closePage, press} from './page'
import {first, getFocusedRowId, chooseFromMenu, openRules, second, getShownNames} from './open-rules'

afterEach(closePage)

describe('a row of the rules list', () => {
  it.each([
    ['b', 'Beta', 'ArrowUp', {before: 'a', groupId: first.id}],
    ['a', 'Alpha', 'ArrowDown', {before: null, groupId: first.id}],
    ['c', 'Gamma', 'ArrowUp', {before: null, groupId: first.id}],
    ['c', 'Gamma', 'ArrowDown', {before: 'd', groupId: ''}],
    ['d', 'Delta', 'ArrowUp', {before: null, groupId: second.id}],
  ])('moves %s (%s) with Alt and %s', async (id, name, key, target) => {
    const client = await openRules()
    fireEvent.keyDown(screen.getByRole('link', {name}), {key, altKey: true})
    await waitFor(() => expect(client.bodies('rules.move')).toEqual([{moves: [{ids: [id], ...target}]}]))
    await waitFor(() => expect(getFocusedRowId()).toBe(id))
  })

  it('does not move above the top', async () => {
    const client = await openRules()
    fireEvent.keyDown(screen.getByRole('link', {name: 'Alpha'}), {key: 'ArrowUp', altKey: true})
    chooseFromMenu('Beta', 'Move up')
    await waitFor(() =>
      expect(client.bodies('rules.move')).toEqual([{moves: [{ids: ['b'], before: 'a', groupId: first.id}]}]),
    )
  })

  it('is deleted to the trash, focuses the next row and can be restored', async () => {
    const client = await openRules()
    chooseFromMenu('Beta', 'Delete')
    await waitFor(() => expect(screen.getByText('“Beta” moved to trash')).toBeTruthy())
    expect(client.bodies('rules.delete')).toEqual([{ids: ['b']}])
    await waitFor(() => expect(getFocusedRowId()).toBe('c'))
    press('Undo')
    await waitFor(() => expect(getShownNames()).toContain('Beta'))
    expect(client.bodies('trash.restore')).toEqual([{ids: ['b']}])
  })

  it('duplicates its rule right below, off and without the original ids', async () => {
    const client = await openRules({
      rules: [
        aView(
          aRule('Cancel', {
            id: 'a',
            name: 'Alpha',
            pairs: [{id: 'p1', source: {key: 'url', operator: 'Contains', value: 'x'}}],
            odd: 'kept',
          }),
        ),
        aView(aRule('Delay', {id: 'd', name: 'Delta'})),
      ],
    })
    chooseFromMenu('Alpha', 'Duplicate')
    await waitFor(() =>
      expect(client.view().rules.map(each => each.rule?.name)).toEqual(['Alpha', 'Alpha copy', 'Delta']),
    )
    const [{payload, before} = {payload: {}, before: null}] = client.bodies('rule.create')
    expect(payload).toMatchObject({name: 'Alpha copy', status: 'Inactive', odd: 'kept'})
    expect(payload).not.toHaveProperty('id')
    expect(payload['pairs']).toEqual([{source: {key: 'url', operator: 'Contains', value: 'x', filters: []}}])
    // One message, so that no copy is left behind if it cannot be placed.
    expect(before).toBe('d')
    expect(client.bodies('rules.move')).toEqual([])
  })

  it('keeps its menu open and focused while the rows are rendered again', async () => {
    const client = await openRules()
    chooseFromMenu('Alpha', 'Move down')
    press('More for Alpha')
    const item = screen.getByRole('menuitem', {name: 'Move down'})
    const focused = document.activeElement
    expect(screen.getByRole('menu').contains(focused)).toBe(true)
    await waitFor(() => expect(getShownNames()).toEqual(['Beta', 'Alpha', 'Gamma', 'Delta']))
    await waitFor(() => expect(screen.getByText('“Alpha” moved to position 2 of 2 in “First”')).toBeTruthy())
    const {rules} = client.view()
    client.set({rules: rules.map(each => (each.rule ? {...each, rule: {...each.rule, groupId: second.id}} : each))})
    await waitFor(() => expect(screen.getByRole('button', {name: 'Second 3 of 4 on'})).toBeTruthy())
    expect(item.isConnected).toBe(true)
    expect(document.activeElement).toBe(focused)
    fireEvent.click(item)
    await waitFor(() => expect(client.bodies('rules.move')).toHaveLength(2))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('closes the menu of a deleted rule and focuses the next row', async () => {
    const client = await openRules()
    document.querySelector<HTMLElement>('[data-id=a]')?.focus()
    fireEvent.keyDown(document.activeElement ?? document.body, {key: 'F10', shiftKey: true})
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
    client.set({rules: client.view().rules.filter(each => each.id !== 'a')})
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(getFocusedRowId()).toBe('b'))
  })

  it('pins its rule', async () => {
    const client = await openRules()
    chooseFromMenu('Alpha', 'Pin')
    await waitFor(() => expect(screen.getByRole('img', {name: 'Pinned'})).toBeTruthy())
    expect(client.bodies('rules.pin')).toEqual([{ids: ['a'], pinned: true}])
  })
})
