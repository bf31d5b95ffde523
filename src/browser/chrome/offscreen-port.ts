import type {Browser} from 'webextension-polyfill'
import type {HostPort} from '../../script-sandbox/host'
import type {OffscreenPort} from '../../script-sandbox/offscreen'

const {runtime} = (globalThis as unknown as {readonly chrome: Browser}).chrome

export const offscreenPort: OffscreenPort = {
  sandbox: 'runner.html',
  workerText: async () => (await fetch(runtime.getURL('runner-worker.js'))).text(),
  isTabOpen: async tab => (await runtime.sendMessage({name: 'page.tab', body: {tab}})) !== false,
  onConnect(listener) {
    runtime.onConnect.addListener(port => {
      if (port.name === 'runner') listener(port as unknown as HostPort)
    })
  },
}
