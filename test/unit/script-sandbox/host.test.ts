import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createHost, type HostPort} from '../../../src/script-sandbox/host'
import type {Answered, Asked, FromWorker} from '../../../src/script-sandbox/protocol'
import type {CodeWorker} from '../../../src/script-sandbox/worker-session'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Workers whose code adds one to the state and answers with it. */
function aHost({open = new Set([1, 2])} = {}) {
  const workers = {made: 0, ended: 0}
  function makeWorker(): CodeWorker {
    let state = ''
    let say: (message: FromWorker) => void = () => {}
    workers.made++
    return {
      hear: listener => void (say = listener),
      post(message) {
        if ('start' in message) state = message.start
        if (!('id' in message)) return
        state = JSON.stringify({n: 1 + ((JSON.parse(state) as {n?: number}).n ?? 0)})
        queueMicrotask(() => {
          say({begun: message.id})
          say({id: message.id, result: {ok: true, value: state, isJson: true}, state})
        })
      },
      end: () => void workers.ended++,
    }
  }
  const host = createHost({makeWorker, renew: () => undefined, isOpen: async id => open.has(id)})
  /** A page in a tab: what it asks is answered by number. */
  function aPage(tab: number) {
    const answers: Answered[] = []
    let hear: (message: Asked) => void = () => {}
    let leave = () => {}
    const port: HostPort = {
      postMessage: message => void answers.push(message),
      onMessage: {addListener: listener => void (hear = listener)},
      onDisconnect: {addListener: listener => void (leave = listener)},
      sender: {tab: {id: tab}},
    }
    host.accept(port)
    return {
      leave: () => leave(),
      async count() {
        hear({id: 1, ask: {kind: 'check', code: ''}})
        await vi.advanceTimersByTimeAsync(1)
        const {result} = answers.at(-1) ?? {}
        return result?.ok ? (JSON.parse(result.value) as unknown) : result
      },
    }
  }
  return {aPage, workers, open}
}

it('a tab’s pages share its state, and no other tab’s', async () => {
  const {aPage} = aHost()
  const [first, second] = [aPage(1), aPage(2)]
  expect([await first.count(), await first.count(), await second.count()]).toEqual([{n: 1}, {n: 2}, {n: 1}])
  first.leave()
  expect(await aPage(1).count()).toEqual({n: 3})
})

it('what a tab has kept goes when it is closed, and not when it only has no page with code', async () => {
  const {aPage, open, workers} = aHost()
  const [first, second] = [aPage(1), aPage(2)]
  await first.count()
  await second.count()
  first.leave()
  second.leave()
  open.delete(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(workers.ended).toBe(1)
  expect(await aPage(2).count()).toEqual({n: 2})
  expect(await aPage(1).count()).toEqual({n: 1})
})

it('a worker is ready before it is needed, and one that has nothing to do is ended', async () => {
  const {aPage, workers} = aHost()
  expect(workers.made).toBe(1)
  const page = aPage(1)
  await page.count()
  expect(workers.made).toBe(2)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(workers.ended).toBe(1)
  expect(await page.count()).toEqual({n: 2})
})
