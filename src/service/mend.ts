import {isRecord, type JsonRecord} from '../contract/json'
import type {StoredRecord} from '../contract/rule'
import {lastRank} from './order'
import type {Work} from './state'

/** A record that is none (null, a text) still needs a form in which it can be listed and deleted. */
const recordOf = (id: string, record: unknown): StoredRecord =>
  isRecord(record) ? record : ({id, value: record ?? null} satisfies JsonRecord)

/**
 * Gives entries that were damaged a place and a number of their own: the browser's rule ids are made of the numbers, and one that
 * is missing or doubled would take the other rules with it. What the records say is left as it is.
 */
export function mend(work: Work): void {
  const {rules, groups, trash, values} = work
  const lying = trash.all().flatMap(each => (each.kind === 'rule' ? [each.entry.number] : []))
  const known = [...rules.all().map(({number}) => number), ...lying].filter(number => Number.isSafeInteger(number))
  values.nextNumber = known.reduce((next, number) => Math.max(next, number + 1), values.nextNumber)
  const taken = new Set<number>(lying)
  let ruleRank = lastRank(work, 'rule')
  let groupRank = lastRank(work, 'group')
  for (const entry of rules.all()) {
    const sound = Number.isSafeInteger(entry.number) && entry.number > 0 && !taken.has(entry.number)
    const number = sound ? entry.number : values.nextNumber++
    taken.add(number)
    const rank = Number.isFinite(entry.rank) ? entry.rank : ruleRank++
    const record = recordOf(entry.id, entry.record)
    if (number !== entry.number || rank !== entry.rank || record !== entry.record)
      rules.put({...entry, number, rank, record})
  }
  for (const entry of groups.all()) {
    const rank = Number.isFinite(entry.rank) ? entry.rank : groupRank++
    const record = recordOf(entry.id, entry.record)
    if (rank !== entry.rank || record !== entry.record) groups.put({...entry, rank, record})
  }
}
