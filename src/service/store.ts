import {isServiceError} from '../contract/service-error'
import {connect, storeNames, type Database, type Transaction} from './database'
import {storageFailure} from './failure'
import {mend} from './mend'
import {loadState, revisionOf, settleWork, valueNames, workOn, type State, type Work} from './state'
import type {Draft} from './table'

/** The store of one device: what is kept, and a mirror of it in memory, which is right as long as its revision is the kept one. */
export type Store = {
  /** The mirror, once there is one. */
  peek(): State | undefined
  /** Does one thing in one transaction: all that `doing` changes is kept, or, where anything fails, nothing. */
  change<T>(doing: (work: Work) => T): Promise<T>
  readValue(name: string): Promise<unknown>
  writeValue(name: string, value: unknown): Promise<void>
  /** Does something in the database beside what is mirrored. */
  beside<T>(doing: (database: Database) => Promise<T>): Promise<T>
}

/** Asks for the writes; whether they were done is the transaction's to say. */
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

/** A failed write ends its transaction, which is where it is told. */
const settled = (asked: Promise<unknown>) => asked.catch(() => undefined)

function abort(transaction: Transaction): Promise<unknown> {
  try {
    transaction.abort()
  } catch {
    // It has ended already.
  }
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
      const revision = revisionOf(await transaction.objectStore('values').get('revision'))
      // Another context, or a write before this worker's life, may have left the mirror behind.
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
      // One after the other: the mirror that a change works on is then never older than the change before it.
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
