import type {PageAct, PageSaid, PageSender} from '../contract/page-messages'

// As long as Chrome remembers what its own rules did in a document that was left.
const longestMemory = 5 * 60_000
const mostKept = 2_000

/** Where a document is that was left: it did things, in no tab. */
export const noTab = -1

const fresh = (acts: readonly PageAct[], now: number): readonly PageAct[] =>
  acts.filter(({tabId, time}) => tabId !== noTab || now - time < longestMemory).slice(-mostKept)

/** With what a document says that rules did in it. It may have come back from where it was left, or be left now, and with it what was done in frames that it no longer has. */
export function withActs(
  known: readonly PageAct[],
  {counts}: PageSaid<'page.applied'>,
  {tab, document}: PageSender,
  now: number,
): readonly PageAct[] {
  const back = known.map(act => (act.document === document || act.page === document ? {...act, tabId: tab} : act))
  const isCounted = ({rule, ...act}: PageAct) => act.document === document && rule !== undefined && rule in counts
  const counted = Object.entries(counts).map(([rule, count]) => ({
    browserRule: 0 as const,
    rule,
    document,
    tabId: tab,
    time: now,
    // What was done on the way to it may stand there more than once.
    count: back.filter(act => isCounted(act) && act.rule === rule).reduce((sum, act) => sum + act.count, count),
  }))
  return fresh([...back.filter(act => !isCounted(act)), ...counted], now)
}

/** With what was done in a frame standing with the page that had it, and is still there. */
export const withPage = (known: readonly PageAct[], {tab, document}: PageSender, page: string): readonly PageAct[] =>
  known.map(act => (act.document === document ? {...act, tabId: tab, page} : act))

/** With what was done on the way to a page now standing with that page, and how much that is: what the waiting page said, and the browser rule that led to it. */
export function withOnward(
  known: readonly PageAct[],
  from: string,
  {tab, document}: PageSender,
  led: number | undefined,
  now: number,
): {readonly acts: readonly PageAct[]; readonly count: number} {
  const moved = known.filter(act => act.document === from).map(act => ({...act, document, tabId: tab}))
  const leading = led === undefined ? [] : [{browserRule: led, document, tabId: tab, time: now, count: 1}]
  const acts = [...known.filter(act => act.document !== from), ...moved, ...leading]
  return {acts: fresh(acts, now), count: moved.length + leading.length}
}
