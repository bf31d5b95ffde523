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

function createSandbox(page: Document, url: string, workerText: Promise<string>) {
  let frame: HTMLIFrameElement
  let loaded: Promise<string>
  let count = 0

  function restart(): void {
    frame?.remove()
    frame = page.createElement('iframe')
    const next = frame
    loaded = new Promise<void>(resolve => next.addEventListener('load', () => resolve())).then(() => workerText)
    frame.src = url
    page.body.append(frame)
  }
  restart()

  function makeWorker(): CodeWorker {
    const {port1: ownPort, port2: workerPort} = new MessageChannel()
    const id = ++count
    const workerFrame = frame
    const send = (message: ToSandbox, ports: readonly MessagePort[] = []) =>
      // The sandbox has an opaque origin.
      workerFrame.contentWindow?.postMessage(message, '*', [...ports])
    void loaded.then(text => send({make: id, text}, [workerPort]))
    return {
      post: message => ownPort.postMessage(message, []),
      listen: listener => {
        ownPort.addEventListener('message', ({data}: MessageEvent<FromWorker>) => listener(data))
        ownPort.start()
      },
      end() {
        ownPort.close()
        void loaded.then(() => send({end: id}))
      },
    }
  }
  return {makeWorker, restart}
}

export function startOffscreen(page: Document, {sandbox, workerText, isTabOpen, onConnect}: OffscreenPort): void {
  const {makeWorker, restart} = createSandbox(page, sandbox, workerText())
  const host = createHost({makeWorker, restartSandbox: restart, isTabOpen})
  onConnect(host.accept)
}
