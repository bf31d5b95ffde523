import type {Runtime, WebRequest} from 'webextension-polyfill'
import {
  pageEnvelope,
  pageMessages,
  failedRequest,
  abandonedRequest,
  requestReport,
  abandonedNavigation,
  type PageRequest,
} from '../../messaging/page-messages'
import {getRuleId} from '../../model/page-rules'
import {resourceTypes} from '../../model/source'
import type {
  ActivityPort,
  LoggedRequest,
  Headers,
  PageRequestReport,
  SiteTab,
  RequestEvent,
} from '../../ui/request-log/request-events'
import {waitingPage} from '../../model/delay-page'
import {browser, listen} from './browser'

type RequestListener = (event: RequestEvent) => void
type Event<Details> = {
  addListener(listener: (details: Details) => void): void
  removeListener(listener: (details: Details) => void): void
}
/** The details of `onRuleMatchedDebug`, which the polyfill's types lack. */
type MatchedRule = {
  readonly rule: {readonly ruleId: number}
  readonly request: Pick<WebRequest.OnBeforeRequestDetailsType, 'requestId' | 'method' | 'url' | 'type' | 'tabId'> & {
    readonly initiator?: string
    readonly documentId?: string
  }
}
type Request = MatchedRule['request'] & {
  readonly timeStamp?: number
  readonly requestBody?: WebRequest.OnBeforeRequestDetailsTypeRequestBodyType | null
}

/** Undefined unless the extension is installed unpacked. */
const onRuleMatched = (browser.declarativeNetRequest as unknown as {readonly onRuleMatchedDebug?: Event<MatchedRule>})
  .onRuleMatchedDebug
