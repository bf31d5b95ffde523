/**
 * Runs `read` once at a time. Any number of calls during a run cause one more run.
 * `read` may return the pause in milliseconds after which it runs again.
 */
export function createRefresh(read: () => Promise<number | undefined>) {
  let reading: Promise<void> | undefined
  let isAskedAgain = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function run(): Promise<void> {
    do {
      isAskedAgain = false
      clearTimeout(timer)
      const pause = await read()
      if (pause !== undefined && !isStopped) timer = setTimeout(() => void refresh(), pause)
    } while (isAskedAgain)
    // Reset in this turn, or a call in between would not be read.
    reading = undefined
  }
  function refresh(): Promise<void> {
    if (reading) isAskedAgain = true
    return (reading ??= run())
  }

  return {
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
