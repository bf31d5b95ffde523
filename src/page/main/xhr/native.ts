import {apply, attribute, dispatch, getOwnPropertyDescriptor, operation, plain, type Callable} from '../natives'

export const NativeXhr = XMLHttpRequest
const NativeEvent = Event
const NativeProgressEvent = ProgressEvent

export const {prototype} = XMLHttpRequest
export const readyStateOf = attribute(NativeXhr, 'readyState')

/** What sets an attribute, as it is now. */
// @__NO_SIDE_EFFECTS__
export function setter<Name extends keyof XMLHttpRequest>(name: Name) {
  const set = getOwnPropertyDescriptor(prototype, name)?.set as Callable
  return (page: XMLHttpRequest, to: XMLHttpRequest[Name]): void => apply(set, page, [to])
}

export const limitOf = attribute(NativeXhr, 'timeout')
export const setLimit = setter('timeout')
export const statusOf = attribute(NativeXhr, 'status')
export const responseTypeOf = attribute(NativeXhr, 'responseType')
export const setHeader = operation(NativeXhr, 'setRequestHeader')
export const uploadOf = attribute(NativeXhr, 'upload')
export const end = operation(NativeXhr, 'abort')

/** How far it is, as the events say. */
export type Progress = {readonly lengthComputable: boolean; readonly loaded: number; readonly total: number}
const isComputable = attribute(NativeProgressEvent, 'lengthComputable')
const loadedOf = attribute(NativeProgressEvent, 'loaded')
const totalOf = attribute(NativeProgressEvent, 'total')
/** Read by the native means: a page may have put its own in their place. */
export const progressOf = (event: ProgressEvent): Progress =>
  plain({lengthComputable: isComputable(event), loaded: loadedOf(event), total: totalOf(event)})
export const nothing: Progress = plain({lengthComputable: false, loaded: 0, total: 0})

/** Dispatched by us, an event does all that a native one does, and says of itself that it is not trusted. */
export const fire = (target: EventTarget, name: string, progress = nothing): void =>
  void dispatch(target, name === 'readystatechange' ? new NativeEvent(name) : new NativeProgressEvent(name, progress))

/** Lets the native function say, in its own words, that the state does not allow it. */
export const refuse = (native: Callable, args: readonly unknown[]): unknown => apply(native, new NativeXhr(), args)
