import type {Browser} from 'webextension-polyfill'
import type {Port} from '../page/runner/client'

/** The native object: every byte is paid on every page. */
const {runtime} = (globalThis as unknown as {readonly chrome: Browser}).chrome

/** A way to what runs the code of rules. */
export function connectRunner(): Port {
  const port = runtime.connect({name: 'runner'})
  // Read, or Chrome writes to the console that nobody was there.
  port.onDisconnect.addListener(() => void runtime.lastError)
  return port as unknown as Port
}

/** Has it made where nobody was there. Rejects, and throws nothing at once, where the extension is gone. */
export const wakeRunner = async (): Promise<unknown> => runtime.sendMessage({name: 'page.runner', body: {}})
