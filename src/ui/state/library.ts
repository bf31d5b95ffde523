import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Group} from '../../contract/group'
import type {WorkerClient} from '../../contract/messages'
import type {Status} from '../../contract/rule'
import {noAnswer, type ServiceError} from '../../contract/service-error'
import type {LibraryView, RuleView, LibraryPart, ReadMark} from '../../contract/views'
import {same} from '../same'
import {searchTextOf} from '../search'
import {common} from '../words'
import {createToasts, type Toasts} from './toasts'

/** One rule's row: its signal changes only when something about this rule does, so a switch draws one row. */
export type Row = ReadonlySignal<RuleView>
/** What was asked for last, of each id. */
type Overlay = ReadonlyMap<string, {readonly on: boolean}>

/** `work` brings rules back; where it is refused they are gone again. */
type BringBack = <T>(work: () => Promise<T>) => Promise<T | undefined>

export type LibraryState = {
  readonly toasts: Toasts
  /** False until the first answer of the worker. */
  readonly loaded: ReadonlySignal<boolean>
  /** Why the library could not be read, in words. */
  readonly failure: ReadonlySignal<string | null>
  readonly trouble: ReadonlySignal<string | null>
  readonly paused: ReadonlySignal<boolean>
  readonly trashed: ReadonlySignal<number>
  readonly groups: ReadonlySignal<readonly Group[]>
  /** The ids of those that are the team's. */
  readonly teamGroups: ReadonlySignal<readonly string[]>
  /** In the user's order; while a large library is still being read, those that have come so far. */
  readonly rows: ReadonlySignal<readonly Row[]>
  /** How many rules there are, known before all rows have come. */
  readonly size: ReadonlySignal<number>
  /** All rows have come. */
  readonly isWhole: ReadonlySignal<boolean>
  /** Grows whenever any row has changed. Who needs all rows reads this and peeks at them, which is cheaper than ten thousand subscriptions. */
  readonly changes: ReadonlySignal<number>
  rowOf(id: string): Row | undefined
  refresh(): Promise<void>
  /** These move at once, and go back where the store refuses; false then. */
  pause(paused: boolean): Promise<boolean>
  switchRules(ids: readonly string[], on: boolean): Promise<boolean>
  switchGroup(id: string, on: boolean): Promise<boolean>
  /** Answers how they are brought back, at once too; nothing where they are still there. */
  deleteRules(ids: readonly string[]): Promise<BringBack | undefined>
  /** One after the other, for steps that reckon with what the one before has led to: one line for the whole page, whichever part of it asks. */
  takeTurn<T>(step: () => Promise<T>): Promise<T>
  /** Does what was asked, reads again, and says a refusal in a toast. */
  run<T>(work: () => Promise<T>): Promise<T | undefined>
  stop(): void
}

export const statusOf = (on: boolean): Status => (on ? 'Active' : 'Inactive')
type Head = Omit<LibraryView, 'rules'>
const empty: Head = {paused: false, groups: [], teamGroups: [], trashed: 0, trouble: null}

/**
 * What the pages show of rules and groups: the worker's view, and above it what was switched and is not confirmed yet. All but the first
 * part of a large library is read once `whenFree` answers.
 */
