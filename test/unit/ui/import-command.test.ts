import {verbatim} from '../../../src/model/faults'
// @vitest-environment happy-dom
import {describe, expect, it, vi} from 'vitest'
import {ServiceError} from '../../../src/api/service-error'
import type {MessageName} from '../../../src/messaging/messages'
import {createLibraryState} from '../../../src/ui/state/library'
import {createImportCommand, type RecordsToAdd} from '../../../src/ui/commands/imports'
import {fakeClient} from './fake-client'

const answer = 'x'.repeat(3_000_000)
const mock = (name: string): RecordsToAdd['rules'][number] => ({
  rule: {
    name,
    description: '',
    status: 'Active',
    groupId: '',
    objectType: 'rule',
    ruleType: 'Response',
    pairs: [
      {
        source: {key: 'url', operator: 'Contains', value: name, filters: []},
        type: 'static',
        value: answer,
        serveWithoutRequest: true,
      },
    ],
  },
  group: 0,
})
const recording: RecordsToAdd = {
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
  return {client, library, add: createImportCommand({library, client})}
}

describe('an import larger than one message', () => {
  it('is sent in several messages and added by a last one', async () => {
    const {client, library, add} = await open()
    expect(await add(recording, false)).toBe(true)
    expect(client.bodies('records.stage').map(({rules}) => rules.length)).toEqual([2, 2, 1])
    expect(client.bodies('records.addStaged')).toMatchObject([{count: 5, team: false}])
    const [group] = client.view().groups
    expect(client.view().rules.map(({rule}) => rule?.groupId)).toEqual(Array.from({length: 5}, () => group?.id))
    expect(library.toasts.current.peek()?.text).toBe('5 rules added')
  })

  it('makes the browser confirm leaving the page while it is being added', async () => {
    const isAsked = () => !dispatchEvent(new Event('beforeunload', {cancelable: true}))
    const during: boolean[] = []
    const {add} = await open(name => {
      if (name.startsWith('records.')) during.push(isAsked())
    })
    expect(isAsked()).toBe(false)
    await add(recording, false)
    expect(during).toEqual([true, true, true, true])
    expect(isAsked()).toBe(false)
  })

  it('leaves nothing behind if one message is rejected', async () => {
    let asked = 0
    const {client, add} = await open(name => {
      if (name === 'records.stage' && ++asked === 2)
        throw new ServiceError(500, 'store', verbatim('The store is full.'))
    })
    expect(await add(recording, false)).toBe(false)
    expect(client.view()).toMatchObject({rules: [], groups: [], trashed: 0})
    expect(client.bodies('records.addStaged')).toEqual([])
  })

  it('is undone without a trace if nothing was changed since', async () => {
    const {client, library, add} = await open()
    await add(recording, false)
    library.toasts.undo()
    await vi.waitFor(() => expect(client.bodies('records.unmake')).toHaveLength(1))
    expect(client.bodies('records.unmake')).toMatchObject([{changed: []}])
    expect(client.view()).toMatchObject({rules: [], groups: [], trashed: 0})
  })
})
