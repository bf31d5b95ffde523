import type {MessageBody, WorkerClient} from '../../messaging/messages'
import {isJsonEqual} from '../json-equality'
import type {LibraryState} from '../state/library'
import {getGroupId} from '../state/sections'
import type {UndoResult} from '../state/toasts'

/** Deletes new records. Unchanged ones do not go to the trash. */
export async function deleteCreated(
  client: WorkerClient,
  {rules = [], groups = [], changed = []}: Partial<MessageBody<'records.unmake'>>,
): Promise<null> {
  if (rules.length + groups.length > 0) await client.ask('records.unmake', {rules, groups, changed})
  return null
}

const comparedFields = ['name', 'description', 'status', 'isFavourite', 'groupId', 'pairs'] as const
type ComparedRecord = Readonly<Partial<Record<(typeof comparedFields)[number], unknown>>>

/** The worker adds pair ids and default values. */
function getComparedValue(record: ComparedRecord, name: (typeof comparedFields)[number]): unknown {
  const value = record[name]
  if (name === 'isFavourite') return value ?? false
  if (name !== 'pairs' || !Array.isArray(value)) return value
  return value.map((pair: object) => ({...pair, id: null}))
}

/** Whether the fields that a person can edit are the same. */
export const isUnchanged = (created: ComparedRecord, now: ComparedRecord | null | undefined): boolean =>
  now !== null &&
  now !== undefined &&
  comparedFields.every(name => isJsonEqual(getComparedValue(created, name), getComparedValue(now, name)))

type CreatedRecords = {
  readonly rules?: readonly (ComparedRecord & {readonly id: string})[]
  readonly groups?: readonly (ComparedRecord & {readonly id: string})[]
}

/** Deletes created records. Changed records, and groups with other rules, go to the trash. */
export function undoCreate(
  {library, client}: {readonly library: LibraryState; readonly client: WorkerClient},
  {rules = [], groups = []}: CreatedRecords,
): Promise<null | undefined> {
  const created = new Set(rules.map(({id}) => id))
  const ruleNow = (id: string) => library.getRow(id)?.peek()
  const groupNow = (id: string) => library.groups.peek().find(each => each.id === id)
  const isUsed = (groupId: string) =>
    library.rows.peek().some(row => getGroupId(row.peek()) === groupId && !created.has(row.peek().id))
  const rulesLeft = rules.filter(({id}) => ruleNow(id))
  const groupsLeft = groups.filter(({id}) => groupNow(id))
  // With nothing left, the worker refuses the request, and a toast shows the reason.
  const existing = rulesLeft.length + groupsLeft.length > 0 ? {rules: rulesLeft, groups: groupsLeft} : {rules, groups}
  const changed = [
    ...existing.rules.filter(rule => !isUnchanged(rule, ruleNow(rule.id)?.rule)),
    ...existing.groups.filter(group => isUsed(group.id) || !isUnchanged(group, groupNow(group.id))),
  ]
  const getIds = (records: readonly {readonly id: string}[]) => records.map(({id}) => id)
  return library.run(() =>
    deleteCreated(client, {rules: getIds(existing.rules), groups: getIds(existing.groups), changed: getIds(changed)}),
  )
}

export const getUndoResult = (all: readonly unknown[], existing: readonly unknown[]): UndoResult | undefined =>
  existing.length === 0 ? 'nothing' : existing.length < all.length ? 'part' : undefined

export async function restoreFromTrash(
  {library, client}: {readonly library: LibraryState; readonly client: WorkerClient},
  ids: readonly string[],
): Promise<UndoResult | undefined> {
  const existing = await library.run(async () => {
    const trashedIds = new Set((await client.ask('trash.list', {})).map(({id}) => id))
    const found = ids.filter(id => trashedIds.has(id))
    if (found.length > 0) await client.ask('trash.restore', {ids: found})
    return found
  })
  return existing && getUndoResult(ids, existing)
}
