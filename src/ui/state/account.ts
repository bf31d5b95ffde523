import {signal, type ReadonlySignal} from '@preact/signals'
import type {WorkerClient} from '../../contract/messages'
import type {TeamView} from '../../contract/team'
import {same} from '../same'

export type AccountState = {
  /** Undefined until the worker has said it, null while there is no account. */
  readonly view: ReadonlySignal<TeamView | null | undefined>
  refresh(): Promise<void>
  stop(): void
}

const pauseBeforeAnother = 3_000
/** A worker that ends during a sync sends no message; a question starts the next one. */
const pauseWhileSyncing = 2_000

export function createAccount(client: WorkerClient): AccountState {
  const view = signal<TeamView | null | undefined>(undefined)
  let reading: Promise<void> | null = null
  let readAgain = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function read(): Promise<void> {
    do {
      readAgain = false
      clearTimeout(timer)
      try {
        const next = await client.ask('team.view', {})
        if (!same(next, view.peek())) view.value = next
        if (next?.isSyncing && !isStopped) timer = setTimeout(() => void refresh(), pauseWhileSyncing)
      } catch {
        // The page of the rules reports that the worker does not answer.
        if (!isStopped) timer = setTimeout(() => void refresh(), pauseBeforeAnother)
      }
    } while (readAgain)
    reading = null
  }
  function refresh(): Promise<void> {
    if (reading) readAgain = true
    return (reading ??= read())
  }

  const stops = [client.onSync(() => void refresh()), client.onChange(() => void refresh())]
  void refresh()
  return {
    view,
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
