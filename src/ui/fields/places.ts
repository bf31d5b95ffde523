import {signal} from '@preact/signals'

/** The fields that are on the page. Two may stand for one place, as a closed filter and its open form do for a moment. */
export type Places = {
  add(path: string): void
  delete(path: string): void
  /** Who asks in a signal hears when fields come or go: of many conditions the last are drawn later. */
  has(path: string): boolean
}

export function createPlaces(): Places {
  const counts = new Map<string, number>()
  const changes = signal(0)
  const change = (path: string, by: number) => {
    counts.set(path, (counts.get(path) ?? 0) + by)
    changes.value = changes.peek() + 1
  }
  return {
    add: path => change(path, 1),
    delete: path => change(path, -1),
    has(path) {
      void changes.value
      return (counts.get(path) ?? 0) > 0
    },
  }
}
