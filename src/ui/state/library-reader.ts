import type {WorkerClient} from '../../contract/messages'
import type {LibraryPart, ReadMark} from '../../contract/views'

type LibraryReader = {
  /** Reads on. A change that arrives during a reading is read afterwards; many changes are read once. */
  refresh(): Promise<void>
  stop(): void
}

const shortestPause = 1_000
const longestPause = 30_000

/**
 * Reads the library part by part, and afterwards what has changed since. `take` is called for each part, `fail` once where a reading ends;
 * it is then tried again, after a pause that grows.
 */
export function createLibraryReader(
  client: WorkerClient,
  {
    take,
    fail,
    whenFree,
  }: {
    readonly take: (part: LibraryPart) => void
    readonly fail: (error: unknown) => void
    /** The next part waits for it. */
    readonly whenFree: (() => Promise<void>) | undefined
  },
): LibraryReader {
  let mark: ReadMark | undefined
  let reading: Promise<void> | null = null
  let readAgain = false
  let pause = shortestPause
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function readParts(): Promise<void> {
    for (;;) {
      const part = await client.ask('library.read', mark ? {since: mark} : {})
      take(part)
      ;({mark} = part)
      if (part.isWhole) return
      await whenFree?.()
    }
  }

  async function read(): Promise<void> {
    clearTimeout(timer)
    do {
      readAgain = false
      try {
        await readParts()
        pause = shortestPause
      } catch (error) {
        fail(error)
        clearTimeout(timer)
        if (!isStopped) timer = setTimeout(() => void refresh(), pause)
        pause = Math.min(pause * 2, longestPause)
      }
    } while (readAgain)
    // Here, and not a turn later: who asks in between would be answered without a reading.
    reading = null
  }

  function refresh(): Promise<void> {
    if (reading) readAgain = true
    return (reading ??= read())
  }

  return {
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
