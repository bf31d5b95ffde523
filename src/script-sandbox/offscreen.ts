import {createHost, type HostPort} from './host'
import type {FromWorker} from './protocol'
import type {ToSandbox} from './sandbox'
import type {CodeWorker} from './worker-session'

export type OffscreenPort = {
  readonly sandbox: string
  readonly workerText: () => Promise<string>
  readonly isTabOpen: (tab: number) => Promise<boolean>
  readonly onConnect: (listener: (port: HostPort) => void) => void
}

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
      // The sandbox has an opaque origin.
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

export function startOffscreen(page: Document, {sandbox, workerText, isTabOpen, onConnect}: OffscreenPort): void {
  const {makeWorker, renew} = createSandbox(page, sandbox, workerText())
  const host = createHost({makeWorker, renew, isOpen: isTabOpen})
  onConnect(host.accept)
}
