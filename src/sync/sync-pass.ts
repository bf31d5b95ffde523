import type {RemoteError} from '../api/http-error'
import type {RemoteService} from '../api/rule-service'
import type {SyncMode, TeamAccount, TeamView} from '../model/team'
import type {LibraryDependencies} from '../storage/records'
import {hasChanges, type LibraryTransaction} from '../storage/state'
import {storeGroupListRefusal, updateAccount} from './account'
import {requiresListing} from './creation'
import {fetchRemoteState} from './fetch-remote-state'
import {applySnapshot, getListingGaps} from './merge-remote'
import {isSameFailure, isUpcoming, toSyncFailure} from './retry-delay'
import {sendTasks} from './send-tasks'
import {adoptGroups, getDueTasks, listTasks} from './tasks'

export type SyncDependencies = {
  change<T>(action: (draft: LibraryTransaction) => T): Promise<T>
  readonly library: LibraryDependencies
  openService(account: Pick<TeamAccount, 'url' | 'key'>, signal?: AbortSignal): RemoteService
  chance(): number
  changed(): Promise<void>
  announce(): void
  /**
   * Time of the last comparison, in milliseconds since 1970. It is stored in the session,
   * so that a sync without changes writes nothing to the database.
   */
  readonly lastCheck: {read(): Promise<number | null>; write(at: number | null): Promise<void>}
  markUnfinished(isUnfinished: boolean): Promise<void>
  /** Schedules the next `run`, in milliseconds since 1970; null for never. */
  schedule(at: number | null): void
}

/** Null if the action fails. */
export async function tryOrNull<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await action()
  } catch {
    return null
  }
}

const day = 24 * 60 * 60_000
/** A sent task can enable others: a created group enables its rules. */
const mostRounds = 4

export type SyncState = {
  /** Number of changes to the account or the library. */
  changes: number
  controller: AbortController
  progress: TeamView['progress']
  /** A failure that could not be stored with the account. */
  unstoredFailure: ReturnType<typeof toSyncFailure> | null
  /** A sent record resets the retry delay. */
  hasSent: boolean
}

/** Changes of the library, with the account in it. */
export function createChanges(deps: SyncDependencies, state: SyncState) {
  let announced = 0
  const change = <T>(action: (draft: LibraryTransaction) => T): Promise<T> =>
    deps.change(draft => {
      const {team} = draft.values
      const answer = action(draft)
      if (draft.values.team !== team || hasChanges(draft)) state.changes++
      return answer
    })
  const getAccount = () => change(({values}) => values.team)
  const getAccountOrNull = () => tryOrNull(getAccount)
  return {
    change,
    getAccount,
    getAccountOrNull,
    async announceChanges(): Promise<void> {
      if (announced === state.changes) return
      announced = state.changes
      await deps.changed()
    },
    getFailure: async () => (await getAccountOrNull())?.failure ?? state.unstoredFailure,
  }
}

export type Changes = ReturnType<typeof createChanges>

