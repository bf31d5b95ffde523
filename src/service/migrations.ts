import type {DBSchema, IDBPDatabase} from 'idb'
import type {KeptGroup, KeptRule} from '../contract/library'

/** What lies in the trash: the entry as it was kept, and what putting it back needs. */
export type Trashed = {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly deletedAt: number
  /** The name of the group that a rule was in. */
  readonly from: string
} & (
  | {readonly kind: 'rule'; readonly entry: KeptRule}
  /** `held` are the ids of the rules that the group had. */
  | {readonly kind: 'group'; readonly entry: KeptGroup; readonly held: readonly string[]}
)

export type Schema = DBSchema & {
  rules: {key: string; value: KeptRule}
  groups: {key: string; value: KeptGroup}
  trash: {key: string; value: Trashed}
  /** `revision`, `paused`, `nextNumber`, `userId`, `installMemory`. */
  values: {key: string; value: unknown}
}

type Step = (database: IDBPDatabase<Schema>) => void

/** The step at index n leads from version n to version n + 1. A step that has been released is never changed. */
export const steps: readonly Step[] = [
  database => {
    for (const name of ['rules', 'groups', 'trash'] as const) database.createObjectStore(name, {keyPath: 'id'})
    database.createObjectStore('values')
  },
]

export function migrate(database: IDBPDatabase<Schema>, from: number): void {
  for (const step of steps.slice(from)) step(database)
}
