/** What leads out of the worker. The policy of the sandbox stops it as well; here it says so at once, and in plain words. */
const waysOut = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'postMessage',
  'close',
] as const
const stores = ['indexedDB', 'caches', 'onmessage', 'onmessageerror']

function ownerOf(scope: object, name: string): object | null {
  let owner: object | null = scope
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object | null
  return owner
}

export function takeAwayWaysOut(scope: object): void {
  for (const name of [...waysOut, ...stores]) {
    for (let owner = ownerOf(scope, name); owner !== null; owner = ownerOf(scope, name)) {
      // What cannot be deleted would be found again for ever.
      if (!Reflect.deleteProperty(owner, name)) break
    }
  }
  for (const name of waysOut) {
    const value = function () {
      throw new Error(`${name} is not there for rule code: it has no network and no page`)
    }
    Object.defineProperty(scope, name, {value})
  }
}
