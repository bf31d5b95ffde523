import {describe, expect, it} from 'vitest'
import {createRuleCommands, getTopOfGroup} from '../../../src/ui/commands/rules'
import {createLibraryState} from '../../../src/ui/state/library'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'

const group = aGroup('Checkout')

async function open() {
  const rules = ['a', 'b', 'c', 'd'].map(id => aView(aRule('Cancel', {id, name: id, groupId: group.id})))
  const client = fakeClient({groups: [group], rules})
  const library = createLibraryState(client)
  const steps = createRuleCommands({library, client})
  await library.refresh()
  const ids = () => client.view().rules.map(each => each.id)
  const undo = async () => {
    const before = library.toasts.current.peek()
    library.toasts.undo()
    const getNewText = () => {
      const now = library.toasts.current.peek()
      return now === before ? undefined : now?.text
    }
    await expect.poll(getNewText).toMatch(/^(Undone|Partly undone|Not undone|Not done)/)
    return before
  }
  return {client, library, steps, ids, undo}
}

describe('an undoable step', () => {
  it('that copies a rule adds nothing if rejected, and can be undone otherwise', async () => {
    const {client, library, steps, ids, undo} = await open()
    client.refuse('rule.create')
    expect(await steps.duplicate('a')).toBeUndefined()
    expect(library.toasts.current.peek()?.kind).toBe('refusal')
    expect(ids()).toEqual(['a', 'b', 'c', 'd'])
    const copy = await steps.duplicate('a')
    expect(ids()).toEqual(['a', copy, 'b', 'c', 'd'])
    await undo()
    expect(ids()).toEqual(['a', 'b', 'c', 'd'])
    expect(await client.ask('trash.list', {})).toEqual([])
  })

  it('that added a rule moves it to the trash on Undo if it was changed since', async () => {
    const {client, library, steps, undo} = await open()
    const copy = (await steps.duplicate('a')) ?? ''
    await client.ask('rules.pin', {ids: [copy], pinned: true})
    await expect.poll(() => library.getRow(copy)?.peek().rule?.isFavourite).toBe(true)
    await undo()
    expect((await client.ask('trash.list', {})).map(({id}) => id)).toEqual([copy])
  })

  it('into a new group leaves no empty group behind if rejected', async () => {
    const {client, library, steps} = await open()
    client.refuse('rules.move')
    expect(await steps.moveToNewGroup(['a', 'b'], 'QA')).toBe(false)
    expect(library.toasts.current.peek()?.text).toBe('Not done. The store is full.')
    expect(client.view().groups).toEqual([group])
    expect(await client.ask('trash.list', {})).toEqual([])
    await new Promise(done => setTimeout(done))
    expect(library.toasts.undo()).toBe(false)
  })

  it('into a new group is a single step whose Undo restores rules and groups', async () => {
    const {client, steps, ids, undo} = await open()
    expect(await steps.moveToNewGroup(['c', 'a'], 'QA')).toBe(true)
    expect(client.view().groups.map(each => each.name)).toEqual(['Checkout', 'QA'])
    await undo()
    expect(ids()).toEqual(['a', 'b', 'c', 'd'])
    expect(client.view().groups).toEqual([group])
    expect(await client.ask('trash.list', {})).toEqual([])
  })

  it('is undone before an earlier one, even if one read completes both', async () => {
    const {client, library, steps, undo} = await open()
    const isOn = () => client.view().rules.find(({id}) => id === 'b')?.rule?.status
    const switching = steps.switch(['b'], false)
    await Promise.all([switching, steps.delete(['b'])])
    expect((await undo())?.text).toBe('“b” moved to trash')
    expect(library.toasts.current.peek()?.text).toBe('Undone: “b” moved to trash')
    expect(isOn()).toBe('Inactive')
    await undo()
    await expect.poll(isOn).toBe('Active')
  })

  it('shows the name of a rule deleted right after it, and completes first', async () => {
    const {library, steps, ids, undo} = await open()
    const said: (string | undefined)[] = []
    const stop = library.toasts.current.subscribe(toast => said.push(toast?.text))
    const moving = steps.move(['c'], () => getTopOfGroup(library, group.id))
    await Promise.all([moving, steps.delete(['c'])])
    stop()
    expect(said).toContain('“c” moved to position 1 of 4 in “Checkout”')
    expect(ids()).toEqual(['a', 'b', 'd'])
    await undo()
    await undo()
    expect(library.toasts.current.peek()?.text).toBe('Undone: “c” moved to position 1 of 4 in “Checkout”')
  })

  it('that moved a rule is undone to the position that the worker reported', async () => {
    const {client, library, steps, undo} = await open()
    await steps.move(['c'], () => getTopOfGroup(library, group.id))
    await undo()
    const ranks = [3]
    expect(client.bodies('rules.move')[1]).toEqual({moves: [{ids: ['c'], before: 'd', groupId: group.id, ranks}]})
  })

  it('that moved a rule is undone even if the rule below was deleted since', async () => {
    const {client, library, steps, ids, undo} = await open()
    expect(
      await steps.move(
        ['c'],
        () => getTopOfGroup(library, group.id),
        () => 'Moved',
      ),
    ).toBe(true)
    expect(ids()).toEqual(['c', 'a', 'b', 'd'])
    await client.ask('rules.delete', {ids: ['d']})
    await library.refresh()
    await undo()
    expect(library.toasts.current.peek()?.text).toBe('Undone: Moved')
    expect(ids()).toEqual(['a', 'b', 'c'])
  })

  it('that moved a rule is undone even if the old group was deleted since', async () => {
    const {client, library, steps, ids, undo} = await open()
    await steps.moveToNewGroup(['b', 'c'], 'QA')
    await client.ask('group.delete', {id: group.id})
    await library.refresh()
    await undo()
    expect(library.toasts.current.peek()?.text).toMatch(/^Undone/)
    expect(ids()).toEqual(['a', 'd', 'b', 'c'])
    expect(client.view().rules.map(({rule}) => rule?.groupId)).toEqual(['', '', '', ''])
  })

  it('is undone only for what still exists, and says so', async () => {
    const {client, library, steps, undo} = await open()
    const said = () => library.toasts.current.peek()?.text
    await steps.switch(['a', 'b'], false)
    await client.ask('rules.delete', {ids: ['a']})
    await library.refresh()
    await undo()
    expect(said()).toBe('Partly undone, because something was changed or deleted since: 2 rules turned off')
    expect(library.getRow('b')?.peek().rule?.status).toBe('Active')
    for (const step of [
      () => steps.switch(['b'], false),
      () => steps.pin(['b'], true),
      () => steps.move(['b'], () => getTopOfGroup(library, '')),
    ]) {
      await step()
      const done = said()
      await client.ask('rules.delete', {ids: ['b']})
      await library.refresh()
      await undo()
      expect(said()).toBe(`Not undone, because it was changed or deleted since: ${done}`)
      await client.ask('trash.restore', {ids: ['b']})
      await library.refresh()
    }
  })

  it('that deleted rules restores those that are still in the trash', async () => {
    const {client, library, steps, ids, undo} = await open()
    await steps.delete(['a', 'b'])
    await client.ask('trash.purge', {ids: ['a']})
    await undo()
    expect(ids()).toEqual(['b', 'c', 'd'])
    expect(library.toasts.current.peek()?.text).toMatch(
      /^Partly undone, because something was changed or deleted since/,
    )
    await steps.delete(['c'])
    await client.ask('trash.purge', {ids: ['c']})
    await undo()
    expect(library.toasts.current.peek()?.text).toMatch(/^Not undone, because it was changed or deleted since/)
  })

  it('that cannot be undone because its rule is gone shows no id', async () => {
    const {client, library, steps, undo} = await open()
    const copy = await steps.duplicate('a')
    await client.ask('rules.delete', {ids: [copy ?? '']})
    await undo()
    expect(library.toasts.current.peek()?.text).toBe('Not done. That rule or group no longer exists.')
  })

  it('waits for the whole library before it computes a position', async () => {
    const rules = Array.from({length: 3000}, (_, n) => aView(aRule('Cancel', {id: `r${n}`})))
    const client = fakeClient({rules})
    const library = createLibraryState(client)
    await expect.poll(() => library.getRow('r0')?.peek().id).toBe('r0')
    const copy = await createRuleCommands({library, client}).duplicate('r0')
    expect(client.view().rules.findIndex(each => each.id === copy)).toBe(1)
  })
})
