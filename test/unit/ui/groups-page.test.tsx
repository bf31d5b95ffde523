// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, isSwitchOn, openOptions, press, toggle} from './page'
import {first, key, openWithGroups, second, third} from './three-groups'

afterEach(closePage)

/** Chooses an item from the menu of a group. */
async function act(name: string, item: string) {
  press(`More for ${name}`)
  fireEvent.click(await screen.findByRole('menuitem', {name: item}))
}

describe('the groups page', () => {
  it('creates a group and shows an error at the field if the name is empty', async () => {
    const client = await openWithGroups('#/groups')
    press('Create group')
    const field = screen.getByRole('textbox', {name: 'New group'})
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    fill('New group', 'QA')
    press('Create group')
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Group QA'})).toBeTruthy())
    expect(client.bodies('group.create')[0]?.payload).toEqual({
      name: 'QA',
      objectType: 'group',
      status: 'Active',
      isFavourite: false,
    })
  })

  it('creates one group on two clicks and keeps the name typed meanwhile', async () => {
    const client = fakeClient({groups: [], rules: []})
    let answer: () => void = () => undefined
    const held = new Promise<void>(done => {
      answer = done
    })
    const slow: typeof client = {
      ...client,
      async ask(name, body) {
        const answered = await client.ask(name, body)
        if (name === 'group.create') await held
        return answered
      },
    }
    await openOptions(slow, '#/groups')
    const field = () => screen.getByRole<HTMLInputElement>('textbox', {name: 'New group'})
    fill('New group', 'QA')
    press('Create group')
    press('Create group')
    await waitFor(() => expect(client.view().groups).toHaveLength(1))
    fill('New group', 'Sea')
    answer()
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Group QA'})).toBeTruthy())
    await new Promise(later => setTimeout(later))
    expect(field().value).toBe('Sea')
    expect(client.view().groups).toHaveLength(1)
  })

  it('calls a group without a name Untitled', async () => {
    await openOptions(fakeClient({groups: [aGroup('')], rules: []}), '#/groups')
    const field = screen.getByRole('textbox', {name: 'Name of Untitled'})
    expect(field).toHaveProperty('placeholder', 'Untitled')
    expect(screen.getByRole('switch', {name: 'Group Untitled'})).toBeTruthy()
    // A name that is being cleared is still the old name, so there is no placeholder.
    fill('Name of Untitled', 'Q')
    fill('Name of Untitled', '')
    expect(field).toHaveProperty('placeholder', '')
  })

  it('renames in place and ignores an empty name', async () => {
    const client = await openWithGroups('#/groups')
    fill('Name of First', '  ')
    fireEvent.blur(screen.getByRole('textbox', {name: 'Name of First'}))
    expect(client.bodies('group.change')).toEqual([])
    fill('Name of First', 'Checkout')
    fireEvent.blur(screen.getByRole('textbox', {name: 'Name of First'}))
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Group Checkout'})).toBeTruthy())
    expect(client.bodies('group.change')).toEqual([{id: first.id, changes: {name: 'Checkout'}}])
  })

  it('pins, switches and moves a group, and each step can be undone', async () => {
    const client = await openWithGroups('#/groups')
    const names = () => client.view().groups.map(each => each.name)
    press('Pin First')
    await waitFor(() => expect(screen.getByRole('button', {name: 'Unpin First'})).toBeTruthy())
    toggle('Group Second')
    await waitFor(() => expect(screen.getByText('Group “Second” turned off')).toBeTruthy())
    await act('Third', 'Move up')
    await waitFor(() => expect(screen.getByText('“Third” moved to position 2 of 3')).toBeTruthy())
    expect(client.bodies('group.move')).toEqual([{id: third.id, before: second.id}])
    await act('First', 'Move down')
    await waitFor(() => expect(names()).toEqual(['Third', 'First', 'Second']))
    expect(client.view().groups[2]?.status).toBe('Inactive')

    const undo = async (state: () => unknown, was: unknown) => {
      fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
      await waitFor(() => expect(state()).toEqual(was))
    }
    const stateOf = (name: string) => client.view().groups.find(each => each.name === name)
    await waitFor(() => expect(screen.getByText('“First” moved to position 2 of 3')).toBeTruthy())
    await undo(names, ['First', 'Third', 'Second'])
    await undo(names, ['First', 'Second', 'Third'])
    await undo(() => stateOf('Second')?.status, 'Active')
    await undo(() => stateOf('First')?.isFavourite, false)
  })

  it('works with the keyboard alone', async () => {
    const client = await openWithGroups('#/groups')
    const row = (name: string) => screen.getByRole('row', {name: new RegExp(`^${name},`)})
    expect(screen.getAllByRole('row').map(each => each.tabIndex)).toEqual([0, -1, -1])
    row('First').focus()
    key('ArrowDown')
    await waitFor(() => expect(document.activeElement).toBe(row('Second')))
    key(' ')
    await waitFor(() => expect(client.view().groups[1]?.status).toBe('Inactive'))
    key('p')
    await waitFor(() => expect(client.view().groups[1]?.isFavourite).toBe(true))
    key('ArrowDown', {altKey: true})
    await waitFor(() => expect(client.view().groups.map(each => each.name)).toEqual(['First', 'Third', 'Second']))
    await waitFor(() => expect(document.activeElement).toBe(row('Second')))
    key('Enter')
    expect(document.activeElement).toBe(screen.getByRole('textbox', {name: 'Name of Second'}))
    fill('Name of Second', 'Zweite')
    key('Enter')
    await waitFor(() => expect(document.activeElement).toBe(row('Zweite')))
    expect(client.bodies('group.change').filter(each => each.changes['name'] === 'Zweite')).toHaveLength(1)
    key('Home')
    await waitFor(() => expect(document.activeElement).toBe(row('First')))
    key('ArrowRight')
    expect(document.activeElement).toBe(screen.getByRole('button', {name: 'Pin First'}))
    key('ArrowLeft')
    key('Delete')
    await waitFor(() => expect(document.activeElement).toBe(row('Third')))
    expect(client.view().groups.map(each => each.name)).toEqual(['Third', 'Zweite'])
  })

  it('moves a group once per key press, however fast', async () => {
    const client = await openWithGroups('#/groups')
    screen.getByRole('row', {name: /^First,/}).focus()
    key('ArrowDown', {altKey: true})
    key('ArrowDown', {altKey: true})
    await waitFor(() => expect(client.view().groups.map(each => each.name)).toEqual(['Second', 'Third', 'First']))
    await waitFor(() => expect(screen.getByText('“First” moved to position 3 of 3')).toBeTruthy())
    client.set({groups: client.view().groups.filter(each => each.name !== 'Second')})
    fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
    await waitFor(() => expect(client.bodies('group.move')).toHaveLength(3))
    fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
    // The group below it is gone, so it returns above the next one.
    await waitFor(() => expect(client.view().groups.map(each => each.name)).toEqual(['First', 'Third']))
  })

  it('does not delete a group on Backspace, and announces its shortcuts', async () => {
    const client = await openWithGroups('#/groups')
    const row = screen.getByRole('row', {name: /^First,/})
    expect(row.getAttribute('aria-keyshortcuts')).toBe('Space Enter Delete Alt+ArrowUp Alt+ArrowDown p')
    row.focus()
    key('Backspace')
    await new Promise(done => setTimeout(done, 20))
    expect(client.view().groups).toHaveLength(3)
  })

  it('deletes a group, says what happened to its rules and can undo it', async () => {
    const client = await openWithGroups('#/groups')
    expect(screen.getByText('1 rule')).toBeTruthy()
    await act('First', 'Delete')
    await waitFor(() =>
      expect(screen.getByText('Group “First” moved to trash. Its rule now has no group.')).toBeTruthy(),
    )
    press('Undo')
    await waitFor(() => expect(client.bodies('trash.restore')).toEqual([{ids: [first.id]}]))
  })

  it('deletes the rules of a deleted group on request', async () => {
    const client = await openWithGroups('#/groups')
    await act('First', 'Delete')
    await waitFor(() => press('Delete its rule too'))
    await waitFor(() => expect(screen.getByText('1 rule moved to trash')).toBeTruthy())
    expect(client.bodies('rules.delete')).toEqual([{ids: ['a']}])
    press('Undo')
    await waitFor(() => expect(client.view().rules.map(each => each.id)).toContain('a'))
  })

  it('spares rules that moved to another group or were deleted meanwhile', async () => {
    const rules = ['a', 'b', 'c'].map(id => aView(aRule('Cancel', {id, groupId: first.id})))
    const client = fakeClient({groups: [first, second], rules})
    await openOptions(client, '#/groups')
    await act('First', 'Delete')
    await waitFor(() => screen.getByRole('button', {name: 'Delete its 3 rules too'}))
    await client.ask('rules.delete', {ids: ['b']})
    await client.ask('rules.move', {moves: [{ids: ['c'], before: null, groupId: second.id}]})
    await waitFor(() => expect(screen.getByText('1 rule')).toBeTruthy())
    press('Delete its 3 rules too')
    await waitFor(() => expect(screen.getByText('1 rule moved to trash')).toBeTruthy())
    expect(client.view().rules.map(each => each.id)).toEqual(['c'])
  })

  it('says so if there are no groups', async () => {
    await openOptions(fakeClient({rules: [aView(aRule('Cancel'))]}), '#/groups')
    expect(screen.getByText('No groups yet')).toBeTruthy()
  })

  it('reverts a rejected switch and adds no undo step', async () => {
    const client = await openWithGroups('#/groups')
    client.refuse('group.change')
    toggle('Group First')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The store is full.'))
    expect(isSwitchOn('Group First')).toBe(true)
    expect(screen.queryByRole('button', {name: 'Undo'})).toBeNull()
  })

  it('renders few of two hundred groups', async () => {
    const groups = Array.from({length: 200}, (_, n) => aGroup(`Group ${n}`))
    await openOptions(fakeClient({groups}), '#/groups')
    const rows = () => screen.getAllByRole('row')
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('200')
    expect(rows().length).toBeLessThan(100)
    expect(rows().filter(each => each.tabIndex === 0)).toHaveLength(1)
    rows()[0]?.focus()
    fireEvent.keyDown(rows()[0] as HTMLElement, {key: 'End'})
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('200'))
    fireEvent.keyDown(document.activeElement as Element, {key: 'ArrowUp', altKey: true})
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('“Group 199” moved to position 199 of 200'))
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Group 199,/)
  })

  it('shows the shortcuts of its buttons', async () => {
    await openWithGroups('#/groups')
    expect(screen.getByRole('button', {name: 'Pin First'}).title).toBe('Pin First · p')
    expect(document.querySelector<HTMLElement>('.group-grip')?.title).toBe('Drag to move · Alt ↑ ↓')
  })
})

