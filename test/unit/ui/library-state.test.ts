import {verbatim} from '../../../src/model/faults'
import {effect} from '@preact/signals'
import {describe, expect, it, vi} from 'vitest'
import {ServiceError, noAnswerCode} from '../../../src/api/service-error'
import {createLibraryState} from '../../../src/ui/state/library'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'

/** The fake worker answers in microtasks, so one timer waits for all its answers. */
const settled = () => new Promise(done => setTimeout(done))

async function open() {
  const group = aGroup('Checkout')
  const client = fakeClient({
    groups: [group],
    rules: [aView(aRule('Cancel', {id: 'a', groupId: group.id})), aView(aRule('Delay', {id: 'b'}))],
  })
  const library = createLibraryState(client)
  await settled()
  const isOn = (id: string) => library.getRow(id)?.peek().rule?.status === 'Active'
  return {client, library, isOn, group}
}

describe('a switch', () => {
  it('changes at once and tells the worker', async () => {
    const {client, library, isOn} = await open()
    const done = library.switchRules(['a'], false)
    expect(isOn('a')).toBe(false)
    await done
    expect(isOn('a')).toBe(false)
    expect(client.bodies('rules.switch')).toEqual([{ids: ['a'], on: false}])
  })

  it('reverts with a toast if the worker rejects it', async () => {
    const {client, library, isOn} = await open()
    client.refuse('rules.switch')
    const done = library.switchRules(['a'], false)
    expect(isOn('a')).toBe(false)
    await done
    expect(isOn('a')).toBe(true)
    expect(library.toasts.current.value).toMatchObject({kind: 'refusal', text: 'Not done. The store is full.'})
  })

  it('of a group sends only its status', async () => {
    const {client, library, group} = await open()
    await library.switchGroup(group.id, false)
    // No other field is sent, since another page may have changed it.
    expect(client.bodies('group.change')).toEqual([{id: group.id, changes: {status: 'Inactive'}}])
    expect(library.groups.value[0]?.status).toBe('Inactive')
  })

  it('of a group reverts if the worker rejects it', async () => {
    const {client, library, group} = await open()
    client.refuse('group.change')
    await library.switchGroup(group.id, false)
    expect(library.groups.value[0]?.status).toBe('Active')
  })

  it('for all rules reverts if the worker rejects it', async () => {
    const {client, library} = await open()
    client.refuse('rules.pause')
    const done = library.setPaused(true)
    expect(library.isPaused.value).toBe(true)
    await done
    expect(library.isPaused.value).toBe(false)
  })

  it('pressed three times quickly does not flicker', async () => {
    const {client} = await open()
    // Like a real worker: one change at a time, each announced before the next.
    let last: Promise<unknown> = Promise.resolve()
    const ask: typeof client.ask = (name, body) => {
      if (name === 'library.read') return client.ask(name, body)
      const answer = last.then(settled).then(() => client.ask(name, body))
      last = answer
      return answer
    }
    const library = createLibraryState({...client, ask})
    await settled()
    const row = library.getRow('a')
    const [shown, paused]: [unknown[], unknown[]] = [[], []]
    effect(() => void shown.push(row?.value.rule?.status))
    effect(() => void paused.push(library.isPaused.value))
    await Promise.all([false, true, false].map(on => library.switchRules(['a'], on)))
    await Promise.all([true, false, true].map(each => library.setPaused(each)))
    expect(shown).toEqual(['Active', 'Inactive', 'Active', 'Inactive'])
    expect(paused).toEqual([false, true, false, true])
  })

  it('keeps the stored state if only the following read fails', async () => {
    const {client, library} = await open()
    client.refuse('library.read')
    expect(await library.switchRules(['a'], false)).toBe(true)
    client.refuse('rules.switch')
    expect(await library.switchRules(['a'], true)).toBe(false)
  })

  it('updates only its own row', async () => {
    const {library} = await open()
    const drawn = {a: 0, b: 0, list: 0}
    effect(() => {
      drawn.a += library.getRow('a')?.value ? 1 : 0
    })
    const b = library.getRow('b')
    effect(() => {
      drawn.b += b?.value ? 1 : 0
    })
    effect(() => {
      drawn.list += library.rows.value.length > 0 ? 1 : 0
    })
    await library.switchRules(['a'], false)
    expect(drawn).toEqual({a: 2, b: 1, list: 1})
  })
})

