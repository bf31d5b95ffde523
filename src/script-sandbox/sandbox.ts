export type ToSandbox = {readonly make: number; readonly text: string} | {readonly end: number}

/** Makes workers under the strictest policy that an extension can have. */
export function serveSandbox(scope: Window): void {
  const workers = new Map<number, Worker>()
  scope.addEventListener('message', ({source, data, ports}: MessageEvent<ToSandbox>) => {
    if (source !== scope.parent) return
    if ('end' in data) {
      workers.get(data.end)?.terminate()
      workers.delete(data.end)
      return
    }
    const address = URL.createObjectURL(new Blob([data.text], {type: 'text/javascript'}))
    const worker = new Worker(address)
    workers.set(data.make, worker)
    worker.postMessage(null, [...ports])
    URL.revokeObjectURL(address)
  })
}
