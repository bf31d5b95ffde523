import {and, eq, gte, sql, type SQL} from 'drizzle-orm'
import {isRecord, without} from '../model/json'
import type {StoredRecord} from '../model/rule'
import type {Tables} from './database/database'
import {blocks, records, workspaces} from './database/schema'

export type Kind = (typeof records.kind.enumValues)[number]

export type RecordStore = {readonly tables: Tables; readonly workspaceId: string; readonly kind: Kind}

const blockSize = 512

const isInStore = ({workspaceId, kind}: RecordStore): SQL | undefined =>
  and(eq(records.workspaceId, workspaceId), eq(records.kind, kind))

const separateColumns = ['groupId', 'modificationDate', 'lastModifiedBy'] as const

type Row = Pick<typeof records.$inferSelect, 'kind' | 'body' | (typeof separateColumns)[number]>
const rowFields = {
  kind: records.kind,
  body: records.body,
  groupId: records.groupId,
  modificationDate: records.modificationDate,
  lastModifiedBy: records.lastModifiedBy,
}

function toRecord({kind, body, groupId, ...stamps}: Row): StoredRecord {
  const parsed: unknown = JSON.parse(body)
  if (!isRecord(parsed)) throw new Error('A stored body is no record')
  return {...parsed, ...stamps, ...(kind === 'rule' && {groupId})}
}

const toColumns = (record: StoredRecord) => ({
  groupId: typeof record['groupId'] === 'string' ? record['groupId'] : '',
  modificationDate: Number(record['modificationDate']),
  lastModifiedBy: String(record['lastModifiedBy']),
  body: JSON.stringify(without(record, ...separateColumns)),
})

/** PostgreSQL refuses NUL in a text. */
const canBeId = (id: string) => !id.includes('\0')

/** `forUpdate` locks the record against changes, `forShare` against deletion. */
export async function find(
  store: RecordStore,
  id: string,
  lock?: 'forUpdate' | 'forShare',
): Promise<StoredRecord | null> {
  if (!canBeId(id)) return null
  const query = store.tables
    .select(rowFields)
    .from(records)
    .where(and(isInStore(store), eq(records.id, id)))
  const [row] = await (lock === undefined ? query : query.for(lock === 'forUpdate' ? 'update' : 'key share'))
  return row === undefined ? null : toRecord(row)
}

async function count(store: RecordStore, position: number, change: 1 | -1): Promise<void> {
  const {tables, workspaceId, kind} = store
  await tables
    .insert(blocks)
    .values({workspaceId, kind, block: Math.floor(position / blockSize), count: change})
    .onConflictDoUpdate({
      target: [blocks.workspaceId, blocks.kind, blocks.block],
      set: {count: sql`${blocks.count} + ${change}`},
    })
}

/** Call in a transaction. Concurrent creations wait, so that positions keep the list order. */
export async function add(store: RecordStore, id: string, record: StoredRecord): Promise<void> {
  const {tables, workspaceId, kind} = store
  const [workspace] = await tables
    .update(workspaces)
    .set({nextPosition: sql`${workspaces.nextPosition} + 1`})
    .where(eq(workspaces.id, workspaceId))
    .returning({next: workspaces.nextPosition})
  if (workspace === undefined) throw new Error('A key leads to no workspace')
  const position = workspace.next - 1
  await tables.insert(records).values({workspaceId, kind, id, position, ...toColumns(record)})
  await count(store, position, 1)
}

export async function replace(store: RecordStore, id: string, record: StoredRecord): Promise<void> {
  await store.tables
    .update(records)
    .set(toColumns(record))
    .where(and(isInStore(store), eq(records.id, id)))
}

/** Within a transaction; false where there is none. */
export async function remove(store: RecordStore, id: string): Promise<boolean> {
  if (!canBeId(id)) return false
  const [removed] = await store.tables
    .delete(records)
    .where(and(isInStore(store), eq(records.id, id)))
    .returning({position: records.position})
  if (removed !== undefined) await count(store, removed.position, -1)
  return removed !== undefined
}

export async function ungroup(store: RecordStore, groupId: string, now: number, userId: string): Promise<void> {
  await store.tables
    .update(records)
    .set({
      groupId: '',
      modificationDate: sql`greatest(${now}, ${records.modificationDate} + 1)`,
      lastModifiedBy: userId,
    })
    .where(and(eq(records.workspaceId, store.workspaceId), eq(records.kind, 'rule'), eq(records.groupId, groupId)))
}

/** Records from `offset` in creation order, and the total. The cost does not grow with `offset`. */
export async function slice(
  store: RecordStore,
  offset: number,
  length: number,
): Promise<{readonly records: readonly StoredRecord[]; readonly total: number}> {
  const {tables, workspaceId, kind} = store
  const counts = await tables
    .select({block: blocks.block, count: blocks.count})
    .from(blocks)
    .where(and(eq(blocks.workspaceId, workspaceId), eq(blocks.kind, kind)))
    .orderBy(blocks.block)
  const total = counts.reduce((sum, each) => sum + each.count, 0)
  let before = 0
  const start = counts.find(each => {
    if (before + each.count > offset) return true
    before += each.count
    return false
  })
  if (start === undefined) return {records: [], total}
  const rows = await tables
    .select(rowFields)
    .from(records)
    .where(and(isInStore(store), gte(records.position, start.block * blockSize)))
    .orderBy(records.position)
    .offset(offset - before)
    .limit(length)
  return {records: rows.map(toRecord), total}
}
