import {describe, expect, it} from 'vitest'
import {createRunner, type RunnerPort} from '../../../src/script-sandbox/client'
import type {RunAsk, RunResult} from '../../../src/model/rule-code'
import type {RunResponse, RunRequest} from '../../../src/script-sandbox/protocol'

const ask = (code: string): RunAsk => ({kind: 'check', code})
const done = (value: string): RunResult => ({ok: true, value, isJson: false})

/** An extension whose runner answers or not. */
function createExtension({isAwake = true} = {}) {
  const requests: RunRequest[] = []
  const opened: {port: RunnerPort; drop(): void}[] = []
  const extension = {
    requests,
    opened,
    isAwake,
    woken: 0,
    answers: true,
    connect(): RunnerPort {
      const listeners: ((message: RunResponse) => void)[] = []
      const disconnectListeners: (() => void)[] = []
      const drop = () => disconnectListeners.splice(0).forEach(listener => listener())
      const port: RunnerPort = {
        postMessage(message) {
          requests.push(message)
          if (!extension.isAwake) queueMicrotask(drop)
          else if (extension.answers)
            queueMicrotask(() =>
              listeners.forEach(listener => listener({id: message.id, result: done(message.ask.code)})),
            )
        },
        onMessage: {addListener: listener => void listeners.push(listener)},
        onDisconnect: {addListener: listener => void disconnectListeners.push(listener)},
      }
      opened.push({port, drop})
      return port
    },
    async wake() {
      extension.woken++
      extension.isAwake = true
    },
  }
  return extension
}

describe('the runner client', () => {
  it('opens one port at the first call and returns each call its own result', async () => {
    const extension = createExtension()
    const {run} = createRunner(extension.connect, extension.wake)
    expect(extension.opened).toHaveLength(0)
    expect(await Promise.all([run(ask('a')), run(ask('b'))])).toEqual([done('a'), done('b')])
    expect(extension.opened).toHaveLength(1)
  })

  it('wakes a missing runner and repeats the call', async () => {
    const extension = createExtension({isAwake: false})
    const {run} = createRunner(extension.connect, extension.wake)
    expect(await run(ask('a'))).toEqual(done('a'))
    expect(extension.woken).toBe(1)
  })

  it('repeats a call that was running when the runner stopped', async () => {
    const extension = createExtension()
    extension.answers = false
    const {run} = createRunner(extension.connect, extension.wake)
    const running = run(ask('a'))
    extension.answers = true
    extension.opened[0]?.drop()
    expect(await running).toEqual(done('a'))
    expect(extension.opened).toHaveLength(2)
  })

  it('does not wake the runner when a port without calls closes', async () => {
    const extension = createExtension()
    const {run} = createRunner(extension.connect, extension.wake)
    await run(ask('a'))
    extension.opened[0]?.drop()
    expect(extension.woken).toBe(0)
    expect(await run(ask('b'))).toEqual(done('b'))
  })

  it('returns a failure if the runner cannot be woken', async () => {
    const extension = createExtension({isAwake: false})
    const {run} = createRunner(extension.connect, async () => undefined)
    expect(await run(ask('a'))).toMatchObject({ok: false, why: 'unreachable'})
  })

  it('returns a failure in a page that outlived its extension', async () => {
    const {run} = createRunner(
      () => {
        throw new Error('Extension context invalidated.')
      },
      async () => undefined,
    )
    expect(await run(ask('a'))).toMatchObject({ok: false, why: 'unreachable'})
  })
})
