const place = 'switchyard.popup.closed'

/** Which groups were closed when the popup was last open; localStorage answers before the first frame. */
export function closedGroups(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : [])
  } catch {
    return new Set()
  }
}

export function keepClosedGroups(ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(place, JSON.stringify([...ids]))
  } catch {
    // Only a convenience: where nothing can be kept, all groups are open next time.
  }
}
