import type {RunAsk} from '../../contract/rule-code'
import type {Answered, Asked} from './protocol'
import {createCrew, type Crew} from './crew'
import type {CodeWorker} from './shift'

/** What the host needs of a port of the extension. */
export type HostPort = {
  postMessage(message: Answered): void
  readonly onMessage: {addListener(hear: (message: Asked) => void): void}
  readonly onDisconnect: {addListener(hear: () => void): void}
  readonly sender?: {readonly tab?: {readonly id?: number}}
}

export type HostNeeds = {
  /** Makes a worker; the host keeps one ready. */
  readonly makeWorker: () => CodeWorker
  /** Makes anew what makes workers, which has died. */
  readonly renew: () => void
  readonly isOpen: (tabId: number) => Promise<boolean>
}

/** A worker that has had nothing to do for so long is not kept. */
const longestRest = 60_000
/** A page that goes and the next one of the same tab: so much may lie between them. */
const betweenPages = 5_000

type Tab = {readonly crew: Crew; ports: number; timer?: ReturnType<typeof setTimeout>}

/** Runs rule code for all tabs: what is of one tab ends with it. */
export function createHost({makeWorker, renew, isOpen}: HostNeeds): {accept(port: HostPort): void} {
  const tabs = new Map<number, Tab>()
  let spare: CodeWorker | undefined = makeWorker()

  function engage(): CodeWorker {
    const ready = spare ?? makeWorker()
    // After the call that is on its way: making one takes longer than most code.
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

  /** Closed tabs, and not those whose pages need no code. */
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
