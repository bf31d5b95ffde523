import {nextModificationDate, type RecordStamp} from '../api/record-changes'
import type {StoredRecord} from '../model/rule'
import type {LibraryTransaction} from './state'
import type {StoredRule} from '../api/library'
import {notFoundError, invalidError} from '../api/service-error'
import {deepest, isTooDeep, isRecord} from '../model/json'
import {fault, faultText, type FaultText} from '../model/faults'

/** Clones a payload. Throws a 400 for values that IndexedDB cannot store, such as functions. */
export function deepClone(raw: unknown, description: FaultText): unknown {
  if (isRecord(raw))
    for (const [name, value] of Object.entries(raw))
      if (isTooDeep(value))
        throw invalidError(description, [fault(name, 'too-deep', faultText('tooDeepToKeep', {most: deepest}))])
  try {
    return structuredClone(raw)
  } catch {
    throw invalidError(description, [fault('', 'not-a-record', faultText('cannotBeKept'))])
  }
}

export function getStoredRule({rules}: LibraryTransaction, id: string): StoredRule {
  const rule = rules.get(id)
  if (rule === undefined) throw notFoundError(faultText('ruleOfId', {id}))
  return rule
}

export const getNamedGroupId = ({record}: StoredRule): string =>
  typeof record['groupId'] === 'string' ? record['groupId'] : ''

/** The group of a rule; empty for none and for an unknown group. */
export const getGroupId = (draft: LibraryTransaction, rule: StoredRule): string =>
  draft.groups.get(getNamedGroupId(rule)) === undefined ? '' : getNamedGroupId(rule)

export function requireGroup(draft: LibraryTransaction, groupId: string): void {
  if (groupId !== '' && draft.groups.get(groupId) === undefined)
    throw notFoundError(faultText('groupOfId', {id: groupId}))
}

export const withGroupId = (rule: StoredRule, groupId: string, deps: LibraryDependencies): StoredRule =>
  rule.record['groupId'] === groupId ? rule : {...rule, record: patchRecord(rule.record, {groupId}, deps)}

export type LibraryDependencies = {
  readonly databaseName?: string
  /** Milliseconds since 1970. */
  now(): number
  suffix(): string
  /** The author of records; by default an id that this device creates once. */
  readonly userId?: string
}

function getUserId({values}: LibraryTransaction, deps: LibraryDependencies): string {
  if (deps.userId !== undefined) return deps.userId
  if (values.userId === '') values.userId = `User_${deps.suffix()}`
  return values.userId
}

export const createStamp = (draft: LibraryTransaction, deps: LibraryDependencies): RecordStamp => ({
  now: deps.now(),
  userId: getUserId(draft, deps),
  suffix: () => deps.suffix(),
})

export const patchRecord = (record: StoredRecord, patch: StoredRecord, deps: LibraryDependencies): StoredRecord => ({
  ...record,
  ...patch,
  modificationDate: nextModificationDate(record, deps.now()),
})
