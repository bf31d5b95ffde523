import * as z from 'zod/mini'
import {codeFailures} from '../model/rule-code'

const matchCounts = z.object({counts: z.record(z.string(), z.number())})

/** What scripts in pages and the offscreen document tell the worker: name → what is said, parsed by the worker. */
export const pageMessages = {
  /** Nobody runs code: the offscreen document is to be made. Answered when it listens. */
  'page.runner': z.object({}),
  /** The code of a pair gave nothing, so the original passed. */
  'page.failed': z.object({
    id: z.string(),
    pair: z.number(),
    kind: z.enum(['request', 'response']),
    why: z.enum(codeFailures),
    message: z.string(),
    line: z.optional(z.number()),
  }),
  /** How many requests of this document each rule has changed since it last said so. */
  'page.applied': matchCounts,
  /** The document was left, though it may come back; and what it had not told until then. */
  'page.left': z.object({
    ...matchCounts.shape,
    /** When it was opened, in milliseconds since 1970, where it stands inside another one. */
    opened: z.optional(z.number()),
    /** The waiting page goes on, in the tab itself or in a frame of it. */
    goesOn: z.optional(z.enum(['tab', 'frame'])),
    /** The browser rule that led to it for the whole of its wait. */
    led: z.optional(z.number()),
  }),
  'page.back': z.object({}),
  /** Whether a tab is still open. */
  'page.tab': z.object({tab: z.number()}),
} as const

type PageMessageName = keyof typeof pageMessages

export const pageEnvelope = z.object({
  name: z.enum(Object.keys(pageMessages) as [PageMessageName, ...PageMessageName[]]),
  body: z.unknown(),
})

export type PageMessageBody<N extends PageMessageName> = z.infer<(typeof pageMessages)[N]>

export type PageMessageHandlers = {
  readonly [N in PageMessageName]: (said: PageMessageBody<N>, from: PageSender) => Promise<unknown>
}

/** Which document says it; `isOwn` where it is one of the extension. */
export type PageSender = {readonly tab: number; readonly document: string; readonly isOwn?: boolean}

const pageRequest = z.object({
  /** The ids of the rules that acted; none where the payload kept those from it that are for this address. */
  rules: z.array(z.string()),
  method: z.string(),
  url: z.string(),
  to: z.optional(z.string()),
  /** No server is asked: a rule answers or stops it. */
  isServed: z.optional(z.boolean()),
  /** A delay or code comes before it is sent, so that later ones may be sent first. */
  waits: z.optional(z.boolean()),
  /** Milliseconds since 1970, as no other request of its document has them. */
  time: z.number(),
})

/** A request that rules inside a page are for, as the script there tells of it. */
export type PageRequest = z.infer<typeof pageRequest>

/** What `page.applied` and `page.left` say beside their counts. The worker leaves it alone; pages that show requests listen to it. */
export const requestReport = z.object({
  requests: z.array(pageRequest),
  /** As `page.left` has it: not of the document of the page itself. */
  opened: z.optional(z.number()),
})

/** A page gave a request up before it was sent, by its time; for pages that show requests alone, and so no word to the worker. */
export const abandonedRequest = z.object({name: z.literal('page.gave-up'), body: z.object({gone: z.number()})})

/** The waiting page was left before it went on to this address; for pages that show requests alone, too. */
export const abandonedNavigation = z.object({name: z.literal('page.gave-up'), body: z.object({onward: z.string()})})

/** Which request `page.failed` is about, by its time; for pages that show requests, too. */
export const failedRequest = z.object({time: z.number()})

export const inPageMatchesKey = 'page:acts'

/** What a rule did in one document: on so many requests, and when last. */
export type InPageMatch = {
  /** 0 where it was done inside the page; else it led to the waiting page, and Chrome has forgotten it by the page that came then. */
  readonly browserRule: number
  readonly rule?: string
  readonly document: string
  /** The page that this document stood in, where it was left before that page. */
  readonly page?: string
  /** -1 once the document was left, as Chrome says it of its own. */
  readonly tabId: number
  readonly time: number
  readonly count: number
}
