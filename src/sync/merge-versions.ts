import {isRecord, without} from '../model/json'
import type {StoredRecord} from '../model/rule'
import {serviceOwned} from '../model/payload'

type FieldConflict = {readonly field: string; readonly mine: unknown; readonly theirs: unknown}

/** In a conflict, `merged` holds the local value until the user decides. */
export type MergeResult = {readonly merged: StoredRecord; readonly conflicts: readonly FieldConflict[]}

const notCompared: ReadonlySet<string> = new Set([...serviceOwned, 'lastModifiedBy'])

export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isDeepEqual(each, other[index]))
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(name => Object.hasOwn(other, name) && isDeepEqual(one[name], other[name]))
  )
}

const withoutId = (pair: unknown): unknown => (isRecord(pair) ? without(pair, 'id') : pair)

/** Ignores pair ids, since services assign their own. */
export const isSameField = (field: string, one: unknown, other: unknown): boolean =>
  isDeepEqual(one, other) ||
  (field === 'pairs' &&
    Array.isArray(one) &&
    Array.isArray(other) &&
    isDeepEqual(one.map(withoutId), other.map(withoutId)))

export const hasSameContent = (one: StoredRecord, other: StoredRecord): boolean =>
  getComparedFields(one, other).every(field => isSameField(field, one[field], other[field]))

export const getChangedFields = (was: unknown, is: unknown): string[] =>
  isRecord(was) && isRecord(is)
    ? getComparedFields(was, is).filter(field => !isSameField(field, was[field], is[field]))
    : []

export function getComparedFields(...records: readonly StoredRecord[]): string[] {
  const names = new Set(records.flatMap(record => Object.keys(record)))
  return [...names].filter(name => !notCompared.has(name))
}

/** Merges two versions with a common base; fields of the service are theirs. */
export function mergeVersions(base: StoredRecord, mine: StoredRecord, theirs: StoredRecord): MergeResult {
  const merged: Record<string, unknown> = {...theirs}
  const conflicts: FieldConflict[] = []
  for (const field of getComparedFields(base, mine, theirs)) {
    const [was, my, their] = [base[field], mine[field], theirs[field]]
    const isAlike = (one: unknown, other: unknown) => isSameField(field, one, other)
    if (isAlike(my, was) || isAlike(my, their)) continue
    if (!isAlike(their, was)) conflicts.push({field, mine: my, theirs: their})
    if (my === undefined) Reflect.deleteProperty(merged, field)
    else merged[field] = my
  }
  return {merged, conflicts}
}
