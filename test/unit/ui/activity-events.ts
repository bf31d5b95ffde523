import type {PageRequest} from '../../../src/messaging/page-messages'
import type {ActivityPort, LoggedRequest, SiteTab, RequestEvent} from '../../../src/ui/request-log/request-events'

export const noon = new Date('2026-11-20T12:00:00').getTime()
let last = 0

export const anAsked = (path: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: String(++last),
  time: noon,
  method: 'GET',
  url: `https://api.shop.test${path}`,
  type: 'xmlhttprequest',
  tab: 7,
  page: 'https://shop.test/',
  ...more,
})

export const inPage = (path: string, rule: string, more: Partial<PageRequest> = {}): RequestEvent => ({
  kind: 'in-page',
  tab: 7,
  page: 'https://shop.test/',
  requests: [{rules: [rule], method: 'GET', url: `https://api.shop.test${path}`, time: noon, ...more}],
})

type FakePort = ActivityPort & {
  tell(...told: readonly RequestEvent[]): void
  /** Replaces the open tabs. */
  setTabs(tabs: readonly SiteTab[]): void
  /** The number of current watchers. */
  watchers(): number
  /** Emits all events of a request that ends after `took` milliseconds. */
  request(path: string, browserRule?: number, more?: Partial<LoggedRequest>, took?: number): LoggedRequest
}

/** An activity port whose events are emitted by the test. */
export function fakePort(tabs: readonly SiteTab[] = [], tellsRules = true): FakePort {
  const hearing = new Set<(told: RequestEvent) => void>()
  const listening = new Set<() => void>()
  let open = tabs
  const tell = (...all: readonly RequestEvent[]) => {
    for (const told of all) for (const hear of hearing) hear(told)
  }
  return {
    reportsMatches: tellsRules,
    tell,
    watchers: () => hearing.size,
    watch(hear) {
      hearing.add(hear)
      return () => hearing.delete(hear)
    },
    readTabs: async () => open,
    onTabsChange(listener) {
      listening.add(listener)
      return () => listening.delete(listener)
    },
    setTabs(now) {
      open = now
      for (const listener of listening) listener()
    },
    request(path, browserRule, more, took = 0) {
      const asked = anAsked(path, more)
      tell({kind: 'asked', asked})
      if (browserRule !== undefined) tell({kind: 'acted', asked, browserRule})
      tell({kind: 'answered', id: asked.id, url: asked.url, status: 200, fromCache: false, time: asked.time + took})
      return asked
    },
  }
}
