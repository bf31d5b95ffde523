import type {SyncMode, TeamSync} from '../model/team'
import type {LibraryTransaction} from '../storage/state'
import {createHttpClient} from '../api/http-client'
import {
  parseApiKey,
  parseAccountUrl,
  connectAccount,
  disconnectAccount,
  discardChanges,
  syncIntervals,
  retryChanges,
  updateAccount,
  resolveConflict,
} from './account'
import {isSameAccount, getRemoteIds} from './fetch-remote-state'
import {withConnectFaults, longestDelay} from './retry-delay'
import {
  createChanges,
  createSyncPass,
  tryOrNull,
  type Changes,
  type SyncDependencies,
  type SyncState,
} from './sync-pass'
import {getNextRetryTime} from './tasks'
import {createTeamView} from './team-view'

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

const minute = 60_000
/** Chrome stops a worker after 30 s without an API call: see `faults.test.ts`. */
const keepAliveInterval = 20_000
/** In milliseconds, the shortest delay of an alarm. */
const resumeAfter = 30_000

/** Runs one sync at a time. A call during a sync starts one more after it. */
function createSyncQueue(deps: SyncDependencies, state: SyncState, changes: Changes) {
  const {library, announce} = deps
  const {syncOnce, recordFailure} = createSyncPass(deps, state, changes)
  let running: Promise<void> | undefined
  let nextMode: SyncMode | undefined
  /** No sync starts while an account is being disconnected. */
  let endings = 0

  async function scheduleNext(): Promise<void> {
    const failure = await changes.getFailure()
    if (failure) return deps.schedule(failure.retryAt && Math.min(failure.retryAt, library.now() + longestDelay))
    const account = await changes.getAccountOrNull()
    if (account === null) return deps.schedule(null)
    const again = await tryOrNull(() => changes.change(draft => getNextRetryTime(draft, library.now())))
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
        state.controller = new AbortController()
        try {
          await syncOnce(mode)
        } catch (error) {
          await recordFailure(error, mode)
        }
      }
    } finally {
      clearInterval(keepAlive)
      state.progress = null
      running = undefined
    }
    await tryOrNull(() => deps.markUnfinished(false))
    await scheduleNext()
    await tryOrNull(changes.announceChanges)
    announce()
  }

  return {
    run(mode: SyncMode): Promise<void> {
      if (endings > 0) return Promise.resolve()
      nextMode = (['now', 'whole'] as const).find(each => mode === each || nextMode === each) ?? 'changes'
      running ??= runAll()
      return running
    },
    isRunning: () => running !== undefined,
    scheduleNext,
    /** Aborts the sync, then ends or replaces the account. */
    async endAccount(action: (draft: LibraryTransaction) => void): Promise<void> {
      endings++
      try {
        nextMode = undefined
        state.controller.abort()
        await running
        state.unstoredFailure = null
        await changes.change(action)
      } finally {
        endings--
      }
    },
  }
}

type SyncQueue = ReturnType<typeof createSyncQueue>

function createConnections(deps: SyncDependencies, changes: Changes, {run, endAccount}: SyncQueue) {
  const {library, lastCheck} = deps
  /** Connections run in sequence, so that no key is sent to another account's URL. */
  let connecting: Promise<void> = Promise.resolve()
  /** A disconnect cancels every connect that began before it. */
  let disconnects = 0

  async function isKeyOfAccount(url: string, key: string): Promise<boolean> {
    const known = await changes.change(getRemoteIds)
    return withConnectFaults(() => isSameAccount(deps.openService({url, key}), known))
  }

  async function connectNow(url: string, key: string, since: number): Promise<void> {
    const before = await changes.getAccount()
    const isOther = before !== null && (before.url !== url || (before.key !== key && !(await isKeyOfAccount(url, key))))
    if (disconnects !== since) return
    await endAccount(draft => connectAccount(draft, library, url, key, isOther))
    await tryOrNull(changes.announceChanges)
    await tryOrNull(() => lastCheck.write(null))
    void run('whole')
  }

  return {
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
      await tryOrNull(changes.announceChanges)
      deps.announce()
    },
  } satisfies Partial<TeamSync>
}

export function createSync(deps: SyncDependencies): TeamSync {
  const {library} = deps
  const state: SyncState = {
    changes: 0,
    controller: new AbortController(),
    progress: null,
    unstoredFailure: null,
    hasSent: false,
  }
  const changes = createChanges(deps, state)
  const {change} = changes
  const queue = createSyncQueue(deps, state, changes)

  async function changeAndSync(action: (draft: LibraryTransaction) => void): Promise<void> {
    await change(action)
    await tryOrNull(changes.announceChanges)
    void queue.run('changes')
  }

  return {
    run: queue.run,
    stop: () => state.controller.abort(),
    async view() {
      const now = library.now()
      const view = await change(draft =>
        createTeamView(draft, now, {isSyncing: queue.isRunning(), progress: state.progress}),
      )
      if (view === null) return null
      const at = await tryOrNull(deps.lastCheck.read)
      const failure = view.failure ?? state.unstoredFailure
      const retryAt =
        failure && failure.retryAt !== null && failure.retryAt <= now + longestDelay ? failure.retryAt : null
      return {
        ...view,
        synced: view.synced && {...view.synced, at: at ?? view.synced.at},
        // After the clock was set back, a retry time may be too far ahead.
        failure: failure && {...failure, retryAt},
      }
    },
    ...createConnections(deps, changes, queue),
    async setEvery(minutes) {
      const every = Math.min(
        syncIntervals.max,
        Math.max(syncIntervals.min, Math.round(minutes) || syncIntervals.default),
      )
      await change(draft => updateAccount(draft, {every}))
      if (!queue.isRunning()) await queue.scheduleNext()
      deps.announce()
    },
    settle: (id, choice) => changeAndSync(draft => resolveConflict(draft, library, id, choice)),
    retry: ids => changeAndSync(draft => retryChanges(draft, ids)),
    drop: ids => changeAndSync(draft => discardChanges(draft, library, ids)),
  }
}
