import type {RunAsk, RunResult} from '../../contract/rule-code'
import type {FromWorker, ToWorker} from './protocol'

/** A worker that runs code, as its host sees it. */
export type CodeWorker = {
  post(message: ToWorker): void
  hear(listener: (message: FromWorker) => void): void
  end(): void
}

export type Call = {
  readonly ask: RunAsk
  readonly settle: (result: RunResult) => void
  /** It was in a worker that it may have hung: it runs again where it harms no other. */
  readonly isSuspect: boolean
  /** When its time is over, by `performance.now()`. */
  readonly until: number
}

/** `onStack`: the worker can do nothing else now; `waiting`: it has returned a promise. */
type Running = Call & {state: 'queued' | 'sent' | 'onStack' | 'waiting'; timer: ReturnType<typeof setTimeout>}

type ShiftNeeds = {
  readonly worker: CodeWorker
  /** `$sharedState` as JSON, at the start and whenever a call has changed it. */
  readonly state: string
  readonly keep: (state: string) => void
  /** It takes no more calls, and those that it had are to run in another worker. */
  readonly onOver: (again: readonly Call[]) => void
  /** Not one call has begun in so long a time. */
  readonly onDead: () => void
  readonly onEnd: () => void
}

export type Shift = {take(call: Call): void; readonly size: () => number; end(): void}

/** How long a page waits for code at most, in milliseconds, counted from when it asks. */
export const limit = 5_000
/** How soon a worker that does nothing answers, on a busy machine too. */
export const patience = 500
/** How long a worker takes to come into being at most. */
const longestStart = 2_500

const tooLong: RunResult = {ok: false, why: 'too-long', message: ''}
const unreachable: RunResult = {ok: false, why: 'unreachable', message: ''}

/** One worker, from its start to its end, and the calls in it. It is given one after the other: what has not begun can be taken elsewhere. */
export function startShift({worker, state, keep, onOver, onDead, onEnd}: ShiftNeeds): Shift {
  const calls = new Map<number, Running>()
  let count = 0
  let hasBegun = false
  let isRetired = false
  let isOver = false
  /** One was given up while it waited, and may still do anything. */
  let hasLeftOne = false
  let start: ReturnType<typeof setTimeout> | undefined
  let beat: ReturnType<typeof setTimeout> | undefined
  /** How often it was listened to since it was last asked, in vain. */
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

  /** Hands calls over to another worker. New ones go there as well. */
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

  /** The worker does not answer: whoever keeps it from that stays until its time is over, the others go elsewhere. */
  function leaveStuck(): void {
    const [onStack] = idsIn('onStack')
    const waiting = idsIn('waiting')
    if (onStack === undefined && (waiting.length > 1 || hasLeftOne)) handOver(waiting, true)
    const guilty = calls.get(onStack ?? waiting[0] ?? -1)
    // The same code would most likely do there what it does here.
    const others = [...calls].filter(([, call]) => call !== guilty && call.ask.code !== guilty?.ask.code)
    handOver(others.map(([id]) => id))
  }

  function listen(): void {
    beat = undefined
    if (isOver || (calls.size < 2 && !hasLeftOne)) return
    if (silences === undefined) worker.post({ping: true})
    silences = silences === undefined ? 0 : silences + 1
    // Not at the first one: this thread may have been kept from hearing, too.
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
      // What it may still do harms no new one.
      if (!isRetired) handOver(idsIn('queued'))
    }
    settle(id, hasBegun ? tooLong : unreachable)
    if (was === 'onStack' && !isOver) {
      // Asked at the same time, they have waited as long.
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
