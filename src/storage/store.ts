import {isServiceError, ServiceError} from '../api/service-error'
import {connect, storeNames, type Database, type Transaction, type TrashedEntry} from './database'
import {
  loadMirror,
  toCount,
  commitDraft,
  valueNames,
  createDraft,
  type LibraryMirror,
  type LibraryTransaction,
  type TableDraft,
} from './state'
import {faultText, type FaultText} from '../model/faults'
import {isRecord, type JsonRecord} from '../model/json'
import type {StoredGroup, StoredRule} from '../api/library'
import type {StoredRecord} from '../model/rule'
import {maxRuleNumber} from '../dnr/priorities'
import {isRuleNumber, allocateNumber, getUsedNumbers, getNextRank} from './order'

const errorReasons: Readonly<Record<string, FaultText>> = {
  QuotaExceededError: faultText('noRoomLeft'),
  VersionError: faultText('writtenByNewer'),
}

/** Turns an error of IndexedDB into a 500; other errors stay as they are. */
function toStorageError(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  const reason = errorReasons[error.name] ?? faultText('storeFailed')
  return new ServiceError(500, 'storage', reason, [], {cause: error})
}

/** Turns a value that is no record into one that can be listed and deleted. */
const toRecord = (id: string, record: unknown): StoredRecord =>
  isRecord(record) ? record : ({id, value: record ?? null} satisfies JsonRecord)

/** Repairs ranks and numbers of damaged entries. A duplicate number would affect another rule. */
function repairEntries(draft: LibraryTransaction): void {
  const {rules, groups, trash, values} = draft
  const used = getUsedNumbers(draft)
  const next = isRuleNumber(values.nextNumber) ? values.nextNumber : 1
  values.nextNumber = Math.min(
    maxRuleNumber,
    [...used].reduce((above, number) => Math.max(above, number + 1), next),
  )
  const taken = new Set<number>()
  const ranks = {rule: getNextRank(draft, 'rule'), group: getNextRank(draft, 'group')}

  function repairRank<Entry extends StoredGroup>(entry: Entry, kind: TrashedEntry['kind']): Entry {
    const rank = Number.isFinite(entry.rank) ? entry.rank : ranks[kind]++
    const record = toRecord(entry.id, entry.record)
    return rank === entry.rank && record === entry.record ? entry : {...entry, rank, record}
  }
  function repairRule(given: StoredRule): StoredRule {
    const entry = repairRank(given, 'rule')
    const number = isRuleNumber(entry.number) && !taken.has(entry.number) ? entry.number : allocateNumber(draft, used)
    taken.add(number)
    used.add(number)
    return number === entry.number ? entry : {...entry, number}
  }

  for (const entry of rules.all()) rules.put(repairRule(entry))
  for (const entry of groups.all()) groups.put(repairRank(entry, 'group'))
  // The trash comes last, so that no rule in force loses its number to a deleted one.
  for (const each of trash.all()) {
    const entry = each.kind === 'rule' ? repairRule(each.entry) : repairRank(each.entry, 'group')
    if (entry !== each.entry) trash.put({...each, entry} as TrashedEntry)
  }
}

/** The database, with a copy in memory that is valid while its revision is the stored one. */
export type LibraryStore = {
  getMirror(): LibraryMirror | undefined
  /** Runs one transaction: all changes of `action` are stored or, after a failure, none. */
  change<T>(action: (draft: LibraryTransaction) => T): Promise<T>
  readValue(name: string): Promise<unknown>
  writeValue(name: string, value: unknown): Promise<void>
  withDatabase<T>(action: (database: Database) => Promise<T>): Promise<T>
}

function writeChanges(transaction: Transaction, state: LibraryMirror, draft: LibraryTransaction): boolean {
  const requests: Promise<unknown>[] = []
  const all = {rules: draft.rules, groups: draft.groups, trash: draft.trash}
  for (const name of ['rules', 'groups', 'trash'] as const) {
    const changes: TableDraft<never>['changes'] = all[name].changes as never
    const store = transaction.objectStore(name)
    for (const [id, entry] of changes)
      requests.push(ignoreRejection(entry === null ? store.delete(id) : store.put(entry)))
  }
  const values = transaction.objectStore('values')
  for (const name of valueNames)
    if (draft.values[name] !== state.values[name]) requests.push(ignoreRejection(values.put(draft.values[name], name)))
  if (requests.length === 0) return false
  requests.push(ignoreRejection(values.put(state.revision + 1, 'revision')))
  return true
}

const ignoreRejection = (requests: Promise<unknown>) => requests.catch(() => undefined)

function abort(transaction: Transaction): Promise<unknown> {
  try {
    transaction.abort()
  } catch {}
  return ignoreRejection(transaction.done)
}

export async function openStore(name: string): Promise<LibraryStore> {
  const connection = connect(name)
  let mirror: LibraryMirror | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function beginTransaction(): Promise<Transaction> {
    const database = await connection.open()
    try {
      return database.transaction(storeNames, 'readwrite')
    } catch (error) {
      connection.forget()
      throw error
    }
  }

  async function runTransaction<T>(action: (draft: LibraryTransaction) => T): Promise<T> {
    const transaction = await beginTransaction()
    try {
      const revision = toCount(await transaction.objectStore('values').get('revision'))
      const state = mirror?.revision === revision ? mirror : await loadMirror(transaction)
      const draft = createDraft(state)
      if (state !== mirror) repairEntries(draft)
      const answer = action(draft)
      const isChanged = writeChanges(transaction, state, draft)
      await transaction.done
      commitDraft(state, draft, isChanged ? revision + 1 : revision)
      mirror = state
      return answer
    } catch (error) {
      await abort(transaction)
      throw error
    }
  }

  async function withStorageErrors<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      throw isServiceError(error) ? error : toStorageError(error)
    }
  }

  await withStorageErrors(() => connection.open())
  return {
    getMirror: () => mirror,
    change(action) {
      // Transactions run in sequence, so that the mirror is never older than the last change.
      const next = queue.then(() => withStorageErrors(() => runTransaction(action)))
      queue = ignoreRejection(next)
      return next
    },
    withDatabase: action => withStorageErrors(async () => action(await connection.open())),
    readValue: key => withStorageErrors(async () => (await beginTransaction()).objectStore('values').get(key)),
    writeValue: (key, value) =>
      withStorageErrors(async () => {
        const transaction = await beginTransaction()
        await Promise.all([ignoreRejection(transaction.objectStore('values').put(value, key)), transaction.done])
      }),
  }
}
