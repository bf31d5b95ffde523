import type {RecordStamp} from '../api/record-changes'
import type {Tables} from './database/database'
import type {Caller} from './keys'
import type {Kind, RecordStore} from './record-store'
import {createSuffix} from './random-suffix'

export type RequestContext = {
  readonly tables: Tables
  readonly caller: Caller
  /** Milliseconds since 1970. */
  readonly now: number
  /** The host by which the caller reaches the service; no rule may touch it. */
  readonly host: string
  transaction<T>(work: (transaction: RequestContext) => Promise<T>): Promise<T>
}

export function createRequestContext(
  tables: Tables,
  call: Pick<RequestContext, 'caller' | 'now' | 'host'>,
): RequestContext {
  return {
    ...call,
    tables,
    transaction: work => tables.transaction(transaction => work(createRequestContext(transaction, call))),
  }
}

export const getRecordStore = ({tables, caller}: RequestContext, kind: Kind): RecordStore => ({
  tables,
  workspaceId: caller.workspaceId,
  kind,
})

export const createStamp = ({now, caller}: RequestContext): RecordStamp => ({
  now,
  userId: caller.userId,
  suffix: () => createSuffix(12),
})
