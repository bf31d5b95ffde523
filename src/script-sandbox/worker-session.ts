import type {RunAsk, RunResult} from '../model/rule-code'
import type {FromWorker, ToWorker} from './protocol'

export type CodeWorker = {
  post(message: ToWorker): void
  listen(listener: (message: FromWorker) => void): void
  end(): void
}

export type Call = {
  readonly ask: RunAsk
  readonly settle: (result: RunResult) => void
  /** A worker hung during this call, so the call runs again in its own worker. */
  readonly isSuspect: boolean
  readonly deadline: number
}

type RunningCall = Call & {state: 'queued' | 'sent' | 'onStack' | 'waiting'; timer: ReturnType<typeof setTimeout>}

type SessionDependencies = {
  readonly worker: CodeWorker
  readonly state: string
  readonly saveState: (state: string) => void
  readonly onRetired: (calls: readonly Call[]) => void
  readonly onDead: () => void
  readonly onEnd: () => void
}

export type WorkerSession = {add(call: Call): void; readonly size: () => number; end(): void}

/** In milliseconds, from the page's call. */
export const maxCallTime = 5_000
/** In milliseconds. An idle worker answers sooner, even on a busy machine. */
export const maxSilence = 500
/** In milliseconds. */
const maxStartTime = 2_500

const tooLong: RunResult = {ok: false, why: 'too-long', message: ''}
const unreachable: RunResult = {ok: false, why: 'unreachable', message: ''}

/** One worker and its calls. It receives them one by one, so queued calls can still move. */
export function startWorkerSession({
  worker,
  state,
  saveState,
  onRetired,
  onDead,
  onEnd,
}: SessionDependencies): WorkerSession {
  const calls = new Map<number, RunningCall>()
  let count = 0
  let hasBegun = false
  let isRetired = false
  let hasEnded = false
  /** A call that timed out while it was waiting may still run. */
  let hasTimedOutCall = false
  let startTimer: ReturnType<typeof setTimeout> | undefined
  let pingTimer: ReturnType<typeof setTimeout> | undefined
  let missedPings: number | undefined

  const getIds = (...states: readonly RunningCall['state'][]) =>
    [...calls].filter(([, call]) => states.includes(call.state)).map(([id]) => id)

  function end(): void {
    if (hasEnded) return
    hasEnded = true
    clearTimeout(pingTimer)
    clearTimeout(startTimer)
    for (const {timer} of calls.values()) clearTimeout(timer)
    worker.end()
    onEnd()
  }

  function settle(id: number, result: RunResult): void {
    const call = calls.get(id)
    if (!call) return
    clearTimeout(call.timer)
    calls.delete(id)
    call.settle(result)
    if (isRetired && calls.size === 0) end()
  }

  /** Moves calls to another worker, which also receives all new calls. */
  function moveCalls(ids: readonly number[], isSuspect = false): void {
    const moved = ids.flatMap(id => calls.get(id) ?? [])
    for (const id of ids) {
      clearTimeout(calls.get(id)?.timer)
      calls.delete(id)
    }
    isRetired = true
    onRetired(moved.map(call => ({...call, isSuspect: isSuspect || call.isSuspect})))
    if (calls.size === 0) end()
  }

  /** The call that blocks the worker stays until its timeout. The other calls move. */
  function moveFromHungWorker(): void {
    const [onStack] = getIds('onStack')
    const waiting = getIds('waiting')
    if (onStack === undefined && (waiting.length > 1 || hasTimedOutCall)) moveCalls(waiting, true)
    const hungCall = calls.get(onStack ?? waiting[0] ?? -1)
    // The same code would most likely block the next worker.
    const others = [...calls].filter(([, call]) => call !== hungCall && call.ask.code !== hungCall?.ask.code)
    moveCalls(others.map(([id]) => id))
  }

  function ping(): void {
    pingTimer = undefined
    if (hasEnded || (calls.size < 2 && !hasTimedOutCall)) return
    if (missedPings === undefined) worker.post({ping: true})
    missedPings = missedPings === undefined ? 0 : missedPings + 1
    // After the first missed ping, this thread may have been blocked itself.
    if (missedPings > 1 && hasBegun) moveFromHungWorker()
    if (!hasEnded) pingTimer = setTimeout(ping, maxSilence / 2)
  }

  function sendNext(): void {
    if (hasEnded) return
    pingTimer ??= setTimeout(ping, maxSilence / 2)
    const [queued] = getIds('queued')
    const call = calls.get(queued ?? -1)
    if (queued === undefined || !call || getIds('sent', 'onStack').length > 0) return
    call.state = 'sent'
    if (!hasBegun) startTimer ??= setTimeout(restart, maxStartTime)
    worker.post({id: queued, ask: call.ask})
  }

  function onTimeout(id: number): void {
    const {state: callState} = calls.get(id) ?? {}
    if (callState === 'waiting') {
      hasTimedOutCall = true
      // The call may still run, so new calls use another worker.
      if (!isRetired) moveCalls(getIds('queued'))
    }
    settle(id, hasBegun ? tooLong : unreachable)
    if (callState === 'onStack' && !hasEnded) {
      // These calls started at the same time, so they have timed out as well.
      for (const [each, {deadline}] of calls) if (deadline - performance.now() < maxSilence) settle(each, tooLong)
      moveCalls([...calls.keys()])
    } else sendNext()
  }

  function restart(): void {
    startTimer = undefined
    if (hasBegun || hasEnded || calls.size === 0) return
    onDead()
    moveCalls([...calls.keys()])
  }

  worker.listen(message => {
    if (hasEnded) return
    if ('pong' in message) {
      missedPings = undefined
      return
    }
    if ('refused' in message) return moveCalls(getIds('sent', 'queued'))
    hasBegun = true
    const id = 'begun' in message ? message.begun : 'waiting' in message ? message.waiting : message.id
    const call = calls.get(id)
    if ('begun' in message) {
      if (call) call.state = 'onStack'
      return
    }
    if ('waiting' in message) {
      if (call) call.state = 'waiting'
    } else if (call) {
      if (message.state !== undefined) saveState(message.state)
      settle(id, message.result)
    }
    sendNext()
  })
  worker.post({start: state})

  return {
    add(call) {
      const id = ++count
      const timer = setTimeout(onTimeout, Math.max(0, call.deadline - performance.now()), id)
      calls.set(id, {...call, state: 'queued', timer})
      sendNext()
    },
    size: () => calls.size,
    end,
  }
}
