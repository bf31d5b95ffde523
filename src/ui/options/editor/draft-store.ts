import {signal, type ReadonlySignal} from '@preact/signals'
import {isRecord} from '../../../contract/json'
import {draftKeyOf, draftPlace} from '../../state/draft-marks'
import type {KeptValues} from '../../surface'
import {recordOf, type DraftRecord} from './draft-record'

export type DraftStore = {
  /** What was kept before has been read. */
  readonly whenReady: Promise<void>
  get(key: string): DraftRecord | undefined
  put(key: string, record: DraftRecord): void
  remove(key: string): void
  readonly all: () => readonly (readonly [key: string, record: DraftRecord])[]
  /** The drafts that are in this page only, since the browser has no room for them. */
  readonly unkept: ReadonlySignal<ReadonlySet<string>>
  stop(): void
}

/** What another page has done to a draft. */
export type Elsewhere = 'written' | 'removed'

type Hears = {
  /** What another page does to a draft. Answers whether what this page wrote there is kept under another key now. */
  readonly onElsewhere: (key: string, what: Elsewhere) => boolean
  /** That a draft is not kept, each time that it was tried. */
  readonly onUnkept: (key: string) => void
}

/** The records of drafts: at hand for this page, and in the browser for the next one. */
export function createDraftStore(kept: KeptValues, {onElsewhere, onUnkept}: Hears): DraftStore {
  const page = crypto.randomUUID()
  const records = new Map<string, DraftRecord>()
  const heard = new Set<string>()
  const unkept = signal<ReadonlySet<string>>(new Set())
  const setUnkept = (key: string, isUnkept: boolean) => {
    if (isUnkept) onUnkept(key)
    if (unkept.peek().has(key) === isUnkept) return
    const others = [...unkept.peek()].filter(each => each !== key)
    unkept.value = new Set(isUnkept ? [...others, key] : others)
  }
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
    setUnkept(key, false)
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
        () => setUnkept(key, false),
        // What was saved or discarded meanwhile has nothing to be kept any more.
        () => setUnkept(key, records.has(key)),
      )
    },
    remove(key) {
      heard.add(key)
      records.delete(key)
      setUnkept(key, false)
      // What is left over is found again by its age.
      kept.remove(draftPlace(key)).catch(() => undefined)
    },
    all: () => [...records],
    unkept,
    stop,
  }
}
