import {fault, type Fault, faultText, getReason} from '../model/faults'
import {readGroup, type Group} from '../model/group'
import type {StoredRule, Snapshot} from '../api/library'
import {readRule, type Rule, type StoredRecord} from '../model/rule'
import {translateRule} from '../dnr/translate'
import type {TranslateOptions, Translation} from '../dnr/translation'

export type ParsedRule =
  | {readonly rule: Rule; readonly faults: readonly []; readonly translation: Translation}
  | {readonly rule: null; readonly faults: readonly Fault[]; readonly translation: null}

export type CompiledRule = {
  readonly stored: StoredRule
  readonly parsed: ParsedRule

  /**
   * Position of its first browser rule. Inactive rules have one, so a switch moves no other rule.
   */
  readonly firstPosition: number
  /** The rule is Active, and its group is Active, unknown or none. */
  readonly isActive: boolean
}

function parseRecord(record: StoredRecord, options: TranslateOptions): ParsedRule {
  const reading = readRule(record)
  if (!reading.ok) return {rule: null, faults: reading.faults, translation: null}
  try {
    return {rule: reading.value, faults: [], translation: translateRule(reading.value, options)}
  } catch (error) {
    // An error in one rule's translation must not affect the other rules.
    return {
      rule: null,
      faults: [fault('', 'not-translated', faultText('ruleNotRead', {reason: getReason(error)}))],
      translation: null,
    }
  }
}

/** Parses and translates each record once. An unchanged record is the same object. */
export function createRuleParser(options: TranslateOptions): (record: StoredRecord) => ParsedRule {
  const cache = new WeakMap<StoredRecord, ParsedRule>()
  return record => {
    const cached = cache.get(record)
    if (cached) return cached
    const parsed = parseRecord(record, options)
    cache.set(record, parsed)
    return parsed
  }
}

export const parseGroups = (snapshot: Snapshot): Group[] =>
  snapshot.groups.flatMap(({record}) => {
    const reading = readGroup(record)
    return reading.ok ? [reading.value] : []
  })

/** Reserves spare positions, so that an edit seldom moves the rules below it. */
const countReservedPositions = ({translation}: ParsedRule): number => {
  const parts = (translation?.templates ?? []).reduce(
    (sum, {fallbackConditions}) => sum + Math.max(1, fallbackConditions?.conditions.length ?? 1),
    0,
  )
  return Math.max(8, 2 ** Math.ceil(Math.log2(Math.max(1, parts))))
}

/** All rules in the user's order: group by group, then those without a known group. */
export function compileRules(snapshot: Snapshot, parse: (record: StoredRecord) => ParsedRule): CompiledRule[] {
  const groups = parseGroups(snapshot)
  const groupIndexes = new Map(groups.map((group, index) => [group.id, index]))
  const sections: StoredRule[][] = [...groups.map(() => []), []]
  for (const stored of snapshot.rules) {
    const groupId = stored.record['groupId']
    const section = typeof groupId === 'string' ? groupIndexes.get(groupId) : undefined
    sections[section ?? groups.length]?.push(stored)
  }
  let firstPosition = 0
  return sections.flatMap((section, index) => {
    const isGroupActive = groups[index]?.status !== 'Inactive'
    return section.map(stored => {
      const parsed = parse(stored.record)
      const isActive = isGroupActive && parsed.rule?.status === 'Active'
      const compiled = {stored, parsed, firstPosition, isActive}
      firstPosition += countReservedPositions(parsed)
      return compiled
    })
  })
}

export const hasCode = ({isActive, parsed}: CompiledRule): boolean =>
  isActive && parsed.rule?.pairs.some(pair => 'type' in pair && pair.type === 'code') === true
