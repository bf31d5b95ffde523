import {fault, type Fault} from '../model/faults'
import {readGroup, type Group} from '../model/group'
import type {StoredRule, Snapshot} from '../api/library'
import {ruleNotRead} from '../model/reasons'
import {readRule, type Rule, type StoredRecord} from '../model/rule'
import {translate} from '../dnr/translate'
import type {Surroundings, Translation} from '../dnr/translation'

export type ReadEntry =
  | {readonly rule: Rule; readonly faults: readonly []; readonly translation: Translation}
  | {readonly rule: null; readonly faults: readonly Fault[]; readonly translation: null}

export type Entry = {
  readonly kept: StoredRule
  readonly read: ReadEntry
  readonly position: number
  /** The place of its browser rules, whether installed or not, so that a switch moves no other rule. */
  readonly place: number
  /** It is Active, and its group is Active, unknown or none. */
  readonly on: boolean
}

function readRecord(record: StoredRecord, surroundings: Surroundings): ReadEntry {
  const reading = readRule(record)
  if (!reading.ok) return {rule: null, faults: reading.faults, translation: null}
  try {
    return {rule: reading.value, faults: [], translation: translate(reading.value, surroundings)}
  } catch (error) {
    // A bug in the translation of one rule must not keep the others from being in force.
    const reason = error instanceof Error ? error.message : String(error)
    return {
      rule: null,
      faults: [fault('', 'not-translated', ruleNotRead(reason))],
      translation: null,
    }
  }
}

/** Reads and translates each record once: an unchanged record is the same object. */
export function createReader(surroundings: Surroundings): (record: StoredRecord) => ReadEntry {
  const known = new WeakMap<StoredRecord, ReadEntry>()
  return record => {
    const before = known.get(record)
    if (before) return before
    const read = readRecord(record, surroundings)
    known.set(record, read)
    return read
  }
}

export const groupsOf = (snapshot: Snapshot): Group[] =>
  snapshot.groups.flatMap(({record}) => {
    const reading = readGroup(record)
    return reading.ok ? [reading.value] : []
  })

/** Some spare places, so that an edit seldom moves the rules below it. */
const roomFor = ({translation}: ReadEntry): number => {
  const parts = (translation?.drafts ?? []).reduce(
    (sum, {instead}) => sum + Math.max(1, instead?.conditions.length ?? 1),
    0,
  )
  return Math.max(8, 2 ** Math.ceil(Math.log2(Math.max(1, parts))))
}

/** All rules in the user's order: group by group, then those without a known group. */
export function entriesOf(snapshot: Snapshot, read: (record: StoredRecord) => ReadEntry): Entry[] {
  const groups = groupsOf(snapshot)
  const places = new Map(groups.map((group, index) => [group.id, index]))
  const sections: StoredRule[][] = [...groups.map(() => []), []]
  for (const kept of snapshot.rules) {
    const groupId = kept.record['groupId']
    const section = typeof groupId === 'string' ? places.get(groupId) : undefined
    sections[section ?? groups.length]?.push(kept)
  }
  let position = 0
  let place = 0
  return sections.flatMap((section, index) => {
    const groupOn = groups[index]?.status !== 'Inactive'
    return section.map(kept => {
      const entry = read(kept.record)
      const on = groupOn && entry.rule?.status === 'Active'
      const placed = {kept, read: entry, position: position++, place, on}
      place += roomFor(entry)
      return placed
    })
  })
}

export const hasCode = ({on, read}: Entry): boolean =>
  on && read.rule?.pairs.some(pair => 'type' in pair && pair.type === 'code') === true
