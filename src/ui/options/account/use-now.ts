import {useSignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'

/** The time, anew each second as long as something is to come at `until`. */
export function useNow(until: number | null): number {
  const ticks = useSignal(0)
  void ticks.value
  const now = Date.now()
  const isToCome = until !== null && until > now
  useEffect(() => {
    if (!isToCome) return
    const timer = setInterval(() => ticks.value++, 1_000)
    return () => clearInterval(timer)
  }, [isToCome])
  return now
}
