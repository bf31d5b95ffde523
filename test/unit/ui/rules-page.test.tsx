// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import type {LibraryView} from '../../../src/contract/views'
import {aGroup, aRule, aView, anUnreadable} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, openOptions, press} from './page'

afterEach(closePage)

const first = aGroup('First')
const second = aGroup('Second')
const open = async (more: Partial<LibraryView> = {}) => {
  const client = fakeClient({
    groups: [first, second],
    rules: [
      aView(aRule('Headers', {id: 'a', name: 'Alpha', groupId: first.id})),
      aView(aRule('Redirect', {id: 'b', name: 'Beta', groupId: first.id, status: 'Inactive'})),
      aView(aRule('Cancel', {id: 'c', name: 'Gamma', groupId: second.id}), {problems: [{code: 'loop'}]}),
      aView(aRule('Delay', {id: 'd', name: 'Delta'}), {problems: [{code: 'delay-navigations-only'}]}),
    ],
    ...more,
  })
  await openOptions(client, '#/rules')
  // The tools of the rows come in the next idle moment.
  await waitFor(() =>
    expect(document.querySelectorAll('.rule-row .rule-tools')).toHaveLength(
      document.querySelectorAll('.rule-row').length,
    ),
  )
  return client
}
const shown = () => screen.getAllByRole('link', {name: /^(Alpha|Beta|Gamma|Delta)$/}).map(each => each.textContent)
const focusedRow = () => (document.activeElement as HTMLElement | null)?.dataset['id']
const menu = (name: string, item: string) => {
  press(`More for ${name}`)
  fireEvent.click(screen.getByRole('menuitem', {name: item}))
}

