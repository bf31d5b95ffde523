import {formatError} from '../sentences/faults'
import {useSignal, type ReadonlySignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import type {ManagedPolicyView} from '../../model/managed-policy'
import {useOptions} from '../options/options-context'

type FetchedValue<T> = {
  /** The last value; it stays when a later request fails. */
  readonly value: ReadonlySignal<T>
  /** The message of the last error, until a request succeeds. */
  readonly failure: ReadonlySignal<string | null>
  readonly reload: () => Promise<void>
}

/** A value that is fetched again when the page becomes visible, since settings may have changed. */
export function useFetched<T>(
  ask: () => Promise<T>,
  otherwise: T,
  listen: (again: () => void) => () => void = () => () => undefined,
): FetchedValue<T> {
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
  return {value: answer, failure, reload: again}
}

const nothing: ManagedPolicyView = {hasKey: false}

export function useManagedPolicy(): ManagedPolicyView {
  const {surface: browserAdapter} = useOptions()
  return useFetched(
    () => browserAdapter.readManagedPolicy(),
    nothing,
    again => browserAdapter.onManagedPolicyChange(again),
  ).value.value
}
