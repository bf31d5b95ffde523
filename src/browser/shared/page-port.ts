import type {Browser} from 'webextension-polyfill'
import {pageRulesKey} from '../../model/page-rules'
import type {PagePort} from '../../page/isolated/start'
import type {RunnerPort} from '../../script-sandbox/client'

/** Chrome's own API, so that pages do not load the polyfill. */
declare const chrome: Browser

export function connectRunner(): RunnerPort {
  const port = chrome.runtime.connect({name: 'runner'})
  // Reading `lastError` keeps Chrome from logging that no page listened.
  port.onDisconnect.addListener(() => void chrome.runtime.lastError)
  return port as unknown as RunnerPort
}

/**
 * Makes the background worker open the offscreen document of the sandbox. Rejects if the extension
 * was removed or reloaded.
 */
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
