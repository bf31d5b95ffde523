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
  fetchValue: () => Promise<T>,
  initialValue: T,
  listen: (reload: () => void) => () => void = () => () => undefined,
): FetchedValue<T> {
  const value = useSignal(initialValue)
  const failure = useSignal<string | null>(null)
  const reload = async () => {
    try {
      value.value = await fetchValue()
      failure.value = null
    } catch (error) {
      failure.value = formatError(error)
    }
  }
  useEffect(() => {
    void reload()
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    const stop = listen(() => void reload())
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      stop()
    }
  }, [])
  return {value, failure, reload}
}

const nothing: ManagedPolicyView = {hasKey: false}

export function useManagedPolicy(): ManagedPolicyView {
  const {browserAdapter} = useOptions()
  return useFetched(
    () => browserAdapter.readManagedPolicy(),
    nothing,
    reload => browserAdapter.onManagedPolicyChange(reload),
  ).value.value
}
