import 'fake-indexeddb/auto'
import {openDB, type IDBPDatabase} from 'idb'
import type {Library} from '../../../src/api/library'
import {openLibrary, type LibraryDependencies} from '../../../src/storage/library'

let databases = 0
let suffixes = 0

export const freshName = () => `test-${++databases}`

/** A new library with sequential ids and an optional test clock. */
export const openOne = (needs: Partial<LibraryDependencies> = {}): Promise<Library> =>
  openLibrary({databaseName: freshName(), now: () => Date.now(), suffix: () => `s${++suffixes}`, ...needs})

/** The database of a library. */
export async function inDatabase<T>(name: string, doing: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(name)
  try {
    return await doing(database)
  } finally {
    database.close()
  }
}

export const moveRule = (library: Library, id: string, before: string | null, groupId: string): Promise<unknown> =>
  library.moveRules([{ids: [id], before, groupId}])
