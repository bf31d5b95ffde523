/** Natives captured before any script of the page runs. Code in this folder calls nothing else: no methods, no iterators (spread, for-of, array destructuring). */
export const {apply, construct, getOwnPropertyDescriptor, defineProperty, getPrototypeOf} = Reflect
const {setPrototypeOf} = Object
export const {parse} = JSON
export const written = JSON.stringify as (value: unknown) => string
const NativePromise = Promise
const NativeWeakMap = WeakMap

// oxlint-disable-next-line typescript/no-explicit-any
type Any = any
export type Callable = (...given: Any[]) => Any
type Given<Member> = Member extends (...given: infer Params) => unknown ? Params : never
type Result<Member> = Member extends (...given: Any[]) => infer Returned ? Returned : never

export const plain = <T extends object>(properties: T): T => setPrototypeOf(properties, null) as T

type Interface<T> = {readonly prototype: T}

/** The getter of an attribute. Taken one by one, since reading all of an interface delays the page. */
// @__NO_SIDE_EFFECTS__
export function attribute<T extends object, Name extends keyof T>(
  {prototype}: Interface<T>,
  name: Name,
): (self: T) => T[Name] {
  const get = getOwnPropertyDescriptor(prototype, name)?.get as Callable
  return self => apply(get, self, [])
}

// @__NO_SIDE_EFFECTS__
export function operation<T extends object, Name extends keyof T>(
  {prototype}: Interface<T>,
  name: Name,
): (self: T, ...given: Given<T[Name]>) => Result<T[Name]> {
  const native = prototype[name] as Callable
  return (self, ...given) => apply(native, self, given)
}

/** Keeps `await` from reading `constructor`, which the page may have replaced. */
export function own<T>(promise: Promise<T>): Promise<T> {
  defineProperty(promise, 'constructor', plain({value: NativePromise}))
  return promise
}

type Run<T> = (resolve: (value: T) => void, reject: (reason: unknown) => void) => void

/** A promise for the page, without an own property. */
export const promisedToPage = <T>(run: Run<T>): Promise<T> => new NativePromise<T>(run)

export const promised = <T>(run: Run<T>): Promise<T> => own(promisedToPage(run))

const getFrom = operation(NativeWeakMap, 'get')
const setIn = operation(NativeWeakMap, 'set')

// @__NO_SIDE_EFFECTS__
export function weakly<Value>() {
  const map: WeakMap<object, unknown> = new NativeWeakMap()
  return {
    get: (key: unknown) => getFrom(map, key as object) as Value | undefined,
    set: (key: object, value: Value) => void setIn(map, key, value),
  }
}

const bare = (_name: string, value: unknown) => (typeof value === 'object' && value !== null ? plain(value) : value)

/** Parses to objects without a prototype, so that absent fields are undefined. */
export const read = (json: string): unknown => parse(json, bare)

/** Converts as Web IDL does, through the page's own methods. */
export const asText = (value: unknown): string => `${value as string | URL}`

const NativeURL = URL
const hrefOf = attribute(NativeURL, 'href')
const originOf = attribute(NativeURL, 'origin')
const baseOf = attribute(Node, 'baseURI')

export const resolved = (url: string): string => hrefOf(new NativeURL(url, baseOf(document)))

export const isSameOrigin = (url: string, other: string): boolean =>
  originOf(new NativeURL(url)) === originOf(new NativeURL(other))

export const lower = operation(String, 'toLowerCase')
const find = operation(String, 'indexOf')
export const contains = (text: string, part: string): boolean => find(text, part) >= 0
export const dispatch = operation(EventTarget, 'dispatchEvent')
export const listenTo = operation(EventTarget, 'addEventListener')
export const typeOf = attribute(Event, 'type')
