import type {RunAsk, RunResult} from '../../contract/rule-code'
import {limit, startShift, type Call, type CodeWorker, type Shift} from './shift'

export type CrewNeeds = {
  /** A worker that nobody has used. */
  readonly engage: () => CodeWorker
  /** Not one call has begun in a worker: whatever makes them must be made anew. */
  readonly onDead: () => void
}

export type Crew = {
  run(ask: RunAsk): Promise<RunResult>
  /** Ends the worker if it has nothing to do; the state is kept. */
  rest(): void
  end(): void
}

const emptyState = '{}'

/** The workers of one tab, mostly one: calls share its `$sharedState`, and run one after the other but for their waiting. */
export function createCrew({engage, onDead}: CrewNeeds): Crew {
  let current: Shift | undefined
  let state = emptyState
  const shifts = new Set<Shift>()

  function start(isTry = false): Shift {
    const shift = startShift({
      worker: engage(),
      state: isTry ? emptyState : state,
      // The last to end decides, also of calls that run in a worker of their own.
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
    run: ask =>
      new Promise(settle => assign({ask, settle, isSuspect: ask.isTry === true, until: performance.now() + limit})),
    rest() {
      if (current?.size() !== 0) return
      current.end()
      current = undefined
    },
    end() {
      for (const shift of shifts) shift.end()
      current = undefined
    },
  }
}
