import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  withoutPrototype,
  createWeakMap,
  type Callable,
} from './natives'

/** A replacement for a native function, with the arguments of `Reflect.apply`. */
export type PatchedFunction = (self: unknown, args: readonly unknown[]) => unknown

/** Installs the replacement (true) or restores the native function (false). */
export type PatchHandle = (isOn: boolean) => void

export const combinePatches =
  (handles: readonly PatchHandle[]): PatchHandle =>
  isOn => {
    for (let index = 0; index < handles.length; index++) handles[index]?.(isOn)
  }

const NativeProxy = Proxy
const nativeByProxy = createWeakMap<Callable>()

/**
 * Replaces a method, getter or setter. A page may have wrapped an earlier
 * replacement. That one then calls the native function, so that rules act only once.
 * `onConstruct` receives constructed objects.
 */
export function patchMethod(
  owner: object,
  name: string,
  createPatch: (native: Callable) => PatchedFunction,
  setter?: 'set',
  onConstruct?: (object: object) => void,
): PatchHandle {
  let native: Callable | undefined
  let current: Callable | undefined
  let isInstalled = false

  function createProxy(target: Callable): Callable {
    const patched = createPatch(target)
    const proxy: Callable = new NativeProxy(
      target,
      withoutPrototype({
        apply: (_target: Callable, self: unknown, args: unknown[]) =>
          proxy === current ? patched(self, args) : apply(target, self, args),
        construct(_target: Callable, args: unknown[], newTarget: Callable) {
          const object = construct(target, args, newTarget) as object
          onConstruct?.(object)
          return object
        },
      }),
    )
    nativeByProxy.set(proxy, target)
    return proxy
  }

  function install(isOn: boolean): void {
    const descriptor = withoutPrototype(getOwnPropertyDescriptor(owner, name) ?? {})
    const key = setter ?? (descriptor.get ? 'get' : 'value')
    const installed = descriptor[key] as Callable | undefined
    if (!installed || (isOn ? isInstalled : installed !== current)) return
    if (isOn && installed !== native) {
      native = installed
      current = createProxy(native)
    }
    isInstalled = isOn
    descriptor[key] = isOn ? current : native
    defineProperty(owner, name, descriptor)
  }

  install(true)
  return install
}

/** Makes `toString` of a replacement return the native text. */
export const hidePatches = (): PatchHandle =>
  patchMethod(
    Function.prototype,
    'toString',
    native => (self, args) => apply(native, nativeByProxy.get(self) ?? self, args),
  )
