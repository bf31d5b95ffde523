import type {PageRequest} from '../../messaging/page-messages'

export type Say = (name: string, body: object) => Promise<unknown>

/** In milliseconds. Later reports are rarer, since each wakes the worker. */
const firstPause = 300
const pause = 1_000
const mostTold = 1_000

/** `true`: the rules have not acted yet; `0`: they have now. */
export type Report = (request: PageRequest, isLate?: boolean | 0) => void

/** Reports which rules acted on which requests, and when the document is left. */
export function createReports(say: Say): Report {
  let counts: Record<string, number> = {}
  let requests: PageRequest[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasSaid = false

  function tell(name: string): void {
    // `clearTimeout` returns undefined.
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
    // Added once, and only where a rule acts.
    addEventListener('pagehide', leave)
    if (!isLate) for (const rule of request.rules) counts[rule] = (counts[rule] ?? 0) + 1
    if (isLate !== 0) requests = [...requests.slice(1 - mostTold), request]
    // A request without a rule does not wake the worker.
    if (request.rules[0]) timer ??= setTimeout(() => tell('page.applied'), hasSaid ? pause : firstPause)
  }
}
