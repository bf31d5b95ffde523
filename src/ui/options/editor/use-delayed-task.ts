import {useSignalEffect} from '@preact/signals'

type Task = (isStale: () => boolean) => Promise<void> | void

/**
 * Runs a task `delay` milliseconds after the last change of a signal that `prepare` reads.
 * A task that fails leaves the last result in place.
 */
export function useDelayedTask(delay: number, prepare: () => Task | undefined): void {
  useSignalEffect(() => {
    const task = prepare()
    if (!task) return
    let isStale = false
    const timer = setTimeout(() => {
      Promise.resolve(task(() => isStale)).catch(() => undefined)
    }, delay)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  })
}