export function createLibraryState(client: WorkerClient, whenFree?: () => Promise<void>): LibraryState {
  const toasts = createToasts()
  const loaded = signal(false)
  const failure = signal<string | null>(null)
  const truth = signal<Head>(empty)
  const switched = signal<Overlay>(new Map())
  const pausing = signal<{readonly on: boolean} | null>(null)
  const order = signal<readonly string[]>([])
  const shown = createShownOrder(order)
  const isWhole = signal(false)
  const rows = signal<readonly Row[]>([])
  const changes = signal(0)
  /** Each rule as the worker said it, and its row, which shows it with what was switched since. */
  const said = new Map<string, {readonly view: RuleView; readonly row: Signal<RuleView>}>()

  const overlaid = (view: RuleView): RuleView => {
    const on = switched.peek().get(view.id)?.on
    if (on === undefined || view.rule === null || view.rule.status === statusOf(on)) return view
    return {...view, rule: {...view.rule, status: statusOf(on)}}
  }

  function show(view: RuleView): void {
    const next = overlaid(view)
    const row = said.get(view.id)?.row ?? signal(next)
    said.set(view.id, {view, row})
    // An equal object would draw the row again and throw away its search text.
    if (same(row.peek(), next)) return
    row.value = next
    changes.value = changes.peek() + 1
  }

  function forget(): void {
    const ids = new Set([...order.peek(), ...shown.order.peek()])
    for (const id of said.keys()) if (!ids.has(id)) said.delete(id)
  }

  function arrange(): void {
    const next: Row[] = []
    for (const id of shown.order.peek()) {
      const row = said.get(id)?.row
      if (row) next.push(row)
      // The first parts of a large library hold few of all that are in the order.
      if (next.length === said.size) break
    }
    const known = rows.peek()
    if (next.length !== known.length || next.some((row, index) => row !== known[index])) rows.value = next
  }

  let unread: readonly RuleView[] = []
  const reader = createLibraryReader(client, {
    whenFree,
    take(part) {
      batch(() => {
        truth.value = part
        failure.value = null
        loaded.value = true
        if (part.isWhole) isWhole.value = true
        if (part.order) {
          order.value = part.order
          if (said.size > 0) forget()
        }
        for (const view of part.rules) show(view)
        // With the next part, a few at a time: neither the first rows nor the first letter of a search wait for all of them.
        for (const view of unread) searchTextOf(view)
        unread = part.rules
        if (part.order || part.rules.length > 0) arrange()
      })
    },
    fail(error) {
      const {code, message = String(error)} = error as Partial<ServiceError>
      failure.value = code === noAnswer ? common.unreachableText : message
    },
  })

  const {refresh} = reader
  async function done<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const answer = await work()
      await refresh()
      return answer
    } catch (error) {
      // A worker that died on the way may have kept the change all the same.
      await refresh()
      toasts.refuse(error)
      return undefined
    }
  }
  function run<T>(work: () => Promise<T>): Promise<T | undefined> {
    const doing = done(work)
    toasts.during(doing)
    return doing
  }

  const lay = (ids: readonly string[], change: (next: Map<string, {readonly on: boolean}>, id: string) => void) => {
    const next = new Map(switched.peek())
    for (const id of ids) change(next, id)
    batch(() => {
      switched.value = next
      for (const id of ids) {
        const known = said.get(id)
        if (known) show(known.view)
      }
    })
  }

  /** Moves the switches at once; they go back if the store refuses. What was asked for since stays where it was put. */
  async function optimistic(ids: readonly string[], on: boolean, work: () => Promise<unknown>): Promise<boolean> {
    const mine = {on}
    lay(ids, (next, id) => next.set(id, mine))
    const answer = await run(work)
    lay(ids, (next, id) => next.get(id) === mine && next.delete(id))
    return answer !== undefined
  }

  /** Does what changes which rules there are, and shows until then that it was done. */
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

  const takeTurn = createTurns()
  /** They are shown at once: who switches or deletes them right away does so once they are back. */
  let comingBack: Promise<unknown> | undefined
  async function deleteRules(ids: readonly string[]): Promise<BringBack | undefined> {
    const before = shown.order.peek()
    const views = ids.flatMap(id => said.get(id)?.view ?? [])
    const answer = await arranged(
      () => shown.without(ids),
      () => client.ask('rules.delete', {ids: [...ids]}),
    )
    if (answer === undefined) return undefined
    return work =>
      (comingBack = arranged(
        () => {
          for (const view of views) if (!said.has(view.id)) show(view)
          return shown.withAgain(ids, before)
        },
        () => takeTurn(work),
      ))
  }

  const groups = computed(() => {
    const laid = switched.value
    return truth.value.groups.map(group => {
      const on = laid.get(group.id)?.on
      return on === undefined ? group : {...group, status: statusOf(on)}
    })
  })

  const unsubscribe = client.onChange(() => void refresh())
  void refresh()

  return {
    toasts,
    loaded,
    failure,
    trouble: computed(() => truth.value.trouble),
    paused: computed(() => pausing.value?.on ?? truth.value.paused),
    trashed: computed(() => truth.value.trashed + order.value.length - shown.order.value.length),
    groups,
    teamGroups: computed(() => truth.value.teamGroups),
    rows,
    size: computed(() => shown.order.value.length),
    isWhole,
    changes,
    rowOf(id) {
      // Read, so that who asks hears of rows that come and go.
      void rows.value
      return shown.isGone(id) ? undefined : said.get(id)?.row
    },
    refresh,
    takeTurn,
    run,
    async pause(paused) {
      const mine = {on: paused}
      pausing.value = mine
      const answer = await run(() => client.ask('rules.pause', {paused}))
      if (pausing.peek() === mine) pausing.value = null
      return answer !== undefined
    },
    switchRules: (ids, on) =>
      optimistic(ids, on, async () => {
        await comingBack
        return client.ask('rules.switch', {ids: [...ids], on})
      }),
    async switchGroup(id, on) {
      if (!truth.peek().groups.some(each => each.id === id)) return false
      return optimistic([id], on, () => client.ask('group.change', {id, changes: {status: statusOf(on)}}))
    },
    deleteRules,
    stop() {
      unsubscribe()
      reader.stop()
    },
  }
}

