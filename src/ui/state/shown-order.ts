import {computed, signal, type ReadonlySignal} from '@preact/signals'

type Order = readonly string[]
type Change = (order: Order) => Order

export type ShownOrder = {
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
export function createShownOrder(kept: ReadonlySignal<Order>): ShownOrder {
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
