import {describe, expect, it, vi} from 'vitest'
import type {MessageName} from '../../../src/messaging/messages'
import {createLibraryState} from '../../../src/ui/state/library'
import {createRuleCommands} from '../../../src/ui/commands/rules'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'

const ids = ['a', 'b', 'c', 'd', 'e']

/** A worker that holds back its answers to the given messages until `letGo`. */
async function open() {
  const client = fakeClient({rules: ids.map(id => aView(aRule('Cancel', {id, name: id})))})
  const waiting: (() => void)[] = []
  let held: readonly string[] = []
  const ask: typeof client.ask = async (name, body) => {
    if (held.includes(name)) await new Promise<void>(done => waiting.push(done))
    return client.ask(name, body)
  }
  const slow = {...client, ask}
  const library = createLibraryState(slow)
  await library.refresh()
  const steps = createRuleCommands({library, client: slow})
  const shown = () => library.rows.peek().map(row => row.peek().id)
  const turn = () => new Promise(done => setTimeout(done))
  return {
    client,
    library,
    steps,
    /** The steps of a list that was rendered again, as after an empty search. */
    stepsAnew: () => createRuleCommands({library, client: slow}),
    shown,
    turn,
    seen: () => ({rows: shown(), size: library.ruleCount.peek(), trashed: library.trashedCount.peek()}),
    hold: (names: readonly MessageName[] = ['rules.delete', 'trash.restore']) => {
      held = names
    },
    async letGo() {
      held = []
      waiting.splice(0).forEach(done => done())
      await turn()
    },
  }
}

describe('deleted rules', () => {
  it('disappear at once, before the worker answers', async () => {
    const {client, library, steps, seen, turn, hold, letGo} = await open()
    hold()
    const done = steps.delete(['b', 'c'])
    await Promise.resolve()
    const without = {rows: ['a', 'd', 'e'], size: 3, trashed: 2}
    expect(seen()).toEqual(without)
    expect(library.getRow('b')).toBeUndefined()
    expect(client.view().rules).toHaveLength(5)
    client.set({paused: true})
    await turn()
    expect(seen()).toEqual(without)
    await letGo()
    await done
    expect(seen()).toEqual(without)
    expect(library.toasts.current.peek()?.text).toBe('2 rules moved to trash')
  })

  it('return to their places if the worker rejects it, and the toast says why', async () => {
    const {client, library, steps, seen, shown, turn, hold, letGo} = await open()
    hold()
    const done = steps.delete(['a', 'c', 'e'])
    await turn()
    expect(shown()).toEqual(['b', 'd'])
    client.refuse('rules.delete')
    await letGo()
    await done
    expect(seen()).toEqual({rows: ids, size: 5, trashed: 0})
    expect(library.toasts.current.peek()).toMatchObject({kind: 'refusal', text: 'Not done. The store is full.'})
  })

  it('return to their places at once on Undo', async () => {
    const {client, library, steps, seen, hold, letGo} = await open()
    let cameBack = 0
    await steps.delete(['a', 'b', 'e'], () => cameBack++)
    hold()
    library.toasts.undo()
    await expect.poll(seen).toEqual({rows: ids, size: 5, trashed: 0})
    expect(client.view().rules).toHaveLength(2)
    expect([library.getRow('b')?.peek().rule?.name, cameBack]).toEqual(['b', 1])
    await letGo()
    await expect.poll(() => library.toasts.current.peek()?.text).toBe('Undone: 3 rules moved to trash')
    expect(seen()).toMatchObject({size: 5, trashed: 0})
  })

  it('stay deleted if Undo is rejected, and Undo can be tried again', async () => {
    const {client, library, steps, seen, shown, hold, letGo} = await open()
    await steps.delete(['b', 'd'])
    hold()
    library.toasts.undo()
    await expect.poll(shown).toEqual(ids)
    client.refuse('trash.restore')
    await letGo()
    await expect.poll(() => library.toasts.current.peek()?.kind).toBe('refusal')
    expect(seen()).toEqual({rows: ['a', 'c', 'e'], size: 3, trashed: 2})
    library.toasts.undo()
    await expect.poll(() => client.view().rules.length).toBe(5)
  })

  it.each([false, true])(
    'can be deleted again as soon as Undo restored them; list rendered again: %s',
    async isAnew => {
      const {client, library, steps, stepsAnew, shown, turn, hold, letGo} = await open()
      await steps.delete(['b'])
      hold(['trash.list'])
      library.toasts.undo()
      await vi.waitFor(() => expect(shown()).toEqual(ids))
      const again = (isAnew ? stepsAnew() : steps).delete(['b'])
      await turn()
      await letGo()
      await again
      const kinds = client.asked.map(({name}) => name).filter(name => /^(rules|trash)\./.test(name))
      expect(kinds).toEqual(['rules.delete', 'trash.list', 'trash.restore', 'rules.delete'])
      expect(shown()).toEqual(['a', 'c', 'd', 'e'])
    },
  )

  it('can be switched as soon as Undo restored them', async () => {
    const {client, library, steps, shown, turn, hold, letGo} = await open()
    await steps.delete(['b'])
    hold(['trash.list'])
    library.toasts.undo()
    await vi.waitFor(() => expect(shown()).toEqual(ids))
    const switching = steps.switch(['b'], false)
    await turn()
    await letGo()
    await switching
    const kinds = client.asked.map(({name}) => name).filter(name => /^(rules|trash)\./.test(name))
    expect(kinds).toEqual(['rules.delete', 'trash.list', 'trash.restore', 'rules.switch'])
    expect(library.getRow('b')?.peek().rule?.status).toBe('Inactive')
  })
})
