// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press, toggle} from './page'

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

  it('renames in place; an empty name is not kept', async () => {
    const client = await open('#/groups')
    fill('Name of First', '  ')
    fireEvent.blur(screen.getByRole('textbox', {name: 'Name of First'}))
    expect(client.bodies('group.update')).toEqual([])
    fill('Name of First', 'Checkout')
    fireEvent.blur(screen.getByRole('textbox', {name: 'Name of First'}))
    await waitFor(() => expect(screen.getByRole('switch', {name: 'Group Checkout'})).toBeTruthy())
    expect(client.bodies('group.update')[0]).toMatchObject({
      id: first.id,
      payload: {name: 'Checkout', status: 'Active'},
    })
  })

  it('pins, switches and moves', async () => {
    const client = await open('#/groups')
    press('Pin First')
    await waitFor(() => expect(screen.getByRole('button', {name: 'Unpin First'})).toBeTruthy())
    toggle('Group Second')
    press('Move Third up')
    await waitFor(() => expect(client.bodies('group.move')).toEqual([{id: third.id, before: second.id}]))
    const names = () => screen.getAllByLabelText(/^Name of/).map(field => (field as HTMLInputElement).value)
    await waitFor(() => expect(names()).toEqual(['First', 'Third', 'Second']))
    press('Move First down')
    await waitFor(() => expect(client.bodies('group.move')).toHaveLength(2))
    expect(client.view().groups.map(each => each.name)).toEqual(['Third', 'First', 'Second'])
    expect(client.view().groups[2]?.status).toBe('Inactive')
  })

  it('deletes, says what became of the rules, and takes it back', async () => {
    const client = await open('#/groups')
    expect(screen.getByText('1 rule')).toBeTruthy()
    press('Delete First')
    await waitFor(() =>
      expect(screen.getByText('Group “First” moved to trash, its 1 rule has no group now')).toBeTruthy(),
    )
    press('Undo')
    await waitFor(() => expect(client.bodies('trash.restore')).toEqual([{ids: [first.id]}]))
  })
})

describe('the trash', () => {
  it('shows what was deleted from where, restores it, and deletes for good', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a', 'b']})
    await openOptions(client, '#/trash')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
    expect(screen.getByRole('row', {name: /Alpha Cancel First \d\d:\d\d 30 days left/})).toBeTruthy()
    press('Restore Alpha')
    await waitFor(() => expect(screen.getByText('“Alpha” restored')).toBeTruthy())
    expect(client.view().rules.map(each => each.id)).toEqual(['a'])
    press('Delete for good: Beta')
    await waitFor(() => expect(screen.getByText('Trash is empty.')).toBeTruthy())
    expect(client.bodies('trash.purge')).toEqual([{ids: ['b']}])
  })

  it('is emptied at once', async () => {
    const client = await open('#/rules')
    await client.ask('rules.delete', {ids: ['a', 'b']})
    await openOptions(client, '#/trash')
    await waitFor(() => screen.getByRole('button', {name: 'Empty trash'}))
    press('Empty trash')
    await waitFor(() => expect(screen.getByText('2 records deleted for good')).toBeTruthy())
  })
})
