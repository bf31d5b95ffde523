// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openOptions, openPopup, press, toggle} from './page'

afterEach(() => {
  closePage()
  localStorage.clear()
})

const first = aGroup('First')
const second = aGroup('Second')
const library = (name = 'Alpha') =>
  fakeClient({
    groups: [first, second],
    rules: [
      aView(aRule('Headers', {id: 'a', name, groupId: first.id})),
      aView(aRule('Redirect', {id: 'b', name: 'Beta', groupId: first.id})),
      aView(aRule('Cancel', {id: 'c', name: 'Gamma', groupId: second.id})),
      aView(aRule('Delay', {id: 'd', name: 'Delta', groupId: second.id})),
    ],
  })
const open = async (client = library(), hash = '#/rules') => {
  await openOptions(client, hash)
  return client
}
const row = (id: string) => document.querySelector<HTMLElement>(`[data-id="${id}"]`)
const focusedRow = () => (document.activeElement as HTMLElement | null)?.dataset['id']
const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ...more})
}
/** The items of an open menu with their hints. */
const inMenu = async () =>
  (await screen.findAllByRole('menuitem')).map(each => {
    const hint = each.querySelector<HTMLElement>('.menu-hint')
    return [each.getAttribute('aria-label'), ...(hint ? [hint.dataset['hint']] : [])].join(' ')
  })
const groupOf = (client: ReturnType<typeof library>, id: string) =>
  client.view().rules.find(each => each.id === id)?.rule?.groupId

describe('keys in the rules list', () => {
  it('Alt ↑ into a closed group opens it and keeps the focus on the rule', async () => {
    const client = await open()
    press('First 2 of 2 on')
    await waitFor(() => expect(row('a')).toBeNull())
    row('c')?.focus()
    key('ArrowUp', {altKey: true})
    await waitFor(() => expect(groupOf(client, 'c')).toBe(first.id))
    await waitFor(() => expect(focusedRow()).toBe('c'))
    key('ArrowUp', {altKey: true})
    await waitFor(() => expect(client.bodies('rules.move').map(({moves}) => moves[0]?.ids)).toEqual([['c'], ['c']]))
    await waitFor(() => expect(focusedRow()).toBe('c'))
  })

  it.each([
    ['b', 'ArrowDown', ['b', 'c']],
    ['c', 'ArrowUp', ['b', 'c']],
  ])('Shift from %s with %s extends the selection across a group heading', async (id, arrow, chosen) => {
    await open()
    row(id)?.focus()
    key(arrow, {shiftKey: true})
    key(arrow, {shiftKey: true})
    await waitFor(() =>
      expect(
        [...document.querySelectorAll<HTMLElement>('[data-id][aria-selected=true]')].map(each => each.dataset['id']),
      ).toEqual(chosen),
    )
  })

  it.each([
    ['d', 'rule.create'],
    ['p', 'rules.pin'],
    [' ', 'rules.switch'],
    ['Delete', 'rules.delete'],
  ] as const)('%j held down acts once, and an arrow moves on', async (given, name) => {
    const client = await open()
    row('a')?.focus()
    key(given, {repeat: true})
    key('ArrowDown', {repeat: true})
    await waitFor(() => expect(focusedRow()).toBe('b'))
    expect(client.bodies(name)).toEqual([])
    key(given)
    await waitFor(() => expect(client.bodies(name)).toHaveLength(1))
  })

  it('Alt and an arrow held down move a rule again once the last move is done', async () => {
    const client = await open()
    const moves = () => client.bodies('rules.move')
    row('a')?.focus()
    key('ArrowDown', {altKey: true})
    for (let times = 0; times < 9; times++) key('ArrowDown', {altKey: true, repeat: true})
    await waitFor(() => expect(moves()).toHaveLength(1))
    await waitFor(() => expect(screen.getByText(/position 2 of 2/)).toBeTruthy())
    await waitFor(() => {
      key('ArrowDown', {altKey: true, repeat: true})
      expect(moves()).toHaveLength(2)
    })
  })

  it.each(['the head of a group', 'a rule that is not selected'])('Del on %s deletes the selection', async where => {
    const client = await open()
    for (const id of ['b', 'c']) {
      row(id)?.focus()
      key('x')
    }
    const on = where === 'the head of a group' ? document.querySelector<HTMLElement>('.group-line') : row('d')
    on?.focus()
    key('Delete')
    await waitFor(() => expect(client.view().rules.map(({id}) => id)).toEqual(['a', 'd']))
    await screen.findByText('2 rules moved to trash')
    expect(document.activeElement).toBe(on)
    // Without a selection, Del on a heading does nothing.
    document.querySelector<HTMLElement>('.group-line')?.focus()
    key('Delete')
    await Promise.resolve()
    expect(client.bodies('rules.delete')).toHaveLength(1)
  })

  it('Del on a heading that disappears with its last rule focuses the remaining row', async () => {
    const client = fakeClient({
      groups: [first],
      rules: [
        aView(aRule('Headers', {id: 'a', name: 'Alpha', groupId: first.id})),
        aView(aRule('Cancel', {id: 'c', name: 'Gamma'})),
      ],
    })
    await open(client)
    row('c')?.focus()
    key('x')
    const heads = document.querySelectorAll<HTMLElement>('.group-line')
    heads[heads.length - 1]?.focus()
    key('Delete')
    await waitFor(() => expect(row('c')).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'))
  })

  it('n returns the focus after its menu is closed', async () => {
    await open()
    row('b')?.focus()
    key('n')
    await waitFor(() => screen.getByRole('menu', {name: 'Rule types'}))
    key('Escape')
    await waitFor(() => expect(focusedRow()).toBe('b'))
  })

  it('an arrow with Alt says why nothing moves while a filter is set', async () => {
    const client = await open()
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'a'}})
    row('a')?.focus()
    key('ArrowDown', {altKey: true})
    await waitFor(() => screen.getByText('Not moved, because a filter hides part of the list. Clear the filter first.'))
    expect(client.bodies('rules.move')).toEqual([])
  })

  it('long names are shortened in messages so that the result stays visible', async () => {
    await open(library('A long name '.repeat(15)))
    row('a')?.focus()
    key('ArrowDown', {altKey: true})
    await waitFor(() =>
      expect(screen.getByText(/moved to position/).textContent).toMatch(
        /^“.{20,40}…” moved to position 2 of 2 in “First”$/,
      ),
    )
  })
})

