import {isRecord} from '../../../contract/json'
import type {LibraryState} from '../../state/library'
import {draftKeyOf, draftPlace} from '../../state/draft-marks'
import type {KeptValues} from '../../surface'
import {draftWords} from '../../words'
import {recordOf, type DraftRecord} from './draft-record'

export type DraftStore = {
  /** What was kept before has been read. */
  readonly whenReady: Promise<void>
  get(key: string): DraftRecord | undefined
  put(key: string, record: DraftRecord): void
  remove(key: string): void
  readonly all: () => readonly (readonly [key: string, record: DraftRecord])[]
  stop(): void
}

/** What another page has done to a draft. */
export type Elsewhere = 'written' | 'removed'

/**
 * The records of drafts: at hand for this page, and in the browser for the next one. `onElsewhere` hears what another page does to one, and
 * answers whether what this page wrote there is kept under another key now.
 */
export function createDraftStore(
  kept: KeptValues,
  {toasts}: Pick<LibraryState, 'toasts'>,
  onElsewhere: (key: string, what: Elsewhere) => boolean,
): DraftStore {
  const page = crypto.randomUUID()
  const records = new Map<string, DraftRecord>()
  const heard = new Set<string>()
  /** Whoever was told once that a draft is not kept need not hear it at every key. */
  const told = new Set<string>()
  const take = (key: string, value: unknown) => {
    const record = recordOf(value)
    if (record) records.set(key, record)
    else records.delete(key)
  }
  const stop = kept.onChange((place, value) => {
    const key = draftKeyOf(place)
    if (key === undefined) return
    heard.add(key)
    // Unread: at each pause it is the body that was just written.
    const isOwn = (record: unknown) => isRecord(record) && record['by'] === page
    if (isOwn(value)) return
    const wasThere = records.has(key)
    take(key, value)
    const isMoved = (wasThere || value !== undefined) && onElsewhere(key, value === undefined ? 'removed' : 'written')
    // Of two that write in one moment both move: what the later one has left there is nobody's.
    if (isMoved)
      kept.read(place).then(
        left => (isOwn(left) ? kept.remove(place) : undefined),
        () => undefined,
      )
  })
  const read = async () => {
    const keys = (await kept.keys()).flatMap(place => draftKeyOf(place) ?? [])
    const values = await Promise.all(keys.map(key => kept.read(draftPlace(key))))
    keys.forEach((key, index) => {
      if (!heard.has(key)) take(key, values[index])
    })
  }
  return {
    // Where nothing can be read the form opens all the same.
    whenReady: read().catch(() => undefined),
    get: key => records.get(key),
    put(key, record) {
      heard.add(key)
      const own = {...record, by: page}
      records.set(key, own)
      kept.write(draftPlace(key), own).then(
        () => void told.delete(key),
        () => {
          if (!told.has(key)) toasts.refuse(new Error(draftWords.notKept))
          told.add(key)
        },
      )
    },
    remove(key) {
      heard.add(key)
      records.delete(key)
      // What is left over is found again by its age.
      kept.remove(draftPlace(key)).catch(() => undefined)
    },
    all: () => [...records],
    stop,
  }
}
