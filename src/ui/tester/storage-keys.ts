const kept = 'test:'
/** Where the last tested request of a rule is stored; with a path, the last sample of the code there. */
export const testedPlace = (id: string, path?: string): string => kept + id + (path === undefined ? '' : `#${path}`)
export const testedIdOf = (place: string): string | undefined =>
  place.startsWith(kept) ? place.slice(kept.length).split('#', 1)[0] : undefined
