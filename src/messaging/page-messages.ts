import * as z from 'zod/mini'
import {codeFailures} from '../model/rule-code'

const matchCounts = z.object({counts: z.record(z.string(), z.number())})

/** Messages of scripts in pages and of the offscreen document to the worker, which parses them. */
export const pageMessages = {
  /** Asks for the offscreen document that runs code. Answered when it listens. */
  'page.runner': z.object({}),
  /** The code of a pair failed, so the original was used. */
  'page.failed': z.object({
    id: z.string(),
    pair: z.number(),
    kind: z.enum(['request', 'response']),
    why: z.enum(codeFailures),
    message: z.string(),
    line: z.optional(z.number()),
  }),
  /** Requests that each pair changed in the document since the last report, by pair id. */
  'page.applied': matchCounts,
  /** The document was left, but may return from the cache. Contains the remaining counts. */
  'page.left': z.object({
    ...matchCounts.shape,
    /** Only for frames: when the document was opened, in milliseconds since 1970. */
    opened: z.optional(z.number()),
    /** The delay page continues to its destination, in the tab or in a frame. */
    goesOn: z.optional(z.enum(['tab', 'frame'])),
    /** The id of the browser rule that redirected to the delay page for a Delay rule. */
    led: z.optional(z.number()),
  }),
  'page.back': z.object({}),
  /** Asks if a tab is still open. */
  'page.tab': z.object({tab: z.number()}),
} as const

type PageMessageName = keyof typeof pageMessages

export const pageEnvelope = z.object({
  name: z.enum(Object.keys(pageMessages) as [PageMessageName, ...PageMessageName[]]),
  body: z.unknown(),
})

export type PageMessageBody<N extends PageMessageName> = z.infer<(typeof pageMessages)[N]>

export type PageMessageHandlers = {
  readonly [N in PageMessageName]: (body: PageMessageBody<N>, sender: PageSender) => Promise<unknown>
}

/** The document that sent a message. `isOwn`: it belongs to the extension. */
export type PageSender = {readonly tab: number; readonly document: string; readonly isOwn?: boolean}

const pageRequest = z.object({
  /** The pair ids of the rules that acted; empty if only the payload did not match. */
  rules: z.array(z.string()),
  method: z.string(),
  url: z.string(),
  to: z.optional(z.string()),
  /** A rule answered or blocked the request, so it was not sent. */
  isServed: z.optional(z.boolean()),
  /** A delay or code precedes the request, so later requests may be sent first. */
  waits: z.optional(z.boolean()),
  /** Milliseconds since 1970, unique in the document. */
  time: z.number(),
})

/** A request that rules handle inside a page. */
export type PageRequest = z.infer<typeof pageRequest>

/** The requests in `page.applied` and `page.left`. Only pages that show requests read them. */
export const requestReport = z.object({
  requests: z.array(pageRequest),
  /** See `page.left`. */
  opened: z.optional(z.number()),
})

/** The `time` of a request that was aborted before it was sent. The worker ignores it. */
export const abandonedRequest = z.object({name: z.literal('page.gave-up'), body: z.object({gone: z.number()})})

/** The delay page was left before it continued to this URL. The worker ignores it. */
export const abandonedNavigation = z.object({name: z.literal('page.gave-up'), body: z.object({onward: z.string()})})

/** The `time` of the request in `page.failed`. The worker ignores it. */
export const failedRequest = z.object({time: z.number()})

export const inPageMatchesKey = 'page:acts'

/** Number of requests that a rule changed in one document, and the time of the last one. */
export type InPageMatch = {
  /** The browser rule that led to the delay page, which Chrome no longer reports; 0 in pages. */
  readonly browserRule: number
  readonly rule?: string
  readonly document: string
  /** Only for a frame that was left before its page: the document id of that page. */
  readonly page?: string
  /** -1 after the document was left, as in `getMatchedRules` of Chrome. */
  readonly tabId: number
  readonly time: number
  readonly count: number
}
