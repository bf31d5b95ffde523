import type {RemoteService} from '../api/rule-service'
import type {SyncMode, TeamAccount, TeamSync, TeamView} from '../model/team'
import type {LibraryDependencies} from '../storage/records'
import type {RemoteError} from '../api/http-error'
import {hasChanges, type LibraryDraft} from '../storage/state'
import {
  answerQuestion,
  parseApiKey,
  parseAccountUrl,
  connectAccount,
  disconnectAccount,
  discardChanges,
  syncIntervals,
  storeGroupListRefusal,
  retryChanges,
  updateAccount,
  resolveConflict,
} from './account'
import {requiresListing} from './creation'
import {toSyncFailure, isSameFailure, withConnectFaults, isUpcoming, longestDelay} from './retry-delay'
import {adoptGroups, getDueTasks, getNextRetryTime, listTasks} from './tasks'
import {fetchRemoteState, isSameAccount, getRemoteIds} from './fetch-remote-state'
import {getListingGaps, applySnapshot} from './merge-remote'
import {sendTasks} from './send-tasks'
import {createTeamView} from './team-view'
import {createHttpClient} from '../api/http-client'

/** In milliseconds. */
const timeout = 30_000

export const createTeamSync = (deps: Omit<SyncDependencies, 'openService' | 'chance'>): TeamSync =>
  createSync({
    ...deps,
    chance: () => Math.random(),
    openService: ({url, key}, signal) =>
      createHttpClient({
        baseUrl: url,
        apiKey: key,
        // `fetch` must not be called as a method.
        fetch: (...given) => fetch(...given),
        now: deps.library.now,
        timeout,
        ...(signal && {signal}),
      }),
  })

type SyncDependencies = {
  change<T>(action: (draft: LibraryDraft) => T): Promise<T>
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

async function tryOrNull<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await action()
  } catch {
    return null
  }
}

const minute = 60_000
const day = 24 * 60 * minute
/** Chrome stops a worker after 30 s without an API call: see `faults.test.ts`. */
const keepAliveInterval = 20_000
/** In milliseconds, the shortest delay of an alarm. */
const resumeAfter = 30_000
/** A sent task can enable others: a created group enables its rules. */
const mostRounds = 4

