import {attribute, listenTo, operation, own, plain, promised, promisedToPage} from './natives'

/** Called without the page's `window`. */
export const later = setTimeout as (does: () => void, milliseconds: number) => number
export const never = clearTimeout as (timer: number) => void
const reasonOf = attribute(AbortSignal, 'reason')
const then = operation(Promise, 'then')

export const isAborted = attribute(AbortSignal, 'aborted')

export const unheard = (doing: Promise<unknown>): void => void then(doing, null, () => {})

export const pause = (milliseconds: number): Promise<void> => promised(resolve => later(resolve, milliseconds))

/** Rejects at once with the signal's reason, and calls `aborted`. */
export const unlessAborted = <T>(doing: Promise<T>, signal: AbortSignal, aborted: () => void): Promise<T> =>
  promisedToPage((resolve, reject) => {
    const abort = () => {
      aborted()
      reject(reasonOf(signal))
    }
    if (isAborted(signal)) abort()
    else listenTo(signal, 'abort', abort, plain({once: true}))
    void then(own(doing), resolve, reject)
  })
