import {signal} from '@preact/signals'
import {isRecord} from '../../../../model/json'
import {parseDraftStorageKey, getDraftStorageKey} from '../../../state/draft-marks'
import type {StoredValues} from '../../../browser-adapter'
import {parseDraftRecord, type DraftRecord} from '../model/draft-record'

export type DraftStore = ReturnType<typeof createDraftStore>
export type ExternalChange = 'written' | 'removed'

type DraftStoreOptions = {
  readonly onExternalChange: (key: string, what: ExternalChange) => boolean
  readonly onStorageFull: (key: string) => void
}

export function createDraftStore(storage: StoredValues, {onExternalChange, onStorageFull}: DraftStoreOptions) {
  const pageId = crypto.randomUUID()
  const records = new Map<string, DraftRecord>()
  const knownKeys = new Set<string>()
  const unstoredKeys = signal<ReadonlySet<string>>(new Set())
  const setUnstored = (key: string, isUnstored: boolean) => {
    if (isUnstored) onStorageFull(key)
    if (unstoredKeys.peek().has(key) === isUnstored) return
    const others = [...unstoredKeys.peek()].filter(each => each !== key)
    unstoredKeys.value = new Set(isUnstored ? [...others, key] : others)
  }
  const cacheRecord = (key: string, value: unknown) => {
    const record = parseDraftRecord(value)
    if (record) records.set(key, record)
    else records.delete(key)
  }
  const stop = storage.onChange((storageKey, value) => {
    const key = parseDraftStorageKey(storageKey)
    if (key === undefined) return
    knownKeys.add(key)
    // Read without parsing, because a draft may have megabytes.
    const isOwnRecord = (record: unknown) => isRecord(record) && record['by'] === pageId
    if (isOwnRecord(value)) return
    const wasStored = records.has(key)
    cacheRecord(key, value)
    setUnstored(key, false)
    const hasNewKey =
      (wasStored || value !== undefined) && onExternalChange(key, value === undefined ? 'removed' : 'written')
    // If two pages write at once, both change their key, and nobody owns the old record.
    if (hasNewKey)
      storage.read(storageKey).then(
        remaining => (isOwnRecord(remaining) ? storage.remove(storageKey) : undefined),
        () => undefined,
      )
  })
  const read = async () => {
    const keys = (await storage.keys()).flatMap(storageKey => parseDraftStorageKey(storageKey) ?? [])
    const values = await Promise.all(keys.map(key => storage.read(getDraftStorageKey(key))))
    keys.forEach((key, index) => {
      if (!knownKeys.has(key)) cacheRecord(key, values[index])
    })
  }
  return {
    // If drafts cannot be read, the form opens without them.
    whenReady: read().catch(() => undefined),
    get: (key: string) => records.get(key),
    put(key: string, record: DraftRecord) {
      knownKeys.add(key)
      const ownRecord = {...record, by: pageId}
      records.set(key, ownRecord)
      storage.write(getDraftStorageKey(key), ownRecord).then(
        () => setUnstored(key, false),
        () => setUnstored(key, records.has(key)),
      )
    },
    remove(key: string) {
      knownKeys.add(key)
      records.delete(key)
      setUnstored(key, false)
      storage.remove(getDraftStorageKey(key)).catch(() => undefined)
    },
    all: () => [...records],
    unstoredKeys,
    stop,
  }
}
