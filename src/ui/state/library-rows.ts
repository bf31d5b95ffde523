import {batch, signal, type ReadonlySignal, type Signal} from '@preact/signals'
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
  const order = signal<readonly string[]>([])
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
    const ids = new Set(order.peek())
    for (const id of workerRules.keys()) if (!ids.has(id)) workerRules.delete(id)
  }

  function arrange(): void {
    const next: Row[] = []
    for (const id of order.peek()) {
      const row = workerRules.get(id)?.row
      if (row) next.push(row)
      if (next.length === workerRules.size) break
    }
    const known = rows.peek()
    if (next.length !== known.length || next.some((row, index) => row !== known[index])) rows.value = next
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
    order: order as ReadonlySignal<readonly string[]>,
    take(views: readonly RuleView[], newOrder: readonly string[] | null): void {
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
      return workerRules.get(id)?.row
    },
    /** Switches rules or groups while `work` runs. A later request keeps its own state. */
    async switchDuring<T>(ids: readonly string[], on: boolean, work: () => Promise<T>): Promise<T> {
      const mine = {on}
      changeSwitches(ids, (next, id) => next.set(id, mine))
      const result = await work()
      changeSwitches(ids, (next, id) => next.get(id) === mine && next.delete(id))
      return result
    },
  }
}