const waitingPageUrl = browser.runtime.getURL(waitingPage)
const detourPrefix = /^[^#]*#(?:[^,]*,){3}/

const isWebUrl = (url: string) => /^(?:http|ws)s?:/.test(url)

/** The URL of each tab's page, since a request names only its frame. */
function watchPages(): {readonly of: (tab: number) => string; readonly stop: () => void} {
  const pages = new Map<number, string>()
  const take = (id: number | undefined, url: string | undefined) => {
    if (id !== undefined && url !== undefined) pages.set(id, url)
  }
  const stop = listen(browser.tabs.onUpdated, (id: number, {url}: {readonly url?: string}) => take(id, url))
  const ask = async () => {
    for (const {id, url} of await browser.tabs.query({})) if (id !== undefined && !pages.has(id)) take(id, url)
  }
  void ask()
  return {of: tab => pages.get(tab) ?? '', stop}
}

/** Chrome's fields that the polyfill's types lack. */
type Sender = {readonly origin?: string; readonly documentId?: string}

/** The page of a script. A script in a frame knows only the tab's URL. */
function getPageUrl({url = '', tab}: Runtime.MessageSender, isFrame: boolean): string {
  const page = isFrame ? (tab?.url ?? '') : url
  return isWebUrl(page) ? page : url
}

const groupPartsByRule = (request: PageRequest): PageRequestReport => ({
  ...request,
  rules: [...new Set(request.rules.map(getRuleId))],
  pairs: request.rules,
})

/** Messages from scripts in pages arrive at every page of the extension. */
function listenToPages(notify: RequestListener, tab: number | undefined): () => void {
  const onMessage = (message: unknown, sender: Runtime.MessageSender & Sender): undefined => {
    const {origin, documentId: document} = sender
    const id = sender.tab?.id ?? -1
    if (sender.id !== browser.runtime.id || (tab !== undefined && id !== tab)) return
    const leftMessage = abandonedRequest.safeParse(message)
    if (leftMessage.success) notify({kind: 'gave-up', document, time: leftMessage.data.body.gone})
    const onward = abandonedNavigation.safeParse(message)
    if (onward.success) notify({kind: 'went-nowhere', tab: id, to: onward.data.body.onward})
    const envelope = pageEnvelope.safeParse(message)
    if (!envelope.success) return
    const {name, body} = envelope.data
    if (origin === location.origin) {
      const report = requestReport.safeParse(body)
      if (report.success) notify({kind: 'on-the-way', tab: id, requests: report.data.requests.map(groupPartsByRule)})
    } else if (name === 'page.applied' || name === 'page.left') {
      const report = requestReport.safeParse(body)
      if (report.success) {
        const {requests, opened} = report.data
        notify({
          kind: 'in-page',
          tab: id,
          page: getPageUrl(sender, opened !== undefined),
          document,
          requests: requests.map(groupPartsByRule),
        })
      }
      if (name === 'page.left' && document !== undefined) notify({kind: 'left', document})
    } else if (name === 'page.failed') {
      const report = pageMessages[name].safeParse(body)
      const request = failedRequest.safeParse(body)
      if (report.success && request.success)
        notify({kind: 'code-failed', document, failure: report.data, ...request.data})
    }
  }
  return listen(browser.runtime.onMessage, onMessage)
}

const longestBody = 100_000

/** A request body as text; undefined where Chrome reports a form or a file. */
function getBodyText(body: Request['requestBody']): string | undefined {
  if (!body) return ''
  const [part, another] = body.raw ?? []
  const bytes = part?.bytes as ArrayBuffer | undefined
  return bytes && !another && bytes.byteLength <= longestBody ? new TextDecoder().decode(bytes) : undefined
}

const toHeaders = (headers: WebRequest.HttpHeaders = []): Headers =>
  headers.map(({name, value = ''}) => ({name, value}))

function watch(notify: RequestListener, tab?: number): () => void {
  const pages = watchPages()
  const filter = {urls: ['<all_urls>'], ...(tab === undefined ? {} : {tabId: tab})}
  const toAskedRequest = ({
    requestId: id,
    method,
    url,
    type,
    tabId,
    initiator = '',
    documentId: document,
    timeStamp = Date.now(),
  }: Request): LoggedRequest => ({
    id,
    time: timeStamp,
    method,
    url,
    type: resourceTypes.find(each => each === type) ?? 'other',
    tab: tabId,
    page: type === 'main_frame' ? '' : pages.of(tabId) || initiator,
    isFromDelayPage: initiator === location.origin,
    document,
  })
  const observe = <Details extends {readonly url: string}>(
    event: {
      addListener(listener: (details: Details) => void, filter: WebRequest.RequestFilter, extra?: never[]): void
      removeListener(listener: (details: Details) => void): void
    },
    toReport: (details: Details) => RequestEvent,
    extra: readonly string[] = [],
  ) => {
    const listener = (details: Details): undefined => {
      if (isWebUrl(details.url)) notify(toReport(details))
    }
    // The polyfill's types lack `extraHeaders`.
    event.addListener(listener, filter, extra as never[])
    return () => event.removeListener(listener)
  }
  const {webRequest} = browser
  const stops = [
    observe(
      webRequest.onBeforeRequest,
      details => ({kind: 'asked', asked: {...toAskedRequest(details), payload: getBodyText(details.requestBody)}}),
      ['requestBody'],
    ),
    observe(
      webRequest.onSendHeaders,
      ({requestId: id, requestHeaders}) => ({kind: 'sent', id, headers: toHeaders(requestHeaders)}),
      ['requestHeaders', 'extraHeaders'],
    ),
    observe(webRequest.onBeforeRedirect, ({requestId: id, redirectUrl: to}) =>
      to.startsWith(waitingPageUrl)
        ? {kind: 'detoured', id, to: to.replace(detourPrefix, '')}
        : {kind: 'moved', id, to},
    ),
    observe(
      webRequest.onCompleted,
      ({requestId: id, url, statusCode: status, fromCache, timeStamp: time, responseHeaders}) => ({
        kind: 'answered',
        id,
        url,
        status,
        fromCache,
        time,
        headers: toHeaders(responseHeaders),
      }),
      ['responseHeaders', 'extraHeaders'],
    ),
    observe(webRequest.onErrorOccurred, ({requestId: id, url, error, timeStamp: time}) => ({
      kind: 'failed',
      id,
      url,
      why: error,
      time,
    })),
    ...(onRuleMatched
      ? [
          listen(onRuleMatched, ({rule, request}) => {
            if (!isWebUrl(request.url) || (tab !== undefined && request.tabId !== tab)) return
            notify({kind: 'acted', asked: toAskedRequest(request), browserRule: rule.ruleId})
          }),
        ]
      : []),
    listenToPages(notify, tab),
    pages.stop,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

type AccessedTab = {readonly lastAccessed?: number}

async function tabs(): Promise<readonly SiteTab[]> {
  const all = await browser.tabs.query({})
  return all
    .toSorted((a, b) => ((b as AccessedTab).lastAccessed ?? 0) - ((a as AccessedTab).lastAccessed ?? 0))
    .flatMap(({id, url = ''}) => (id !== undefined && (url === '' || /^https?:/.test(url)) ? [{id, url}] : []))
}

function onTabsChange(listener: () => void): () => void {
  // For pages outside the web Chrome gives no URL, only the status.
  const onUpdated = (_id: number, {url, status}: {readonly url?: string; readonly status?: string}) => {
    if (url !== undefined || status === 'complete') listener()
  }
  const stops = [listen(browser.tabs.onRemoved, listener), listen(browser.tabs.onUpdated, onUpdated)]
  return () => stops.forEach(stop => stop())
}

/** Watches requests for an open extension page. */
export const activityPort: ActivityPort = {
  reportsMatches: onRuleMatched !== undefined,
  watch,
  readTabs: tabs,
  onTabsChange,
}