describe('the rules list', () => {
  it('draws first what is read of a row, and what appears when it is pointed at a moment later', async () => {
    const client = fakeClient({rules: [aView(aRule('Headers', {id: 'a', name: 'Alpha'}))]})
    await openOptions(client, '#/rules')
    const row = await screen.findByRole('row', {name: /Alpha/})
    expect(within(row).getByRole('switch', {name: 'Alpha'})).toBeTruthy()
    expect(within(row).queryByRole('button', {name: 'More for Alpha'})).toBeNull()
    expect(await within(row).findByRole('button', {name: 'More for Alpha'})).toBeTruthy()
    expect(row.querySelector('.grip')).not.toBeNull()
  })

  it('has one h1, a title, and the rules group by group', async () => {
    await open()
    expect(screen.getAllByRole('heading', {level: 1}).map(each => each.textContent)).toEqual(['Rules'])
    await waitFor(() => expect(document.title).toBe('Rules · Switchyard'))
    expect(shown()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
    expect(screen.getByRole('button', {name: 'First 1 of 2 on'})).toBeTruthy()
  })

  it('is narrowed by what is typed, by type, by group, by status, and by problems', async () => {
    await open()
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'authorization'}})
    expect(shown()).toEqual(['Alpha'])
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: ''}})
    choose('Type', 'Cancel')
    expect(shown()).toEqual(['Gamma'])
    choose('Type', 'Any type')
    choose('Group', 'No group')
    expect(shown()).toEqual(['Delta'])
    choose('Group', 'Any group')
    choose('Status', 'Off')
    expect(shown()).toEqual(['Beta'])
    choose('Status', 'Any status')
    press('1 problem')
    expect(shown()).toEqual(['Gamma'])
  })

  it('says that nothing matches, and clears the filters', async () => {
    await open()
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'carr'}})
    expect(screen.getByText('No rule matches “carr”.')).toBeTruthy()
    press('Clear filters')
    expect(shown()).toHaveLength(4)
  })

  it.each([
    ['b', 'Beta', 'ArrowUp', {before: 'a', groupId: first.id}],
    ['a', 'Alpha', 'ArrowDown', {before: null, groupId: first.id}],
    ['c', 'Gamma', 'ArrowUp', {before: null, groupId: first.id}],
    ['c', 'Gamma', 'ArrowDown', {before: 'd', groupId: ''}],
    ['d', 'Delta', 'ArrowUp', {before: null, groupId: second.id}],
  ])('moves %s (%s) with Alt and %s', async (id, name, key, target) => {
    const client = await open()
    fireEvent.keyDown(screen.getByRole('link', {name}), {key, altKey: true})
    await waitFor(() => expect(client.bodies('rules.move')).toEqual([{moves: [{ids: [id], ...target}]}]))
    await waitFor(() => expect(focusedRow()).toBe(id))
  })

  it('moves nothing above the top', async () => {
    const client = await open()
    fireEvent.keyDown(screen.getByRole('link', {name: 'Alpha'}), {key: 'ArrowUp', altKey: true})
    menu('Beta', 'Move up')
    await waitFor(() =>
      expect(client.bodies('rules.move')).toEqual([{moves: [{ids: ['b'], before: 'a', groupId: first.id}]}]),
    )
  })

  it('deletes to trash, with the focus on the next row and a way back', async () => {
    const client = await open()
    menu('Beta', 'Delete')
    await waitFor(() => expect(screen.getByText('“Beta” moved to trash')).toBeTruthy())
    expect(client.bodies('rules.delete')).toEqual([{ids: ['b']}])
    await waitFor(() => expect(focusedRow()).toBe('c'))
    press('Undo')
    await waitFor(() => expect(shown()).toContain('Beta'))
    expect(client.bodies('trash.restore')).toEqual([{ids: ['b']}])
  })

  it('duplicates a rule right below it, off and without the ids of the original', async () => {
    const client = await open({
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
    menu('Alpha', 'Duplicate')
    await waitFor(() =>
      expect(client.view().rules.map(each => each.rule?.name)).toEqual(['Alpha', 'Alpha copy', 'Delta']),
    )
    const [{payload, before} = {payload: {}, before: null}] = client.bodies('rule.create')
    expect(payload).toMatchObject({name: 'Alpha copy', status: 'Inactive', odd: 'kept'})
    expect(payload).not.toHaveProperty('id')
    expect(payload['pairs']).toEqual([{source: {key: 'url', operator: 'Contains', value: 'x', filters: []}}])
    // In one message: a copy that could not be put there would be one that nobody is told of.
    expect(before).toBe('d')
    expect(client.bodies('rules.move')).toEqual([])
  })

  it('keeps a menu open, and the focus in it, while the rows are drawn anew and an earlier move is done', async () => {
    const client = await open()
    menu('Alpha', 'Move down')
    press('More for Alpha')
    const item = screen.getByRole('menuitem', {name: 'Move down'})
    const focused = document.activeElement
    expect(screen.getByRole('menu').contains(focused)).toBe(true)
    await waitFor(() => expect(shown()).toEqual(['Beta', 'Alpha', 'Gamma', 'Delta']))
    await waitFor(() => expect(screen.getByText('“Alpha” moved to place 2 of 2 in “First”')).toBeTruthy())
    const {rules} = client.view()
    client.set({rules: rules.map(each => (each.rule ? {...each, rule: {...each.rule, groupId: second.id}} : each))})
    await waitFor(() => expect(screen.getByRole('button', {name: 'Second 3 of 4 on'})).toBeTruthy())
    expect(item.isConnected).toBe(true)
    expect(document.activeElement).toBe(focused)
    fireEvent.click(item)
    await waitFor(() => expect(client.bodies('rules.move')).toHaveLength(2))
    expect(screen.queryByRole('menu')).toBeNull()
  })

  it('closes the menu of a rule that is gone', async () => {
    const client = await open()
    press('More for Alpha')
    client.set({rules: client.view().rules.filter(each => each.id !== 'a')})
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it('pins a rule', async () => {
    const client = await open()
    menu('Alpha', 'Pin')
    await waitFor(() => expect(screen.getByRole('img', {name: 'Pinned'})).toBeTruthy())
    expect(client.bodies('rules.pin')).toEqual([{ids: ['a'], pinned: true}])
  })

  it('shows a record that cannot be read, its faults and the record itself', async () => {
    await open({rules: [anUnreadable('x', {name: 'Broken', pairs: null})]})
    expect(screen.getByText('Unreadable')).toBeTruthy()
    expect(screen.getByText('This record has no pairs.', {exact: false})).toBeTruthy()
    press('Show record')
    expect(screen.getByText(/"pairs": null/)).toBeTruthy()
    expect(screen.getByRole('button', {name: 'Delete Broken'})).toBeTruthy()
  })

  it('describes the switch of a rule by its problem', async () => {
    await open()
    const described = screen.getByRole('switch', {name: 'Gamma'}).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toContain('round in circles')
    expect(screen.getByRole('switch', {name: 'Alpha'}).hasAttribute('aria-describedby')).toBe(false)
  })

  it('offers the nine types while there is nothing', async () => {
    await open({rules: [], groups: []})
    const tiles = within(screen.getByRole('main')).getAllByRole('link')
    expect(tiles).toHaveLength(9)
    expect(tiles[0]?.getAttribute('href')).toBe('#/rules/new/Redirect')
  })

  it('draws one row when one rule is switched', async () => {
    await open()
    const before = screen.getByRole('link', {name: 'Beta'})
    const names = new MutationObserver(() => undefined)
    names.observe(before, {attributes: true, childList: true, subtree: true})
    fireEvent.click(screen.getByRole('switch', {name: 'Alpha'}))
    await waitFor(() => expect(screen.getByRole('button', {name: 'First 0 of 2 on'})).toBeTruthy())
    expect(names.takeRecords()).toEqual([])
    expect(screen.getByRole('link', {name: 'Beta'})).toBe(before)
  })

  it('looks at each of a thousand rules a few times for a key of the search, and draws what is found', async () => {
    let looks = 0
    const rules = Array.from({length: 1000}, (_, n) => {
      const rule = aRule('Headers', {id: `r${n}`})
      const named = Object.defineProperty(rule, 'name', {enumerable: true, get: () => (looks++, `Rule number ${n}`)})
      return aView(named)
    })
    await openOptions(fakeClient({rules}), '#/rules')
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThan(10 * rules.length)
    looks = 0
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'number 77'}})
    expect(document.querySelectorAll('a[href^="#/rules/r"]')).toHaveLength(19)
    expect(looks).toBeLessThan(2 * rules.length)
  })
})
