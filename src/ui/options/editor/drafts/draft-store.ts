import {parseDraftStorageKey, getDraftStorageKey} from '../../../state/draft-marks'
import type {StoredValues} from '../../../browser-adapter'
import {
  deserializeDraft,
  parseDraftRecord,
  serializeDraft,
  type DraftContent,
  type DraftRecord,
} from '../model/draft-record'

export type DraftStore = ReturnType<typeof createDraftStore>

type DraftStoreOptions = {
  /** Another page removed a draft. */
  readonly onRemoved: (key: string) => void
  /** A draft cannot be stored. Called once until a draft is stored again. */
  readonly onFailed: () => void
}

/** The drafts of all pages. Each rule and each unsaved new rule has one draft. */
export function createDraftStore(storage: StoredValues, {onRemoved, onFailed}: DraftStoreOptions) {
  const records = new Map<string, DraftRecord>()
  const knownKeys = new Set<string>()
  let hasFailed = false
  const cacheRecord = (key: string, value: unknown) => {
    const record = parseDraftRecord(value)
    if (record) records.set(key, record)
    else records.delete(key)
  }
  const write = async (key: string, record: DraftRecord) => {
    try {
      await storage.write(getDraftStorageKey(key), record)
      hasFailed = false
    } catch {
      if (!hasFailed) onFailed()
      hasFailed = true
    }
  }
  const put = (key: string, record: DraftRecord) => {
    knownKeys.add(key)
    records.set(key, record)
    void write(key, record)
  }
  const stop = storage.onChange((storageKey, value) => {
    const key = parseDraftStorageKey(storageKey)
    if (key === undefined) return
    knownKeys.add(key)
    const wasStored = records.has(key)
    cacheRecord(key, value)
    if (wasStored && value === undefined) onRemoved(key)
  })
  /** Earlier versions stored a second draft of a rule. Without a first one it becomes the draft. */
  const adoptSecondDraft = (key: string) => {
    const [, id] = /^also\/[^/]*\/(.*)$/s.exec(key) ?? []
    const record = records.get(key)
    if (id === undefined || !record) return
    if (!records.has(id)) put(id, record)
    records.delete(key)
    storage.remove(getDraftStorageKey(key)).catch(() => undefined)
  }
  const read = async () => {
    const keys = (await storage.keys()).flatMap(storageKey => parseDraftStorageKey(storageKey) ?? [])
    const values = await Promise.all(keys.map(key => storage.read(getDraftStorageKey(key))))
    keys.forEach((key, index) => {
      if (!knownKeys.has(key)) cacheRecord(key, values[index])
    })
    keys.forEach(adoptSecondDraft)
  }
  return {
    // If drafts cannot be read, the form opens without them.
    whenReady: read().catch(() => undefined),
    has: (key: string) => records.has(key),
    read(key: string): {readonly content: DraftContent; readonly at: number} | undefined {
      const record = records.get(key)
      const content = record && deserializeDraft(record)
      return record && content ? {content, at: record.at} : undefined
    },
    put: (key: string, content: DraftContent) => put(key, serializeDraft(content, Date.now())),
    remove(key: string) {
      knownKeys.add(key)
      records.delete(key)
      storage.remove(getDraftStorageKey(key)).catch(() => undefined)
    },
    /** The keys of all drafts with the time of the last change, the latest first. */
    list: () => [...records].map(([key, {at}]) => ({key, at})).toSorted((a, b) => b.at - a.at),
    stop,
  }
}