describe('the name of a group', () => {
  it('stays in its field after a rejection until it is saved or discarded', async () => {
    const client = await openWithGroups('#/groups')
    const field = () => screen.getByRole<HTMLInputElement>('textbox', {name: 'Name of First'})
    const said = 'Not saved yet. Press Enter to save the name, or Esc to cancel.'
    client.refuse('group.change')
    fireEvent.input(field(), {target: {value: 'Checkout'}})
    fireEvent.keyDown(field(), {key: 'Enter'})
    await waitFor(() => expect(screen.getByText(said).id).toBe(field().getAttribute('aria-describedby')))
    expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['Checkout', 'true'])
    expect(screen.getByRole('alert').textContent).toBe('Not done. The store is full.')
    fireEvent.keyDown(field(), {key: 'Escape'})
    await waitFor(() => expect(field().value).toBe('First'))
    expect(screen.queryByText(said)).toBeNull()
    client.refuse('group.change')
    fireEvent.input(field(), {target: {value: 'Checkout'}})
    fireEvent.blur(field())
    await waitFor(() => screen.getByText(said))
    fireEvent.keyDown(field(), {key: 'Enter'})
    await waitFor(() => expect(client.view().groups.map(({name}) => name)).toContain('Checkout'))
    await waitFor(() => expect(screen.queryByText(said)).toBeNull())
  })

  it('typed during a save stays, and is saved afterwards', async () => {
    const client = fakeClient({groups: [aGroup('First')], rules: []})
    let answer: () => void = () => undefined
    const held = new Promise<void>(done => {
      answer = done
    })
    const slow: typeof client = {
      ...client,
      async ask(name, body) {
        if (name === 'group.change') await held
        return client.ask(name, body)
      },
    }
    await openOptions(slow, '#/groups')
    const field = () => screen.getByRole<HTMLInputElement>('textbox', {name: /^Name of/})
    const keep = async (text: string) => {
      fireEvent.input(field(), {target: {value: text}})
      await new Promise(later => setTimeout(later))
      fireEvent.keyDown(field(), {key: 'Enter'})
    }
    await keep('Checkout')
    await keep('Checkout 2')
    fireEvent.input(field(), {target: {value: 'Checkout 23'}})
    answer()
    await waitFor(() => expect(client.view().groups[0]?.name).toBe('Checkout 2'))
    await waitFor(() => screen.getByText('“Checkout” renamed to “Checkout 2”'))
    expect(field().value).toBe('Checkout 23')
    await keep('First')
    await waitFor(() => expect(client.view().groups[0]?.name).toBe('First'))
  })
})
