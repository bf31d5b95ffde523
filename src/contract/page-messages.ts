import * as z from 'zod/mini'
import {codeFailures} from './rule-code'

/** How often each rule has acted since it was last told. */
const acted = z.object({counts: z.record(z.string(), z.number())})

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
  'page.applied': acted,
  /** The document was left, though it may come back; and what it had not told until then. */
  'page.left': z.object({
    ...acted.shape,
    /** When it was opened, in milliseconds since 1970, where it stands inside another one. */
    opened: z.optional(z.number()),
    /** The waiting page goes on, in the tab itself or in a frame of it. */
    goesOn: z.optional(z.enum(['tab', 'frame'])),
    /** The browser rule that led to it for the whole of its wait. */
    led: z.optional(z.number()),
  }),
  /** It has come back as it was left. */
  'page.back': z.object({}),
  /** Whether a tab is still open. */
  'page.tab': z.object({tab: z.number()}),
} as const

type PageMessageName = keyof typeof pageMessages

export const pageEnvelope = z.object({
  name: z.enum(Object.keys(pageMessages) as [PageMessageName, ...PageMessageName[]]),
  body: z.unknown(),
})

export type PageSaid<N extends PageMessageName> = z.infer<(typeof pageMessages)[N]>

/** What is done about each. */
export type PageDeeds = {
  readonly [N in PageMessageName]: (said: PageSaid<N>, from: PageSender) => Promise<unknown>
}

/** Which document says it; `isOwn` where it is one of the extension. */
export type PageSender = {readonly tab: number; readonly document: string; readonly isOwn?: boolean}
