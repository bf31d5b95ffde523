export type ToSandbox = {readonly make: number; readonly text: string} | {readonly end: number}

/** Creates workers under the content security policy of the sandboxed page (see wxt.config.ts). */
export function serveSandbox(scope: Window): void {
  const workers = new Map<number, Worker>()
  scope.addEventListener('message', ({source, data, ports}: MessageEvent<ToSandbox>) => {
    if (source !== scope.parent) return
    if ('end' in data) {
      workers.get(data.end)?.terminate()
      workers.delete(data.end)
      return
    }
    const url = URL.createObjectURL(new Blob([data.text], {type: 'text/javascript'}))
    const worker = new Worker(url)
    workers.set(data.make, worker)
    worker.postMessage(null, [...ports])
    URL.revokeObjectURL(url)
  })
}
