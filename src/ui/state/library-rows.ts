import {batch, computed, signal, type ReadonlySignal, type Signal} from '@preact/signals'
import type {Status} from '../../model/rule'
import type {RuleView} from '../../model/views'
import {isJsonEqual} from '../json-equality'
import {getSearchText} from '../search'

/** Changes only with this rule, so that a switch renders one row. */
export type Row = ReadonlySignal<RuleView>
type Switch = {readonly on: boolean}

export const toStatus = (on: boolean): Status => (on ? 'Active' : 'Inactive')

/** The rows of the worker's rules, with changes that it has not confirmed yet. */
export function createLibraryRows() {
  const switches = signal<ReadonlyMap<string, Switch>>(new Map())
  const order = signal<Order>([])
  const visibleOrder = createVisibleOrder(order)
  const rows = signal<readonly Row[]>([])
  const revision = signal(0)
  /** Each rule as the worker sent it, and its row with unconfirmed changes. */
  const workerRules = new Map<string, {readonly view: RuleView; readonly row: Signal<RuleView>}>()

  function applySwitch(view: RuleView): RuleView {
    const on = switches.peek().get(view.id)?.on
    if (on === undefined || view.rule === null || view.rule.status === toStatus(on)) return view
    return {...view, rule: {...view.rule, status: toStatus(on)}}
  }

  function show(view: RuleView): void {
    const next = applySwitch(view)
    const row = workerRules.get(view.id)?.row ?? signal(next)
    workerRules.set(view.id, {view, row})
    // An equal object would render the row again and drop its search text.
    if (isJsonEqual(row.peek(), next)) return
    row.value = next
    revision.value = revision.peek() + 1
  }

  function forgetRemoved(): void {
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

  /** Changes the visible order while `work` runs. */
  async function arrangeDuring<T>(change: () => () => void, work: () => Promise<T>): Promise<T> {
    const revert = batch(() => {
      const revertChange = change()
      arrange()
      return revertChange
    })
    const result = await work()
    batch(() => {
      revert()
      arrange()
    })
    return result
  }

  function changeSwitches(ids: readonly string[], change: (next: Map<string, Switch>, id: string) => void): void {
    const next = new Map(switches.peek())
    for (const id of ids) change(next, id)
    batch(() => {
      switches.value = next
      for (const id of ids) {
        const known = workerRules.get(id)
        if (known) show(known.view)
      }
    })
  }

  let withoutSearchText: readonly RuleView[] = []
  return {
    rows,
    revision,
    switches,
    visibleOrder: visibleOrder.order,
    deletedCount: computed(() => order.value.length - visibleOrder.order.value.length),
    take(views: readonly RuleView[], newOrder: Order | null): void {
      if (newOrder) {
        order.value = newOrder
        if (workerRules.size > 0) forgetRemoved()
      }
      for (const view of views) show(view)
      // Prepares the search in small parts, before the first letter is typed.
      for (const view of withoutSearchText) getSearchText(view)
      withoutSearchText = views
      if (newOrder || views.length > 0) arrange()
    },
    getRow(id: string): Row | undefined {
      // Subscribes to added and removed rows.
      void rows.value
      return visibleOrder.isGone(id) ? undefined : workerRules.get(id)?.row
    },
    /** Switches rules or groups while `work` runs. A later request keeps its own state. */
    async switchDuring<T>(ids: readonly string[], on: boolean, work: () => Promise<T>): Promise<T> {
      const mine = {on}
      changeSwitches(ids, (next, id) => next.set(id, mine))
      const result = await work()
      changeSwitches(ids, (next, id) => next.get(id) === mine && next.delete(id))
      return result
    },
    /** Hides rules while `work` runs. `restoreDuring` shows them again while its work runs. */
    deleteDuring<T>(ids: readonly string[], work: () => Promise<T>) {
      const before = visibleOrder.order.peek()
      const views = ids.flatMap(id => workerRules.get(id)?.view ?? [])
      const showAgain = () => {
        for (const view of views) if (!workerRules.has(view.id)) show(view)
        return visibleOrder.withAgain(ids, before)
      }
      return {
        result: arrangeDuring(() => visibleOrder.without(ids), work),
        restoreDuring: <R>(restoring: () => Promise<R>): Promise<R> => arrangeDuring(showAgain, restoring),
      }
    },
  }
}

type Order = readonly string[]
type OrderChange = (order: Order) => Order

/** Inserts `ids` behind their neighbours in `before`. */
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
function createVisibleOrder(stored: ReadonlySignal<Order>) {
  const revision = signal<readonly OrderChange[]>([])
  const order = computed(() => revision.value.reduce((now, change) => change(now), stored.value))
  const visibleOrder = computed(() => new Set(order.value))
  const add = (change: OrderChange) => {
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
      return add(now => now.filter(id => !ids.has(id)))
    },
    /** Shows deleted rules at their former positions; the result hides them again. */
    withAgain(given: Order, before: Order) {
      const ids = new Set(given)
      return add(now => insertAtFormerPositions(now, ids, before))
    },
  }
}
