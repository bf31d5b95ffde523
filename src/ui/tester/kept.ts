const kept = 'test:'
/** Where the request last tested for a rule is kept; with a path, what the code there was last tried on. */
export const testedPlace = (id: string, path?: string): string => kept + id + (path === undefined ? '' : `#${path}`)
export const testedIdOf = (place: string): string | undefined =>
  place.startsWith(kept) ? place.slice(kept.length).split('#', 1)[0] : undefined
