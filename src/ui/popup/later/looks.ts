import type {Shelf} from '../last-known'

/** So long after something was seen Chrome is asked of it, in milliseconds: what a page does comes in bursts. */
const pause = 1_500

/** What the rules are for, and on which page. */
type Standing = {
  readonly shelf: Shelf
  /** How often all was paused so far. */
  readonly pauses: number
  /** When the page was opened, in milliseconds since 1970. */
  readonly openedAt: number
}

/** Asks Chrome, who answers few times, of rules that may have acted: once for each of them on a page, and anew when anything has changed. */
export function createLooks(look: () => unknown): {
  /** Takes in what is; when that was seen to change last, in milliseconds since 1970, and 0 where it never was. */
  steadySince(standing: Standing): number
  again(ids: readonly string[]): void
  stop(): void
} {
  let [known, since] = ['', 0]
  let last: Shelf | null = null
  let [page, asked] = [0, new Set<string>()]
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    steadySince({shelf, pauses, openedAt}) {
      const now = JSON.stringify([shelf.changes.peek(), shelf.groups.peek(), pauses])
      // The library, which comes in the place of what was last known of it, is no change.
      if (now !== known && last === shelf) since = Date.now()
      if (now !== known || page !== openedAt) asked = new Set()
      ;[known, last, page] = [now, shelf, openedAt]
      return since
    },
    again(ids) {
      if (ids.every(id => asked.has(id))) return
      for (const id of ids) asked.add(id)
      clearTimeout(timer)
      timer = setTimeout(() => void look(), pause)
    },
    stop: () => clearTimeout(timer),
  }
}
