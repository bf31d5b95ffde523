/**
 * Natives captured before any script of the page runs. Code in this folder uses nothing else: it
 * calls no methods and no iterators (spread, for-of, array destructuring) that a page can replace.
 */
export const {apply, construct, getOwnPropertyDescriptor, defineProperty, getPrototypeOf} = Reflect
const {setPrototypeOf} = Object
export const {parse} = JSON
export const stringify = JSON.stringify as (value: unknown) => string
const NativePromise = Promise
const NativeWeakMap = WeakMap

// oxlint-disable-next-line typescript/no-explicit-any
type Any = any
export type Callable = (...args: Any[]) => Any
type ParametersOf<Member> = Member extends (...args: infer Params) => unknown ? Params : never
type ReturnOf<Member> = Member extends (...args: Any[]) => infer Returned ? Returned : never

export const withoutPrototype = <T extends object>(properties: T): T => setPrototypeOf(properties, null) as T

type Interface<T> = {readonly prototype: T}

/** Binds one getter. Reading all descriptors of an interface would delay the page. */
// @__NO_SIDE_EFFECTS__
export function bindGetter<T extends object, Name extends keyof T>(
  {prototype}: Interface<T>,
  name: Name,
): (self: T) => T[Name] {
  const get = getOwnPropertyDescriptor(prototype, name)?.get as Callable
  return self => apply(get, self, [])
}

// @__NO_SIDE_EFFECTS__
export function bindMethod<T extends object, Name extends keyof T>(
  {prototype}: Interface<T>,
  name: Name,
): (self: T, ...args: ParametersOf<T[Name]>) => ReturnOf<T[Name]> {
  const native = prototype[name] as Callable
  return (self, ...args) => apply(native, self, args)
}

/** `await` reads `constructor` of a promise, which the page may have replaced. */
export function protectPromise<T>(promise: Promise<T>): Promise<T> {
  defineProperty(promise, 'constructor', withoutPrototype({value: NativePromise}))
  return promise
}

type Executor<T> = (resolve: (value: T) => void, reject: (reason: unknown) => void) => void

/** Creates a promise for the page, which must have no own property. */
export const createPagePromise = <T>(run: Executor<T>): Promise<T> => new NativePromise<T>(run)

export const createPromise = <T>(run: Executor<T>): Promise<T> => protectPromise(createPagePromise(run))

const getEntry = bindMethod(NativeWeakMap, 'get')
const setEntry = bindMethod(NativeWeakMap, 'set')

// @__NO_SIDE_EFFECTS__
export function createWeakMap<Value>() {
  const map: WeakMap<object, unknown> = new NativeWeakMap()
  return {
    get: (key: unknown) => getEntry(map, key as object) as Value | undefined,
    set: (key: object, value: Value) => void setEntry(map, key, value),
  }
}

const removePrototype = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null ? withoutPrototype(value) : value

/** The objects have no prototype, so absent fields are undefined. */
export const parseJson = (json: string): unknown => parse(json, removePrototype)

/** https://webidl.spec.whatwg.org/#js-DOMString, which can call methods of the page. */
export const toDomString = (value: unknown): string => `${value as string | URL}`

const NativeURL = URL
const getHref = bindGetter(NativeURL, 'href')
const getOrigin = bindGetter(NativeURL, 'origin')
const getBaseUri = bindGetter(Node, 'baseURI')

export const resolveUrl = (url: string): string => getHref(new NativeURL(url, getBaseUri(document)))

export const isSameOrigin = (url: string, other: string): boolean =>
  getOrigin(new NativeURL(url)) === getOrigin(new NativeURL(other))

export const toLowerCase = bindMethod(String, 'toLowerCase')
const indexOf = bindMethod(String, 'indexOf')
export const includes = (text: string, part: string): boolean => indexOf(text, part) >= 0
export const dispatchEvent = bindMethod(EventTarget, 'dispatchEvent')
export const addListener = bindMethod(EventTarget, 'addEventListener')
export const getEventType = bindGetter(Event, 'type')
