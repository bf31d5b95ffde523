import {sql} from 'drizzle-orm'
import type {Tables} from './database/database'
import {grants} from './database/schema'

/** Whether a key may call once more now; else after how many seconds. */
export type RateLimiter = {
  take(keyId: string): Promise<{readonly granted: true} | {readonly granted: false; readonly after: number}>
}

/** Calls this server may still grant in this minute. `isLast`: no more leases in the minute. */
type Lease = {readonly endsAt: number; left: number; readonly isLast: boolean}

/**
 * Counts calls by key and minute in the database, so that all servers together grant no more than
 * `perMinute`.
 * A server leases a twentieth at once. `elapsed` counts milliseconds from any start.
 */
export function createRateLimiter(tables: Tables, perMinute: number, elapsed: () => number): RateLimiter {
  const leaseSize = Math.max(1, Math.floor(perMinute / 20))
  const leases = new Map<string, Lease>()
  const pendingLeases = new Map<string, Promise<Lease>>()

  async function requestLease(keyId: string): Promise<Lease> {
    const before = elapsed()
    const minute = sql<number>`floor(extract(epoch from clock_timestamp()) / 60)::bigint`
    const [row] = await tables
      .insert(grants)
      .values({keyId, minute, count: leaseSize})
      .onConflictDoUpdate({
        target: grants.keyId,
        set: {
          minute,
          count: sql`case when ${grants.minute} = excluded.minute then least(${grants.count}, ${perMinute}) + ${leaseSize} else ${leaseSize} end`,
        },
      })
      .returning({
        count: grants.count,
        rest: sql<number>`ceil(60000 - (extract(epoch from clock_timestamp())::numeric * 1000) % 60000)::int`,
      })
    if (row === undefined) throw new Error('The database granted nothing')
    const left = Math.min(leaseSize, perMinute - (row.count - leaseSize))
    return {endsAt: before + row.rest, left, isLast: row.count >= perMinute}
  }

  /** Concurrent calls share one lease. */
  function leaseOnce(keyId: string): Promise<Lease> {
    const pending = pendingLeases.get(keyId) ?? requestLease(keyId).finally(() => pendingLeases.delete(keyId))
    pendingLeases.set(keyId, pending)
    return pending
  }

  async function current(keyId: string): Promise<Lease> {
    const lease = leases.get(keyId)
    const isCurrent = lease !== undefined && elapsed() < lease.endsAt
    if (isCurrent && (lease.left > 0 || lease.isLast)) return lease
    const leased = await leaseOnce(keyId)
    if (leases.get(keyId) !== leased) leases.set(keyId, leased)
    return leased
  }

  return {
    async take(keyId) {
      for (;;) {
        const lease = await current(keyId)
        if (lease.left > 0) {
          lease.left--
          return {granted: true}
        }
        if (lease.isLast) return {granted: false, after: Math.max(1, Math.ceil((lease.endsAt - elapsed()) / 1000))}
      }
    },
  }
}
