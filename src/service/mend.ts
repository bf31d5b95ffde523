import {isRecord, type JsonRecord} from '../contract/json'
import type {KeptGroup, KeptRule} from '../contract/library'
import type {StoredRecord} from '../contract/rule'
import {largestNumber} from '../translate/priorities'
import type {Trashed} from './migrations'
import {isNumber, newNumber, numbersOf} from './numbers'
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
  const used = numbersOf(work)
  const next = isNumber(values.nextNumber) ? values.nextNumber : 1
  values.nextNumber = Math.min(
    largestNumber,
    [...used].reduce((above, number) => Math.max(above, number + 1), next),
  )
  const taken = new Set<number>()
  const ranks = {rule: lastRank(work, 'rule'), group: lastRank(work, 'group')}

  function placed<Entry extends KeptGroup>(entry: Entry, kind: Trashed['kind']): Entry {
    const rank = Number.isFinite(entry.rank) ? entry.rank : ranks[kind]++
    const record = recordOf(entry.id, entry.record)
    return rank === entry.rank && record === entry.record ? entry : {...entry, rank, record}
  }
  function mended(given: KeptRule): KeptRule {
    const entry = placed(given, 'rule')
    const number = isNumber(entry.number) && !taken.has(entry.number) ? entry.number : newNumber(work, used)
    taken.add(number)
    used.add(number)
    return number === entry.number ? entry : {...entry, number}
  }

  for (const entry of rules.all()) rules.put(mended(entry))
  for (const entry of groups.all()) groups.put(placed(entry, 'group'))
  // After the rules, so that none of those that are in force loses its number to one that is not.
  for (const each of trash.all()) {
    const entry = each.kind === 'rule' ? mended(each.entry) : placed(each.entry, 'group')
    if (entry !== each.entry) trash.put({...each, entry} as Trashed)
  }
}
