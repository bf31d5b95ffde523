import {formatError, formatReason} from '../sentences/faults'
import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Group} from '../../model/group'
import type {WorkerClient} from '../../messaging/messages'
import type {Status} from '../../model/rule'
import {noAnswerCode, type ServiceError} from '../../api/service-error'
import type {LibraryView, RuleView, LibraryPart, LibraryMark} from '../../model/views'
import {isJsonEqual} from '../json-equality'
import {getSearchText} from '../search'
import {commonTexts} from '../../locales/common'
import {createRefresh} from './refresh'
import {createToasts, type Toasts} from './toasts'

/** Its signal changes only with this rule, so a switch draws one row. */
export type Row = ReadonlySignal<RuleView>
type Overlay = ReadonlyMap<string, {readonly on: boolean}>

/** Brings the rules back with `work`. */
type RestoreRules = <T>(work: () => Promise<T>) => Promise<T | undefined>

export type LibraryState = {
  readonly toasts: Toasts
  readonly isLoaded: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<string | null>
  readonly engineFailure: ReadonlySignal<string | null>
  readonly isPaused: ReadonlySignal<boolean>
  readonly trashedCount: ReadonlySignal<number>
  readonly groups: ReadonlySignal<readonly Group[]>
  readonly teamGroups: ReadonlySignal<readonly string[]>
  /** In the user's order, as far as they are loaded. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** How many rules there are, known before all rows have come. */
  readonly ruleCount: ReadonlySignal<number>
  readonly isComplete: ReadonlySignal<boolean>
  /** Grows with each change of a row. Reading it is cheaper than subscribing to ten thousand rows. */
  readonly revision: ReadonlySignal<number>
  getRow(id: string): Row | undefined
  refresh(): Promise<void>
  /** These change the page at once and undo it where the worker refuses, which resolves to false. */
  setPaused(paused: boolean): Promise<boolean>
  switchRules(ids: readonly string[], on: boolean): Promise<boolean>
  switchGroup(id: string, on: boolean): Promise<boolean>
  /** Resolves to a function that brings them back, or to undefined where it was refused. */
  deleteRules(ids: readonly string[]): Promise<RestoreRules | undefined>
  /** Runs steps one after the other, for those that depend on the order. */
  runInOrder<T>(step: () => Promise<T>): Promise<T>
  /** Runs `work`, reads the library again, and reports an error in a toast. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>
  stop(): void
}

/** Milliseconds between readings after an error. */
const shortestPause = 1_000
const longestPause = 30_000

export const toStatus = (on: boolean): Status => (on ? 'Active' : 'Inactive')
type LibraryHeader = Omit<LibraryView, 'rules'>
const emptyHeader: LibraryHeader = {paused: false, groups: [], teamGroups: [], trashed: 0, trouble: null}

/**
 * The library of the worker with the changes that are not confirmed yet. `whenFree` delays all but the
 * first part of a large library.
 */
export function createLibraryState(client: WorkerClient, whenFree?: () => Promise<void>): LibraryState {
  const toasts = createToasts()
  const isLoaded = signal(false)
  const failure = signal<string | null>(null)
  const header = signal<LibraryHeader>(emptyHeader)
  const switchOverlay = signal<Overlay>(new Map())
  const pauseOverlay = signal<{readonly on: boolean} | null>(null)
  const order = signal<readonly string[]>([])
  const visibleOrder = createVisibleOrder(order)
  const isComplete = signal(false)
  const rows = signal<readonly Row[]>([])
  const revision = signal(0)
  /** Each rule as the worker sent it, and its row with the changes since. */
  const workerRules = new Map<string, {readonly view: RuleView; readonly row: Signal<RuleView>}>()

  const overlaid = (view: RuleView): RuleView => {
    const on = switchOverlay.peek().get(view.id)?.on
    if (on === undefined || view.rule === null || view.rule.status === toStatus(on)) return view
    return {...view, rule: {...view.rule, status: toStatus(on)}}
  }

  function show(view: RuleView): void {
    const next = overlaid(view)
    const row = workerRules.get(view.id)?.row ?? signal(next)
    workerRules.set(view.id, {view, row})
    // An equal object would draw the row again and drop its search text.
    if (isJsonEqual(row.peek(), next)) return
    row.value = next
    revision.value = revision.peek() + 1
  }

  function forget(): void {
    const ids = new Set([...order.peek(), ...visibleOrder.order.peek()])
    for (const id of workerRules.keys()) if (!ids.has(id)) workerRules.delete(id)
  }

  function arrange(): void {
    const next: Row[] = []
    for (const id of visibleOrder.order.peek()) {
      const row = workerRules.get(id)?.row
      if (row) next.push(row)
      if (next.length === workerRules.size) break
    }
    const known = rows.peek()
    if (next.length !== known.length || next.some((row, index) => row !== known[index])) rows.value = next
  }

  let unread: readonly RuleView[] = []
  function take(part: LibraryPart): void {
    batch(() => {
      header.value = part
      failure.value = null
      isLoaded.value = true
      if (part.isWhole) isComplete.value = true
      if (part.order) {
        order.value = part.order
        if (workerRules.size > 0) forget()
      }
      for (const view of part.rules) show(view)
      // Prepares the search in small parts, before the first letter is typed.
      for (const view of unread) getSearchText(view)
      unread = part.rules
      if (part.order || part.rules.length > 0) arrange()
    })
  }

  let mark: LibraryMark | undefined
  let pause = shortestPause
  const {refresh, stop} = createRefresh(async () => {
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
      const {code} = error as Partial<ServiceError>
      failure.value = code === noAnswerCode ? commonTexts('unreachableText') : formatError(error)
      const now = pause
      pause = Math.min(pause * 2, longestPause)
      return now
    }
  })

  async function done<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await work()
      await refresh()
      return answer
    } catch (error) {
      // A worker that died on the way may have kept the change all the same.
      await refresh()
      toasts.reportError(error)
      return undefined
    }
  }
  function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const doing = done(work)
    toasts.trackWork(doing)
    return doing
  }

  const lay = (ids: readonly string[], change: (next: Map<string, {readonly on: boolean}>, id: string) => void) => {
    const next = new Map(switchOverlay.peek())
    for (const id of ids) change(next, id)
    batch(() => {
      switchOverlay.value = next
      for (const id of ids) {
        const known = workerRules.get(id)
        if (known) show(known.view)
      }
    })
  }

  /** Switches at once, and back where it is refused. A later request keeps its own state. */
  async function optimistic(ids: readonly string[], on: boolean, work: () => Promise<unknown>): Promise<boolean> {
    const mine = {on}
    lay(ids, (next, id) => next.set(id, mine))
    const answer = await run(work)
    lay(ids, (next, id) => next.get(id) === mine && next.delete(id))
    return answer !== undefined
  }

  async function arranged<T>(change: () => () => void, work: () => Promise<T>): Promise<T | undefined> {
    const lift = batch(() => {
      const takeAway = change()
      arrange()
      return takeAway
    })
    const answer = await run(work)
    batch(() => {
      lift()
      arrange()
    })
    return answer
  }

  const runInOrder = createQueue()
  /** Switching and deleting wait until deleted rules are back. */
  let comingBack: Promise<unknown> | undefined
  async function deleteRules(ids: readonly string[]): Promise<RestoreRules | undefined> {
    const before = visibleOrder.order.peek()
    const views = ids.flatMap(id => workerRules.get(id)?.view ?? [])
    const answer = await arranged(
      () => visibleOrder.without(ids),
      () => client.ask('rules.delete', {ids: [...ids]}),
    )
    if (answer === undefined) return undefined
    return work =>
      (comingBack = arranged(
        () => {
          for (const view of views) if (!workerRules.has(view.id)) show(view)
          return visibleOrder.withAgain(ids, before)
        },
        () => runInOrder(work),
      ))
  }

  const groups = computed(() => {
    const laid = switchOverlay.value
    return header.value.groups.map(group => {
      const on = laid.get(group.id)?.on
      return on === undefined ? group : {...group, status: toStatus(on)}
    })
  })

  const unsubscribe = client.onChange(() => void refresh())
  void refresh()

  return {
    toasts,
    isLoaded,
    failure,
    engineFailure: computed(() => header.value.trouble && formatReason(header.value.trouble)),
    isPaused: computed(() => pauseOverlay.value?.on ?? header.value.paused),
    trashedCount: computed(() => header.value.trashed + order.value.length - visibleOrder.order.value.length),
    groups,
    teamGroups: computed(() => header.value.teamGroups),
    rows,
    ruleCount: computed(() => visibleOrder.order.value.length),
    isComplete,
    revision,
    getRow(id) {
      // Subscribes to rows that come and go.
      void rows.value
      return visibleOrder.isGone(id) ? undefined : workerRules.get(id)?.row
    },
    refresh,
    runInOrder,
    run,
    async setPaused(paused) {
      const mine = {on: paused}
      pauseOverlay.value = mine
      const answer = await run(() => client.ask('rules.pause', {paused}))
      if (pauseOverlay.peek() === mine) pauseOverlay.value = null
      return answer !== undefined
    },
    switchRules: (ids, on) =>
      optimistic(ids, on, async () => {
        await comingBack
        return client.ask('rules.switch', {ids: [...ids], on})
      }),
    async switchGroup(id, on) {
      if (!header.peek().groups.some(each => each.id === id)) return false
      return optimistic([id], on, () => client.ask('group.change', {id, changes: {status: toStatus(on)}}))
    },
    deleteRules,
    stop() {
      unsubscribe()
      stop()
    },
  }
}