export function createSync(deps: SyncDependencies): TeamSync {
  const {library, announce, lastCheck} = deps
  let changes = 0
  let announced = 0
  let running: Promise<void> | undefined
  let nextMode: SyncMode | undefined
  let controller = new AbortController()
  /** No sync starts while an account is being disconnected. */
  let endings = 0
  /** Connections run in sequence, so that no key is sent to another account's URL. */
  let connecting: Promise<void> = Promise.resolve()
  /** A disconnect cancels every connect that began before it. */
  let disconnects = 0
  let progress: TeamView['progress'] = null
  let unstoredFailure: ReturnType<typeof toSyncFailure> | null = null
  /** A sent record resets the retry delay. */
  let hasSent = false

  const change = <T>(action: (draft: LibraryDraft) => T): Promise<T> =>
    deps.change(draft => {
      const {team} = draft.values
      const answer = action(draft)
      if (draft.values.team !== team || hasChanges(draft)) changes++
      return answer
    })
  async function announceChanges(): Promise<void> {
    if (announced === changes) return
    announced = changes
    await deps.changed()
  }

  const accountNow = () => change(({values}) => values.team)
  const accountOrNone = () => tryOrNull(accountNow)
  const failureNow = async () => (await accountOrNone())?.failure ?? unstoredFailure

  async function pullAccount(service: RemoteService, account: TeamAccount, at: number, mode: SyncMode): Promise<void> {
    const onProgress = (come: number, total: number) => {
      progress = {come, total}
      announce()
    }
    const {signal} = controller
    const {groupListRefusedAt} = account
    const asksForGroups = mode === 'now' || groupListRefusedAt === undefined || Math.abs(at - groupListRefusedAt) > day
    const snapshot = await fetchRemoteState({service, asksForGroups, onProgress, signal}, change, at)
    await change(draft => {
      applySnapshot(draft, library, snapshot)
      const idempotencyKeyTtl = service.getIdempotencyKeyTtl()
      updateAccount(draft, {idempotencyKeyTtl, ...getListingGaps(snapshot)})
      if (asksForGroups) storeGroupListRefusal(draft, snapshot.groups === null ? at : null)
    })
    progress = null
    await announceChanges()
  }

  const startSending = (service: RemoteService, isAnswering: () => boolean) => ({
    service,
    change,
    library,
    signal: controller.signal,
    chance: deps.chance,
    isAnswering,
    hasSentOne() {
      hasSent = true
      announce()
    },
  })

  /** Repeats POSTs without a response, so that the list cannot duplicate their records. */
  async function repeatCreations(service: RemoteService, now: number): Promise<void> {
    const tasks = await change(draft => getDueTasks(listTasks(draft, now), now).filter(({isRepeated}) => isRepeated))
    await sendTasks(
      startSending(service, () => hasSent),
      tasks,
    )
  }

  /** `startedAt`: when the account was read. Returns whether there was a task. */
  async function sendAll(service: RemoteService, startedAt: number, isFull: boolean): Promise<boolean> {
    const isAnswering = () => isFull || hasSent
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
  }

  async function syncOnce(mode: SyncMode): Promise<void> {
    const account = await accountNow()
    if (account === null) return
    const {failure} = account
    // After the last attempt the user has to act.
    if (
      mode !== 'now' &&
      failure?.code === 'key' &&
      (failure.retryAt === null || isUpcoming(failure.retryAt, library.now()))
    )
      return
    // Only a sync that the user starts ignores Retry-After.
    if (mode === 'changes' && failure?.code === 'too-many-requests' && isUpcoming(failure.retryAt, library.now()))
      return
    const startedAt = library.now()
    const before = changes
    hasSent = false
    announce()
    const service = deps.openService(account, controller.signal)
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
      const isToKeep = isFull && (account.synced === null || account.failure !== null || changes !== before)
      updateAccount(draft, {failure: null, ...(isToKeep && {synced: {at, rules}})})
    })
    if (isFull) await tryOrNull(() => lastCheck.write(at))
    unstoredFailure = null
  }

  async function recordFailure(error: unknown, mode: SyncMode): Promise<void> {
    if (controller.signal.aborted) return
    const last = await failureNow()
    const isFirst = hasSent || mode === 'now' || !isSameFailure(last, error)
    const before = isFirst ? 0 : (last?.times ?? 0)
    const failure = toSyncFailure(error, before + 1, library.now(), deps.chance())
    unstoredFailure = failure
    await tryOrNull(() => change(draft => updateAccount(draft, {failure})))
  }

  async function scheduleNext(): Promise<void> {
    const failure = await failureNow()
    if (failure) return deps.schedule(failure.retryAt && Math.min(failure.retryAt, library.now() + longestDelay))
    const account = await accountOrNone()
    if (account === null) return deps.schedule(null)
    const again = await tryOrNull(() => change(draft => getNextRetryTime(draft, library.now())))
    deps.schedule(Math.min(library.now() + account.every * minute, again ?? Infinity))
  }

  async function runAll(): Promise<void> {
    const stayAlive = () => {
      announce()
      deps.schedule(library.now() + resumeAfter)
    }
    const keepAlive = setInterval(stayAlive, keepAliveInterval)
    deps.schedule(library.now() + resumeAfter)
    try {
      await tryOrNull(() => deps.markUnfinished(true))
      while (nextMode !== undefined) {
        const mode = nextMode
        nextMode = undefined
        controller = new AbortController()
        try {
          await syncOnce(mode)
        } catch (error) {
          await recordFailure(error, mode)
        }
      }
    } finally {
      clearInterval(keepAlive)
      progress = null
      running = undefined
    }
    await tryOrNull(() => deps.markUnfinished(false))
    await scheduleNext()
    await tryOrNull(announceChanges)
    announce()
  }

  function run(mode: SyncMode): Promise<void> {
    if (endings > 0) return Promise.resolve()
    nextMode = (['now', 'whole'] as const).find(each => mode === each || nextMode === each) ?? 'changes'
    running ??= runAll()
    return running
  }

  async function endAccount(action: (draft: LibraryDraft) => void): Promise<void> {
    endings++
    try {
      nextMode = undefined
      controller.abort()
      await running
      unstoredFailure = null
      await change(action)
    } finally {
      endings--
    }
  }

  async function changeAndSync(action: (draft: LibraryDraft) => void): Promise<void> {
    await change(action)
    await tryOrNull(announceChanges)
    void run('changes')
  }

  async function connectNow(url: string, key: string, since: number): Promise<void> {
    const before = await accountNow()
    const isOther = before !== null && (before.url !== url || (before.key !== key && !(await isKeyOfAccount(url, key))))
    if (disconnects !== since) return
    await endAccount(draft => connectAccount(draft, library, url, key, isOther))
    await tryOrNull(announceChanges)
    await tryOrNull(() => lastCheck.write(null))
    void run('whole')
  }

  async function isKeyOfAccount(url: string, key: string): Promise<boolean> {
    const known = await change(getRemoteIds)
    return withConnectFaults(() => isSameAccount(deps.openService({url, key}), known))
  }

  return {
    run,
    stop: () => controller.abort(),
    async view() {
      const now = library.now()
      const view = await change(draft => createTeamView(draft, now, {isSyncing: running !== undefined, progress}))
      if (view === null) return null
      const at = await tryOrNull(lastCheck.read)
      const failure = view.failure ?? unstoredFailure
      const retryAt =
        failure && failure.retryAt !== null && failure.retryAt <= now + longestDelay ? failure.retryAt : null
      return {
        ...view,
        synced: view.synced && {...view.synced, at: at ?? view.synced.at},
        // After the clock was set back, a retry time may be too far ahead.
        failure: failure && {...failure, retryAt},
      }
    },
    async connect(asked) {
      const [url, key] = [parseAccountUrl(asked.url, asked.plain === true), parseApiKey(asked.key)]
      const since = disconnects
      if (!asked.untried) await withConnectFaults(() => deps.openService({url, key}).listRules({pageSize: 1}))
      const connected = connecting.then(() => connectNow(url, key, since))
      connecting = connected.catch(() => undefined)
      return connected
    },
    async disconnect(keep) {
      disconnects++
      await endAccount(draft => disconnectAccount(draft, library, keep))
      await tryOrNull(() => lastCheck.write(null))
      deps.schedule(null)
      await tryOrNull(announceChanges)
      announce()
    },
    async setEvery(minutes) {
      const every = Math.min(
        syncIntervals.max,
        Math.max(syncIntervals.min, Math.round(minutes) || syncIntervals.default),
      )
      await change(draft => updateAccount(draft, {every}))
      if (running === undefined) await scheduleNext()
      announce()
    },
    answer: (id, answer) => changeAndSync(draft => answerQuestion(draft, library, id, answer)),
    settle: (id, choice) => changeAndSync(draft => resolveConflict(draft, library, id, choice)),
    retry: ids => changeAndSync(draft => retryChanges(draft, ids)),
    drop: ids => changeAndSync(draft => discardChanges(draft, library, ids)),
  }
}
