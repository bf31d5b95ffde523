import {
  bindGetter,
  addListener,
  bindMethod,
  protectPromise,
  withoutPrototype,
  createPromise,
  createPagePromise,
} from './natives'

/** Plain references, so that calls do not go through the page's `window`. */
export const setTimer = setTimeout as (callback: () => void, milliseconds: number) => number
export const clearTimer = clearTimeout as (timer: number) => void
const getReason = bindGetter(AbortSignal, 'reason')
const then = bindMethod(Promise, 'then')

export const isAborted = bindGetter(AbortSignal, 'aborted')

export const ignoreRejection = (promise: Promise<unknown>): void => void then(promise, null, () => {})

export const sleep = (milliseconds: number): Promise<void> => createPromise(resolve => setTimer(resolve, milliseconds))

/** Rejects with the signal's reason as soon as it is aborted, and calls `onAbort`. */
export const rejectOnAbort = <T>(promise: Promise<T>, signal: AbortSignal, onAbort: () => void): Promise<T> =>
  createPagePromise((resolve, reject) => {
    const abort = () => {
      onAbort()
      reject(getReason(signal))
    }
    if (isAborted(signal)) abort()
    else addListener(signal, 'abort', abort, withoutPrototype({once: true}))
    void then(protectPromise(promise), resolve, reject)
  })
