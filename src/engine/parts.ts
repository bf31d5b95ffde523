import type {LibraryPart, LibraryView, LibraryMark, RuleView} from '../model/views'

// A message with a thousand rules would block a page for longer than a frame.
const rulesAtOnce = 250
// A popup with 1,000 rules draws its first rows 20 ms earlier from a small first message.
const rulesAtFirst = 40

const alike = (a: RuleView, b: RuleView) =>
  a.rule === b.rule &&
  a.record === b.record &&
  a.inForce === b.inForce &&
  a.isTeam === b.isTeam &&
  String(a.browserRules) === String(b.browserRules) &&
  (a.problems === b.problems || JSON.stringify(a.problems) === JSON.stringify(b.problems))

const isPinned = ({rule}: RuleView) => Number(rule?.isFavourite === true)

/** Sends the library in parts: each changed rule gets a new stamp, and a page gets what came after its last one. `life` names this worker. */
export function createParts(life: string): (view: LibraryView, since?: LibraryMark) => LibraryPart {
  const known = new Map<string, {readonly view: RuleView; readonly stamp: number}>()
  let taken: LibraryView | undefined
  let order: readonly string[] = []
  let orderStamp = 0
  let stamp = 0

  function take(view: LibraryView) {
    const ids = view.rules.map(({id}) => id)
    if (taken === undefined || ids.length !== order.length || ids.some((id, index) => id !== order[index])) {
      order = ids
      orderStamp++
      const present = new Set(ids)
      for (const id of known.keys()) if (!present.has(id)) known.delete(id)
    }
    const rules = taken === undefined ? view.rules.toSorted((a, b) => isPinned(b) - isPinned(a)) : view.rules
    for (const rule of rules) {
      const before = known.get(rule.id)
      if (before === undefined || !alike(before.view, rule)) known.set(rule.id, {view: rule, stamp: ++stamp})
    }
    taken = view
  }

  return (view, since) => {
    if (view !== taken) take(view)
    const {rules: _all, ...head} = view
    const from = since?.life === life ? since.stamp : 0
    const news = [...known.values()].filter(each => each.stamp > from).toSorted((a, b) => a.stamp - b.stamp)
    const sent = news.slice(0, from === 0 ? rulesAtFirst : rulesAtOnce)
    const isWhole = sent.length === news.length
    return {
      ...head,
      mark: {life, stamp: isWhole ? stamp : (sent.at(-1)?.stamp ?? stamp), order: orderStamp},
      order: since?.life === life && since.order === orderStamp ? null : order,
      rules: sent.map(each => each.view),
      isWhole,
    }
  }
}
