import {signal, type ReadonlySignal} from '@preact/signals'
import type {StoredValues} from '../browser-adapter'

const prefix = 'draft:'
/** The storage key of a draft, by rule id or, for a new rule, by a key such as `new/Cancel/…`. */
export const getDraftStorageKey = (key: string): string => prefix + key
export const parseDraftStorageKey = (storageKey: string): string | undefined =>
  storageKey.startsWith(prefix) ? storageKey.slice(prefix.length) : undefined

/** The ids of rules with unsaved changes, and the keys of unsaved new rules, over all pages. */
export function createDraftMarks(storedValues: StoredValues) {
  const keys = signal<ReadonlySet<string>>(new Set())
  const changedKeys = new Map<string, boolean>()
  const mark = (key: string, isThere: boolean) => {
    if (keys.peek().has(key) === isThere) return
    const next = new Set(keys.peek())
    if (isThere) next.add(key)
    else next.delete(key)
    keys.value = next
  }
  const stop = storedValues.onChange((storageKey, value) => {
    const key = parseDraftStorageKey(storageKey)
    if (key === undefined) return
    changedKeys.set(key, value !== undefined)
    mark(key, value !== undefined)
  })
  const take = (storageKeys: readonly string[]) => {
    const found = storageKeys.flatMap(storageKey => parseDraftStorageKey(storageKey) ?? [])
    const fresh = found.filter(key => !changedKeys.has(key))
    if (fresh.length > 0) keys.value = new Set([...keys.peek(), ...fresh])
  }
  storedValues.keys().then(take, () => undefined)
  return {marks: keys as ReadonlySignal<ReadonlySet<string>>, stop}
}
