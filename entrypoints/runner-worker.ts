import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import type {ToWorker} from '../src/script-sandbox/protocol'
import {startWorker} from '../src/script-sandbox/worker/start'

/** The text of the workers that rule code runs in: the sandbox can fetch nothing, so the offscreen document brings it. */
export default defineUnlistedScript(() => {
  const onMessage = ({ports: [port]}: MessageEvent) => {
    if (!port) return
    removeEventListener('message', onMessage)
    // Taken now: code could put another in its place, and answer for others.
    const post = port.postMessage.bind(port)
    startWorker(globalThis, {
      post: message => post(message),
      listen: listener => {
        port.addEventListener('message', ({data}: MessageEvent<ToWorker>) => listener(data))
        port.start()
      },
    })
  }
  addEventListener('message', onMessage)
})
