import type {PageRequest} from '../../contract/page-messages'

/** How to tell the worker something; done when it has heard, or nobody does. */
export type Say = (name: string, body: object) => Promise<unknown>

/** So long requests are gathered: soon for whoever looks at once, and then seldom, since the worker wakes for it. */
const firstPause = 300
const pause = 1_000
/** As many as the log keeps; of those before it is told only how many they were. */
const mostTold = 1_000

/** Rules have acted on a request; with `true` they have yet to, which counts when it is said again, with 0. */
export type Report = (request: PageRequest, isLate?: boolean | 0) => void

/** Tells how often each rule has acted in this document and on which requests, and when the document is left. */
export function createReports(say: Say): Report {
  let counts: Record<string, number> = {}
  let requests: PageRequest[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasSaid = false

  function tell(name: string): void {
    // Nothing is what it gives.
    timer = clearTimeout(timer) as undefined
    hasSaid = true
    void say(name, {
      counts,
      opened: parent === window ? undefined : performance.timeOrigin,
      requests,
    })
    counts = {}
    requests = []
  }

  function leave(): void {
    if (timer || hasSaid) tell('page.left')
  }

  return (request, isLate) => {
    // Once, however often it is said; and not where no rule acts.
    addEventListener('pagehide', leave)
    if (!isLate) for (const rule of request.rules) counts[rule] = (counts[rule] ?? 0) + 1
    if (isLate !== 0) requests = [...requests.slice(1 - mostTold), request]
    // A request that rules leave alone wakes nobody.
    if (request.rules[0]) timer ??= setTimeout(() => tell('page.applied'), hasSaid ? pause : firstPause)
  }
}
