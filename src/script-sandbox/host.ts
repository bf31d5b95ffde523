import type {RunAsk} from '../model/rule-code'
import type {Answered, Asked} from './protocol'
import {createCrew, type Crew} from './tab-worker-pool'
import type {CodeWorker} from './worker-session'

export type HostPort = {
  postMessage(message: Answered): void
  readonly onMessage: {addListener(hear: (message: Asked) => void): void}
  readonly onDisconnect: {addListener(hear: () => void): void}
  readonly sender?: {readonly tab?: {readonly id?: number}}
}

export type HostNeeds = {
  readonly makeWorker: () => CodeWorker
  readonly renew: () => void
  readonly isOpen: (tabId: number) => Promise<boolean>
}

/** In milliseconds. */
const longestRest = 60_000
/** In milliseconds, between a page and the next one of its tab. */
const betweenPages = 5_000

type Tab = {readonly crew: Crew; ports: number; timer?: ReturnType<typeof setTimeout>}

/** Runs rule code for all tabs; a tab's state ends with it. */
export function createHost({makeWorker, renew, isOpen}: HostNeeds): {accept(port: HostPort): void} {
  const tabs = new Map<number, Tab>()
  let spare: CodeWorker | undefined = makeWorker()

  function engage(): CodeWorker {
    const ready = spare ?? makeWorker()
    // Later, since starting a worker takes longer than most code.
    spare = undefined
    setTimeout(() => (spare ??= makeWorker()))
    return ready
  }

  function onDead(): void {
    spare = undefined
    renew()
  }

  function tabOf(id: number): Tab {
    const known = tabs.get(id)
    if (known) return known
    const made = {crew: createCrew({engage, onDead}), ports: 0}
    tabs.set(id, made)
    return made
  }

  async function forgetClosed(): Promise<void> {
    for (const [id, tab] of tabs) {
      if (tab.ports > 0 || (await isOpen(id).catch(() => true))) continue
      tab.crew.end()
      tabs.delete(id)
    }
  }

  return {
    accept(port) {
      const id = port.sender?.tab?.id ?? -1
      const tab = tabOf(id)
      let isGone = false
      tab.ports++
      const answer = async (number: number, ask: RunAsk) => {
        const result = await tab.crew.run(ask)
        if (!isGone) port.postMessage({id: number, result})
        clearTimeout(tab.timer)
        tab.timer = setTimeout(tab.crew.rest, longestRest)
      }
      port.onMessage.addListener(({id: number, ask}) => {
        clearTimeout(tab.timer)
        void answer(number, ask)
      })
      port.onDisconnect.addListener(() => {
        isGone = true
        tab.ports--
        setTimeout(() => void forgetClosed(), betweenPages)
      })
    },
  }
}
