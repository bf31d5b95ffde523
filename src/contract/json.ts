export type JsonRecord = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Empty where there is none. */
export function recordIn(record: JsonRecord, name: string): JsonRecord {
  const inside = record[name]
  return isRecord(inside) ? inside : {}
}

/** What JSON says; undefined where it is none. */
export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
