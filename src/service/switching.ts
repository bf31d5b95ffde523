import {ruleOf} from './membership'
import {patched, type LibraryNeeds} from './needs'
import type {Work} from './state'

/** Touches nothing but `status`, so that records which cannot be read can be switched as well. */
export function switchRules(work: Work, needs: LibraryNeeds, ids: readonly string[], on: boolean): void {
  const status = on ? 'Active' : 'Inactive'
  for (const kept of ids.map(id => ruleOf(work, id)))
    if (kept.record['status'] !== status) work.rules.put({...kept, record: patched(kept.record, {status}, needs)})
}

export function pinRules(work: Work, needs: LibraryNeeds, ids: readonly string[], isFavourite: boolean): void {
  for (const kept of ids.map(id => ruleOf(work, id)))
    if (kept.record['isFavourite'] !== isFavourite)
      work.rules.put({...kept, record: patched(kept.record, {isFavourite}, needs)})
}
