import {isRecord, without} from '../model/json'
import type {StoredRecord} from '../model/rule'
import {serviceOwned} from '../model/payload'

type Clash = {readonly field: string; readonly mine: unknown; readonly theirs: unknown}

/** On a clash `merged` holds mine until somebody decides. */
export type Merge = {readonly merged: StoredRecord; readonly clashes: readonly Clash[]}

const notCompared: ReadonlySet<string> = new Set([...serviceOwned, 'lastModifiedBy'])

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

/** Pair ids do not count: services assign their own. */
export const isSameField = (field: string, one: unknown, other: unknown): boolean =>
  isSame(one, other) ||
  (field === 'pairs' && Array.isArray(one) && Array.isArray(other) && isSame(one.map(withoutId), other.map(withoutId)))

export const isSameSaid = (one: StoredRecord, other: StoredRecord): boolean =>
  saidFields(one, other).every(field => isSameField(field, one[field], other[field]))

export const changedFields = (was: unknown, is: unknown): string[] =>
  isRecord(was) && isRecord(is) ? saidFields(was, is).filter(field => !isSameField(field, was[field], is[field])) : []

export function saidFields(...records: readonly StoredRecord[]): string[] {
  const names = new Set(records.flatMap(record => Object.keys(record)))
  return [...names].filter(name => !notCompared.has(name))
}

/** Merges two versions by their common base; the service's own fields are theirs. */
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
