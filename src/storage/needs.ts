import {modificationDate, type Making} from '../api/record-making'
import type {StoredRecord} from '../model/rule'
import type {Work} from './state'
import type {KeptRule} from '../api/library'
import {groupOfId, ruleOfId, cannotBeKept, tooDeepToKeep} from '../model/reasons'
import {notFound, invalid} from '../api/service-error'
import {deepest, isTooDeep, isRecord} from '../model/json'
import {fault} from '../model/faults'

/** A copy that the caller cannot change; throws a 400 for values that cannot be stored, such as functions. */
export function detached(raw: unknown, what: string): unknown {
  if (isRecord(raw))
    for (const [name, value] of Object.entries(raw))
      if (isTooDeep(value)) throw invalid(what, [fault(name, 'too-deep', tooDeepToKeep(deepest))])
  try {
    return structuredClone(raw)
  } catch {
    throw invalid(what, [fault('', 'not-a-record', cannotBeKept)])
  }
}

export function ruleOf({rules}: Work, id: string): KeptRule {
  const rule = rules.get(id)
  if (rule === undefined) throw notFound(ruleOfId(id))
  return rule
}

export const namedGroup = ({record}: KeptRule): string =>
  typeof record['groupId'] === 'string' ? record['groupId'] : ''

/** The group that a rule is in; empty for none and for one that does not exist. */
export const groupIdOf = (work: Work, rule: KeptRule): string =>
  work.groups.get(namedGroup(rule)) === undefined ? '' : namedGroup(rule)

export function demandGroup(work: Work, groupId: string): void {
  if (groupId !== '' && work.groups.get(groupId) === undefined) throw notFound(groupOfId(groupId))
}

export const inGroup = (rule: KeptRule, groupId: string, needs: LibraryNeeds): KeptRule =>
  rule.record['groupId'] === groupId ? rule : {...rule, record: patched(rule.record, {groupId}, needs)}

export type LibraryNeeds = {
  readonly databaseName?: string
  /** Milliseconds since 1970. */
  now(): number
  suffix(): string
  /** The author of the records; by default an id that this device makes once. */
  readonly userId?: string
}

function userIdOf({values}: Work, needs: LibraryNeeds): string {
  if (needs.userId !== undefined) return needs.userId
  if (values.userId === '') values.userId = `User_${needs.suffix()}`
  return values.userId
}

export const makingOf = (work: Work, needs: LibraryNeeds): Making => ({
  now: needs.now(),
  userId: userIdOf(work, needs),
  suffix: () => needs.suffix(),
})

export const patched = (record: StoredRecord, patch: StoredRecord, needs: LibraryNeeds): StoredRecord => ({
  ...record,
  ...patch,
  modificationDate: modificationDate(record, needs.now()),
})
