const {is} = Object
const {getOwnPropertyDescriptor, getPrototypeOf, ownKeys} = Reflect

const globalNames = [
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

type ObjectSnapshot = {
  readonly object: object
  readonly keys: readonly PropertyKey[]
  readonly descriptors: readonly (PropertyDescriptor | undefined)[]
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

const unnamedIntrinsics: readonly object[] = [
  (async () => {}).constructor,
  function* () {}.constructor,
  getPrototypeOf(Uint8Array),
  getPrototypeOf([].values()),
  getPrototypeOf(new Map().values()),
  getPrototypeOf(new Set().values()),
  getPrototypeOf(''[Symbol.iterator]()),
].filter(isObject)

/**
 * Returns a function that returns true if code has changed one of these objects.
 * The function itself calls nothing that code can replace.
 */
export function watchIntrinsics(scope: object): () => boolean {
  const globals = globalNames.filter(name => name in scope)
  const values = globals.map(name => (scope as Record<string, unknown>)[name])
  const objects = new Set<object>()
  for (const value of [...values, ...unnamedIntrinsics]) {
    if (!isObject(value)) continue
    objects.add(value)
    if ('prototype' in value && isObject(value.prototype)) objects.add(value.prototype)
  }
  const snapshots = [...objects].map((object): ObjectSnapshot => {
    const keys = ownKeys(object)
    return {object, keys, descriptors: keys.map(key => getOwnPropertyDescriptor(object, key))}
  })

  function hasChanged({object, keys, descriptors}: ObjectSnapshot): boolean {
    const currentKeys = ownKeys(object)
    if (currentKeys.length !== keys.length) return true
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]
      const before = descriptors[at]
      if (currentKeys[at] !== key || key === undefined || before === undefined) return true
      const now = getOwnPropertyDescriptor(object, key)
      if (!now || !is(now.value, before.value) || now.get !== before.get || now.set !== before.set) return true
    }
    return false
  }

  return () => {
    for (let at = 0; at < globals.length; at++)
      if ((scope as Record<string, unknown>)[globals[at] ?? ''] !== values[at]) return true
    for (let at = 0; at < snapshots.length; at++) {
      const each = snapshots[at]
      if (each === undefined || hasChanged(each)) return true
    }
    return false
  }
}
