import type {RunAsk, RunResult} from '../model/rule-code'
import {limit, startShift, type Call, type CodeWorker, type Shift} from './worker-session'

export type CrewNeeds = {
  readonly engage: () => CodeWorker
  /** No call has begun in a worker, so the frame must be replaced. */
  readonly onDead: () => void
}

export type Crew = ReturnType<typeof createCrew>

const emptyState = '{}'

/** The workers of one tab: calls share `$sharedState` and run one after the other. */
export function createCrew({engage, onDead}: CrewNeeds) {
  let current: Shift | undefined
  let state = emptyState
  const shifts = new Set<Shift>()

  function start(isTry = false): Shift {
    const shift = startShift({
      worker: engage(),
      state: isTry ? emptyState : state,
      keep(next) {
        if (!isTry) state = next
      },
      onOver(again) {
        if (current === shift) current = undefined
        again.forEach(assign)
      },
      onDead,
      onEnd: () => shifts.delete(shift),
    })
    shifts.add(shift)
    return shift
  }

  function assign(call: Call): void {
    if (!call.isSuspect) return (current ??= start()).take(call)
    const alone = start(call.ask.isTry)
    alone.take({
      ...call,
      settle(result) {
        call.settle(result)
        alone.end()
      },
    })
  }

  return {
    run: (ask: RunAsk): Promise<RunResult> =>
      new Promise(settle => assign({ask, settle, isSuspect: ask.isTry === true, until: performance.now() + limit})),
    rest(): void {
      if (current?.size() !== 0) return
      current.end()
      current = undefined
    },
    end(): void {
      for (const shift of shifts) shift.end()
      current = undefined
    },
  }
}
