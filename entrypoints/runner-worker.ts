import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import type {ToWorker} from '../src/script-sandbox/protocol'
import {startWorker} from '../src/script-sandbox/worker/start'

/** Runs in the workers of rule code. The offscreen document loads it for the sandbox. */
export default defineUnlistedScript(() => {
  const onPort = ({ports: [port]}: MessageEvent) => {
    if (!port) return
    removeEventListener('message', onPort)
    // Read now, since rule code could replace the method.
    const post = port.postMessage.bind(port)
    startWorker(globalThis, {
      post: message => post(message),
      listen: listener => {
        port.addEventListener('message', ({data}: MessageEvent<ToWorker>) => listener(data))
        port.start()
      },
    })
  }
  addEventListener('message', onPort)
})
