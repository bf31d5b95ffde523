// @vitest-environment happy-dom
import {describe, expect, it} from 'vitest'
import {ServiceError} from '../../../src/contract/service-error'
import type {MessageName} from '../../../src/contract/messages'
import {createLibraryState} from '../../../src/ui/state/library'
import {createImportSteps, type Wanted} from '../../../src/ui/steps/imports'
import {fakeClient} from './fake-client'

const answer = 'x'.repeat(3_000_000)
const mock = (name: string): Wanted['rules'][number] => ({
  rule: {
    name,
    description: '',
    status: 'Active',
    groupId: '',
    objectType: 'rule',
    ruleType: 'Response',
    pairs: [{type: 'static', value: answer}],
  },
  group: 0,
})
const recording: Wanted = {
  groups: [{name: 'Recorded', objectType: 'group'}],
  rules: ['a', 'b', 'c', 'd', 'e'].map(mock),
}

async function open(before: (name: MessageName) => void = () => {}) {
  const worker = fakeClient()
  const ask: typeof worker.ask = async (name, body) => {
    before(name)
    return worker.ask(name, body)
  }
  const client = {...worker, ask}
  const library = createLibraryState(client)
  await library.refresh()
  return {client, library, add: createImportSteps({library, client})}
}

describe('a file of more than a message holds', () => {
  it('goes in several, of which the last puts all in force', async () => {
    const {client, library, add} = await open()
    expect(await add(recording, false)).toBe(true)
    const bodies = client.bodies('records.add')
    expect(bodies.map(({rules, groups, more}) => [rules.length, groups.length, more])).toEqual([
      [2, 1, true],
      [2, 0, true],
      [1, 0, false],
    ])
    const [group] = client.view().groups
    expect(client.view().rules.map(({rule}) => rule?.groupId)).toEqual(Array.from({length: 5}, () => group?.id))
    expect(library.toasts.current.peek()?.text).toBe('5 rules added')
  })

  it('has the browser ask before the page is left in the middle of it, and not after', async () => {
    const isAsked = () => !dispatchEvent(new Event('beforeunload', {cancelable: true}))
    const during: boolean[] = []
    const {add} = await open(name => {
      if (name === 'records.add') during.push(isAsked())
    })
    expect(isAsked()).toBe(false)
    await add(recording, false)
    expect(during).toEqual([true, true, true])
    expect(isAsked()).toBe(false)
  })

  it('leaves nothing behind where one of them is refused', async () => {
    let asked = 0
    const {client, add} = await open(name => {
      if (name === 'records.add' && ++asked === 2) throw new ServiceError(500, 'store', 'The store is full.')
    })
    expect(await add(recording, false)).toBe(false)
    expect(client.view()).toMatchObject({rules: [], groups: [], trashed: 0})
    // In one step, since a full disk takes nothing more: neither does the trash.
    expect(client.bodies('records.unmake')).toHaveLength(1)
    expect([...client.bodies('rules.delete'), ...client.bodies('trash.purge')]).toEqual([])
  })
})