describe('keys on other pages', () => {
  it('n returns the focus on a page without a “New rule” button', async () => {
    await open(library(), '#/groups')
    const group = document.querySelector<HTMLElement>('.group-row')
    group?.focus()
    key('n')
    await waitFor(() => screen.getByRole('menu', {name: 'Rule types'}))
    key('Escape')
    await waitFor(() => expect(document.activeElement).toBe(group))
  })

  it.each([
    ['p', 'group.change'],
    [' ', 'group.change'],
    ['Delete', 'group.delete'],
  ] as const)('%j held down on a group acts once', async (given, name) => {
    const client = await open(library(), '#/groups')
    document.querySelector<HTMLElement>('.group-row')?.focus()
    key(given, {repeat: true})
    await Promise.resolve()
    expect(client.bodies(name)).toEqual([])
    key(given)
    await waitFor(() => expect(client.bodies(name)).toHaveLength(1))
  })

  it.each([
    ['d', 'rule.create'],
    ['p', 'rules.pin'],
    ['Delete', 'rules.delete'],
  ] as const)('%j held down in the popup acts once', async (given, name) => {
    const client = library()
    await openPopup(client)
    screen.getByRole('switch', {name: 'Beta'}).focus()
    key(given, {repeat: true})
    await Promise.resolve()
    expect(client.bodies(name)).toEqual([])
    key(given)
    await waitFor(() => expect(client.bodies(name)).toHaveLength(1))
  })

  it('single-key shortcuts are shown nowhere while they are turned off', async () => {
    await open(library(), '#/settings')
    toggle('One-key shortcuts')
    location.hash = '#/rules'
    const more = await screen.findByRole('button', {name: 'More for Alpha'})
    const told = [...document.querySelectorAll('[title], [aria-keyshortcuts]')].flatMap(each => [
      each.getAttribute('title') ?? '',
      each.getAttribute('aria-keyshortcuts') ?? '',
    ])
    expect(told.filter(each => /(^| )[a-z]( |$)|\([a-z]( [a-z])?\)| · [A-Z]$/.test(each))).toEqual([])
    fireEvent.click(more)
    expect(await inMenu()).toEqual([
      'Edit Enter',
      'Duplicate',
      'Pin',
      'Select',
      'Move up Alt ↑',
      'Move down Alt ↓',
      'Delete Del',
    ])
  })

  it("single-key shortcuts are not shown in the popup's menu either", async () => {
    localStorage.setItem('switchyard.settings', JSON.stringify({letterKeys: false}))
    await openPopup(library())
    fireEvent.click(await screen.findByRole('button', {name: 'More for Alpha'}))
    expect(await inMenu()).toEqual(['Edit Enter', 'Duplicate', 'Pin', 'Delete Del'])
  })
})

describe('messages and focus', () => {
  it('a new group in the selection bar requires a name', async () => {
    await open()
    row('a')?.focus()
    key('x')
    fireEvent.click(await screen.findByRole('button', {name: 'Move to group'}))
    fireEvent.click(screen.getByRole('menuitem', {name: 'New group'}))
    const name = await screen.findByRole('textbox', {name: 'Name of the new group'})
    press('Create and move')
    await screen.findByText('Enter a name.')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    fireEvent.input(name, {target: {value: 'QA'}})
    await waitFor(() => expect(screen.queryByText('Enter a name.')).toBeNull())
  })

  it('undoing a deleted group no longer says that its rules have none', async () => {
    await open(library(), '#/groups')
    document.querySelector<HTMLElement>('.group-row')?.focus()
    key('Delete')
    await screen.findByText('Group “First” moved to trash. Its 2 rules now have no group.')
    press('Undo')
    expect(await screen.findByText('Undone: Group “First” moved to trash')).toBeTruthy()
  })

  it('a popup without rules says that all rules are paused', async () => {
    await openPopup(fakeClient({paused: true}))
    await screen.findByText('Create your first rule')
    expect(await screen.findByText('All rules are paused')).toBeTruthy()
  })

  it('the popup focuses the next row if the rule of an open menu is deleted', async () => {
    const client = library()
    await openPopup(client)
    screen.getByRole('switch', {name: 'Alpha'}).focus()
    key('F10', {shiftKey: true})
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('menuitem'))
    client.set({rules: client.view().rules.filter(each => each.id !== 'a')})
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']).toBe('b'))
  })

  it('Ctrl A in the popup does not select the text of the page', async () => {
    await openPopup(library())
    screen.getByRole('switch', {name: 'Beta'}).focus()
    const isLeftToBrowser = fireEvent.keyDown(document.activeElement ?? document.body, {key: 'a', ctrlKey: true})
    expect(isLeftToBrowser).toBe(false)
  })
})
