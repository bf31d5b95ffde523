import type {Draft} from '../translate/translation'
import type {Entry} from './entries'

const keyOf = (rule: string, pair: number): string => `${pair} ${rule}`

/**
 * The place of each browser rule of a Delay, asked in the order in which they are made: of two that wait for one request the longest is
 * to act, and of two as long the upper. Those of rules that are off have places too, so that a switch moves no other rule.
 */
export function orderDelays(entries: readonly Entry[]): (entry: Entry, draft: Draft) => number {
  const pairs = new Map<string, {readonly wait: number; readonly room: number}>()
  for (const {kept, read} of entries)
    for (const {pair, wait, instead} of read.translation?.drafts ?? []) {
      if (wait === undefined) continue
      const key = keyOf(kept.id, pair)
      pairs.set(key, {wait, room: (pairs.get(key)?.room ?? 0) + Math.max(1, instead?.conditions.length ?? 1)})
    }
  const free = new Map<string, number>()
  let place = 0
  for (const [key, {room}] of [...pairs].toSorted(([, a], [, b]) => b.wait - a.wait)) {
    free.set(key, place)
    place += room
  }
  return ({kept}, {pair}) => {
    const key = keyOf(kept.id, pair)
    const at = free.get(key) ?? place
    free.set(key, at + 1)
    return at
  }
}