/** Runs steps one after the other. */
function createQueue(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return step => {
    const mine = last.then(step, step)
    last = mine
    return mine
  }
}

type Order = readonly string[]
type OrderChange = (order: Order) => Order

/** Puts `ids` back behind their neighbours in `before`. */
function insertAtFormerPositions(order: Order, ids: ReadonlySet<string>, before: Order): Order {
  const first: string[] = []
  const after = new Map(order.map(id => [id, [id]]))
  let last = first
  for (const id of before) {
    const own = after.get(id)
    if (own) last = own
    else if (ids.has(id)) last.push(id)
  }
  return [...first, ...[...after.values()].flat()]
}

/** The order with deleted and restored rules that the store has not confirmed yet. */
function createVisibleOrder(kept: ReadonlySignal<Order>) {
  const revision = signal<readonly OrderChange[]>([])
  const order = computed(() => revision.value.reduce((now, change) => change(now), kept.value))
  const visibleOrder = computed(() => new Set(order.value))
  const lay = (change: OrderChange) => {
    revision.value = [...revision.peek(), change]
    return () => {
      revision.value = revision.peek().filter(each => each !== change)
    }
  }
  return {
    order,
    isGone: (id: string): boolean => revision.peek().length > 0 && !visibleOrder.peek().has(id),
    /** Hides rules; the result shows them again. */
    without(given: Order) {
      const ids = new Set(given)
      return lay(now => now.filter(id => !ids.has(id)))
    },
    /** Shows deleted rules in their places before; the result hides them again. */
    withAgain(given: Order, before: Order) {
      const ids = new Set(given)
      return lay(now => insertAtFormerPositions(now, ids, before))
    },
  }
}
