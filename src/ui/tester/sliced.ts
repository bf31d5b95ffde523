/** How long the page may be held at a time, in milliseconds: half a frame. */
const slice = 8

type Driving = {
  /** What was asked is asked no more. */
  readonly isStale: () => boolean
  /** Nobody waits for it: it begins when the page has had its turn. */
  readonly later?: boolean
  /** In milliseconds, where less than the usual is to be taken at a time. */
  readonly longest?: number
  readonly now?: () => number
  /** Comes back once the page has had its turn. */
  readonly pause?: () => Promise<void>
}

const nextTurn = (): Promise<void> => new Promise(later => setTimeout(later))

/** Runs a long work to its end, in slices; undefined where it became stale on the way. At once, where it is short. */
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
