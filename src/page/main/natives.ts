/**
 * What MAIN uses of the browser, taken before any script of the page runs. A page may put its own in the place of anything later, so the
 * scripts in this folder call nothing else: no methods, no iterators (so no destructuring of arrays, no spreading, no for-of), no properties
 * that may be absent but of objects without a prototype.
 */
export const {apply, construct, getOwnPropertyDescriptor, defineProperty, getPrototypeOf} = Reflect
const {setPrototypeOf} = Object
export const {parse} = JSON
export const written = JSON.stringify as (value: unknown) => string
const NativePromise = Promise
const NativeWeakMap = WeakMap

// oxlint-disable-next-line typescript/no-explicit-any
type Any = any
/** Any function, as far as calling it goes. */
export type Callable = (...given: Any[]) => Any
type Given<Member> = Member extends (...given: infer Params) => unknown ? Params : never
type Result<Member> = Member extends (...given: Any[]) => infer Returned ? Returned : never

/** An object without a prototype. */
export const plain = <T extends object>(properties: T): T => setPrototypeOf(properties, null) as T

type Interface<T> = {readonly prototype: T}

/**
 * An attribute of an interface, as it is now. Each is taken by its name: taking all of an interface makes the browser build them all, which
 * a page would wait for.
 */
// @__NO_SIDE_EFFECTS__
export function attribute<T extends object, Name extends keyof T>(
  {prototype}: Interface<T>,
  name: Name,
): (self: T) => T[Name] {
  const get = getOwnPropertyDescriptor(prototype, name)?.get as Callable
  return self => apply(get, self, [])
}

/** An operation of an interface, as it is now: called on what it is given first. */
// @__NO_SIDE_EFFECTS__
export function operation<T extends object, Name extends keyof T>(
  {prototype}: Interface<T>,
  name: Name,
): (self: T, ...given: Given<T[Name]>) => Result<T[Name]> {
  const native = prototype[name] as Callable
  return (self, ...given) => apply(native, self, given)
}

/** An own constructor keeps `await` from looking for one where the page may have put its own. */
export function own<T>(promise: Promise<T>): Promise<T> {
  defineProperty(promise, 'constructor', plain({value: NativePromise}))
  return promise
}

type Run<T> = (resolve: (value: T) => void, reject: (reason: unknown) => void) => void

/** One for the page: nothing is to be seen on it. */
export const promisedToPage = <T>(run: Run<T>): Promise<T> => new NativePromise<T>(run)

export const promised = <T>(run: Run<T>): Promise<T> => own(promisedToPage(run))

const getFrom = operation(NativeWeakMap, 'get')
const setIn = operation(NativeWeakMap, 'set')

/** A WeakMap by its native methods. */
// @__NO_SIDE_EFFECTS__
export function weakly<Value>() {
  const map: WeakMap<object, unknown> = new NativeWeakMap()
  return {
    get: (key: unknown) => getFrom(map, key as object) as Value | undefined,
    set: (key: object, value: Value) => void setIn(map, key, value),
  }
}

const bare = (_name: string, value: unknown) => (typeof value === 'object' && value !== null ? plain(value) : value)

/** JSON as objects without a prototype: what is absent in them is absent. */
export const read = (json: string): unknown => parse(json, bare)

/** As the browser turns anything into a text, by the page's own means. */
export const asText = (value: unknown): string => `${value as string | URL}`

const NativeURL = URL
const hrefOf = attribute(NativeURL, 'href')
const originOf = attribute(NativeURL, 'origin')
const baseOf = attribute(Node, 'baseURI')

/** An address as it is meant now: a page may have another one later. */
export const resolved = (url: string): string => hrefOf(new NativeURL(url, baseOf(document)))

export const isSameOrigin = (url: string, other: string): boolean =>
  originOf(new NativeURL(url)) === originOf(new NativeURL(other))

export const lower = operation(String, 'toLowerCase')
const find = operation(String, 'indexOf')
export const contains = (text: string, part: string): boolean => find(text, part) >= 0
export const dispatch = operation(EventTarget, 'dispatchEvent')
export const listenTo = operation(EventTarget, 'addEventListener')
export const typeOf = attribute(Event, 'type')
