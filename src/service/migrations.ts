import type {DBSchema, IDBPDatabase} from 'idb'
import type {BackupKind, KeptGroup, KeptRule} from '../contract/library'

/** What lies in the trash: the entry as it was kept, and what putting it back needs. */
export type Trashed = {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly deletedAt: number
  /** The name of the group that a rule was in. */
  readonly from: string
} &
  /** `heldBy` is the group that it was in until that one was deleted. */
  (
    | {readonly kind: 'rule'; readonly entry: KeptRule; readonly heldBy?: string}
    /** `held` are the ids of the rules that the group had. */
    | {readonly kind: 'group'; readonly entry: KeptGroup; readonly held: readonly string[]}
  )

/** When, why, and of how many rules and groups: a list of backups is read without reading them. */
export type BackupKey = [at: number, kind: BackupKind, rules: number, groups: number]
/** A text, which a store reads and writes quicker than a tree. */
export type KeptBackup = {
  readonly text: string
  /** When it was made, where the clock says otherwise than its key: it was set back, and keys only go forward. */
  readonly made?: number
  /** Where it was made before another one was restored: which, and what of that lay in the trash. */
  readonly before?: {readonly at: number; readonly lying: readonly Trashed[]}
}

export type Schema = DBSchema & {
  rules: {key: string; value: KeptRule}
  groups: {key: string; value: KeptGroup}
  trash: {key: string; value: Trashed}
  /** `revision`, `paused`, `nextNumber`, `userId`, `team`, `installMemory`. */
  values: {key: string; value: unknown}
  backups: {key: BackupKey; value: KeptBackup}
}

type Step = (database: IDBPDatabase<Schema>) => void

/** The step at index n leads from version n to version n + 1. A step that has been released is never changed. */
export const steps: readonly Step[] = [
  database => {
    for (const name of ['rules', 'groups', 'trash'] as const) database.createObjectStore(name, {keyPath: 'id'})
    database.createObjectStore('values')
  },
  database => void database.createObjectStore('backups'),
]

export function migrate(database: IDBPDatabase<Schema>, from: number): void {
  for (const step of steps.slice(from)) step(database)
}