type LibraryReader = {
  /** Reads on. A change that arrives during a reading is read afterwards; many changes are read once. */
  refresh(): Promise<void>
  stop(): void
}

const shortestPause = 1_000
const longestPause = 30_000

/**
 * Reads the library part by part, and afterwards what has changed since. `take` is called for each part, `fail` once where a reading ends;
 * it is then tried again, after a pause that grows.
 */
function createLibraryReader(
  client: WorkerClient,
  {
    take,
    fail,
    whenFree,
  }: {
    readonly take: (part: LibraryPart) => void
    readonly fail: (error: unknown) => void
    /** The next part waits for it. */
    readonly whenFree: (() => Promise<void>) | undefined
  },
): LibraryReader {
  let mark: ReadMark | undefined
  let reading: Promise<void> | null = null
  let readAgain = false
  let pause = shortestPause
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function readParts(): Promise<void> {
    for (;;) {
      const part = await client.ask('library.read', mark ? {since: mark} : {})
      take(part)
      ;({mark} = part)
      if (part.isWhole) return
      await whenFree?.()
    }
  }

  async function read(): Promise<void> {
    clearTimeout(timer)
    do {
      readAgain = false
      try {
        await readParts()
        pause = shortestPause
      } catch (error) {
        fail(error)
        clearTimeout(timer)
        if (!isStopped) timer = setTimeout(() => void refresh(), pause)
        pause = Math.min(pause * 2, longestPause)
      }
    } while (readAgain)
    // Here, and not a turn later: who asks in between would be answered without a reading.
    reading = null
  }

  function refresh(): Promise<void> {
    if (reading) readAgain = true
    return (reading ??= read())
  }

  return {
    refresh,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** One after the other, each from where the one before has led: keys come faster than moves are done. */
function createTurns(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return step => {
    const mine = last.then(step, step)
    last = mine
    return mine
  }
}

type Order = readonly string[]
type Change = (order: Order) => Order

type ShownOrder = {
  /** The order of the store with what was asked for since. */
  readonly order: ReadonlySignal<Order>
  /** Whether a rule that the store still has is shown no longer. */
  isGone(id: string): boolean
  /** These lay a change over the order of the store; what they return takes it away again. */
  without(ids: Order): () => void
  withAgain(ids: Order, before: Order): () => void
}

/** Each of `ids` after the one that it stood after `before`. */
function joined(order: Order, ids: ReadonlySet<string>, before: Order): Order {
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

/** Which rules there are, with those that were deleted or brought back before the store has said so. */
function createShownOrder(kept: ReadonlySignal<Order>): ShownOrder {
  const changes = signal<readonly Change[]>([])
  const order = computed(() => changes.value.reduce((now, change) => change(now), kept.value))
  const shown = computed(() => new Set(order.value))
  const lay = (change: Change) => {
    changes.value = [...changes.peek(), change]
    return () => {
      changes.value = changes.peek().filter(each => each !== change)
    }
  }
  return {
    order,
    isGone: id => changes.peek().length > 0 && !shown.peek().has(id),
    without(given) {
      const ids = new Set(given)
      return lay(now => now.filter(id => !ids.has(id)))
    },
    withAgain(given, before) {
      const ids = new Set(given)
      return lay(now => joined(now, ids, before))
    },
  }
}
