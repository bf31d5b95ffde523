// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, isSwitchOn, openOptions, press, toggle} from './page'

afterEach(closePage)

const [first, second, third] = [aGroup('First'), aGroup('Second'), aGroup('Third')]
const open = async (hash: string) => {
  const client = fakeClient({
    groups: [first, second, third],
    rules: [
      aView(aRule('Cancel', {id: 'a', name: 'Alpha', groupId: first.id})),
      aView(aRule('Delay', {id: 'b', name: 'Beta'})),
    ],
  })
  await openOptions(client, hash)
  return client
}

/** Presses a key where the focus is. */
const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document, {key: given, ...more})
}

/** Chooses from the menu of a group. */
async function act(name: string, item: string) {
  press(`More for ${name}`)
  fireEvent.click(await screen.findByRole('menuitem', {name: item}))
}

describe('the groups page', () => {
  it('creates a group, and refuses one without a name at the field', async () => {
    const client = await open('#/groups')
    press('Create group')
    const field = screen.getByRole('textbox', {name: 'New group'})
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Give the group a name.')).toBeTruthy()
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

  it('shows of a group without a name that it is untitled', async () => {
    await openOptions(fakeClient({groups: [aGroup('')], rules: []}), '#/groups')
    const field = screen.getByRole('textbox', {name: 'Name of Untitled'})
    expect(field).toHaveProperty('placeholder', 'Untitled')
    expect(screen.getByRole('switch', {name: 'Group Untitled'})).toBeTruthy()
    // What is being emptied is no untitled group: it keeps its name.
    fill('Name of Untitled', 'Q')
    fill('Name of Untitled', '')
    expect(field).toHaveProperty('placeholder', '')
  })

  it('renames in place; an empty name is not kept', async () => {
    const client = await open('#/groups')
    fill('Name of First', '  ')
    fireEvent.blur(screen.getByRole('textbox', {name: 'Name of First'}))
    expect(client.bodies('group.change')).toEqual([])
    fill('Name of First', 'Checkout')
    fireEvent.blur(screen.getByRole('textbox', {name: 'Name of First'}))
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Group Checkout'})).toBeTruthy())
    expect(client.bodies('group.change')).toEqual([{id: first.id, changes: {name: 'Checkout'}}])
  })

  it('pins, switches and moves, and each is taken back by itself', async () => {
    const client = await open('#/groups')
    const names = () => client.view().groups.map(each => each.name)
    press('Pin First')
    await waitFor(() => expect(screen.getByRole('button', {name: 'Unpin First'})).toBeTruthy())
    toggle('Group Second')
    await waitFor(() => expect(screen.getByText('Group “Second” turned off')).toBeTruthy())
    await act('Third', 'Move up')
    await waitFor(() => expect(screen.getByText('“Third” moved: 2 of 3')).toBeTruthy())
    expect(client.bodies('group.move')).toEqual([{id: third.id, before: second.id}])
    await act('First', 'Move down')
    await waitFor(() => expect(names()).toEqual(['Third', 'First', 'Second']))
    expect(client.view().groups[2]?.status).toBe('Inactive')

    const undo = async (state: () => unknown, was: unknown) => {
      fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
      await waitFor(() => expect(state()).toEqual(was))
    }
    const stateOf = (name: string) => client.view().groups.find(each => each.name === name)
    await waitFor(() => expect(screen.getByText('“First” moved: 2 of 3')).toBeTruthy())
    await undo(names, ['First', 'Third', 'Second'])
    await undo(names, ['First', 'Second', 'Third'])
    await undo(() => stateOf('Second')?.status, 'Active')
    await undo(() => stateOf('First')?.isFavourite, false)
  })

  it('is worked with keys alone', async () => {
    const client = await open('#/groups')
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

  it('moves as often as the key is pressed, however fast', async () => {
    const client = await open('#/groups')
    screen.getByRole('row', {name: /^First,/}).focus()
    key('ArrowDown', {altKey: true})
    key('ArrowDown', {altKey: true})
    await waitFor(() => expect(client.view().groups.map(each => each.name)).toEqual(['Second', 'Third', 'First']))
    await waitFor(() => expect(screen.getByText('“First” moved: 3 of 3')).toBeTruthy())
    client.set({groups: client.view().groups.filter(each => each.name !== 'Second')})
    fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
    await waitFor(() => expect(client.bodies('group.move')).toHaveLength(3))
    fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
    // What it stood above is gone: above what stood below that.
    await waitFor(() => expect(client.view().groups.map(each => each.name)).toEqual(['First', 'Third']))
  })

  it('is not deleted by Backspace, and says the keys that it has', async () => {
    const client = await open('#/groups')
    const row = screen.getByRole('row', {name: /^First,/})
    expect(row.getAttribute('aria-keyshortcuts')).toBe('Space Enter Delete Alt+ArrowUp Alt+ArrowDown p')
    row.focus()
    key('Backspace')
    await new Promise(done => setTimeout(done, 20))
    expect(client.view().groups).toHaveLength(3)
  })

  it('deletes, says what became of the rules, and takes it back', async () => {
    const client = await open('#/groups')
    expect(screen.getByText('1 rule')).toBeTruthy()
    await act('First', 'Delete')
    await waitFor(() =>
      expect(screen.getByText('Group “First” moved to trash, its 1 rule has no group now')).toBeTruthy(),
    )
    press('Undo')
    await waitFor(() => expect(client.bodies('trash.restore')).toEqual([{ids: [first.id]}]))
  })

  it('deletes the rules of a deleted group too, when asked', async () => {
    const client = await open('#/groups')
    await act('First', 'Delete')
    await waitFor(() => press('Delete its rule too'))
    await waitFor(() => expect(screen.getByText('1 rule moved to trash')).toBeTruthy())
    expect(client.bodies('rules.delete')).toEqual([{ids: ['a']}])
    press('Undo')
    await waitFor(() => expect(client.view().rules.map(each => each.id)).toContain('a'))
  })

  it('says so when there is none', async () => {
    await openOptions(fakeClient({rules: [aView(aRule('Cancel'))]}), '#/groups')
    expect(screen.getByText('No groups yet')).toBeTruthy()
  })

  it('keeps a refused switch where it was, and makes no step of it', async () => {
    const client = await open('#/groups')
    client.refuse('group.change')
    toggle('Group First')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('The store is full.'))
    expect(isSwitchOn('Group First')).toBe(true)
    expect(screen.queryByRole('button', {name: 'Undo'})).toBeNull()
  })

  it('holds two hundred groups', async () => {
    const groups = Array.from({length: 200}, (_, n) => aGroup(`Group ${n}`))
    await openOptions(fakeClient({groups}), '#/groups')
    expect(screen.getAllByRole('row')).toHaveLength(200)
    expect(screen.getAllByRole('row').filter(each => each.tabIndex === 0)).toHaveLength(1)
  })
})

describe('the name of a group', () => {
  it('that the store refuses stays in its field, which says so, until it is kept or given up', async () => {
    const client = await open('#/groups')
    const field = () => screen.getByRole<HTMLInputElement>('textbox', {name: 'Name of First'})
    const said = 'This name is not kept yet. Enter keeps it, Esc brings the old one back.'
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

  it('that was being typed, of an old group or a new one, is there again after a reload', async () => {
    const client = await open('#/groups')
    fireEvent.input(screen.getByRole('textbox', {name: 'Name of First'}), {target: {value: 'Check'}})
    fireEvent.input(screen.getByRole('textbox', {name: 'New group'}), {target: {value: 'Sea'}})
    await openOptions(client, '#/groups')
    expect(screen.getByRole<HTMLInputElement>('textbox', {name: 'New group'}).value).toBe('Sea')
    const field = screen.getByRole<HTMLInputElement>('textbox', {name: 'Name of First'})
    expect(field.value).toBe('Check')
    fireEvent.keyDown(field, {key: 'Enter'})
    await waitFor(() => expect(client.view().groups.map(({name}) => name)).toContain('Check'))
    press('Create group')
    await waitFor(() => expect(client.view().groups.map(({name}) => name)).toContain('Sea'))
    await openOptions(client, '#/groups')
    expect(screen.getByRole<HTMLInputElement>('textbox', {name: 'New group'}).value).toBe('')
  })
})

describe('the trash', () => {
  it('shows what was deleted from where, restores it, and deletes for good', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a', 'b']})
    await openOptions(client, '#/trash')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
    expect(screen.getByRole('row', {name: /Alpha Cancel First deleted \d\d:\d\d 30 days left/})).toBeTruthy()
    press('Restore Alpha')
    await waitFor(() => expect(screen.getByText('“Alpha” restored')).toBeTruthy())
    expect(client.view().rules.map(each => each.id)).toEqual(['a'])
    press('Undo')
    await waitFor(() => expect(screen.getByRole('row', {name: /Alpha/})).toBeTruthy())
    press('Restore Alpha')
    await waitFor(() => expect(client.view().rules.map(each => each.id)).toEqual(['a']))
    press('Delete for good: Beta')
    await waitFor(() => expect(screen.getByText('Trash is empty.')).toBeTruthy())
    expect(client.bodies('trash.purge')).toEqual([{ids: ['b']}])
  })

  it('has a row back as it was where its restoring is undone', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a'], trashed: {deletedAt: Date.now() - 86_400_000, from: 'First'}})
    const before = await client.ask('trash.list', {})
    await openOptions(client, '#/trash')
    await waitFor(() => press('Restore Alpha'))
    await waitFor(() => expect(screen.getByText('“Alpha” restored')).toBeTruthy())
    client.set({groups: []})
    press('Undo')
    await waitFor(async () => expect(await client.ask('trash.list', {})).toEqual(before))
  })

  it('says by name that what is to be restored was deleted for good elsewhere', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a']})
    await openOptions({...client, onChange: () => () => false}, '#/trash')
    await waitFor(() => screen.getByRole('button', {name: 'Restore Alpha'}))
    await client.ask('trash.purge', {ids: ['a']})
    press('Restore Alpha')
    const said = 'Not done. “Alpha” is no longer in trash. It was restored or deleted for good.'
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(said))
  })

  it('says that it could not be read, for as long as that holds, and reads it again', async () => {
    const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'a', name: 'Alpha'}))]})
    await client.ask('rules.delete', {ids: ['a']})
    client.refuse('trash.list')
    await openOptions(client, '#/trash')
    await waitFor(() => expect(screen.getByText('Trash could not be read')).toBeTruthy())
    screen.getByRole('button', {name: 'Try again'}).focus()
    press('Try again')
    await waitFor(() => expect(screen.getByText('Alpha')).toBeTruthy())
    expect(screen.queryByText('Trash could not be read')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1, name: 'Trash'}))
  })

  it('is emptied at once', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a', 'b']})
    await openOptions(client, '#/trash')
    await waitFor(() => screen.getByRole('button', {name: 'Empty trash'}))
    press('Empty trash')
    await waitFor(() => expect(screen.getByText('2 records deleted for good')).toBeTruthy())
  })

  it('is worked with keys alone, and the focus goes to the next row', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a']})
    await client.ask('rules.delete', {ids: ['b']})
    await openOptions(client, '#/trash')
    const row = (name: RegExp) => screen.getByRole('row', {name})
    await waitFor(() => row(/Beta/))
    row(/Alpha/).focus()
    key('Enter')
    await waitFor(() => expect(client.view().rules.map(each => each.id)).toEqual(['a']))
    await waitFor(() => expect(document.activeElement).toBe(row(/Beta/)))
    key('ArrowRight')
    key('ArrowRight')
    expect(document.activeElement).toBe(screen.getByRole('button', {name: 'Delete for good: Beta'}))
    fireEvent.click(document.activeElement ?? document)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1})))
  })

  it('says where a rule went whose group is gone', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a']})
    client.set({groups: []})
    await openOptions(client, '#/trash')
    await waitFor(() => press('Restore Alpha'))
    // As the worker does it: the group is not there, so the rule is in none.
    await waitFor(() => expect(screen.getByText('“Alpha” restored without a group: “First” is gone')).toBeTruthy())
  })

  it('draws a few of ten thousand rows, and every row has its number', async () => {
    const client = fakeClient({rules: Array.from({length: 10_000}, (_, n) => aView(aRule('Cancel', {id: `r${n}`})))})
    await client.ask('rules.delete', {ids: client.view().rules.map(each => each.id)})
    await openOptions(client, '#/trash')
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(10))
    expect(screen.getAllByRole('row').length).toBeLessThan(100)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001')
    screen.getAllByRole('row')[1]?.focus()
    key('End')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-rowindex')).toBe('10001'))
  })
})
