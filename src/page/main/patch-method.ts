import {apply, construct, defineProperty, getOwnPropertyDescriptor, plain, weakly, type Callable} from './natives'

/** A replacement for a native function, with the arguments of `Reflect.apply`. */
export type StandIn = (self: unknown, args: readonly unknown[]) => unknown

/** Puts the replacement or the native function in place. */
export type Puts = (isOn: boolean) => void

export const together =
  (parts: readonly Puts[]): Puts =>
  isOn => {
    for (let at = 0; at < parts.length; at++) parts[at]?.(isOn)
  }

const NativeProxy = Proxy
const natives = weakly<Callable>()

/** Replaces a method, getter or setter; the returned function undoes and repeats it. If the page has wrapped a replacement, it stays the only one, or it would act twice. `made` gets constructed objects. */
export function replace(
  owner: object,
  name: string,
  around: (native: Callable) => StandIn,
  setter?: 'set',
  made?: (object: object) => void,
): Puts {
  let native: Callable | undefined
  let proxy: Callable | undefined
  let stands = false

  function standIn(given: Callable): Callable {
    const does = around(given)
    const own: Callable = new NativeProxy(
      given,
      plain({
        apply: (_native: Callable, self: unknown, args: unknown[]) =>
          own === proxy ? does(self, args) : apply(given, self, args),
        construct(_native: Callable, args: unknown[], target: Callable) {
          const object = construct(given, args, target) as object
          made?.(object)
          return object
        },
      }),
    )
    natives.set(own, given)
    return own
  }

  function put(isOn: boolean): void {
    const now = plain(getOwnPropertyDescriptor(owner, name) ?? {})
    const part = setter ?? (now.get ? 'get' : 'value')
    const is = now[part] as Callable | undefined
    if (!is || (isOn ? stands : is !== proxy)) return
    if (isOn && is !== native) {
      native = is
      proxy = standIn(native)
    }
    stands = isOn
    now[part] = isOn ? proxy : native
    defineProperty(owner, name, now)
  }

  put(true)
  return put
}

/** Makes `toString` of a replacement return the native text. */
export const hideStandIns = (): Puts =>
  replace(Function.prototype, 'toString', native => (self, args) => apply(native, natives.get(self) ?? self, args))
