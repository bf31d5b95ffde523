import {
  apply,
  bindGetter,
  dispatchEvent,
  getOwnPropertyDescriptor,
  bindMethod,
  withoutPrototype,
  type Callable,
} from '../natives'

export const NativeXhr = XMLHttpRequest
const NativeEvent = Event
const NativeProgressEvent = ProgressEvent

export const {prototype} = XMLHttpRequest
export const getNativeReadyState = bindGetter(NativeXhr, 'readyState')

export const getNativeTimeout = bindGetter(NativeXhr, 'timeout')
const timeoutSetter = getOwnPropertyDescriptor(prototype, 'timeout')?.set as Callable
export const setNativeTimeout = (xhr: XMLHttpRequest, timeout: number): void => apply(timeoutSetter, xhr, [timeout])
export const getNativeStatus = bindGetter(NativeXhr, 'status')
export const getResponseType = bindGetter(NativeXhr, 'responseType')
export const setNativeHeader = bindMethod(NativeXhr, 'setRequestHeader')
export const getUpload = bindGetter(NativeXhr, 'upload')
export const abortNative = bindMethod(NativeXhr, 'abort')

export type Progress = {readonly lengthComputable: boolean; readonly loaded: number; readonly total: number}
const getLengthComputable = bindGetter(NativeProgressEvent, 'lengthComputable')
const getLoaded = bindGetter(NativeProgressEvent, 'loaded')
const getTotal = bindGetter(NativeProgressEvent, 'total')
export const readProgress = (event: ProgressEvent): Progress =>
  withoutPrototype({lengthComputable: getLengthComputable(event), loaded: getLoaded(event), total: getTotal(event)})
export const noProgress: Progress = withoutPrototype({lengthComputable: false, loaded: 0, total: 0})

/** The progress of a body whose size in bytes is known. */
export const createProgress = (loaded: number, total = loaded): Progress =>
  withoutPrototype({lengthComputable: true, loaded, total})

/** A dispatched event differs from a native event only in `isTrusted`. */
export const fireEvent = (target: EventTarget, name: string, progress = noProgress): void =>
  void dispatchEvent(
    target,
    name === 'readystatechange' ? new NativeEvent(name) : new NativeProgressEvent(name, progress),
  )

/** Makes the native function throw its own InvalidStateError. */
export const throwInvalidState = (native: Callable, args: readonly unknown[]): unknown =>
  apply(native, new NativeXhr(), args)
