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

export type SessionDependencies = {
  readonly worker: CodeWorker
  readonly state: string
  readonly saveState: (state: string) => void
  /** The session takes no new calls. These calls must run in another worker. */
  readonly onRetired: (calls: readonly Call[]) => void
  readonly onDead: () => void
  readonly onEnd: () => void
}

/** In milliseconds, from the page's call. */
export const maxCallTime = 5_000
/** In milliseconds. An idle worker answers sooner, even on a busy machine. */
export const maxSilence = 500
/** In milliseconds. */
const maxStartTime = 2_500

const tooLong: RunResult = {ok: false, why: 'too-long', message: ''}
const unreachable: RunResult = {ok: false, why: 'unreachable', message: ''}

type SessionState =
  /** The worker has not begun a call yet. */
  | 'starting'
  | 'running'
  /** The worker finishes its remaining calls and takes no new ones. */
  | 'retired'
  | 'ended'

/** One worker and its calls. It receives them one by one, so queued calls can still move. */
export class WorkerSession {
  readonly #dependencies
  readonly #calls = new Map<number, RunningCall>()
  #state: SessionState = 'starting'
  #count = 0
  /** A call that timed out while it was waiting may still run. */
  #hasTimedOutCall = false
  #unansweredPings = 0
  #startTimer: ReturnType<typeof setTimeout> | undefined
  #pingTimer: ReturnType<typeof setTimeout> | undefined

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies
    const {worker, state} = dependencies
    worker.listen(message => this.#onMessage(message))
    worker.post({start: state})
  }

  get size(): number {
    return this.#calls.size
  }

  get #hasEnded(): boolean {
    return this.#state === 'ended'
  }

  add(call: Call): void {
    const id = ++this.#count
    const timer = setTimeout(() => this.#onTimeout(id), Math.max(0, call.deadline - performance.now()))
    this.#calls.set(id, {...call, state: 'queued', timer})
    this.#sendNext()
  }

  end(): void {
    if (this.#hasEnded) return
    this.#state = 'ended'
    clearTimeout(this.#pingTimer)
    clearTimeout(this.#startTimer)
    for (const {timer} of this.#calls.values()) clearTimeout(timer)
    this.#dependencies.worker.end()
    this.#dependencies.onEnd()
  }

  #onMessage(message: FromWorker): void {
    if (this.#hasEnded) return
    if ('pong' in message) {
      this.#unansweredPings = 0
      return
    }
    if ('refused' in message) return this.#moveCalls(this.#getIds('sent', 'queued'))
    if (this.#state === 'starting') this.#state = 'running'
    const id = 'begun' in message ? message.begun : 'waiting' in message ? message.waiting : message.id
    const call = this.#calls.get(id)
    if ('begun' in message) {
      if (call) call.state = 'onStack'
      return
    }
    if ('waiting' in message) {
      if (call) call.state = 'waiting'
    } else if (call) {
      if (message.state !== undefined) this.#dependencies.saveState(message.state)
      this.#settle(id, message.result)
    }
    this.#sendNext()
  }

  #getIds(...states: readonly RunningCall['state'][]): number[] {
    return [...this.#calls].filter(([, call]) => states.includes(call.state)).map(([id]) => id)
  }

  #settle(id: number, result: RunResult): void {
    const call = this.#calls.get(id)
    if (!call) return
    clearTimeout(call.timer)
    this.#calls.delete(id)
    call.settle(result)
    if (this.#state === 'retired' && this.size === 0) this.end()
  }

  /** Moves calls to another worker, which also receives all new calls. */
  #moveCalls(ids: readonly number[], isSuspect = false): void {
    const moved = ids.flatMap(id => this.#calls.get(id) ?? [])
    for (const id of ids) {
      clearTimeout(this.#calls.get(id)?.timer)
      this.#calls.delete(id)
    }
    if (!this.#hasEnded) this.#state = 'retired'
    this.#dependencies.onRetired(moved.map(call => ({...call, isSuspect: isSuspect || call.isSuspect})))
    if (this.size === 0) this.end()
  }

  /** The call that blocks the worker stays until its timeout. The other calls move. */
  #moveFromHungWorker(): void {
    const [onStack] = this.#getIds('onStack')
    const waiting = this.#getIds('waiting')
    if (onStack === undefined && (waiting.length > 1 || this.#hasTimedOutCall)) this.#moveCalls(waiting, true)
    const hungCall = this.#calls.get(onStack ?? waiting[0] ?? -1)
    // The same code would most likely block the next worker.
    const others = [...this.#calls].filter(([, call]) => call !== hungCall && call.ask.code !== hungCall?.ask.code)
    this.#moveCalls(others.map(([id]) => id))
  }

  #ping(): void {
    this.#pingTimer = undefined
    if (this.#hasEnded || (this.size < 2 && !this.#hasTimedOutCall)) return
    if (this.#unansweredPings === 0) this.#dependencies.worker.post({ping: true})
    this.#unansweredPings++
    // A single late answer can mean that this thread itself was blocked.
    if (this.#unansweredPings > 2 && this.#state !== 'starting') this.#moveFromHungWorker()
    if (!this.#hasEnded) this.#schedulePing()
  }

  #schedulePing(): void {
    this.#pingTimer ??= setTimeout(() => this.#ping(), maxSilence / 2)
  }

  #sendNext(): void {
    if (this.#hasEnded) return
    this.#schedulePing()
    const [queued] = this.#getIds('queued')
    const call = this.#calls.get(queued ?? -1)
    if (queued === undefined || !call || this.#getIds('sent', 'onStack').length > 0) return
    call.state = 'sent'
    if (this.#state === 'starting') this.#startTimer ??= setTimeout(() => this.#replaceDeadWorker(), maxStartTime)
    this.#dependencies.worker.post({id: queued, ask: call.ask})
  }

  #onTimeout(id: number): void {
    const callState = this.#calls.get(id)?.state
    if (callState === 'waiting') {
      this.#hasTimedOutCall = true
      // The call may still run, so new calls use another worker.
      if (this.#state !== 'retired') this.#moveCalls(this.#getIds('queued'))
    }
    this.#settle(id, this.#state === 'starting' ? unreachable : tooLong)
    if (callState !== 'onStack' || this.#hasEnded) return this.#sendNext()
    // These calls started at the same time, so they have timed out as well.
    for (const [other, {deadline}] of this.#calls)
      if (deadline - performance.now() < maxSilence) this.#settle(other, tooLong)
    this.#moveCalls([...this.#calls.keys()])
  }

  #replaceDeadWorker(): void {
    this.#startTimer = undefined
    if (this.#state !== 'starting' || this.size === 0) return
    this.#dependencies.onDead()
    this.#moveCalls([...this.#calls.keys()])
  }
}
