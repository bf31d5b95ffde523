import type {RunAsk, RunFailure, RunResult} from '../model/rule-code'
import type {RunResponse, RunRequest} from './protocol'

export type RunnerPort = {
  postMessage(message: RunRequest): void
  readonly onMessage: {addListener(listener: (message: RunResponse) => void): void}
  readonly onDisconnect: {addListener(listener: () => void): void}
}

export type Runner = {run(ask: RunAsk): Promise<RunResult>}

const maxTries = 3
const toUnreachable = (message: unknown): RunFailure => ({ok: false, why: 'unreachable', message: String(message)})

/** Runs rule code in the sandbox. `wake` starts a missing runner, then calls are repeated. */
export function createRunner(connect: () => RunnerPort, wake: () => Promise<unknown>): Runner {
  const calls = new Map<number, {readonly ask: RunAsk; readonly settle: (result: RunResult) => void; tries: number}>()
  let port: RunnerPort | undefined
  let count = 0

  function settle(id: number, result: RunResult): void {
    calls.get(id)?.settle(result)
    calls.delete(id)
  }

  function post(id: number): void {
    const call = calls.get(id)
    if (!call) return
    try {
      if (call.tries++ >= maxTries) throw new Error()
      port ??= open()
      port.postMessage({id, ask: call.ask})
    } catch (error) {
      // The extension was reloaded, or the body is too large for a message.
      port = undefined
      settle(id, toUnreachable(error))
    }
  }

  function open(): RunnerPort {
    const opened = connect()
    opened.onMessage.addListener(({id, result}) => settle(id, result))
    opened.onDisconnect.addListener(() => {
      if (port === opened) port = undefined
      const pending = [...calls.keys()]
      const repeat = () => pending.forEach(post)
      if (pending.length > 0) wake().then(repeat, repeat)
    })
    return opened
  }

  return {
    run: ask =>
      new Promise(resolve => {
        calls.set(++count, {ask, settle: resolve, tries: 0})
        post(count)
      }),
  }
}
