import {openDB, type IDBPDatabase, type IDBPTransaction, type DBSchema} from 'idb'
import type {BackupKind, KeptGroup, KeptRule} from '../api/library'

export type Trashed = {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly deletedAt: number
  readonly from: string
} & (
  | {readonly kind: 'rule'; readonly entry: KeptRule; readonly heldBy?: string}
  | {readonly kind: 'group'; readonly entry: KeptGroup; readonly held: readonly string[]}
)

/** The key holds what a list of backups shows. */
export type BackupKey = [at: number, kind: BackupKind, rules: number, groups: number]
/** One JSON text, which IndexedDB reads and writes faster than a tree. */
export type KeptBackup = {
  readonly text: string
  /** When it was made, where the key is later since the clock was set back. */
  readonly made?: number
  /** The backup that was restored after this one, and what of that lay in the trash. */
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

/** Step n leads from version n to n + 1. A released step never changes. */
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

export const storeNames = ['rules', 'groups', 'trash', 'values'] as const
export type Transaction = IDBPTransaction<Schema, typeof storeNames, 'readwrite'>

export type Database = IDBPDatabase<Schema>

/** A connection that opens when needed, and again after the browser or a newer version has closed it. */
export function connect(name: string) {
  let opened: Promise<Database> | undefined
  const forget = () => {
    opened = undefined
  }
  async function open(): Promise<Database> {
    const database = await openDB<Schema>(name, steps.length, {
      upgrade: migrate,
      // An open connection would keep a newer version of the extension from starting.
      blocking() {
        database.close()
        forget()
      },
      terminated: forget,
    })
    return database
  }
  return {
    open() {
      opened ??= open().catch((error: unknown) => {
        forget()
        throw error
      })
      return opened
    },
    forget,
  }
}
