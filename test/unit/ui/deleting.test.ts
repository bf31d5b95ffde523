import {describe, expect, it} from 'vitest'
import {createLibraryState} from '../../../src/ui/state/library'
import {createRuleCommands} from '../../../src/ui/commands/rules'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'

const ids = ['a', 'b', 'c', 'd', 'e']

async function open() {
  const client = fakeClient({rules: ids.map(id => aView(aRule('Cancel', {id, name: id})))})
  const library = createLibraryState(client)
  await library.refresh()
  const shown = () => library.rows.peek().map(row => row.peek().id)
  return {
    client,
    library,
    steps: createRuleCommands({library, client}),
    seen: () => ({rows: shown(), size: library.ruleCount.peek(), trashed: library.trashedCount.peek()}),
  }
}

describe('deleted rules', () => {
  it('disappear, and Undo returns them', async () => {
    const {library, steps, seen} = await open()
    let cameBack = 0
    await steps.delete(['b', 'c'], () => cameBack++)
    expect(seen()).toEqual({rows: ['a', 'd', 'e'], size: 3, trashed: 2})
    expect(library.getRow('b')).toBeUndefined()
    expect(library.toasts.current.peek()?.text).toBe('2 rules moved to trash')
    library.toasts.undo()
    await expect.poll(() => library.toasts.current.peek()?.text).toBe('Undone: 2 rules moved to trash')
    expect({...seen(), rows: seen().rows.toSorted()}).toEqual({rows: ids, size: 5, trashed: 0})
    expect([library.getRow('b')?.peek().rule?.name, cameBack]).toEqual(['b', 1])
  })

  it('stay if the worker rejects it, and the toast says why', async () => {
    const {client, library, steps, seen} = await open()
    client.refuse('rules.delete')
    await steps.delete(['a', 'c', 'e'])
    expect(seen()).toEqual({rows: ids, size: 5, trashed: 0})
    expect(library.toasts.current.peek()).toMatchObject({kind: 'refusal', text: 'Not done. The store is full.'})
  })

  it('stay deleted if Undo is rejected, and Undo can be tried again', async () => {
    const {client, library, steps, seen} = await open()
    await steps.delete(['b', 'd'])
    client.refuse('trash.restore')
    library.toasts.undo()
    await expect.poll(() => library.toasts.current.peek()?.kind).toBe('refusal')
    expect(seen()).toEqual({rows: ['a', 'c', 'e'], size: 3, trashed: 2})
    library.toasts.undo()
    await expect.poll(() => client.view().rules.length).toBe(5)
  })

  it('are not deleted twice by a repeated key', async () => {
    const {client, steps, seen} = await open()
    await Promise.all([steps.delete(['b']), steps.delete(['b'])])
    expect(client.asked.filter(({name}) => name === 'rules.delete')).toHaveLength(1)
    expect(seen()).toMatchObject({size: 4, trashed: 1})
  })
})
