import type {PageAct, PageDeeds, PageSaid, PageSender} from '../contract/page-messages'
import type {LibraryView} from '../contract/views'
import {withFailure, type CodeFailures} from './code-failures'
import {noTab, withActs, withOnward, withPage} from './page-acts'

export type PageNeeds = {
  /** Answers when the runner listens. */
  readonly openRunner: () => Promise<void>
  readonly isTabOpen: (id: number) => Promise<boolean>
  readonly view: () => Promise<LibraryView>
  /** What is remembered until the browser is closed. Changed by one after the other; whether anything has changed. */
  readonly changeFailures: (change: (known: CodeFailures) => CodeFailures) => Promise<boolean>
  readonly changeActs: (change: (known: readonly PageAct[]) => readonly PageAct[]) => Promise<boolean>
  /** Counts on the badge of a tab what rules did inside its page. */
  readonly addToBadge: (tab: number, count: number) => Promise<void>
  /** The page of the tab once the waiting page has gone on; null where none of the web comes. It says when it is left. */
  readonly documentAfter: (left: PageSender) => Promise<string | null>
  /** The page of the tab, if it was there at this time already; else null. It says when it is left. */
  readonly documentSince: (tab: number, time: number) => Promise<string | null>
  /** Tells the open pages of the extension. */
  readonly announce: () => Promise<void>
  readonly now: () => number
}

const countOf = ({counts}: PageSaid<'page.applied'>): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0)

/** What the worker does about what scripts in pages tell it. */
export const pageDeeds = (needs: PageNeeds): PageDeeds => ({
  'page.runner': () => needs.openRunner(),
  'page.tab': ({tab}) => needs.isTabOpen(tab),
  async 'page.failed'(said) {
    const view = await needs.view()
    if (await needs.changeFailures(known => withFailure(known, said, view, needs.now()))) await needs.announce()
  },
  async 'page.applied'(said, from) {
    await needs.changeActs(known => withActs(known, said, from, needs.now()))
    // To the waiting page Chrome's own rules led, and are counted.
    if (!from.isOwn) await needs.addToBadge(from.tab, countOf(said))
  },
  async 'page.back'(_said, from) {
    await needs.changeActs(known => withActs(known, {counts: {}}, from, needs.now()))
  },
  async 'page.left'(said, from) {
    await needs.changeActs(known => withActs(known, said, {...from, tab: noTab}, needs.now()))
    const {goesOn, led, opened} = said
    // Chrome says of no document that is left whether it was the page or stood in it.
    if (opened) {
      const page = await needs.documentSince(from.tab, opened)
      // The badge of its tab is the next page's by now.
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
    // In a frame Chrome's own count of its page goes on.
    if (goesOn === 'tab' && done > 0) await needs.addToBadge(from.tab, done)
  },
})
