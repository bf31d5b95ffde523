import * as z from 'zod/mini'

const pageRequest = z.object({
  /** The ids of the rules that acted; none where the payload kept those from it that are for this address. */
  rules: z.array(z.string()),
  method: z.string(),
  url: z.string(),
  /** Where it was sent instead. */
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
export const saidRequests = z.object({
  requests: z.array(pageRequest),
  /** As `page.left` has it: not of the document of the page itself. */
  opened: z.optional(z.number()),
})

/** A page gave a request up before it was sent, by its time; for pages that show requests alone, and so no word to the worker. */
export const gaveUp = z.object({name: z.literal('page.gave-up'), body: z.object({gone: z.number()})})

/** The waiting page was left before it went on to this address; for pages that show requests alone, too. */
export const wentNowhere = z.object({name: z.literal('page.gave-up'), body: z.object({onward: z.string()})})

/** Which request `page.failed` is about, by its time; for pages that show requests, too. */
export const failedRequest = z.object({time: z.number()})
