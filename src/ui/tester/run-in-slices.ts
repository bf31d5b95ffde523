/** Milliseconds of work before the page can handle events: half a frame. */
const defaultSliceTime = 8

type SliceOptions = {
  readonly isStale: () => boolean
  readonly isDeferred?: boolean
  /** Milliseconds. */
  readonly sliceTime?: number
  readonly now?: () => number
  readonly pause?: () => Promise<void>
}

const yieldToPage = (): Promise<void> => new Promise(resolve => setTimeout(resolve))

/** Runs a generator in slices. Returns undefined if its result became stale. */
export async function runInSlices<T>(
  work: Generator<unknown, T, unknown>,
  {
    isStale,
    isDeferred = false,
    sliceTime = defaultSliceTime,
    now = () => performance.now(),
    pause = yieldToPage,
  }: SliceOptions,
): Promise<T | undefined> {
  if (isDeferred) {
    await pause()
    if (isStale()) return undefined
  }
  let started = now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (now() - started < sliceTime) continue
    await pause()
    if (isStale()) return undefined
    started = now()
  }
}
