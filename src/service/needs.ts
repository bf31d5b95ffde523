import {modificationDate, type Making} from '../contract/record-making'
import type {StoredRecord} from '../contract/rule'
import type {Work} from './state'

/** What the library needs of the world around it. */
export type LibraryNeeds = {
  readonly databaseName?: string
  /** Milliseconds since 1970. */
  now(): number
  /** The end of a new id, different each time. */
  suffix(): string
  /** Who makes the records; without it an id that this device makes up once. */
  readonly userId?: string
}

function userIdOf({values}: Work, needs: LibraryNeeds): string {
  if (needs.userId !== undefined) return needs.userId
  if (values.userId === '') values.userId = `User_${needs.suffix()}`
  return values.userId
}

export const makingOf = (work: Work, needs: LibraryNeeds): Making => ({
  now: needs.now(),
  userId: userIdOf(work, needs),
  suffix: () => needs.suffix(),
})

/** The record with some fields set and everything else as it came. */
export const patched = (record: StoredRecord, patch: StoredRecord, needs: LibraryNeeds): StoredRecord => ({
  ...record,
  ...patch,
  modificationDate: modificationDate(record, needs.now()),
})