describe('the library', () => {
  it('is read again after a change, and once for many changes', async () => {
    const {client, library} = await open()
    const before = client.bodies('library.read').length
    for (let n = 0; n < 10; n++) client.set({paused: n % 2 === 1})
    await settled()
    expect(library.isPaused.value).toBe(true)
    expect(client.bodies('library.read').length - before).toBeLessThanOrEqual(2)
  })

  it('notices a change at any moment of a read', async () => {
    const {client, library} = await open()
    for (let turns = 0; turns < 40; turns++) {
      void library.refresh()
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      client.set({paused: turns % 2 === 0})
      await settled()
      expect([turns, library.isPaused.value]).toEqual([turns, turns % 2 === 0])
    }
  })

  it('says why it could not be read, and recovers', async () => {
    const client = fakeClient()
    client.refuse('library.read')
    const library = createLibraryState(client)
    await settled()
    expect(library.failure.value).toBe('The store is full.')
    expect(library.isLoaded.value).toBe(false)
    await library.refresh()
    expect([library.failure.value, library.isLoaded.value]).toEqual([null, true])
  })

  it('continues to read after a failed part', async () => {
    vi.useFakeTimers()
    const rules = Array.from({length: 600}, (_, n) => aView(aRule('Cancel', {id: `r${n}`})))
    const client = fakeClient({rules})
    const {ask} = client
    let asked = 0
    vi.spyOn(client, 'ask').mockImplementation(async (name, body) => {
      if (++asked === 2) throw new Error('The worker died.')
      return ask(name, body)
    })
    const library = createLibraryState(client)
    await vi.advanceTimersByTimeAsync(10)
    expect([library.rows.value.length, library.isComplete.value]).toEqual([40, false])
    expect(library.failure.value).toBe('The worker died.')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([library.rows.value.length, library.isComplete.value]).toEqual([600, true])
    expect(library.failure.value).toBeNull()
    vi.useRealTimers()
  })

  it('shows the stored state after a worker died during a change', async () => {
    const {client, library, isOn} = await open()
    const {ask} = client
    vi.spyOn(client, 'ask').mockImplementation(async (name, body) => {
      const answer = await ask(name, body)
      if (name === 'rules.switch') throw new ServiceError(500, noAnswerCode, verbatim('The port closed.'))
      return answer
    })
    await library.switchRules(['a'], false)
    expect(isOn('a')).toBe(false)
    expect(library.toasts.current.value?.text).toBe(
      'Switchyard restarted in the middle. The page now shows what was saved.',
    )
  })

  it('drops the rows of deleted rules', async () => {
    const {client, library} = await open()
    client.set({rules: client.view().rules.slice(1)})
    await settled()
    expect(library.getRow('a')).toBeUndefined()
    expect(library.rows.value).toHaveLength(1)
  })

  it('shows a large library part by part, in order, with its size at once', async () => {
    const rules = Array.from({length: 600}, (_, n) => aView(aRule('Cancel', {id: `r${n}`})))
    const library = createLibraryState(fakeClient({rules}))
    const seen: string[] = []
    effect(() => {
      seen.push(`${library.rows.value.length} of ${library.ruleCount.value}, ${library.isComplete.value}`)
    })
    await settled()
    expect(seen).toEqual([
      '0 of 0, false',
      '40 of 600, false',
      '290 of 600, false',
      '540 of 600, false',
      '600 of 600, true',
    ])
    expect(library.rows.value.map(row => row.peek().id)).toEqual(rules.map(({id}) => id))
  })

  it('reads only what changed', async () => {
    const {client, library} = await open()
    const rows = library.rows.value
    const [a, b] = client.view().rules
    if (!a || !b) throw new Error('There are two')
    client.set({rules: [b, {...a, inForce: !a.inForce}]})
    await settled()
    expect(library.rows.value).toEqual([rows[1], rows[0]])
    expect(rows[0]?.value.inForce).toBe(!a.inForce)
  })

  it('ignores changes once it is stopped', async () => {
    const {client, library} = await open()
    library.stop()
    const ask = vi.spyOn(client, 'ask')
    client.set({})
    await settled()
    expect(ask).not.toHaveBeenCalled()
  })
})
