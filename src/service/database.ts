import {openDB, type IDBPDatabase, type IDBPTransaction} from 'idb'
import {migrate, steps, type Schema} from './migrations'

export const storeNames = ['rules', 'groups', 'trash', 'values'] as const
export type Transaction = IDBPTransaction<Schema, typeof storeNames, 'readwrite'>

export type Database = IDBPDatabase<Schema>

export type Connection = {
  open(): Promise<Database>
  /** Lets go of a connection that no longer works; the next call opens another. */
  forget(): void
}

/** A connection that is opened when it is needed, and again after the browser or a newer version has closed it. */
export function connect(name: string): Connection {
  let opened: Promise<Database> | undefined
  const forget = () => {
    opened = undefined
  }
  async function open() {
    const database = await openDB<Schema>(name, steps.length, {
      upgrade: migrate,
      // Staying open would keep a newer version of the extension from starting.
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
