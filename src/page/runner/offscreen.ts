import {createHost, type HostPort} from './host'
import type {FromWorker} from './protocol'
import type {ToSandbox} from './sandbox'
import type {CodeWorker} from './shift'

/** What the offscreen document needs of the extension. Adapted in platform. */
export type OffscreenPort = {
  /** The address of the sandboxed page. */
  readonly sandbox: string
  /** The text of the worker that runs code. */
  readonly workerText: () => Promise<string>
  readonly isTabOpen: (tab: number) => Promise<boolean>
  /** Calls back for each port of a page. */
  readonly onConnect: (listener: (port: HostPort) => void) => void
}

/** The sandboxed page in a frame, and the workers that it makes. What dies in it is made anew with another frame. */
function createSandbox(page: Document, address: string, text: Promise<string>) {
  let frame: HTMLIFrameElement
  let loaded: Promise<string>
  let count = 0

  function renew(): void {
    frame?.remove()
    frame = page.createElement('iframe')
    const next = frame
    loaded = new Promise<void>(done => next.addEventListener('load', () => done())).then(() => text)
    frame.src = address
    page.body.append(frame)
  }
  renew()

  function makeWorker(): CodeWorker {
    const {port1: own, port2: others} = new MessageChannel()
    const number = ++count
    const home = frame
    const tell = (message: ToSandbox, ports: readonly MessagePort[] = []) =>
      // The sandbox has no origin that could be named.
      home.contentWindow?.postMessage(message, '*', [...ports])
    void loaded.then(worker => tell({make: number, text: worker}, [others]))
    return {
      post: message => own.postMessage(message, []),
      hear: listener => {
        own.addEventListener('message', ({data}: MessageEvent<FromWorker>) => listener(data))
        own.start()
      },
      end() {
        own.close()
        void loaded.then(() => tell({end: number}))
      },
    }
  }
  return {makeWorker, renew}
}

/** The offscreen document: it answers on the ports of pages, and lives as long as a rule in force has code. */
export function startOffscreen(page: Document, {sandbox, workerText, isTabOpen, onConnect}: OffscreenPort): void {
  const {makeWorker, renew} = createSandbox(page, sandbox, workerText())
  const host = createHost({makeWorker, renew, isOpen: isTabOpen})
  onConnect(host.accept)
}
