import type {RunAsk, RunResult} from '../model/rule-code'
import {maxCallTime, WorkerSession, type Call, type CodeWorker} from './worker-session'

export type PoolDependencies = {
  readonly acquireWorker: () => CodeWorker
  /** A worker did not start a call in time, so the sandbox must be restarted. */
  readonly onDead: () => void
}

export type TabWorkerPool = ReturnType<typeof createTabWorkerPool>

const emptyState = '{}'

/** The workers of one tab. Their calls share `$sharedState` and start one after the other. */
export function createTabWorkerPool({acquireWorker, onDead}: PoolDependencies) {
  let current: WorkerSession | undefined
  let state = emptyState
  const sessions = new Set<WorkerSession>()

  function start(isTry = false): WorkerSession {
    const session = new WorkerSession({
      worker: acquireWorker(),
      state: isTry ? emptyState : state,
      saveState(next) {
        if (!isTry) state = next
      },
      onRetired(calls) {
        if (current === session) current = undefined
        calls.forEach(assign)
      },
      onDead,
      onEnd: () => sessions.delete(session),
    })
    sessions.add(session)
    return session
  }

  function assign(call: Call): void {
    if (!call.isSuspect) return (current ??= start()).add(call)
    const ownSession = start(call.ask.isTry)
    ownSession.add({
      ...call,
      settle(result) {
        call.settle(result)
        ownSession.end()
      },
    })
  }

  return {
    run: (ask: RunAsk): Promise<RunResult> =>
      new Promise(settle =>
        assign({ask, settle, isSuspect: ask.isTry === true, deadline: performance.now() + maxCallTime}),
      ),
    endIdle(): void {
      if (current?.size !== 0) return
      current.end()
      current = undefined
    },
    end(): void {
      for (const session of sessions) session.end()
      current = undefined
    },
  }
}
