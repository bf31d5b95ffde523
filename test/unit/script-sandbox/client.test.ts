import {describe, expect, it} from 'vitest'
import {createRunner, type Port} from '../../../src/script-sandbox/client'
import type {RunAsk, RunResult} from '../../../src/model/rule-code'
import type {Answered, Asked} from '../../../src/script-sandbox/protocol'

const ask = (code: string): RunAsk => ({kind: 'check', code})
const done = (value: string): RunResult => ({ok: true, value, isJson: false})

/** Ports of an extension in which somebody answers or not. */
function anExtension({isAwake = true} = {}) {
  const asked: Asked[] = []
  const opened: {port: Port; drop(): void}[] = []
  const extension = {
    asked,
    opened,
    isAwake,
    woken: 0,
    answers: true,
    connect(): Port {
      const hearing: ((message: Answered) => void)[] = []
      const leaving: (() => void)[] = []
      const drop = () => leaving.splice(0).forEach(leave => leave())
      const port: Port = {
        postMessage(message) {
          asked.push(message)
          if (!extension.isAwake) queueMicrotask(drop)
          else if (extension.answers)
            queueMicrotask(() => hearing.forEach(hear => hear({id: message.id, result: done(message.ask.code)})))
        },
        onMessage: {addListener: hear => void hearing.push(hear)},
        onDisconnect: {addListener: leave => void leaving.push(leave)},
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

describe('the client of the runner', () => {
  it('opens one port at the first call, and gives each call its own answer', async () => {
    const extension = anExtension()
    const {run} = createRunner(extension.connect, extension.wake)
    expect(extension.opened).toHaveLength(0)
    expect(await Promise.all([run(ask('a')), run(ask('b'))])).toEqual([done('a'), done('b')])
    expect(extension.opened).toHaveLength(1)
  })

  it('wakes a runner that is not there, and asks again', async () => {
    const extension = anExtension({isAwake: false})
    const {run} = createRunner(extension.connect, extension.wake)
    expect(await run(ask('a'))).toEqual(done('a'))
    expect(extension.woken).toBe(1)
  })

  it('asks again what was under way when the runner died', async () => {
    const extension = anExtension()
    extension.answers = false
    const {run} = createRunner(extension.connect, extension.wake)
    const running = run(ask('a'))
    extension.answers = true
    extension.opened[0]?.drop()
    expect(await running).toEqual(done('a'))
    expect(extension.opened).toHaveLength(2)
  })

  it('wakes nobody when a port closes that no call needs', async () => {
    const extension = anExtension()
    const {run} = createRunner(extension.connect, extension.wake)
    await run(ask('a'))
    extension.opened[0]?.drop()
    expect(extension.woken).toBe(0)
    expect(await run(ask('b'))).toEqual(done('b'))
  })

  it('gives up where nobody can be woken', async () => {
    const extension = anExtension({isAwake: false})
    const {run} = createRunner(extension.connect, async () => undefined)
    expect(await run(ask('a'))).toMatchObject({ok: false, why: 'unreachable'})
  })

  it('says so in a page that is older than the extension, and throws nothing', async () => {
    const {run} = createRunner(
      () => {
        throw new Error('Extension context invalidated.')
      },
      async () => undefined,
    )
    expect(await run(ask('a'))).toMatchObject({ok: false, why: 'unreachable'})
  })
})
