/** Milliseconds to hold the page at a time: half a frame. */
const slice = 8

type Driving = {
  readonly isStale: () => boolean
  readonly later?: boolean
  /** Milliseconds, instead of the usual slice. */
  readonly longest?: number
  readonly now?: () => number
  readonly pause?: () => Promise<void>
}

const nextTurn = (): Promise<void> => new Promise(later => setTimeout(later))

/** Runs a generator in slices; undefined where it became stale. */
export async function inSlices<T>(
  work: Generator<unknown, T, unknown>,
  {isStale, later = false, longest = slice, now = () => performance.now(), pause = nextTurn}: Driving,
): Promise<T | undefined> {
  if (later) {
    await pause()
    if (isStale()) return undefined
  }
  let started = now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (now() - started < longest) continue
    await pause()
    if (isStale()) return undefined
    started = now()
  }
}
