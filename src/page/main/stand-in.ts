import {apply, construct, defineProperty, getOwnPropertyDescriptor, plain, weakly, type Callable} from './natives'

/** What stands in for a native function: as `Reflect.apply` calls it, without the function. */
export type StandIn = (self: unknown, args: readonly unknown[]) => unknown

/** Puts a stand-in in its place, or the native function back. */
export type Puts = (isOn: boolean) => void

export const together =
  (parts: readonly Puts[]): Puts =>
  isOn => {
    for (let at = 0; at < parts.length; at++) parts[at]?.(isOn)
  }

const NativeProxy = Proxy
const natives = weakly<Callable>()

/**
 * Puts a stand-in into a property: a method, or what reads an attribute, or what sets it where that is asked for. What is returned puts the
 * native function back, or the stand-in again. One that cannot be taken back, since the page has put its own around it, stays the only one,
 * or what it does would be done twice. `made` sees what the function makes as a constructor.
 */
export function replace(
  owner: object,
  name: string,
  around: (native: Callable) => StandIn,
  setter?: 'set',
  made?: (object: object) => void,
): Puts {
  let native: Callable | undefined
  /** The one that acts. */
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

/** `fetch.toString()` says what it said before. */
export const hideStandIns = (): Puts =>
  replace(Function.prototype, 'toString', native => (self, args) => apply(native, natives.get(self) ?? self, args))
