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

export function userIdOf({values}: Work, needs: LibraryNeeds): string {
  if (needs.userId !== undefined) return needs.userId
  if (values.userId === '') values.userId = `User_${needs.suffix()}`
  return values.userId
}

/** The id itself, or where it is taken the first free one that begins with it. */
export function freeId(id: string, isTaken: (id: string) => boolean): string {
  let free = id
  for (let times = 2; isTaken(free); times++) free = `${id}-${times}`
  return free
}

/** When a record was last changed, or null where it does not say. */
export function dateOf({modificationDate: date}: StoredRecord): number | null {
  return typeof date === 'number' && Number.isFinite(date) ? date : null
}

/** The time of a change: now, but always later than the change before, so that it can be told from it. */
export const modificationDate = (before: StoredRecord, {now}: LibraryNeeds): number =>
  Math.max(now(), (dateOf(before) ?? -Infinity) + 1)

/** The record with some fields set and everything else as it came. */
export const patched = (record: StoredRecord, patch: StoredRecord, needs: LibraryNeeds): StoredRecord => ({
  ...record,
  ...patch,
  modificationDate: modificationDate(record, needs),
})
