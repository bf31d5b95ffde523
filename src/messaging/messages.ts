import type {Fault, FaultText} from '../model/faults'
import * as z from 'zod/mini'
import type {BackupList, Backups, AddedRecords, PurgeResult, RanksById} from '../api/library'
import type {Group} from '../model/group'
import type {Problem} from '../model/problems'
import type {UpdatedGroup, UpdatedRule} from '../api/rule-service'
import type {Rule} from '../model/rule'
import type {TeamView} from '../model/team'
import type {LibraryPart, TrashedView} from '../model/views'

const ids = z.object({ids: z.array(z.string())})
const emptyBody = z.object({})
/** The earlier details of entries that return to the trash. */
const trashed = z.optional(z.object({deletedAt: z.number(), from: z.string(), held: z.optional(z.array(z.string()))}))
const payload = z.looseObject({})
const newRules = z.array(z.object({payload, group: z.nullable(z.number())}))

/** All messages of extension pages to the worker, by name. The worker parses the bodies. */
export const messages = {
  /** Changes since a mark, or everything. Large libraries arrive in several parts. */
  'library.read': z.object({since: z.optional(z.object({life: z.string(), stamp: z.number(), order: z.number()}))}),
  'rules.pause': z.object({paused: z.boolean()}),
  'rules.switch': z.object({ids: z.array(z.string()), on: z.boolean()}),
  'rules.delete': z.object({...ids.shape, trashed}),
  /** `once`: an idempotency key. `before`: the next rule in its group (null: last). */
  'rule.create': z.object({
    payload,
    once: z.optional(z.string()),
    before: z.optional(z.nullable(z.string())),
    team: z.optional(z.boolean()),
  }),
  /**
   * Adds rules and groups, all or none. `group` is an index in `groups`;
   * for null the payload's `groupId` is used.
   */
  'records.add': z.object({
    groups: z.array(payload),
    rules: newRules,
    team: z.boolean(),
    /** Replaces the records that a script applied before. */
    applied: z.optional(z.boolean()),
  }),
  /** Stages rules that exceed one message. Only `records.addStaged` stores them. */
  'records.stage': z.object({name: z.string(), rules: newRules}),
  /** Like `records.add`, with `count` staged rules. */
  'records.addStaged': z.object({name: z.string(), count: z.number(), groups: z.array(payload), team: z.boolean()}),
  /** Undoes a creation, all or none. Records in `changed` go to the trash. */
  'records.unmake': z.object({
    rules: z.array(z.string()),
    groups: z.array(z.string()),
    changed: z.array(z.string()),
  }),
  /**
   * `seen`: the `modificationDate` of the edited version, null for none.
   * Another stored version is refused as `changed-since`.
   */
  'rule.update': z.object({id: z.string(), payload, seen: z.optional(z.nullable(z.number()))}),
  /** The redirect loop that this rule would cause, or null. A new rule has an unused id. */
  'rule.circle': z.object({id: z.string(), payload}),
  'rules.pin': z.object({ids: z.array(z.string()), pinned: z.boolean()}),
  /** Moves in sequence, all or none: above `before` (null: last) in `groupId` ('' for none). */
  /** `ranks`: of an earlier response, to undo a move. */
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
  /** Fields that `changes` lacks stay unchanged. */
  'group.change': z.object({id: z.string(), changes: payload}),
  'group.delete': z.object({id: z.string(), trashed}),
  'group.move': z.object({id: z.string(), before: z.nullable(z.string()), rank: z.optional(z.number())}),
  'trash.list': emptyBody,
  'trash.restore': ids,
  /** Purges as many entries as one message can return. */
  'trash.purge': ids,
  /** Undoes a purge by its response. The library checks the records. */
  'trash.unpurge': z.object({records: z.array(payload), teamUrl: z.nullable(z.string())}),
  'backup.list': emptyBody,
  'backup.make': emptyBody,
  'backup.restore': z.object({at: z.number(), undo: z.boolean()}),
  'backup.read': z.object({at: z.number(), from: z.number()}),
  'team.view': emptyBody,
  /** `plain`: the user has confirmed an unencrypted connection. */
  'team.connect': z.object({url: z.string(), key: z.string(), plain: z.optional(z.boolean())}),
  /** `keep`: its rules become local. Otherwise they go to the trash, except unsent changes. */
  'team.disconnect': z.object({keep: z.boolean()}),
  /** `isByUser`: ignores the retry delay of the last failure. */
  'team.sync': z.object({isByUser: z.optional(z.boolean())}),
  'team.stop': emptyBody,
  /** Minutes between two syncs. */
  'team.every': z.object({minutes: z.number()}),
  /** `choice`: a `Choice`. */
  'team.settle': z.object({id: z.string(), choice: z.unknown()}),
  /** Retries or discards changes that the service rejected. */
  'team.retry': ids,
  'team.drop': ids,
} as const

/** The responses other than null. They come from our worker, so types are enough. */
type MessageResponses = {
  'library.read': LibraryPart
  'rule.create': Rule
  'records.add': AddedRecords
  /** Only the ids of the rules, since the rules exceed one message. */
  'records.addStaged': {readonly rules: readonly string[]; readonly groups: readonly Group[]}
  'rule.update': UpdatedRule
  'rule.circle': Problem | null
  'rules.move': RanksById
  'group.create': Group
  'group.change': UpdatedGroup
  'group.move': number
  'trash.list': readonly TrashedView[]
  'trash.purge': PurgeResult
  'backup.list': BackupList
  'backup.make': boolean
  'backup.restore': number
  'backup.read': Awaited<ReturnType<Backups['read']>>
  /** Null without an account. */
  'team.view': TeamView | null
}

export type MessageName = keyof typeof messages
export type MessageBody<N extends MessageName> = z.infer<(typeof messages)[N]>
export type MessageResponse<N extends MessageName> = N extends keyof MessageResponses ? MessageResponses[N] : null

export const envelope = z.object({
  name: z.enum(Object.keys(messages) as [MessageName, ...MessageName[]]),
  body: z.unknown(),
})

export type SerializedError = {
  readonly status: number
  readonly code: string
  readonly reason: FaultText
  readonly faults: readonly Fault[]
}
export type Reply = {readonly ok: true; readonly value: unknown} | {readonly ok: false; readonly error: SerializedError}

/** Sends a message to the worker; a refusal rejects with a `ServiceError`. */
type SendMessage = <N extends MessageName>(name: N, body: MessageBody<N>) => Promise<MessageResponse<N>>

export type WorkerClient = {
  readonly ask: SendMessage
  /** Called after every change of the library. Returns a function that stops it. */
  onChange(listener: () => void): () => void
  /** Called after every step of a sync. */
  onSync(listener: () => void): () => void
}
