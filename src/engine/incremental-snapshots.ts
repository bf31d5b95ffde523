import type {LibraryPart, LibraryView, LibraryMark, RuleView} from '../model/views'

// A message with a thousand rules would block a page for longer than a frame.
const rulesPerPart = 250
// A popup with 1,000 rules draws its first rows 20 ms earlier from a small first message.
const rulesInFirstPart = 40

const isSameView = (a: RuleView, b: RuleView) =>
  a.rule === b.rule &&
  a.record === b.record &&
  a.inForce === b.inForce &&
  a.isTeam === b.isTeam &&
  String(a.browserRules) === String(b.browserRules) &&
  (a.problems === b.problems || JSON.stringify(a.problems) === JSON.stringify(b.problems))

const isPinned = ({rule}: RuleView) => Number(rule?.isFavourite === true)

/**
 * Sends the library in parts. Each changed rule gets a new stamp, and a page receives the rules
 * with stamps above its last one.
 */
export function createIncrementalSnapshots(workerId: string): (view: LibraryView, since?: LibraryMark) => LibraryPart {
  const versions = new Map<string, {readonly view: RuleView; readonly stamp: number}>()
  let lastView: LibraryView | undefined
  let order: readonly string[] = []
  let orderStamp = 0
  let stamp = 0

  function update(view: LibraryView) {
    const ids = view.rules.map(({id}) => id)
    if (lastView === undefined || ids.length !== order.length || ids.some((id, index) => id !== order[index])) {
      order = ids
      orderStamp++
      const present = new Set(ids)
      for (const id of versions.keys()) if (!present.has(id)) versions.delete(id)
    }
    const rules = lastView === undefined ? view.rules.toSorted((a, b) => isPinned(b) - isPinned(a)) : view.rules
    for (const rule of rules) {
      const before = versions.get(rule.id)
      if (before === undefined || !isSameView(before.view, rule)) versions.set(rule.id, {view: rule, stamp: ++stamp})
    }
    lastView = view
  }

  return (view, since) => {
    if (view !== lastView) update(view)
    const {rules: _all, ...head} = view
    const from = since?.life === workerId ? since.stamp : 0
    const changed = [...versions.values()].filter(each => each.stamp > from).toSorted((a, b) => a.stamp - b.stamp)
    const sent = changed.slice(0, from === 0 ? rulesInFirstPart : rulesPerPart)
    const isWhole = sent.length === changed.length
    return {
      ...head,
      mark: {life: workerId, stamp: isWhole ? stamp : (sent.at(-1)?.stamp ?? stamp), order: orderStamp},
      order: since?.life === workerId && since.order === orderStamp ? null : order,
      rules: sent.map(each => each.view),
      isWhole,
    }
  }
}
