import type {Snapshot} from '../contract/library'
import type {StoredRecord} from '../contract/rule'

/** What would be kept with a draft among it: a new rule stands last, a kept one where it stands, and is switched as it is. */
export function withDraft(snapshot: Snapshot, id: string, payload: StoredRecord): Snapshot {
  const kept = snapshot.rules.find(each => each.id === id)
  if (!kept) return {...snapshot, rules: [...snapshot.rules, {id, number: 0, rank: Infinity, record: {...payload, id}}]}
  const record = {...kept.record, ...payload, id, status: kept.record['status']}
  return {...snapshot, rules: snapshot.rules.map(each => (each === kept ? {...kept, record} : each))}
}
