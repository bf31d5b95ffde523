import {formatError, formatReason} from '../sentences/faults'
import {batch, computed, signal, type ReadonlySignal} from '@preact/signals'
import type {Group} from '../../model/group'
import type {WorkerClient} from '../../messaging/messages'
import {noAnswerCode, type ServiceError} from '../../api/service-error'
import type {LibraryView, LibraryPart, LibraryMark} from '../../model/views'
import {commonTexts} from '../../locales/common'
import {createLibraryRows, toStatus, type Row} from './library-rows'
import {createRefresh} from './refresh'
import {createToasts, type Toasts} from './toasts'

export {toStatus, type Row} from './library-rows'

export type LibraryState = {
  readonly toasts: Toasts
  readonly isLoaded: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<string | null>
  readonly engineFailure: ReadonlySignal<string | null>
  readonly isPaused: ReadonlySignal<boolean>
  readonly trashedCount: ReadonlySignal<number>
  readonly groups: ReadonlySignal<readonly Group[]>
  readonly teamGroups: ReadonlySignal<readonly string[]>
  /** The loaded rules in the user's order. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** The number of all rules, known before all rows are loaded. */
  readonly ruleCount: ReadonlySignal<number>
  readonly isComplete: ReadonlySignal<boolean>
  /** Increases with each change of a row. Cheaper than subscribing to ten thousand rows. */
  readonly revision: ReadonlySignal<number>
  getRow(id: string): Row | undefined
  refresh(): Promise<void>
  /** These update the page at once and revert it, resolving to false, if the worker refuses. */
  setPaused(paused: boolean): Promise<boolean>
  switchRules(ids: readonly string[], on: boolean): Promise<boolean>
  switchGroup(id: string, on: boolean): Promise<boolean>
  /** Runs commands one after the other, for those that depend on the order. */
  runInOrder<T>(step: () => Promise<T>): Promise<T>
  /** Runs `work`, reads the library again, and reports an error in a toast. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>
  stop(): void
}

/** Milliseconds between readings after an error. */
const shortestPause = 1_000
const longestPause = 30_000

type LibraryHeader = Omit<LibraryView, 'rules'>
const emptyHeader: LibraryHeader = {paused: false, groups: [], teamGroups: [], trashed: 0, trouble: null}

/** Reads the library part by part. After an error it reads again with growing pauses. */
function createReader(
  client: WorkerClient,
  take: (part: LibraryPart) => void,
  fail: (error: unknown) => void,
  whenFree?: () => Promise<void>,
) {
  let mark: LibraryMark | undefined
  let pause = shortestPause
  return createRefresh(async () => {
    try {
      for (;;) {
        const part = await client.ask('library.read', mark ? {since: mark} : {})
        take(part)
        ;({mark} = part)
        if (part.isWhole) break
        await whenFree?.()
      }
      pause = shortestPause
      return undefined
    } catch (error) {
      fail(error)
      const now = pause
      pause = Math.min(pause * 2, longestPause)
      return now
    }
  })
}

/**
 * The library of the worker with the changes that are not confirmed yet.
 * `whenFree` delays all but the first part of a large library.
 */
export function createLibraryState(client: WorkerClient, whenFree?: () => Promise<void>): LibraryState {
  const toasts = createToasts()
  const isLoaded = signal(false)
  const isComplete = signal(false)
  const failure = signal<string | null>(null)
  const header = signal<LibraryHeader>(emptyHeader)
  const pauseOverlay = signal<{readonly on: boolean} | null>(null)
  const libraryRows = createLibraryRows()
  const {rows, revision, switches, order, getRow} = libraryRows

  const take = (part: LibraryPart) =>
    batch(() => {
      header.value = part
      failure.value = null
      isLoaded.value = true
      if (part.isWhole) isComplete.value = true
      libraryRows.take(part.rules, part.order)
    })
  const fail = (error: unknown) => {
    const {code} = error as Partial<ServiceError>
    failure.value = code === noAnswerCode ? commonTexts('unreachableText') : formatError(error)
  }
  const {refresh, stop} = createReader(client, take, fail, whenFree)

  async function runAndRefresh<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work()
      await refresh()
      return result
    } catch (error) {
      // A worker that died may have stored the change.
      await refresh()
      toasts.reportError(error)
      return undefined
    }
  }
  function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const running = runAndRefresh(work)
    toasts.trackWork(running)
    return running
  }
  const switchAtOnce = async (ids: readonly string[], on: boolean, work: () => Promise<unknown>) =>
    (await libraryRows.switchDuring(ids, on, () => run(work))) !== undefined

  const groups = computed(() =>
    header.value.groups.map(group => {
      const on = switches.value.get(group.id)?.on
      return on === undefined ? group : {...group, status: toStatus(on)}
    }),
  )

  const unsubscribe = client.onChange(() => void refresh())
  void refresh()

  return {
    toasts,
    isLoaded,
    failure,
    engineFailure: computed(() => header.value.trouble && formatReason(header.value.trouble)),
    isPaused: computed(() => pauseOverlay.value?.on ?? header.value.paused),
    trashedCount: computed(() => header.value.trashed),
    groups,
    teamGroups: computed(() => header.value.teamGroups),
    rows,
    ruleCount: computed(() => order.value.length),
    isComplete,
    revision,
    getRow,
    refresh,
    runInOrder: createQueue(),
    run,
    async setPaused(paused) {
      const mine = {on: paused}
      pauseOverlay.value = mine
      const result = await run(() => client.ask('rules.pause', {paused}))
      if (pauseOverlay.peek() === mine) pauseOverlay.value = null
      return result !== undefined
    },
    switchRules: (ids, on) => switchAtOnce(ids, on, () => client.ask('rules.switch', {ids: [...ids], on})),
    async switchGroup(id, on) {
      if (!header.peek().groups.some(each => each.id === id)) return false
      return switchAtOnce([id], on, () => client.ask('group.change', {id, changes: {status: toStatus(on)}}))
    },
    stop() {
      unsubscribe()
      stop()
    },
  }
}

/** Runs commands one after the other. */
function createQueue(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return step => {
    const mine = last.then(step, step)
    last = mine
    return mine
  }
}
