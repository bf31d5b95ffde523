import {formatError} from '../sentences/faults'
import {useSignal, type ReadonlySignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import type {ManagedPolicyView} from '../../model/managed-policy'
import {useOptions} from '../options/options-context'

type Asked<T> = {
  /** The last value; it stays when a later request fails. */
  readonly answer: ReadonlySignal<T>
  /** The message of the last error, until a request succeeds. */
  readonly failure: ReadonlySignal<string | null>
  readonly again: () => Promise<void>
}

/** A value that is fetched again when the page becomes visible, since settings may have changed. */
export function useAsked<T>(
  ask: () => Promise<T>,
  otherwise: T,
  listen: (again: () => void) => () => void = () => () => undefined,
): Asked<T> {
  const answer = useSignal(otherwise)
  const failure = useSignal<string | null>(null)
  const again = async () => {
    try {
      answer.value = await ask()
      failure.value = null
    } catch (error) {
      failure.value = formatError(error)
    }
  }
  useEffect(() => {
    void again()
    const seen = () => {
      if (document.visibilityState === 'visible') void again()
    }
    document.addEventListener('visibilitychange', seen)
    const stop = listen(() => void again())
    return () => {
      document.removeEventListener('visibilitychange', seen)
      stop()
    }
  }, [])
  return {answer, failure, again}
}

const nothing: ManagedPolicyView = {hasKey: false}

export function useManaged(): ManagedPolicyView {
  const {surface: browserAdapter} = useOptions()
  return useAsked(
    () => browserAdapter.readManagedPolicy(),
    nothing,
    again => browserAdapter.onManagedPolicyChange(again),
  ).answer.value
}
