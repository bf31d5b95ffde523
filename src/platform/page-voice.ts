import type {Browser} from 'webextension-polyfill'
import type {Say} from '../page/isolated/reports'

/** The native object: every byte is paid on every page. Chrome makes its parts when they are first asked for, which takes a while. */
declare const chrome: Browser

/** Where the extension is gone before anybody asked, there is no `runtime` either. */
export const isAlive = (): boolean => !!chrome.runtime?.id

/** What a page tells the worker. The extension may be gone, and then nobody shows it. */
export const say: Say = async (name, body) =>
  isAlive() && chrome.runtime.sendMessage({name, body}).catch(() => undefined)
