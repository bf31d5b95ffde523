// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, isSwitchOn, openOptions, pick, press, toggle} from './page'

afterEach(closePage)

describe('the form of a saved rule', () => {
  const savedRule = () =>
    aRule('Headers', {
      id: 'h',
      name: 'Staging token',
      odd: {kept: true},
      pairs: [
        {
          id: 'p1',
          oddToo: 1,
          source: {key: 'host', operator: 'Equals', value: 'a.test', odder: 'yes', filters: []},
          modifications: [{header: 'X-Env', type: 'Add', value: '1', note: 'mine'}],
        },
      ],
    } as never)
  const open = async () => {
    const client = fakeClient({rules: [aView(savedRule())]})
    await openOptions(client, '#/rules/h')
    return client
  }

  it('preserves unknown fields of rules, conditions, sources and changes', async () => {
    const client = await open()
    fill('Source value', 'b.test')
    fill('Value', '2')
    expect(screen.getByText('Unsaved changes')).toBeTruthy()
    press('Save')
    await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
    const {id, payload} = client.bodies('rule.update')[0] ?? {}
    expect(id).toBe('h')
    expect(payload).toMatchObject({name: 'Staging token', odd: {kept: true}})
    expect(payload?.['pairs']).toEqual([
      {
        id: 'p1',
        oddToo: 1,
        source: {key: 'host', operator: 'Equals', value: 'b.test', odder: 'yes', filters: []},
        modifications: [{header: 'X-Env', type: 'Add', value: '2', note: 'mine'}],
      },
    ])
    await waitFor(() => expect(screen.getByText(/^Saved \d\d:\d\d$/)).toBeTruthy())
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('shows a muted switch while its group is off', async () => {
    const group = aGroup('Checkout', {status: 'Inactive'})
    const client = fakeClient({groups: [group], rules: [aView({...savedRule(), groupId: group.id})]})
    await openOptions(client, '#/rules/h')
    const isMuted = () => 'muted' in screen.getByRole('switch', {name: 'Staging token'}).dataset
    expect([isSwitchOn('Staging token'), isMuted()]).toEqual([true, true])
    await client.ask('group.change', {id: group.id, changes: {status: 'Active'}})
    await waitFor(() => expect(isMuted()).toBe(false))
  })

  it('has a switch that acts at once and is not reverted by Save', async () => {
    const client = await open()
    fill('Value', '2')
    toggle('Staging token')
    await waitFor(() => expect(client.bodies('rules.switch')).toEqual([{ids: ['h'], on: false}]))
    expect(isSwitchOn('Staging token')).toBe(false)
    press('Save')
    await waitFor(() => expect(client.bodies('rule.update')[0]?.payload).toMatchObject({status: 'Inactive'}))
  })

  it('has a switch that Undo reverts', async () => {
    const client = await open()
    toggle('Staging token')
    await waitFor(() => expect(screen.getByText(/turned off$/)).toBeTruthy())
    press('Undo')
    await waitFor(() => expect(client.bodies('rules.switch').map(each => each.on)).toEqual([false, true]))
    await waitFor(() => expect(isSwitchOn('Staging token')).toBe(true))
  })

  it('returns to the saved rule on Discard', async () => {
    await open()
    fill('Value', '2')
    press('Discard')
    expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('1')
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('keeps the unsaved text during a visit to another page', async () => {
    await open()
    fill('Value', '2')
    location.hash = '#/groups'
    await waitFor(() => expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Groups'))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Groups'))
    location.hash = '#/rules/h'
    await waitFor(() => expect(screen.getByText(/^Unsaved changes from \d\d:\d\d$/)).toBeTruthy())
    expect(screen.getByLabelText<HTMLInputElement>('Value').value).toBe('2')
  })

  it('takes over changes made elsewhere while it has no unsaved changes', async () => {
    const client = await open()
    client.set({rules: [aView({...savedRule(), name: 'Renamed'})]})
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', {name: 'Name'}).value).toBe('Renamed'))
  })

  it('saves on Ctrl S', async () => {
    const client = await open()
    fill('Value', '2')
    fireEvent.keyDown(document.body, {key: 's', ctrlKey: true})
    await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
  })

  it('moves the focus to its heading if the rule is deleted elsewhere', async () => {
    const client = await open()
    screen.getByLabelText('Value').focus()
    client.set({rules: []})
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Rule not found'))
  })

  it('drops a filter that was opened but restricts nothing', async () => {
    await open()
    pick('Add filter', 'Method')
    expect(screen.getByRole('button', {name: /^Method any/})).toBeTruthy()
    press('Done')
    await waitFor(() => expect(screen.queryByRole('button', {name: /^Method/})).toBeNull())
    pick('Add filter', 'Method')
    fireEvent.click(screen.getByLabelText('POST'))
    press('Done')
    await waitFor(() => expect(screen.getByRole('button', {name: /^Method POST/})).toBeTruthy())
  })

  it('restores a rule from the trash in place', async () => {
    const client = await open()
    await client.ask('rules.delete', {ids: ['h']})
    client.set({rules: []})
    const back = await screen.findByRole('button', {name: 'Restore from trash'})
    fireEvent.click(back)
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', {name: 'Name'}).value).toBe('Staging token'),
    )
  })

  it('says so if the rule does not exist', async () => {
    await openOptions(fakeClient({rules: [aView(savedRule())]}), '#/rules/gone')
    expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Rule not found')
  })
})
