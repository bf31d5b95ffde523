import type {PageMessageBody, PageRequest} from '../../messaging/page-messages'
import type {ResourceType} from '../../model/source'

export type LoggedRequest = {
  /** Chrome's `requestId`, the same for all redirects; empty while only the page reported it. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly time: number
  readonly method: string
  readonly url: string
  readonly type: ResourceType
  /** -1 for none. */
  readonly tab: number
  /** The URL of the page that it belongs to; empty where none is known. */
  readonly page: string
  /** Sent by the delay page: the delayed request continues with it. */
  readonly isFromDelayPage?: boolean
  /** Chrome's `documentId` of the document that sent it. */
  readonly document?: string | undefined
  /** The request body, empty if there is none; undefined if Chrome does not report it as text. */
  readonly payload?: string | undefined
}

/** A request as its page reports it. `rules`: ids of rules; `pairs`: ids of their pairs. */
export type PageRequestReport = PageRequest & {readonly pairs?: readonly string[]}

export type Headers = readonly {readonly name: string; readonly value: string}[]

export type RequestEvent =
  | {readonly kind: 'asked'; readonly asked: LoggedRequest}
  /** A browser rule matched; Chrome may report it before the request. */
  | {readonly kind: 'acted'; readonly asked: LoggedRequest; readonly browserRule: number}
  | {readonly kind: 'sent'; readonly id: string; readonly headers: Headers}
  | {readonly kind: 'moved'; readonly id: string; readonly to: string}
  | {readonly kind: 'detoured'; readonly id: string; readonly to: string}
  | {readonly kind: 'on-the-way'; readonly tab: number; readonly requests: readonly PageRequestReport[]}
  /** `url`: the last URL of its redirects; `time`: milliseconds since 1970. */
  | {
      readonly kind: 'answered'
      readonly id: string
      readonly url: string
      readonly status: number
      readonly fromCache: boolean
      readonly time: number
      readonly headers?: Headers
    }
  | {readonly kind: 'failed'; readonly id: string; readonly url: string; readonly why: string; readonly time: number}
  | {
      readonly kind: 'in-page'
      readonly tab: number
      readonly page: string
      readonly document?: string | undefined
      readonly requests: readonly PageRequestReport[]
    }
  /** `time` identifies the request in its document, here and in `gave-up`. */
  | {
      readonly kind: 'code-failed'
      readonly document?: string | undefined
      readonly failure: PageMessageBody<'page.failed'>
      readonly time: number
    }
  | {readonly kind: 'gave-up'; readonly document?: string | undefined; readonly time: number}
  /** The delay page of this tab, or of a frame in it, was left before it opened this URL. */
  | {readonly kind: 'went-nowhere'; readonly tab: number; readonly to: string}
  | {readonly kind: 'left'; readonly document: string}

/** A tab; '' for one of Chrome's own pages, or one that a rule made, whose URL Chrome withholds. */
export type SiteTab = {readonly id: number; readonly url: string}

/** The request events that the browser gives an extension page. */
export type ActivityPort = {
  /** Whether Chrome reports which rules match, as it does for an unpacked extension. */
  readonly reportsMatches: boolean
  /** Reports new requests, of `tab` only if it is given; returns a function that stops. */
  watch(listener: (event: RequestEvent) => void, tab?: number): () => void
  readTabs(): Promise<readonly SiteTab[]>
  /** Calls back when the tabs change; returns a function that stops. */
  onTabsChange(listener: () => void): () => void
}
