import {apply, attribute, dispatch, getOwnPropertyDescriptor, operation, plain, type Callable} from '../natives'

export const NativeXhr = XMLHttpRequest
const NativeEvent = Event
const NativeProgressEvent = ProgressEvent

export const {prototype} = XMLHttpRequest
export const readyStateOf = attribute(NativeXhr, 'readyState')

export const limitOf = attribute(NativeXhr, 'timeout')
const limitSetter = getOwnPropertyDescriptor(prototype, 'timeout')?.set as Callable
export const setLimit = (page: XMLHttpRequest, limit: number): void => apply(limitSetter, page, [limit])
export const statusOf = attribute(NativeXhr, 'status')
export const responseTypeOf = attribute(NativeXhr, 'responseType')
export const setHeader = operation(NativeXhr, 'setRequestHeader')
export const uploadOf = attribute(NativeXhr, 'upload')
export const end = operation(NativeXhr, 'abort')

export type Progress = {readonly lengthComputable: boolean; readonly loaded: number; readonly total: number}
const isComputable = attribute(NativeProgressEvent, 'lengthComputable')
const loadedOf = attribute(NativeProgressEvent, 'loaded')
const totalOf = attribute(NativeProgressEvent, 'total')
export const progressOf = (event: ProgressEvent): Progress =>
  plain({lengthComputable: isComputable(event), loaded: loadedOf(event), total: totalOf(event)})
export const nothing: Progress = plain({lengthComputable: false, loaded: 0, total: 0})

/** A dispatched event differs from a native one only in `isTrusted`. */
export const fire = (target: EventTarget, name: string, progress = nothing): void =>
  void dispatch(target, name === 'readystatechange' ? new NativeEvent(name) : new NativeProgressEvent(name, progress))

/** Makes the native function throw its own InvalidStateError. */
export const refuse = (native: Callable, args: readonly unknown[]): unknown => apply(native, new NativeXhr(), args)
