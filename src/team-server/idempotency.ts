import {and, eq, lte, sql} from 'drizzle-orm'
import {fault, faultText} from '../model/faults'
import {isRecord} from '../model/json'
import type {StoredRecord} from '../model/rule'
import {invalidError} from '../api/service-error'
import type {Tables} from './database/database'
import {idempotencyKeys} from './database/schema'
import type {RequestContext} from './request-context'
import type {Kind} from './record-store'

/** Milliseconds for which a key is kept. */
export const idempotencyKeyTtl = 24 * 60 * 60 * 1000

/** The value of the `Idempotency-Key` header; refused with 400 where it is no key. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,255}$/.test(header)) return header
  const reason = faultText('notAnIdempotencyKey')
  throw invalidError(faultText('theRequest'), [fault('idempotency-key', 'idempotency-key', reason)])
}

function parseRecord(text: string): StoredRecord {
  const parsed: unknown = JSON.parse(text)
  if (!isRecord(parsed)) throw new Error('The record of an idempotency key is no record')
  return parsed
}

const isExpired = (now: number) => lte(idempotencyKeys.createdAt, now - idempotencyKeyTtl)

/** Skips locked rows, so that two transactions never wait for each other. */
async function deleteExpired(tables: Tables, now: number): Promise<void> {
  const {workspaceId, kind, key} = idempotencyKeys
  const expired = tables
    .select({workspaceId, kind, key})
    .from(idempotencyKeys)
    .where(isExpired(now))
    .limit(100)
    .for('update', {skipLocked: true})
  await tables.delete(idempotencyKeys).where(sql`(${workspaceId}, ${kind}, ${key}) in ${expired}`)
}

/**
 * Runs `create` in a transaction, or returns the record that an earlier request with the same key
 * created.
 * Concurrent requests wait for each other at the primary key.
 */
export function createOnce(
  context: RequestContext,
  kind: Kind,
  key: string | undefined,
  create: (transaction: RequestContext) => Promise<StoredRecord>,
): Promise<StoredRecord> {
  return context.transaction(async transaction => {
    if (key === undefined) return create(transaction)
    const {tables, now} = transaction
    const {workspaceId} = transaction.caller
    const isThisKey = and(
      eq(idempotencyKeys.workspaceId, workspaceId),
      eq(idempotencyKeys.kind, kind),
      eq(idempotencyKeys.key, key),
    )
    await tables.delete(idempotencyKeys).where(and(isThisKey, isExpired(now)))
    const inserted = await tables
      .insert(idempotencyKeys)
      .values({workspaceId, kind, key, createdAt: now, record: ''})
      .onConflictDoNothing()
      .returning({key: idempotencyKeys.key})
    if (inserted.length === 0) {
      const [first] = await tables.select({record: idempotencyKeys.record}).from(idempotencyKeys).where(isThisKey)
      if (first === undefined) throw new Error('An idempotency key has disappeared')
      return parseRecord(first.record)
    }
    const record = await create(transaction)
    await tables
      .update(idempotencyKeys)
      .set({record: JSON.stringify(record)})
      .where(isThisKey)
    await deleteExpired(tables, now)
    return record
  })
}
