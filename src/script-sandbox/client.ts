import type {RunAsk, RunFailure, RunResult} from '../model/rule-code'
import type {Answered, Asked} from './protocol'

export type Port = {
  postMessage(message: Asked): void
  readonly onMessage: {addListener(hear: (message: Answered) => void): void}
  readonly onDisconnect: {addListener(hear: () => void): void}
}

export type Runner = {run(ask: RunAsk): Promise<RunResult>}

const mostTries = 3
const unreachable = (message: unknown): RunFailure => ({ok: false, why: 'unreachable', message: String(message)})

/** Runs rule code in the sandbox. Where nobody listens, `wake` starts the runner and the calls are repeated. */
export function createRunner(connect: () => Port, wake: () => Promise<unknown>): Runner {
  const calls = new Map<number, {readonly ask: RunAsk; readonly settle: (result: RunResult) => void; tries: number}>()
  let port: Port | undefined
  let count = 0

  function settle(id: number, result: RunResult): void {
    calls.get(id)?.settle(result)
    calls.delete(id)
  }

  function post(id: number): void {
    const call = calls.get(id)
    if (!call) return
    try {
      if (call.tries++ >= mostTries) throw new Error()
      port ??= open()
      port.postMessage({id, ask: call.ask})
    } catch (error) {
      // The extension was reloaded, or the body is too large for a message.
      port = undefined
      settle(id, unreachable(error))
    }
  }

  function open(): Port {
    const opened = connect()
    opened.onMessage.addListener(({id, result}) => settle(id, result))
    opened.onDisconnect.addListener(() => {
      if (port === opened) port = undefined
      const lost = [...calls.keys()]
      const again = () => lost.forEach(post)
      if (lost.length > 0) wake().then(again, again)
    })
    return opened
  }

  return {
    run: ask =>
      new Promise(done => {
        calls.set(++count, {ask, settle: done, tries: 0})
        post(count)
      }),
  }
}
