/** Milliseconds to wait by a `retry-after` header, in seconds or as a date; null where it says nothing readable. `now`: since 1970, by the clock of who says it. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
