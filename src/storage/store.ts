import {isServiceError, ServiceError} from '../api/service-error'
import {connect, storeNames, type Database, type Transaction, type Trashed} from './database'
import {loadState, count, settleWork, valueNames, workOn, type State, type Work, type Draft} from './state'
import {noRoomLeft, storeFailed, writtenByNewer} from '../model/reasons'
import {isRecord, type JsonRecord} from '../model/json'
import type {KeptGroup, KeptRule} from '../api/library'
import type {StoredRecord} from '../model/rule'
import {maxRuleNumber} from '../dnr/priorities'
import {isNumber, newNumber, numbersOf, lastRank} from './order'

const sentences: Readonly<Record<string, string>> = {
  QuotaExceededError: noRoomLeft,
  VersionError: writtenByNewer,
}

/** Turns an error of IndexedDB into a 500; other errors stay as they are. */
function storageFailure(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error
  const sentence = sentences[error.name] ?? storeFailed
  return new ServiceError(500, 'storage', sentence, [], {cause: error})
}

/** Gives a value that is no record a shape in which it can be listed and deleted. */
const recordOf = (id: string, record: unknown): StoredRecord =>
  isRecord(record) ? record : ({id, value: record ?? null} satisfies JsonRecord)

/** Repairs places and numbers of damaged entries: a missing or doubled number would affect other rules. */
function mend(work: Work): void {
  const {rules, groups, trash, values} = work
  const used = numbersOf(work)
  const next = isNumber(values.nextNumber) ? values.nextNumber : 1
  values.nextNumber = Math.min(
    maxRuleNumber,
    [...used].reduce((above, number) => Math.max(above, number + 1), next),
  )
  const taken = new Set<number>()
  const ranks = {rule: lastRank(work, 'rule'), group: lastRank(work, 'group')}

  function placed<Entry extends KeptGroup>(entry: Entry, kind: Trashed['kind']): Entry {
    const rank = Number.isFinite(entry.rank) ? entry.rank : ranks[kind]++
    const record = recordOf(entry.id, entry.record)
    return rank === entry.rank && record === entry.record ? entry : {...entry, rank, record}
  }
  function mended(given: KeptRule): KeptRule {
    const entry = placed(given, 'rule')
    const number = isNumber(entry.number) && !taken.has(entry.number) ? entry.number : newNumber(work, used)
    taken.add(number)
    used.add(number)
    return number === entry.number ? entry : {...entry, number}
  }

  for (const entry of rules.all()) rules.put(mended(entry))
  for (const entry of groups.all()) groups.put(placed(entry, 'group'))
  // Last, so that no rule in force loses its number to one in the trash.
  for (const each of trash.all()) {
    const entry = each.kind === 'rule' ? mended(each.entry) : placed(each.entry, 'group')
    if (entry !== each.entry) trash.put({...each, entry} as Trashed)
  }
}

/** The database, with a copy in memory that is valid while its revision is the stored one. */
export type Store = {
  peek(): State | undefined
  /** One transaction: all that `doing` changes is stored or, where anything fails, nothing. */
  change<T>(doing: (work: Work) => T): Promise<T>
  readValue(name: string): Promise<unknown>
  writeValue(name: string, value: unknown): Promise<void>
  beside<T>(doing: (database: Database) => Promise<T>): Promise<T>
}

function write(transaction: Transaction, state: State, work: Work): boolean {
  const asked: Promise<unknown>[] = []
  const all = {rules: work.rules, groups: work.groups, trash: work.trash}
  for (const name of ['rules', 'groups', 'trash'] as const) {
    const changes: Draft<never>['changes'] = all[name].changes as never
    const store = transaction.objectStore(name)
    for (const [id, entry] of changes) asked.push(settled(entry === null ? store.delete(id) : store.put(entry)))
  }
  const values = transaction.objectStore('values')
  for (const name of valueNames)
    if (work.values[name] !== state.values[name]) asked.push(settled(values.put(work.values[name], name)))
  if (asked.length === 0) return false
  asked.push(settled(values.put(state.revision + 1, 'revision')))
  return true
}

const settled = (asked: Promise<unknown>) => asked.catch(() => undefined)

function abort(transaction: Transaction): Promise<unknown> {
  try {
    transaction.abort()
  } catch {}
  return settled(transaction.done)
}

export async function openStore(name: string): Promise<Store> {
  const connection = connect(name)
  let mirror: State | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function begin(): Promise<Transaction> {
    const database = await connection.open()
    try {
      return database.transaction(storeNames, 'readwrite')
    } catch (error) {
      connection.forget()
      throw error
    }
  }

  async function perform<T>(doing: (work: Work) => T): Promise<T> {
    const transaction = await begin()
    try {
      const revision = count(await transaction.objectStore('values').get('revision'))
      const state = mirror?.revision === revision ? mirror : await loadState(transaction)
      const work = workOn(state)
      if (state !== mirror) mend(work)
      const answer = doing(work)
      const isChanged = write(transaction, state, work)
      await transaction.done
      settleWork(state, work, isChanged ? revision + 1 : revision)
      mirror = state
      return answer
    } catch (error) {
      await abort(transaction)
      throw error
    }
  }

  async function guarded<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action()
    } catch (error) {
      throw isServiceError(error) ? error : storageFailure(error)
    }
  }

  await guarded(() => connection.open())
  return {
    peek: () => mirror,
    change(doing) {
      // One after the other, so that the copy is never older than the last change.
      const next = last.then(() => guarded(() => perform(doing)))
      last = settled(next)
      return next
    },
    beside: doing => guarded(async () => doing(await connection.open())),
    readValue: key => guarded(async () => (await begin()).objectStore('values').get(key)),
    writeValue: (key, value) =>
      guarded(async () => {
        const transaction = await begin()
        await Promise.all([settled(transaction.objectStore('values').put(value, key)), transaction.done])
      }),
  }
}
