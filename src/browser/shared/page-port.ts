import type {Browser} from 'webextension-polyfill'
import {pageRulesKey} from '../../model/page-rules'
import type {PagePort} from '../../page/isolated/start'
import type {RunnerPort} from '../../script-sandbox/client'

/** Chrome's own object, since every page would pay for the polyfill. Its parts are made when they are first read, which takes a while. */
declare const chrome: Browser

export function connectRunner(): RunnerPort {
  const port = chrome.runtime.connect({name: 'runner'})
  // Unless `lastError` is read, Chrome writes to the console that nobody listened.
  port.onDisconnect.addListener(() => void chrome.runtime.lastError)
  return port as unknown as RunnerPort
}

/** Asks the worker to open the runner. Rejects, and throws nothing at once, where the extension is gone. */
export const wakeRunner = async (): Promise<unknown> => chrome.runtime.sendMessage({name: 'page.runner', body: {}})

/** After a reload or removal of the extension there may be no `runtime` at all. */
const isAlive = (): boolean => !!chrome.runtime?.id

export const pagePort: PagePort = {
  readStorage: async key => (await chrome.storage.local.get(key))[key] as string | undefined,
  onPlanChange(listener) {
    chrome.storage.local.onChanged.addListener(changes => {
      const change = changes[pageRulesKey]
      if (change) listener(change.newValue as string | undefined)
    })
  },
  isAlive,
  send: async (name, body) => isAlive() && chrome.runtime.sendMessage({name, body}).catch(() => undefined),
  connect: connectRunner,
  wakeRunner,
}
