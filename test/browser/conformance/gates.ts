export type Gates = {
  /** A request of this case has come in. */
  arrive(id: string): void
  /** Whether so many requests of this case come in before the limit. */
  awaitArrival(id: string, count: number): Promise<boolean>
  /** Lets the one that waits, or the next that will, go on. */
  letGo(id: string): void
  /** Waits until it is opened; false if nobody does so before the limit. */
  pass(id: string): Promise<boolean>
  /** The cases in which page and server are known to wait for each other in vain. */
  expectInVain(ids: ReadonlySet<string>): void
  /** What was counted for the cases of one page is over. */
  reset(): void
}

/** Far more than a busy machine needs. */
const limit = 30_000
/** Where it is known that nobody will: a page that has learned to would answer sooner. */
const limitInVain = 300

/** Keeps page and server in step without a clock: each waits for the other's word. */
export function openGates(): Gates {
  let inVain: ReadonlySet<string> = new Set()
  const counts = new Map<string, number>()
  const permits = new Map<string, number>()
  const watchers = new Set<() => void>()

  function until(holds: () => boolean, patience: number): Promise<boolean> {
    if (holds()) return Promise.resolve(true)
    return new Promise(done => {
      const end = (held: boolean) => {
        watchers.delete(look)
        clearTimeout(late)
        done(held)
      }
      const look = () => {
        if (holds()) end(true)
      }
      const late = setTimeout(end, patience, false)
      watchers.add(look)
    })
  }
  const more = (table: Map<string, number>, id: string, by: number) => {
    table.set(id, (table.get(id) ?? 0) + by)
    for (const look of watchers) look()
  }
  const take = (id: string) => {
    const isOpen = (permits.get(id) ?? 0) > 0
    if (isOpen) permits.set(id, (permits.get(id) ?? 0) - 1)
    return isOpen
  }

  const patienceFor = (id: string) => (inVain.has(id) ? limitInVain : limit)

  return {
    arrive: id => more(counts, id, 1),
    awaitArrival: (id, count) => until(() => (counts.get(id) ?? 0) >= count, patienceFor(id)),
    letGo: id => more(permits, id, 1),
    pass: id => until(() => take(id), patienceFor(id)),
    expectInVain(ids) {
      inVain = ids
    },
    reset() {
      counts.clear()
      permits.clear()
    },
  }
}
