import {openDB, type IDBPDatabase, type IDBPTransaction, type DBSchema} from 'idb'
import type {BackupKind, StoredGroup, StoredRule} from '../api/library'

export type TrashedEntry = {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly deletedAt: number
  readonly from: string
} & (
  | {readonly kind: 'rule'; readonly entry: StoredRule; readonly heldBy?: string}
  | {readonly kind: 'group'; readonly entry: StoredGroup; readonly held: readonly string[]}
)

/** The key holds all values that the list of backups shows. */
export type BackupKey = [at: number, kind: BackupKind, rules: number, groups: number]
/** The entries as JSON text, which IndexedDB reads and writes faster than objects. */
export type StoredBackup = {
  readonly text: string
  /** The time of the backup where it differs from the key, after the clock was set back. */
  readonly made?: number
  /** The backup that was restored after this one, and its entries that were in the trash. */
  readonly before?: {readonly at: number; readonly lying: readonly TrashedEntry[]}
}

export type LibrarySchema = DBSchema & {
  rules: {key: string; value: StoredRule}
  groups: {key: string; value: StoredGroup}
  trash: {key: string; value: TrashedEntry}
  /** `revision`, `paused`, `nextNumber`, `userId`, `team`, `installMemory`. */
  values: {key: string; value: unknown}
  backups: {key: BackupKey; value: StoredBackup}
}

type Migration = (database: IDBPDatabase<LibrarySchema>) => void

/** Migration n leads from version n to n + 1. A released migration never changes. */
export const migrations: readonly Migration[] = [
  database => {
    for (const name of ['rules', 'groups', 'trash'] as const) database.createObjectStore(name, {keyPath: 'id'})
    database.createObjectStore('values')
  },
  database => void database.createObjectStore('backups'),
]

export function migrate(database: IDBPDatabase<LibrarySchema>, from: number): void {
  for (const step of migrations.slice(from)) step(database)
}

export const storeNames = ['rules', 'groups', 'trash', 'values'] as const
export type Transaction = IDBPTransaction<LibrarySchema, typeof storeNames, 'readwrite'>

export type Database = IDBPDatabase<LibrarySchema>

/** Opens the database on demand, and again after the browser or a newer version closed it. */
export function connect(name: string) {
  let opened: Promise<Database> | undefined
  const forget = () => {
    opened = undefined
  }
  async function open(): Promise<Database> {
    const database = await openDB<LibrarySchema>(name, migrations.length, {
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
