import type {RunAsk, RunResult} from '../model/rule-code'
import type {FromWorker, ToWorker} from './protocol'

export type CodeWorker = {
  post(message: ToWorker): void
  hear(listener: (message: FromWorker) => void): void
  end(): void
}

export type Call = {
  readonly ask: RunAsk
  readonly settle: (result: RunResult) => void
  /** A worker hung with it, so it runs again in a worker of its own. */
  readonly isSuspect: boolean
  readonly until: number
}

type Running = Call & {state: 'queued' | 'sent' | 'onStack' | 'waiting'; timer: ReturnType<typeof setTimeout>}

type ShiftNeeds = {
  readonly worker: CodeWorker
  readonly state: string
  readonly keep: (state: string) => void
  readonly onOver: (again: readonly Call[]) => void
  readonly onDead: () => void
  readonly onEnd: () => void
}

export type Shift = {take(call: Call): void; readonly size: () => number; end(): void}

/** In milliseconds, from the page's call. */
export const limit = 5_000
/** In milliseconds: an idle worker answers sooner even on a busy machine. */
export const patience = 500
/** In milliseconds. */
const longestStart = 2_500

const tooLong: RunResult = {ok: false, why: 'too-long', message: ''}
const unreachable: RunResult = {ok: false, why: 'unreachable', message: ''}

/** One worker and its calls, which it gets one by one, so that others can still move. */
export function startShift({worker, state, keep, onOver, onDead, onEnd}: ShiftNeeds): Shift {
  const calls = new Map<number, Running>()
  let count = 0
  let hasBegun = false
  let isRetired = false
  let isOver = false
  /** A call that timed out while it waited may still run. */
  let hasLeftOne = false
  let start: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setTimeout> | undefined
  let silences: number | undefined

  const idsIn = (...states: readonly Running['state'][]) =>
    [...calls].filter(([, call]) => states.includes(call.state)).map(([id]) => id)

  function end(): void {
    if (isOver) return
    isOver = true
    clearTimeout(beat)
    clearTimeout(start)
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

  /** Moves calls to another worker, which takes new ones from now on. */
  function handOver(ids: readonly number[], isSuspect = false): void {
    const again = ids.flatMap(id => calls.get(id) ?? [])
    for (const id of ids) {
      clearTimeout(calls.get(id)?.timer)
      calls.delete(id)
    }
    isRetired = true
    onOver(again.map(call => ({...call, isSuspect: isSuspect || call.isSuspect})))
    if (calls.size === 0) end()
  }

  /** The worker does not answer: the call that blocks it stays until its timeout, the others move. */
  function leaveStuck(): void {
    const [onStack] = idsIn('onStack')
    const waiting = idsIn('waiting')
    if (onStack === undefined && (waiting.length > 1 || hasLeftOne)) handOver(waiting, true)
    const guilty = calls.get(onStack ?? waiting[0] ?? -1)
    // The same code would most likely block the next worker.
    const others = [...calls].filter(([, call]) => call !== guilty && call.ask.code !== guilty?.ask.code)
    handOver(others.map(([id]) => id))
  }

  function listen(): void {
    beat = undefined
    if (isOver || (calls.size < 2 && !hasLeftOne)) return
    if (silences === undefined) worker.post({ping: true})
    silences = silences === undefined ? 0 : silences + 1
    // At the first silence this thread may have been blocked.
    if (silences > 1 && hasBegun) leaveStuck()
    if (!isOver) beat = setTimeout(listen, patience / 2)
  }

  function next(): void {
    if (isOver) return
    beat ??= setTimeout(listen, patience / 2)
    const [queued] = idsIn('queued')
    const call = calls.get(queued ?? -1)
    if (queued === undefined || !call || idsIn('sent', 'onStack').length > 0) return
    call.state = 'sent'
    if (!hasBegun) start ??= setTimeout(giveUp, longestStart)
    worker.post({id: queued, ask: call.ask})
  }

  function overdue(id: number): void {
    const {state: was} = calls.get(id) ?? {}
    if (was === 'waiting') {
      hasLeftOne = true
      // The call may still run, so new ones go elsewhere.
      if (!isRetired) handOver(idsIn('queued'))
    }
    settle(id, hasBegun ? tooLong : unreachable)
    if (was === 'onStack' && !isOver) {
      // They were requested at the same time, so they time out too.
      for (const [each, {until}] of calls) if (until - performance.now() < patience) settle(each, tooLong)
      handOver([...calls.keys()])
    } else next()
  }

  function giveUp(): void {
    start = undefined
    if (hasBegun || isOver || calls.size === 0) return
    onDead()
    handOver([...calls.keys()])
  }

  worker.hear(message => {
    if (isOver) return
    if ('pong' in message) {
      silences = undefined
      return
    }
    if ('refused' in message) return handOver(idsIn('sent', 'queued'))
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
      if (message.state !== undefined) keep(message.state)
      settle(id, message.result)
    }
    next()
  })
  worker.post({start: state})

  return {
    take(call) {
      const id = ++count
      const timer = setTimeout(overdue, Math.max(0, call.until - performance.now()), id)
      calls.set(id, {...call, state: 'queued', timer})
      next()
    },
    size: () => calls.size,
    end,
  }
}
