// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openOptions, press} from './page'
import {key, openWithGroups} from './three-groups'

afterEach(closePage)

describe('the trash', () => {
  it('shows the origin of deleted rules, restores them and deletes them for good', async () => {
    const client = await openWithGroups('#/rules')
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
    press('Delete forever: Beta')
    await waitFor(() => expect(screen.getByText('Trash is empty.')).toBeTruthy())
    expect(client.bodies('trash.purge')).toEqual([{ids: ['b']}])
  })

  it('shows the same row again if restoring is undone', async () => {
    const client = await openWithGroups('#/rules')
    await client.ask('rules.delete', {ids: ['a'], trashed: {deletedAt: Date.now() - 86_400_000, from: 'First'}})
    const before = await client.ask('trash.list', {})
    await openOptions(client, '#/trash')
    await waitFor(() => press('Restore Alpha'))
    await waitFor(() => expect(screen.getByText('“Alpha” restored')).toBeTruthy())
    client.set({groups: []})
    press('Undo')
    await waitFor(async () => expect(await client.ask('trash.list', {})).toEqual(before))
  })

  it('names a rule that was deleted for good elsewhere before it was restored', async () => {
    const client = await openWithGroups('#/rules')
    await client.ask('rules.delete', {ids: ['a']})
    await openOptions({...client, onChange: () => () => false}, '#/trash')
    await waitFor(() => screen.getByRole('button', {name: 'Restore Alpha'}))
    await client.ask('trash.purge', {ids: ['a']})
    press('Restore Alpha')
    const said = 'Not done. “Alpha” is no longer in trash. It was restored or deleted forever.'
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(said))
  })

  it('says that it could not be read, and tries again', async () => {
    const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'a', name: 'Alpha'}))]})
    await client.ask('rules.delete', {ids: ['a']})
    client.refuse('trash.list')
    await openOptions(client, '#/trash')
    await waitFor(() => expect(screen.getByText('Trash could not be loaded')).toBeTruthy())
    screen.getByRole('button', {name: 'Try again'}).focus()
    press('Try again')
    await waitFor(() => expect(screen.getByText('Alpha')).toBeTruthy())
    expect(screen.queryByText('Trash could not be loaded')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1, name: 'Trash'}))
  })

  it('is emptied in one step', async () => {
    const client = await openWithGroups('#/rules')
    await client.ask('rules.delete', {ids: ['a', 'b']})
    await openOptions(client, '#/trash')
    await waitFor(() => screen.getByRole('button', {name: 'Empty trash'}))
    press('Empty trash')
    await waitFor(() => expect(screen.getByText('2 deleted forever')).toBeTruthy())
  })

  it('restores permanently deleted rules on Undo and Ctrl Z, unchanged', async () => {
    const client = await openWithGroups('#/rules')
    const yesterday = Date.now() - 86_400_000
    await client.ask('rules.delete', {ids: ['a'], trashed: {deletedAt: yesterday, from: 'First'}})
    await client.ask('rules.delete', {ids: ['b']})
    const before = await client.ask('trash.list', {})
    const isAsBefore = () =>
      waitFor(async () => expect((await client.ask('trash.list', {})).toReversed()).toEqual(before))
    await openOptions(client, '#/trash')
    await waitFor(() => press('Delete forever: Alpha'))
    await waitFor(() => expect(screen.getByText('“Alpha” deleted forever')).toBeTruthy())
    press('Undo')
    await isAsBefore()
    await waitFor(() => expect(screen.getByRole('row', {name: /Alpha Cancel First .* 29 days left/})).toBeTruthy())
    press('Empty trash')
    await waitFor(() => expect(screen.getByText('Trash is empty.')).toBeTruthy())
    key('z', {ctrlKey: true})
    await isAsBefore()
    await waitFor(() => expect(screen.getByText('Undone: 2 deleted forever')).toBeTruthy())
  })

  it('is emptied in several messages, all or none, as one undo step', async () => {
    const client = fakeClient({rules: Array.from({length: 25}, (_, n) => aView(aRule('Cancel', {id: `r${n}`})))})
    const now = vi.spyOn(Date, 'now')
    // Different times, so that the page lists them in reverse order.
    for (const [at, {id}] of client.view().rules.entries()) {
      now.mockReturnValue(1_700_000_000_000 + at)
      await client.ask('rules.delete', {ids: [id]})
    }
    now.mockRestore()
    await openOptions(client, '#/trash')
    const lying = async () => (await client.ask('trash.list', {})).length
    await waitFor(() => press('Empty trash'))
    await waitFor(() => expect(screen.getByText('25 deleted forever')).toBeTruthy())
    expect(await lying()).toBe(0)
    press('Undo')
    await waitFor(async () => expect(await lying()).toBe(25))
    const {ask} = client
    let asked = 0
    client.onChange(() => {
      if (++asked === 1) client.refuse('trash.purge')
    })
    await waitFor(() => press('Empty trash'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not done. The store is full.'))
    expect((await ask('trash.list', {})).length).toBe(25)
  })

  it('works with the keyboard alone, and the focus moves to the next row', async () => {
    const client = await openWithGroups('#/rules')
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
    expect(document.activeElement).toBe(screen.getByRole('button', {name: 'Delete forever: Beta'}))
    fireEvent.click(document.activeElement ?? document)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1})))
  })

  it('says where a rule was restored if its group is gone', async () => {
    const client = await openWithGroups('#/rules')
    await client.ask('rules.delete', {ids: ['a']})
    client.set({groups: []})
    await openOptions(client, '#/trash')
    await waitFor(() => press('Restore Alpha'))
    // Like the real worker: without its group the rule has no group.
    await waitFor(() =>
      expect(screen.getByText('“Alpha” restored without a group, because “First” no longer exists')).toBeTruthy(),
    )
  })

  it('renders few of ten thousand rows, each with its index', async () => {
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
