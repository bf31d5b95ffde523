export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Empty where there is none. */
export function recordIn(record: JsonRecord, name: string): JsonRecord {
  const inside = record[name]
  return isRecord(inside) ? inside : {}
}

/** The value of a JSON text; undefined for invalid JSON. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Null and undefined become [], a single value [value]; an array stays. */
export const toArray = (value: unknown): readonly unknown[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]

/** The record without one of its fields. */
export function without(record: JsonRecord, ...names: string[]): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}

/** Drops the named fields when null or undefined, which accounts store for "not used". */
export const withoutNulls = (record: JsonRecord, names: readonly string[]): JsonRecord =>
  without(record, ...names.filter(name => (record[name] ?? null) === null))

/** As `withoutNulls`, for each record of a list. Other values are returned unchanged. */
export const eachWithoutNulls = (list: unknown, names: readonly string[]): unknown =>
  Array.isArray(list) ? list.map((each: unknown) => (isRecord(each) ? withoutNulls(each, names) : each)) : list

/** Maximum nesting depth; a browser runs out of stack far above it. */
export const deepest = 500

/** Whether lists and objects are nested deeper than `most`. */
export const isTooDeep = (value: unknown, most = deepest): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (most === 0 || Object.values(value).some((each: unknown) => isTooDeep(each, most - 1)))
