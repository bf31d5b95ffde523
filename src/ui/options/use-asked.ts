import {useSignal, type ReadonlySignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'

/** What the browser answers, asked anew whenever the page is looked at again: it is changed on pages of Chrome's own. */
export function useAsked<T>(
  ask: () => Promise<T>,
  otherwise: T,
  listen: (again: () => void) => () => void = () => () => undefined,
): {readonly answer: ReadonlySignal<T>; readonly again: () => Promise<void>} {
  const answer = useSignal(otherwise)
  const again = async () => {
    // What it does not answer is as unknown as before.
    answer.value = await ask().catch(() => answer.peek())
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
  return {answer, again}
}
