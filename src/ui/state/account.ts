import {signal, type ReadonlySignal} from '@preact/signals'
import type {WorkerClient} from '../../messaging/messages'
import type {TeamView} from '../../model/team'
import {isJsonEqual} from '../json-equality'
import {createRefresh} from './refresh'

export type AccountState = {
  /** Undefined until the worker answers, null while there is no account. */
  readonly view: ReadonlySignal<TeamView | null | undefined>
  refresh(): Promise<void>
  stop(): void
}

const retryDelay = 3_000
/** A worker that ends during a sync sends no message; the next request starts it again. */
const syncPollDelay = 2_000

export function createAccount(client: WorkerClient): AccountState {
  const view = signal<TeamView | null | undefined>(undefined)
  const {refresh, stop} = createRefresh(async () => {
    try {
      const next = await client.ask('team.view', {})
      if (!isJsonEqual(next, view.peek())) view.value = next
      return next?.isSyncing ? syncPollDelay : undefined
    } catch {
      // The page of the rules reports that the worker does not answer.
      return retryDelay
    }
  })

  const stops = [client.onSync(() => void refresh()), client.onChange(() => void refresh())]
  void refresh()
  return {
    view,
    refresh,
    stop() {
      stop()
      for (const stopListening of stops) stopListening()
    },
  }
}
