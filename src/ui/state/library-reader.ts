import type {WorkerClient} from '../../contract/messages'
import type {LibraryPart, ReadMark} from '../../contract/views'

/** Reads the library part by part, and afterwards what has changed since. `take` is called for each part, `fail` once where a reading ends. */
export function createLibraryReader(
  client: WorkerClient,
  {take, fail}: {readonly take: (part: LibraryPart) => void; readonly fail: (error: unknown) => void},
): () => Promise<void> {
  let mark: ReadMark | undefined
  let reading: Promise<void> | null = null
  let readAgain = false

  async function readParts(): Promise<void> {
    for (;;) {
      const part = await client.ask('library.read', mark ? {since: mark} : {})
      ;({mark} = part)
      take(part)
      if (part.isWhole) return
    }
  }

  async function read(): Promise<void> {
    do {
      readAgain = false
      try {
        await readParts()
      } catch (error) {
        fail(error)
      }
    } while (readAgain)
  }

  /** A change that arrives during a reading is read afterwards; many changes are read once. */
  return () => {
    if (reading) readAgain = true
    else
      reading = read().finally(() => {
        reading = null
      })
    return reading
  }
}
