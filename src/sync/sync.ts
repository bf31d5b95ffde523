import type {RemoteService} from '../api/rule-service'
import type {SyncFailure, SyncWay, TeamAccount, TeamSync, TeamView} from '../model/team'
import type {LibraryDependencies} from '../storage/needs'
import type {RemoteError} from '../api/http-error'
import {hasChanges, type LibraryDraft} from '../storage/state'
import {
  answerQuestion,
  checkedKey,
  checkedUrl,
  connectTo,
  disconnect,
  drop,
  everyMinutes,
  noteGroupList,
  retry,
  setAccount,
  settleConflict,
} from './account'
import {needsList} from './creation'
import {failureOf, isSameKind, tried, isAhead, longest} from './wait'
import {adoptGroups, due, nextTry, outgoing} from './outgoing'
import {look, isSameAccount, knownOf} from './look'
import {leftOut, takeIn} from './pulling'
import {sendEach} from './send'
import {viewOf} from './view'
import {createHttpClient} from '../api/http-client'

/** In milliseconds. */
const timeout = 30_000

export const openTeam = (needs: Omit<SyncNeeds, 'openService' | 'chance'>): TeamSync =>
  createSync({
    ...needs,
    chance: () => Math.random(),
    openService: ({url, key}, signal) =>
      createHttpClient({
        baseUrl: url,
        apiKey: key,
        // `fetch` must not be called as a method.
        fetch: (...given) => fetch(...given),
        now: needs.library.now,
        timeout,
        ...(signal && {signal}),
      }),
  })

type SyncNeeds = {
  change<T>(doing: (work: LibraryDraft) => T): Promise<T>
  readonly library: LibraryDependencies
  openService(account: Pick<TeamAccount, 'url' | 'key'>, signal?: AbortSignal): RemoteService
  chance(): number
  changed(): Promise<void>
  announce(): void
  /** When the account was last compared, in milliseconds since 1970; kept in the session, so that a check writes nothing to the database. */
  readonly lastLook: {read(): Promise<number | null>; write(at: number | null): Promise<void>}
  markUnfinished(isUnfinished: boolean): Promise<void>
  /** Schedules the next `run`, in milliseconds since 1970; null for never. */
  schedule(at: number | null): void
}

async function attempt<T>(doing: () => Promise<T>): Promise<T | null> {
  try {
    return await doing()
  } catch {
    return null
  }
}

const minute = 60_000
const day = 24 * 60 * minute
/** Chrome ends a worker after 30 s without an API call, so the pages are informed more often. */
const signOfLife = 20_000
/** In milliseconds, the shortest delay of an alarm. */
const resumeAfter = 30_000
/** What is sent can make more to send, as a group does for its rules. */
const rounds = 4

