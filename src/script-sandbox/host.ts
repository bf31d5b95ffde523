import type {RunAsk} from '../model/rule-code'
import type {RunResponse, RunRequest} from './protocol'
import {createTabWorkerPool, type TabWorkerPool} from './tab-worker-pool'
import type {CodeWorker} from './worker-session'

export type HostPort = {
  postMessage(message: RunResponse): void
  readonly onMessage: {addListener(listener: (message: RunRequest) => void): void}
  readonly onDisconnect: {addListener(listener: () => void): void}
  readonly sender?: {readonly tab?: {readonly id?: number}}
}

export type HostDependencies = {
  readonly makeWorker: () => CodeWorker
  readonly restartSandbox: () => void
  readonly isTabOpen: (tabId: number) => Promise<boolean>
}

/** In milliseconds. */
const maxIdleTime = 60_000
/** In milliseconds, between the last page of a tab and the check that the tab is closed. */
const pageChangeTime = 5_000

type Tab = {readonly pool: TabWorkerPool; ports: number; timer?: ReturnType<typeof setTimeout>}

/** Runs the rule code of all tabs. A tab's `$sharedState` is dropped when the tab is closed. */
export function createHost({makeWorker, restartSandbox, isTabOpen}: HostDependencies): {accept(port: HostPort): void} {
  const tabs = new Map<number, Tab>()
  let spare: CodeWorker | undefined = makeWorker()

  function acquireWorker(): CodeWorker {
    const worker = spare ?? makeWorker()
    // The next spare starts later, since starting a worker takes longer than most code.
    spare = undefined
    setTimeout(() => (spare ??= makeWorker()))
    return worker
  }

  function onDead(): void {
    spare = undefined
    restartSandbox()
  }

  function getTab(id: number): Tab {
    const existing = tabs.get(id)
    if (existing) return existing
    const tab = {pool: createTabWorkerPool({acquireWorker, onDead}), ports: 0}
    tabs.set(id, tab)
    return tab
  }

  async function removeClosedTabs(): Promise<void> {
    for (const [id, tab] of tabs) {
      if (tab.ports > 0 || (await isTabOpen(id).catch(() => true))) continue
      tab.pool.end()
      tabs.delete(id)
    }
  }

  return {
    accept(port) {
      const id = port.sender?.tab?.id ?? -1
      const tab = getTab(id)
      let isDisconnected = false
      tab.ports++
      const run = async (callId: number, ask: RunAsk) => {
        const result = await tab.pool.run(ask)
        if (!isDisconnected) port.postMessage({id: callId, result})
        clearTimeout(tab.timer)
        tab.timer = setTimeout(tab.pool.endIdle, maxIdleTime)
      }
      port.onMessage.addListener(({id: callId, ask}) => {
        clearTimeout(tab.timer)
        void run(callId, ask)
      })
      port.onDisconnect.addListener(() => {
        isDisconnected = true
        tab.ports--
        setTimeout(() => void removeClosedTabs(), pageChangeTime)
      })
    },
  }
}
