import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createHost, type HostPort} from '../../../src/script-sandbox/host'
import type {RunResponse, RunRequest, FromWorker} from '../../../src/script-sandbox/protocol'
import type {CodeWorker} from '../../../src/script-sandbox/worker-session'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The code in these workers adds one to the state and returns it. */
function createTestHost({open = new Set([1, 2])} = {}) {
  const workers = {made: 0, ended: 0}
  function makeWorker(): CodeWorker {
    let state = ''
    let emit: (message: FromWorker) => void = () => {}
    workers.made++
    return {
      listen: listener => void (emit = listener),
      post(message) {
        if ('start' in message) state = message.start
        if (!('id' in message)) return
        state = JSON.stringify({n: 1 + ((JSON.parse(state) as {n?: number}).n ?? 0)})
        queueMicrotask(() => {
          emit({begun: message.id})
          emit({id: message.id, result: {ok: true, value: state, isJson: true}, state})
        })
      },
      end: () => void workers.ended++,
    }
  }
  const host = createHost({makeWorker, restartSandbox: () => undefined, isTabOpen: async id => open.has(id)})
  function openPage(tab: number) {
    const answers: RunResponse[] = []
    let listen: (message: RunRequest) => void = () => {}
    let leave = () => {}
    const port: HostPort = {
      postMessage: message => void answers.push(message),
      onMessage: {addListener: listener => void (listen = listener)},
      onDisconnect: {addListener: listener => void (leave = listener)},
      sender: {tab: {id: tab}},
    }
    host.accept(port)
    return {
      leave: () => leave(),
      async count() {
        listen({id: 1, ask: {kind: 'check', code: ''}})
        await vi.advanceTimersByTimeAsync(1)
        const {result} = answers.at(-1) ?? {}
        return result?.ok ? (JSON.parse(result.value) as unknown) : result
      },
    }
  }
  return {openPage, workers, open}
}

it('the pages of a tab share its state, and tabs do not share it', async () => {
  const {openPage} = createTestHost()
  const [first, second] = [openPage(1), openPage(2)]
  expect([await first.count(), await first.count(), await second.count()]).toEqual([{n: 1}, {n: 2}, {n: 1}])
  first.leave()
  expect(await openPage(1).count()).toEqual({n: 3})
})

it('closing a tab drops its state; a tab without code keeps it', async () => {
  const {openPage, open, workers} = createTestHost()
  const [first, second] = [openPage(1), openPage(2)]
  await first.count()
  await second.count()
  first.leave()
  second.leave()
  open.delete(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(workers.ended).toBe(1)
  expect(await openPage(2).count()).toEqual({n: 2})
  expect(await openPage(1).count()).toEqual({n: 1})
})

it('a spare worker starts in advance, and an idle worker is ended', async () => {
  const {openPage, workers} = createTestHost()
  expect(workers.made).toBe(1)
  const page = openPage(1)
  await page.count()
  expect(workers.made).toBe(2)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(workers.ended).toBe(1)
  expect(await page.count()).toEqual({n: 2})
})
