import {signal} from '@preact/signals'
import {isRecord} from '../../../../model/json'
import {parseDraftStorageKey, getDraftStorageKey} from '../../../state/draft-marks'
import type {StoredValues} from '../../../browser-adapter'
import {recordOf, type DraftRecord} from '../model/draft-record'

export type DraftStore = ReturnType<typeof createDraftStore>
export type Elsewhere = 'written' | 'removed'

type Hears = {
  readonly onElsewhere: (key: string, what: Elsewhere) => boolean
  readonly onUnkept: (key: string) => void
}

export function createDraftStore(kept: StoredValues, {onElsewhere, onUnkept}: Hears) {
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
    const key = parseDraftStorageKey(place)
    if (key === undefined) return
    heard.add(key)
    // Not parsed, since it may be megabytes.
    const isOwn = (record: unknown) => isRecord(record) && record['by'] === page
    if (isOwn(value)) return
    const wasThere = records.has(key)
    take(key, value)
    setUnkept(key, false)
    const isMoved = (wasThere || value !== undefined) && onElsewhere(key, value === undefined ? 'removed' : 'written')
    // Two pages that write at once both move. The record that stays is nobody's.
    if (isMoved)
      kept.read(place).then(
        left => (isOwn(left) ? kept.remove(place) : undefined),
        () => undefined,
      )
  })
  const read = async () => {
    const keys = (await kept.keys()).flatMap(place => parseDraftStorageKey(place) ?? [])
    const values = await Promise.all(keys.map(key => kept.read(getDraftStorageKey(key))))
    keys.forEach((key, index) => {
      if (!heard.has(key)) take(key, values[index])
    })
  }
  return {
    // Where drafts cannot be read, the form opens without them.
    whenReady: read().catch(() => undefined),
    get: (key: string) => records.get(key),
    put(key: string, record: DraftRecord) {
      heard.add(key)
      const own = {...record, by: page}
      records.set(key, own)
      kept.write(getDraftStorageKey(key), own).then(
        () => setUnkept(key, false),
        () => setUnkept(key, records.has(key)),
      )
    },
    remove(key: string) {
      heard.add(key)
      records.delete(key)
      setUnkept(key, false)
      kept.remove(getDraftStorageKey(key)).catch(() => undefined)
    },
    all: () => [...records],
    unkept,
    stop,
  }
}
