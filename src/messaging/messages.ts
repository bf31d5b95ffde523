import * as z from 'zod/mini'
import type {BackupList, Backups, AddedRecords, PurgeResult, RanksById} from '../api/library'
import type {Group} from '../model/group'
import type {Problem} from '../model/problems'
import type {UpdatedGroup, UpdatedRule} from '../api/rule-service'
import type {Rule} from '../model/rule'
import type {TeamView} from '../model/team'
import type {LibraryPart, TrashedView} from '../model/views'

const ids = z.object({ids: z.array(z.string())})
const nothing = z.object({})
/** How it lay in the trash, where it goes there again as if it had never left. */
const trashed = z.optional(z.object({deletedAt: z.number(), from: z.string(), held: z.optional(z.array(z.string()))}))
const payload = z.looseObject({})
const newRules = z.array(z.object({payload, group: z.nullable(z.number())}))

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
    team: z.optional(z.boolean()),
  }),
  /** Rules and groups that come together, as of a file: all or none. A rule is in the group at the place `group`, or, for null, in its payload's. */
  'records.add': z.object({
    groups: z.array(payload),
    rules: newRules,
    team: z.boolean(),
    /** In the place of what came so before. */
    applied: z.optional(z.boolean()),
  }),
  /** Rules of which one message cannot hold all. They are only kept in mind, under a name, until the next message asks for them. */
  'records.stage': z.object({name: z.string(), rules: newRules}),
  /** As `records.add`, with the rules that were staged under a name: so many must be there. */
  'records.addStaged': z.object({name: z.string(), count: z.number(), groups: z.array(payload), team: z.boolean()}),
  /** Takes back that they were made, all or none. Those in `changed` too go to the trash. */
  'records.unmake': z.object({
    rules: z.array(z.string()),
    groups: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  /** `seen`: the `modificationDate` of the version that the payload was made from, null for none; another one is refused as `changed-since`. */
  'rule.update': z.object({id: z.string(), payload, seen: z.optional(z.nullable(z.number()))}),
  /** The circle for which a rule would be left out if it were kept like this. An id that no rule has is a new rule's. */
  'rule.circle': z.object({id: z.string(), payload}),
  'rules.pin': z.object({ids: z.array(z.string()), pinned: z.boolean()}),
  /** One after the other, all or none: puts rules in this order above `before` (null: last) within `groupId` ('' for none). */
  /** `ranks`, of an earlier answer: they stand again as they stood then. */
  'rules.move': z.object({
    moves: z.array(
      z.object({
        ...ids.shape,
        before: z.nullable(z.string()),
        groupId: z.string(),
        ranks: z.optional(z.array(z.number())),
      }),
    ),
  }),
  'group.create': z.object({payload}),
  /** What the changes leave out stays as it is kept. */
  'group.change': z.object({id: z.string(), changes: payload}),
  'group.delete': z.object({id: z.string(), trashed}),
  'group.move': z.object({id: z.string(), before: z.nullable(z.string()), rank: z.optional(z.number())}),
  'trash.list': nothing,
  'trash.restore': ids,
  /** Of more than one message can hold, the first ones. */
  'trash.purge': ids,
  /** Takes that back, by what was answered. The records are checked by the service. */
  'trash.unpurge': z.object({records: z.array(payload), teamUrl: z.nullable(z.string())}),
  'backup.list': nothing,
  'backup.make': nothing,
  'backup.restore': z.object({at: z.number(), undo: z.boolean()}),
  'backup.read': z.object({at: z.number(), from: z.number()}),
  'team.view': nothing,
  /** The base URL and API key of an account; `plain`: over http:// beyond this machine, as somebody has confirmed. */
  'team.connect': z.object({url: z.string(), key: z.string(), plain: z.optional(z.boolean())}),
  /** `keep`: its rules stay on this device. Else they go to the trash, but for those with changes that were not sent. */
  'team.disconnect': z.object({keep: z.boolean()}),
  /** `isByUser`: somebody asked for it, so that it starts whatever the last sync failed with. */
  'team.sync': z.object({isByUser: z.optional(z.boolean())}),
  'team.stop': nothing,
  /** Minutes between two looks. */
  'team.every': z.object({minutes: z.number()}),
  /** `choice`: a `Choice`. */
  'team.settle': z.object({id: z.string(), choice: z.unknown()}),
  /** Whether a record of the account, `candidate`, is the one whose creation got no response. */
  'team.answer': z.object({id: z.string(), candidate: z.nullable(z.string()), isSame: z.boolean()}),
  /** Sends again what the service refused, or drops what was changed here. */
  'team.retry': ids,
  'team.drop': ids,
} as const

/** What is answered. Answers come from our own worker, where the compiler has checked them: types are enough. */
type MessageAnswers = {
  'library.read': LibraryPart
  'rules.pause': null
  'rules.switch': null
  'rules.delete': null
  'rule.create': Rule
  'records.add': AddedRecords
  'records.stage': null
  /** Of the rules their ids alone, in their order: one message cannot hold them. */
  'records.addStaged': {readonly rules: readonly string[]; readonly groups: readonly Group[]}
  'records.unmake': null
  'rule.update': UpdatedRule
  'rule.circle': Problem | null
  'rules.pin': null
  'rules.move': RanksById
  'group.create': Group
  'group.change': UpdatedGroup
  'group.delete': null
  'group.move': number
  'trash.list': readonly TrashedView[]
  'trash.restore': null
  'trash.purge': PurgeResult
  'trash.unpurge': null
  'backup.list': BackupList
  'backup.make': boolean
  'backup.restore': number
  'backup.read': Awaited<ReturnType<Backups['read']>>
  /** Null while there is no account. */
  'team.view': TeamView | null
  'team.connect': null
  'team.disconnect': null
  'team.sync': null
  'team.stop': null
  'team.every': null
  'team.settle': null
  'team.answer': null
  'team.retry': null
  'team.drop': null
}

export type MessageName = keyof typeof messages
export type Ask<N extends MessageName> = z.infer<(typeof messages)[N]>
export type Answer<N extends MessageName> = MessageAnswers[N]

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

export type WorkerClient = {
  readonly ask: AskWorker
  /** Calls back after every change of rules, groups, order, pause or problems; returns how to stop. */
  onChange(listener: () => void): () => void
  /** The same after every step of a sync. */
  onSync(listener: () => void): () => void
}
