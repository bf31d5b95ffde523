import type {RecordStamp} from '../api/record-changes'
import type {Tables} from './database/database'
import type {Caller} from './keys'
import type {Kind, Shelf} from './record-store'
import {suffix} from './random-suffix'

export type Desk = {
  readonly tables: Tables
  readonly caller: Caller
  /** Milliseconds since 1970. */
  readonly now: number
  /** The host by which the caller reaches the service; no rule may touch it. */
  readonly host: string
  transaction<T>(work: (inside: Desk) => Promise<T>): Promise<T>
}

export function deskIn(tables: Tables, call: Pick<Desk, 'caller' | 'now' | 'host'>): Desk {
  return {
    ...call,
    tables,
    transaction: work => tables.transaction(inside => work(deskIn(inside, call))),
  }
}

export const shelfOf = ({tables, caller}: Desk, kind: Kind): Shelf => ({
  tables,
  workspaceId: caller.workspaceId,
  kind,
})

export const makingBy = ({now, caller}: Desk): RecordStamp => ({
  now,
  userId: caller.userId,
  suffix: () => suffix(12),
})
