const {is} = Object
const {getOwnPropertyDescriptor, getPrototypeOf, ownKeys} = Reflect

const names = [
  'Object',
  'Function',
  'Array',
  'String',
  'Number',
  'Boolean',
  'Symbol',
  'BigInt',
  'Math',
  'JSON',
  'Reflect',
  'Promise',
  'Proxy',
  'RegExp',
  'Date',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'Intl',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'ArrayBuffer',
  'DataView',
  'Uint8Array',
  'Iterator',
  'URL',
  'URLSearchParams',
  'TextEncoder',
  'TextDecoder',
  'Blob',
  'Headers',
  'Request',
  'Response',
  'FormData',
  'EventTarget',
  'Event',
  'MessageEvent',
  'MessagePort',
  'performance',
  'crypto',
  'console',
  'eval',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'atob',
  'btoa',
  'structuredClone',
  'queueMicrotask',
  'encodeURIComponent',
  'decodeURIComponent',
  'encodeURI',
  'decodeURI',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
]

type Kept = {
  readonly object: object
  readonly keys: readonly PropertyKey[]
  readonly parts: readonly (PropertyDescriptor | undefined)[]
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

const nameless: readonly object[] = [
  (async () => {}).constructor,
  function* () {}.constructor,
  getPrototypeOf(Uint8Array),
  getPrototypeOf([].values()),
  getPrototypeOf(new Map().values()),
  getPrototypeOf(new Set().values()),
  getPrototypeOf(''[Symbol.iterator]()),
].filter(isObject)

/** Returns a function that tells whether code has changed these objects; it calls nothing that code can replace. */
export function watchIntrinsics(scope: object): () => boolean {
  const globals = names.filter(name => name in scope)
  const values = globals.map(name => (scope as Record<string, unknown>)[name])
  const objects = new Set<object>()
  for (const value of [...values, ...nameless]) {
    if (!isObject(value)) continue
    objects.add(value)
    if ('prototype' in value && isObject(value.prototype)) objects.add(value.prototype)
  }
  const kept = [...objects].map((object): Kept => {
    const keys = ownKeys(object)
    return {object, keys, parts: keys.map(key => getOwnPropertyDescriptor(object, key))}
  })

  function isOther({object, keys, parts}: Kept): boolean {
    const now = ownKeys(object)
    if (now.length !== keys.length) return true
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]
      const part = parts[at]
      if (now[at] !== key || key === undefined || part === undefined) return true
      const found = getOwnPropertyDescriptor(object, key)
      if (!found || !is(found.value, part.value) || found.get !== part.get || found.set !== part.set) return true
    }
    return false
  }

  return () => {
    for (let at = 0; at < globals.length; at++)
      if ((scope as Record<string, unknown>)[globals[at] ?? ''] !== values[at]) return true
    for (let at = 0; at < kept.length; at++) {
      const each = kept[at]
      if (each === undefined || isOther(each)) return true
    }
    return false
  }
}
