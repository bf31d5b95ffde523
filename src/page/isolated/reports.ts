import type {PageRequest} from '../../messaging/page-messages'

export type SendMessage = (name: string, body: object) => Promise<unknown>

/** In milliseconds. Later reports are rarer, since each report wakes the worker. */
const firstInterval = 300
const interval = 1_000
const maxRequests = 1_000

/** `pending`: its rules act later; `applied-later`: the rules of a pending request have acted. */
type Phase = 'applied' | 'pending' | 'applied-later'

export type ReportRequest = (request: PageRequest, phase: Phase) => void

/** Reports the rules that acted on each request, and that the document was left. */
export function createRequestReporter(send: SendMessage): ReportRequest {
  let counts: Record<string, number> = {}
  let requests: PageRequest[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasReported = false

  function report(name: string): void {
    // `clearTimeout` returns undefined.
    timer = clearTimeout(timer) as undefined
    hasReported = true
    void send(name, {
      counts,
      opened: parent === window ? undefined : performance.timeOrigin,
      requests,
    })
    counts = {}
    requests = []
  }

  function onPageHide(): void {
    if (timer || hasReported) report('page.left')
  }

  return (request, phase) => {
    // The same listener is added only once.
    addEventListener('pagehide', onPageHide)
    if (phase !== 'pending') for (const rule of request.rules) counts[rule] = (counts[rule] ?? 0) + 1
    if (phase !== 'applied-later') requests = [...requests.slice(1 - maxRequests), request]
    // A request without a rule does not wake the worker.
    if (request.rules[0]) timer ??= setTimeout(() => report('page.applied'), hasReported ? interval : firstInterval)
  }
}