export function createSync(needs: SyncNeeds): TeamSync {
  const {library, announce, lastLook} = needs
  let changes = 0
  let inStep = 0
  let running: Promise<void> | undefined
  let wanted: SyncWay | undefined
  let controller = new AbortController()
  /** While an account is about to end, no sync starts. */
  let endings = 0
  /** One after the other, or a key would go to the address of another account. */
  let connecting: Promise<void> = Promise.resolve()
  /** A Disconnect ends every Connect that began before it. */
  let disconnects = 0
  let progress: TeamView['progress'] = null
  let untold: SyncFailure | null = null
  /** Progress resets the retry time. */
  let hasSent = false

  const change = <T>(doing: (work: LibraryDraft) => T): Promise<T> =>
    needs.change(work => {
      const {team} = work.values
      const answer = doing(work)
      if (work.values.team !== team || hasChanges(work)) changes++
      return answer
    })
  async function keepInStep(): Promise<void> {
    if (inStep === changes) return
    inStep = changes
    await needs.changed()
  }

  const accountNow = () => change(({values}) => values.team)
  const accountOrNone = () => attempt(accountNow)
  const failureNow = async () => (await accountOrNone())?.failure ?? untold

  async function takeWhole(service: RemoteService, account: TeamAccount, at: number, way: SyncWay): Promise<void> {
    const onProgress = (come: number, total: number) => {
      progress = {come, total}
      announce()
    }
    const {signal} = controller
    const {groupListRefusedAt} = account
    const asksForGroups = way === 'now' || groupListRefusedAt === undefined || Math.abs(at - groupListRefusedAt) > day
    const seen = await look({service, asksForGroups, onProgress, signal}, change, at)
    await change(work => {
      takeIn(work, library, seen)
      const idempotencyKeyTtl = service.getIdempotencyKeyTtl()
      setAccount(work, {idempotencyKeyTtl, ...leftOut(seen)})
      if (asksForGroups) noteGroupList(work, seen.groups === null ? at : null)
    })
    progress = null
    await keepInStep()
  }

  const startSending = (service: RemoteService, isAnswering: () => boolean) => ({
    service,
    change,
    library,
    signal: controller.signal,
    chance: needs.chance,
    isAnswering,
    hasSentOne() {
      hasSent = true
      announce()
    },
  })

  /** Repeats POSTs without a response, so that the list finds their records known here. */
  async function repeatCreations(service: RemoteService, now: number): Promise<void> {
    const tasks = await change(work => due(outgoing(work, now), now).filter(({isRepeated}) => isRepeated))
    await sendEach(
      startSending(service, () => hasSent),
      tasks,
    )
  }

  /** `looked`: when the account was read. Returns whether there was anything to send. */
  async function sendAll(service: RemoteService, looked: number, isWhole: boolean): Promise<boolean> {
    const isAnswering = () => isWhole || hasSent
    let failure: RemoteError | null = null
    let hasAsked = false
    for (let round = 0; round < rounds; round++) {
      const tasks = await change(work => {
        adoptGroups(work)
        return due(outgoing(work, looked), library.now())
      })
      if (tasks.length === 0) break
      hasAsked = true
      failure = (await sendEach(startSending(service, isAnswering), tasks)) ?? failure
      await keepInStep()
      if (failure && !isAnswering()) break
    }
    if (failure) throw failure
    return hasAsked
  }

  async function once(way: SyncWay): Promise<void> {
    const account = await accountNow()
    if (account === null) return
    const {failure} = account
    // After the last attempt the user has to act.
    if (
      way !== 'now' &&
      failure?.code === 'key' &&
      (failure.retryAt === null || isAhead(failure.retryAt, library.now()))
    )
      return
    // Only a request of the user ignores the service's Retry-After.
    if (way === 'changes' && failure?.code === 'too-many-requests' && isAhead(failure.retryAt, library.now())) return
    const looked = library.now()
    const before = changes
    hasSent = false
    announce()
    const service = needs.openService(account, controller.signal)
    const isWhole = way !== 'changes' || (await change(work => needsList(work, looked)))
    if (isWhole) {
      await repeatCreations(service, looked)
      await takeWhole(service, account, looked, way)
    }
    const hasAsked = await sendAll(service, looked, isWhole)
    // Nothing was requested, so the last result still holds.
    if (!isWhole && !hasAsked) return
    const at = library.now()
    await change(work => {
      const rules = work.rules.all().filter(({remote}) => remote !== undefined).length
      const isToKeep = isWhole && (account.synced === null || account.failure !== null || changes !== before)
      setAccount(work, {failure: null, ...(isToKeep && {synced: {at, rules}})})
    })
    if (isWhole) await attempt(() => lastLook.write(at))
    untold = null
  }

  async function told(error: unknown, way: SyncWay): Promise<void> {
    if (controller.signal.aborted) return
    const last = await failureNow()
    const isFirst = hasSent || way === 'now' || !isSameKind(last, error)
    const before = isFirst ? 0 : (last?.times ?? 0)
    const failure = failureOf(error, before + 1, library.now(), needs.chance())
    untold = failure
    await attempt(() => change(work => setAccount(work, {failure})))
  }

  async function scheduleNext(): Promise<void> {
    const failure = await failureNow()
    if (failure) return needs.schedule(failure.retryAt && Math.min(failure.retryAt, library.now() + longest))
    const account = await accountOrNone()
    if (account === null) return needs.schedule(null)
    const again = await attempt(() => change(work => nextTry(work, library.now())))
    needs.schedule(Math.min(library.now() + account.every * minute, again ?? Infinity))
  }

  async function runAll(): Promise<void> {
    const stayAlive = () => {
      announce()
      needs.schedule(library.now() + resumeAfter)
    }
    const signs = setInterval(stayAlive, signOfLife)
    needs.schedule(library.now() + resumeAfter)
    try {
      await attempt(() => needs.markUnfinished(true))
      while (wanted !== undefined) {
        const way = wanted
        wanted = undefined
        controller = new AbortController()
        try {
          await once(way)
        } catch (error) {
          await told(error, way)
        }
      }
    } finally {
      clearInterval(signs)
      progress = null
      running = undefined
    }
    await attempt(() => needs.markUnfinished(false))
    await scheduleNext()
    await attempt(keepInStep)
    announce()
  }

  function run(way: SyncWay): Promise<void> {
    if (endings > 0) return Promise.resolve()
    wanted = (['now', 'whole'] as const).find(each => way === each || wanted === each) ?? 'changes'
    running ??= runAll()
    return running
  }

  async function ending(doing: (work: LibraryDraft) => void): Promise<void> {
    endings++
    try {
      wanted = undefined
      controller.abort()
      await running
      untold = null
      await change(doing)
    } finally {
      endings--
    }
  }

  async function changing(doing: (work: LibraryDraft) => void): Promise<void> {
    await change(doing)
    await attempt(keepInStep)
    void run('changes')
  }

  async function connectNow(url: string, key: string, since: number): Promise<void> {
    const before = await accountNow()
    const isOther = before !== null && (before.url !== url || (before.key !== key && !(await leadsToKnown(url, key))))
    if (disconnects !== since) return
    await ending(work => connectTo(work, library, url, key, isOther))
    await attempt(keepInStep)
    await attempt(() => lastLook.write(null))
    void run('whole')
  }

  async function leadsToKnown(url: string, key: string): Promise<boolean> {
    const known = await change(knownOf)
    return tried(() => isSameAccount(needs.openService({url, key}), known))
  }

  return {
    run,
    stop: () => controller.abort(),
    async view() {
      const now = library.now()
      const view = await change(work => viewOf(work, now, {isSyncing: running !== undefined, progress}))
      if (view === null) return null
      const at = await attempt(lastLook.read)
      const failure = view.failure ?? untold
      const retryAt = failure && failure.retryAt !== null && failure.retryAt <= now + longest ? failure.retryAt : null
      return {
        ...view,
        synced: view.synced && {...view.synced, at: at ?? view.synced.at},
        // After the clock was set back, no retry time lies further ahead than the longest wait.
        failure: failure && {...failure, retryAt},
      }
    },
    async connect(asked) {
      const [url, key] = [checkedUrl(asked.url, asked.plain === true), checkedKey(asked.key)]
      const since = disconnects
      if (!asked.untried) await tried(() => needs.openService({url, key}).listRules({pageSize: 1}))
      const connected = connecting.then(() => connectNow(url, key, since))
      connecting = connected.catch(() => undefined)
      return connected
    },
    async disconnect(keep) {
      disconnects++
      await ending(work => disconnect(work, library, keep))
      await attempt(() => lastLook.write(null))
      needs.schedule(null)
      await attempt(keepInStep)
      announce()
    },
    async setEvery(minutes) {
      const every = Math.min(everyMinutes.most, Math.max(everyMinutes.least, Math.round(minutes) || everyMinutes.usual))
      await change(work => setAccount(work, {every}))
      if (running === undefined) await scheduleNext()
      announce()
    },
    answer: (id, answer) => changing(work => answerQuestion(work, library, id, answer)),
    settle: (id, choice) => changing(work => settleConflict(work, library, id, choice)),
    retry: ids => changing(work => retry(work, ids)),
    drop: ids => changing(work => drop(work, library, ids)),
  }
}
