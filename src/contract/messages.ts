import * as z from 'zod/mini'
import type {Group} from './group'
import type {UpdatedGroup, UpdatedRule} from './rule-service'
import type {Rule} from './rule'
import type {LibraryView, TrashedView} from './views'

const ids = z.object({ids: z.array(z.string())})
const nothing = z.object({})
/** Checked by the service, field by field. */
const payload = z.looseObject({})
/** An answer comes from our own worker, where the compiler has checked it: a type is enough. */
const answerOf = <T>() => undefined as unknown as Readonly<{is: T}>

/** Everything that pages may ask of the worker: name → what is asked, what is answered. */
export const messages = {
  'library.read': {ask: nothing, answer: answerOf<LibraryView>()},
  'rules.pause': {ask: z.object({paused: z.boolean()}), answer: answerOf<null>()},
  'rules.switch': {ask: z.object({ids: z.array(z.string()), on: z.boolean()}), answer: answerOf<null>()},
  'rules.delete': {ask: ids, answer: answerOf<null>()},
  'rule.create': {ask: z.object({payload}), answer: answerOf<Rule>()},
  'rule.update': {ask: z.object({id: z.string(), payload}), answer: answerOf<UpdatedRule>()},
  'rule.pin': {ask: z.object({id: z.string(), pinned: z.boolean()}), answer: answerOf<null>()},
  /** Puts the rule above `before` (null: last) within `groupId` ('' for none). */
  'rule.move': {
    ask: z.object({id: z.string(), before: z.nullable(z.string()), groupId: z.string()}),
    answer: answerOf<null>(),
  },
  'group.create': {ask: z.object({payload}), answer: answerOf<Group>()},
  'group.update': {ask: z.object({id: z.string(), payload}), answer: answerOf<UpdatedGroup>()},
  'group.delete': {ask: z.object({id: z.string()}), answer: answerOf<null>()},
  'group.move': {ask: z.object({id: z.string(), before: z.nullable(z.string())}), answer: answerOf<null>()},
  'trash.list': {ask: nothing, answer: answerOf<readonly TrashedView[]>()},
  'trash.restore': {ask: ids, answer: answerOf<null>()},
  'trash.purge': {ask: ids, answer: answerOf<null>()},
} as const

export type MessageName = keyof typeof messages
export type Ask<N extends MessageName> = z.infer<(typeof messages)[N]['ask']>
export type Answer<N extends MessageName> = (typeof messages)[N]['answer']['is']

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
