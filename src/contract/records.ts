import {isRecord, type JsonRecord} from './json'

/** Nothing becomes [], a single value [value]; an array stays. */
export const arrayOf = (value: unknown): readonly unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]

/** The record without one of its fields. */
export function without(record: JsonRecord, ...names: string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}

/** The record without those of the named fields that are null or undefined, which accounts write for "not used". */
export const withoutNulls = (record: JsonRecord, names: readonly string[]): JsonRecord =>
  without(record, ...names.filter(name => (record[name] ?? null) === null))

/** The same for each record of a list; what is no list, or no record in it, stays as it is. */
export const eachWithoutNulls = (list: unknown, names: readonly string[]): unknown =>
  Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? withoutNulls(each, names) : each)) : list