/** Fetches and sends for one sync. */
function createTransfers(deps: SyncDependencies, state: SyncState, {change, announceChanges}: Changes) {
  const {library, announce} = deps

  const startSending = (service: RemoteService, isAnswering: () => boolean) => ({
    service,
    change,
    library,
    signal: state.controller.signal,
    chance: deps.chance,
    isAnswering,
    hasSentOne() {
      state.hasSent = true
      announce()
    },
  })

  return {
    async pullAccount(service: RemoteService, account: TeamAccount, at: number, mode: SyncMode): Promise<void> {
      const onProgress = (come: number, total: number) => {
        state.progress = {come, total}
        announce()
      }
      const {signal} = state.controller
      const {groupListRefusedAt} = account
      const asksForGroups =
        mode === 'now' || groupListRefusedAt === undefined || Math.abs(at - groupListRefusedAt) > day
      const snapshot = await fetchRemoteState({service, asksForGroups, onProgress, signal}, change, at)
      await change(draft => {
        applySnapshot(draft, library, snapshot)
        const idempotencyKeyTtl = service.getIdempotencyKeyTtl()
        updateAccount(draft, {idempotencyKeyTtl, ...getListingGaps(snapshot)})
        if (asksForGroups) storeGroupListRefusal(draft, snapshot.groups === null ? at : null)
      })
      state.progress = null
      await announceChanges()
    },
    /** Repeats POSTs without a response, so that the list cannot duplicate their records. */
    async repeatCreations(service: RemoteService, now: number): Promise<void> {
      const tasks = await change(draft => getDueTasks(listTasks(draft, now), now).filter(({isRepeated}) => isRepeated))
      await sendTasks(
        startSending(service, () => state.hasSent),
        tasks,
      )
    },
    /** `startedAt`: when the account was read. Returns whether there was a task. */
    async sendAll(service: RemoteService, startedAt: number, isFull: boolean): Promise<boolean> {
      const isAnswering = () => isFull || state.hasSent
      let failure: RemoteError | null = null
      let hasTasks = false
      for (let round = 0; round < mostRounds; round++) {
        const tasks = await change(draft => {
          adoptGroups(draft)
          return getDueTasks(listTasks(draft, startedAt), library.now())
        })
        if (tasks.length === 0) break
        hasTasks = true
        failure = (await sendTasks(startSending(service, isAnswering), tasks)) ?? failure
        await announceChanges()
        if (failure && !isAnswering()) break
      }
      if (failure) throw failure
      return hasTasks
    },
  }
}

/** One sync with the service, and the record of its failure. */
export function createSyncPass(deps: SyncDependencies, state: SyncState, changes: Changes) {
  const {library} = deps
  const {change} = changes
  const {pullAccount, repeatCreations, sendAll} = createTransfers(deps, state, changes)

  /** After the last attempt the user has to act. Only a sync of the user ignores Retry-After. */
  const isTooEarly = ({failure}: TeamAccount, mode: SyncMode): boolean =>
    (mode !== 'now' &&
      failure?.code === 'key' &&
      (failure.retryAt === null || isUpcoming(failure.retryAt, library.now()))) ||
    (mode === 'changes' && failure?.code === 'too-many-requests' && isUpcoming(failure.retryAt, library.now()))

  return {
    async syncOnce(mode: SyncMode): Promise<void> {
      const account = await changes.getAccount()
      if (account === null || isTooEarly(account, mode)) return
      const startedAt = library.now()
      const before = state.changes
      state.hasSent = false
      deps.announce()
      const service = deps.openService(account, state.controller.signal)
      const isFull = mode !== 'changes' || (await change(draft => requiresListing(draft, startedAt)))
      if (isFull) {
        await repeatCreations(service, startedAt)
        await pullAccount(service, account, startedAt, mode)
      }
      const hasTasks = await sendAll(service, startedAt, isFull)
      // No request was sent, so the last result still holds.
      if (!isFull && !hasTasks) return
      const at = library.now()
      await change(draft => {
        const rules = draft.rules.all().filter(({remote}) => remote !== undefined).length
        const isToKeep = isFull && (account.synced === null || account.failure !== null || state.changes !== before)
        updateAccount(draft, {failure: null, ...(isToKeep && {synced: {at, rules}})})
      })
      if (isFull) await tryOrNull(() => deps.lastCheck.write(at))
      state.unstoredFailure = null
    },
    async recordFailure(error: unknown, mode: SyncMode): Promise<void> {
      if (state.controller.signal.aborted) return
      const last = await changes.getFailure()
      const isFirst = state.hasSent || mode === 'now' || !isSameFailure(last, error)
      const before = isFirst ? 0 : (last?.times ?? 0)
      const failure = toSyncFailure(error, before + 1, library.now(), deps.chance())
      state.unstoredFailure = failure
      await tryOrNull(() => change(draft => updateAccount(draft, {failure})))
    },
  }
}
