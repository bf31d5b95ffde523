import * as z from 'zod/mini'
import type {Group} from './group'
import type {UpdatedGroup, UpdatedRule} from './rule-service'
import type {Rule} from './rule'
import type {LibraryPart, TrashedView} from './views'

const ids = z.object({ids: z.array(z.string())})
const nothing = z.object({})
/** How it lay in the trash, where it goes there again as if it had never left. */
const trashed = z.optional(z.object({deletedAt: z.number(), from: z.string()}))
/** Checked by the service, field by field. */
const payload = z.looseObject({})

/** Everything that pages may ask of the worker: name → what is asked, parsed by the worker. */
export const messages = {
  /** What has changed since the mark of an earlier answer; without one, all. Large libraries come in several parts. */
  'library.read': z.object({since: z.optional(z.object({life: z.string(), stamp: z.number(), order: z.number()}))}),
  'rules.pause': z.object({paused: z.boolean()}),
  'rules.switch': z.object({ids: z.array(z.string()), on: z.boolean()}),
  'rules.delete': z.object({...ids.shape, trashed}),
  /** `once`: asked again with the same key, it is the same rule that says this. `before`: stands there in its group (null: last). */
  'rule.create': z.object({
    payload,
    once: z.optional(z.string()),
    before: z.optional(z.nullable(z.string())),
  }),
  /** `seen`: the `modificationDate` of the version that the payload was made from, null for none; another one is refused as `changed-since`. */
  'rule.update': z.object({id: z.string(), payload, seen: z.optional(z.nullable(z.number()))}),
  'rules.pin': z.object({ids: z.array(z.string()), pinned: z.boolean()}),
  /** One after the other, all or none: puts rules in this order above `before` (null: last) within `groupId` ('' for none). */
  'rules.move': z.object({
    moves: z.array(z.object({...ids.shape, before: z.nullable(z.string()), groupId: z.string()})),
  }),
  'group.create': z.object({payload}),
  /** What the changes leave out stays as it is kept. */
  'group.change': z.object({id: z.string(), changes: payload}),
  'group.delete': z.object({id: z.string(), trashed}),
  'group.move': z.object({id: z.string(), before: z.nullable(z.string())}),
  'trash.list': nothing,
  'trash.restore': ids,
  'trash.purge': ids,
} as const

/** What is answered. Answers come from our own worker, where the compiler has checked them: types are enough. */
type MessageAnswers = {
  'library.read': LibraryPart
  'rules.pause': null
  'rules.switch': null
  'rules.delete': null
  'rule.create': Rule
  'rule.update': UpdatedRule
  'rules.pin': null
  'rules.move': null
  'group.create': Group
  'group.change': UpdatedGroup
  'group.delete': null
  'group.move': null
  'trash.list': readonly TrashedView[]
  'trash.restore': null
  'trash.purge': null
}

export type MessageName = keyof typeof messages
export type Ask<N extends MessageName> = z.infer<(typeof messages)[N]>
export type Answer<N extends MessageName> = MessageAnswers[N]

/** What a page says to the worker. */
export const envelope = z.object({
  name: z.enum(Object.keys(messages) as [MessageName, ...MessageName[]]),
  body: z.unknown(),
})

export type SaidError = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly faults: readonly {readonly path: string; readonly code: string; readonly reason: string}[]
}
export type Reply = {readonly ok: true; readonly value: unknown} | {readonly ok: false; readonly error: SaidError}

/** Asks the worker; a refusal comes as a `ServiceError`. */
type AskWorker = <N extends MessageName>(name: N, body: Ask<N>) => Promise<Answer<N>>

/** What pages need of the worker. */
export type WorkerClient = {
  readonly ask: AskWorker
  /** Calls back after every change of rules, groups, order, pause or problems; returns how to stop. */
  onChange(listener: () => void): () => void
}
