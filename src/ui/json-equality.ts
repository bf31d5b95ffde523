export function isJsonEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every(name => name in right && isJsonEqual(left[name], right[name]))
  )
}
