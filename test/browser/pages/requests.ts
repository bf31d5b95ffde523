import type {Page} from '@playwright/test'
import {now} from '../../samples/workbench'
import type {ResourceType} from '../../../src/model/source'
import type {LibraryView, RuleView} from '../../../src/model/views'
import {explainLibrary} from '../../../src/simulator/explain'
import {readLibrary} from '../ask'

type Listener = (...said: readonly unknown[]) => void
type Event = {addListener(listener: Listener): void; removeListener(listener: Listener): void}
type Hearing = {
  readonly webRequest: Readonly<Record<string, Event>>
  readonly declarativeNetRequest: {readonly onRuleMatchedDebug: Event}
  readonly runtime: {readonly id: string; readonly onMessage: Event}
  devtools?: unknown
}
type Told = readonly [event: string, ...said: unknown[]]

/**
 * Runs before the page's own script. Replays the requests of a state, of the tab that DevTools
 * inspects.
 */
export function takeRequests(): void {
  const {chrome: api} = globalThis as unknown as {chrome: Hearing}
  const heard = new Map<string, Set<Listener>>()
  const events = [
    ...['onBeforeRequest', 'onSendHeaders', 'onBeforeRedirect', 'onCompleted', 'onErrorOccurred'].map(
      name => [name, api.webRequest[name]] as const,
    ),
    ['matched', api.declarativeNetRequest.onRuleMatchedDebug] as const,
    ['message', api.runtime.onMessage] as const,
  ]
  for (const [name, event] of events) {
    const listeners = new Set<Listener>()
    heard.set(name, listeners)
    if (!event) continue
    event.addListener = listener => void listeners.add(listener)
    event.removeListener = listener => void listeners.delete(listener)
  }
  // The log is opened before they are made.
  const {now: fixed} = Date
  Date.now = () => fixed() - 60_000
  Object.assign(globalThis, {
    tellRequests(all: readonly Told[]) {
      Date.now = fixed
      for (const [name, ...said] of all) for (const listener of heard.get(name) ?? []) listener(...said)
    },
  })
  api.devtools = {
    inspectedWindow: {tabId: 1},
    network: {onRequestFinished: {addListener: () => undefined, removeListener: () => undefined}},
  }
}

type Given = {
  readonly url: string
  readonly method?: string
  readonly resourceType?: ResourceType
  readonly status?: number
  /** Nobody says that rules acted on it. */
  readonly isUnseen?: boolean
}

const responseHeaders = [
  {name: 'Content-Type', value: 'application/json'},
  {name: 'Cache-Control', value: 'no-store'},
]

const requests: readonly Given[] = [
  {url: 'https://shop.test/checkout', resourceType: 'main_frame'},
  {url: 'https://cdn.shop.test/logo.svg', resourceType: 'image'},
  {url: 'https://cdn.shop.test/4f1c09ab/main.js', resourceType: 'script'},
  {url: 'https://api.shop.test/v1/cart/items', method: 'POST', status: 201},
  {url: 'https://api.shop.test/v2/prices'},
  {url: 'https://m.shop.test/ping', resourceType: 'ping', status: 204, isUnseen: true},
  {url: 'https://fonts.test/inter.woff2', resourceType: 'font', status: 404},
]

/** The rules that act on it, as Chrome would say. */
function actingOn(
  {url, method = 'GET', resourceType = 'xmlhttprequest'}: Given,
  library: LibraryView,
): readonly RuleView[] {
  const tested = {url, method, resourceType, page: 'https://shop.test/checkout', payload: ''}
  const work = explainLibrary({request: tested, library})
  for (;;) {
    const {done, value} = work.next()
    if (done !== true) continue
    const acting =
      'fault' in value ? [] : value.verdicts.filter(({effect}) => effect !== null && effect.kind !== 'in-page')
    return library.rules.filter(({id}) => acting.some(({candidate}) => candidate.id === id))
  }
}

/** Tells the page of some requests, and waits until all of them are drawn. */
export async function tellRequests(page: Page): Promise<void> {
  const library = await readLibrary(page)
  const told = requests.flatMap((given, at): Told[] => {
    const {
      url,
      method = 'GET',
      resourceType: type = 'xmlhttprequest',
      status: statusCode = 200,
      isUnseen = false,
    } = given
    const timeStamp = now - 20_000 + at * 187
    const request = {requestId: `${at}`, url, method, type, tabId: 1, timeStamp, initiator: 'https://shop.test'}
    const acting = isUnseen ? [] : actingOn(given, library)
    return [
      ['onBeforeRequest', request],
      ['onSendHeaders', {...request, requestHeaders: [{name: 'Accept', value: '*/*'}]}],
      ...acting.map(({browserRules: [ruleId]}): Told => ['matched', {request, rule: {ruleId}}]),
      ['onCompleted', {...request, statusCode, fromCache: false, responseHeaders}],
    ]
  })
  const declined = library.rules.find(({rule}) => rule?.name === 'Payment declined')?.id
  const paid = {
    rules: [declined],
    method: 'POST',
    url: 'https://api.shop.test/v1/payments',
    time: now - 17_000,
    isServed: true,
  }
  const sender = {tab: {id: 1, url: 'https://shop.test/checkout'}}
  await page.getByText('No requests yet').waitFor()
  await page.evaluate(
    ([all, requestsOfPage, from]) => {
      const {chrome: api, tellRequests: tell} = globalThis as unknown as {
        chrome: Hearing
        tellRequests(said: readonly Told[]): void
      }
      const message = {name: 'page.applied', body: {counts: {}, requests: requestsOfPage}}
      tell([...all, ['message', message, {...from, id: api.runtime.id}, () => undefined]])
    },
    [told, [paid], sender] as const,
  )
  await page.getByText('/v1/payments').waitFor()
}
