import type {PageAct, PageDeeds, PageSaid, PageSender} from '../messaging/page-messages'
import type {LibraryView} from '../model/views'
import {withFailure, type CodeFailures} from './code-failures'

// Chrome remembers its own matches in a closed document for as long.
const longestMemory = 5 * 60_000
const mostKept = 2_000

export const noTab = -1

const fresh = (acts: readonly PageAct[], now: number): readonly PageAct[] =>
  acts.filter(({tabId, time}) => tabId !== noTab || now - time < longestMemory).slice(-mostKept)

/** Adds the counts of a document, and moves what it and its frames did to the tab where it is now. */
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
    // What rules did on the delay page may be listed more than once.
    count: back.filter(act => isCounted(act) && act.rule === rule).reduce((sum, act) => sum + act.count, count),
  }))
  return fresh([...back.filter(act => !isCounted(act)), ...counted], now)
}

const withPage = (known: readonly PageAct[], {tab, document}: PageSender, page: string): readonly PageAct[] =>
  known.map(act => (act.document === document ? {...act, tabId: tab, page} : act))

/** Assigns what the delay page reported, and the browser rule that led to it, to the page that followed. */
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

export type PageNeeds = {
  readonly openRunner: () => Promise<void>
  readonly isTabOpen: (id: number) => Promise<boolean>
  readonly view: () => Promise<LibraryView>
  /** Changed one after the other; answers whether anything has changed. */
  readonly changeFailures: (change: (known: CodeFailures) => CodeFailures) => Promise<boolean>
  readonly changeActs: (change: (known: readonly PageAct[]) => readonly PageAct[]) => Promise<boolean>
  readonly addToBadge: (tab: number, count: number) => Promise<void>
  /** The document of the tab after the delay page; null where it is no web page. */
  readonly documentAfter: (left: PageSender) => Promise<string | null>
  /** The document of the tab if it was there at this time already; else null. */
  readonly documentSince: (tab: number, time: number) => Promise<string | null>
  readonly announce: () => Promise<void>
  readonly now: () => number
}

const countOf = ({counts}: PageSaid<'page.applied'>): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0)

export const pageDeeds = (needs: PageNeeds): PageDeeds => ({
  'page.runner': () => needs.openRunner(),
  'page.tab': ({tab}) => needs.isTabOpen(tab),
  async 'page.failed'(said) {
    const view = await needs.view()
    if (await needs.changeFailures(known => withFailure(known, said, view, needs.now()))) await needs.announce()
  },
  async 'page.applied'(said, from) {
    await needs.changeActs(known => withActs(known, said, from, needs.now()))
    // Chrome counts the rules that led to the delay page.
    if (!from.isOwn) await needs.addToBadge(from.tab, countOf(said))
  },
  async 'page.back'(_said, from) {
    await needs.changeActs(known => withActs(known, {counts: {}}, from, needs.now()))
  },
  async 'page.left'(said, from) {
    await needs.changeActs(known => withActs(known, said, {...from, tab: noTab}, needs.now()))
    const {goesOn, led, opened} = said
    // Chrome does not tell whether the document was a page or a frame.
    if (opened) {
      const page = await needs.documentSince(from.tab, opened)
      // The badge counts for the next page by now.
      if (page === null) return
      await needs.changeActs(known => withPage(known, from, page))
      await needs.addToBadge(from.tab, countOf(said))
    }
    if (!from.isOwn || goesOn === undefined) return
    const document = await needs.documentAfter(from)
    if (document === null) return
    let done = 0
    await needs.changeActs(known => {
      const {acts, count} = withOnward(known, from.document, {tab: from.tab, document}, led, needs.now())
      done = count
      return acts
    })
    // For a frame Chrome goes on counting for its page.
    if (goesOn === 'tab' && done > 0) await needs.addToBadge(from.tab, done)
  },
})
