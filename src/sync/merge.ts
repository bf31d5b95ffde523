import {isRecord, without} from '../contract/json'
import type {StoredRecord} from '../contract/rule'
import {serviceOwned} from '../contract/rule-service'

/** One field that both sides changed, each in its own way. Undefined where a side has no such field. */
type Clash = {readonly field: string; readonly mine: unknown; readonly theirs: unknown}

/** What three versions come to: `merged` holds mine where the two clash, since that is what stays in force until somebody decides. */
export type Merge = {readonly merged: StoredRecord; readonly clashes: readonly Clash[]}

const notCompared: ReadonlySet<string> = new Set([...serviceOwned, 'lastModifiedBy'])

/** The same, whatever the order of the fields of objects. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]))
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every(name => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

const withoutId = (pair: unknown): unknown => (isRecord(pair) ? without(pair, 'id') : pair)

/** The same in one field. Services give pairs ids of their own, whoever wrote them: these say nothing. */
export const isSameField = (field: string, one: unknown, other: unknown): boolean =>
  isSame(one, other) ||
  (field === 'pairs' && Array.isArray(one) && Array.isArray(other) && isSame(one.map(withoutId), other.map(withoutId)))

/** What people say with a record: neither ids nor dates, which are the service's. */
export const isSameSaid = (one: StoredRecord, other: StoredRecord): boolean =>
  saidFields(one, other).every(field => isSameField(field, one[field], other[field]))

/** The fields by which a version differs from the one it came from. */
export const changedFields = (was: unknown, is: unknown): string[] =>
  isRecord(was) && isRecord(is) ? saidFields(was, is).filter(field => !isSameField(field, was[field], is[field])) : []

export function saidFields(...records: readonly StoredRecord[]): string[] {
  const names = new Set(records.flatMap(record => Object.keys(record)))
  return [...names].filter(name => !notCompared.has(name))
}

/**
 * Merges two changed versions of a record by the one that both came from: what one side changed is taken, what both changed alike too. The service's own
 * fields are theirs.
 */
export function merge(base: StoredRecord, mine: StoredRecord, theirs: StoredRecord): Merge {
  const merged: Record<string, unknown> = {...theirs}
  const clashes: Clash[] = []
  for (const field of saidFields(base, mine, theirs)) {
    const [was, my, their] = [base[field], mine[field], theirs[field]]
    const isAlike = (one: unknown, other: unknown) => isSameField(field, one, other)
    if (isAlike(my, was) || isAlike(my, their)) continue
    if (!isAlike(their, was)) clashes.push({field, mine: my, theirs: their})
    if (my === undefined) Reflect.deleteProperty(merged, field)
    else merged[field] = my
  }
  return {merged, clashes}
}
