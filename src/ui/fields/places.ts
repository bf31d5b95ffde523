/** The fields that are on the page. Two may stand for one place, as a closed filter and its open form do for a moment. */
export type Places = {
  add(path: string): void
  delete(path: string): void
  has(path: string): boolean
}

export function createPlaces(): Places {
  const counts = new Map<string, number>()
  const change = (path: string, by: number) => void counts.set(path, (counts.get(path) ?? 0) + by)
  return {
    add: path => change(path, 1),
    delete: path => change(path, -1),
    has: path => (counts.get(path) ?? 0) > 0,
  }
}
