import type {InPageMatch, PageMessageHandlers, PageMessageBody, PageSender} from '../messaging/page-messages'
import type {LibraryView} from '../model/views'
import {addCodeFailure, type CodeFailures} from './code-failures'

// Chrome remembers its own matches in a closed document for as long.
const maxAgeMs = 5 * 60_000
const maxStoredMatches = 2_000

export const noTab = -1

const dropOldMatches = (matches: readonly InPageMatch[], now: number): readonly InPageMatch[] =>
  matches.filter(({tabId, time}) => tabId !== noTab || now - time < maxAgeMs).slice(-maxStoredMatches)

/** Adds the counts of a document, and assigns earlier matches of it and its frames to this tab. */
export function addMatches(
  stored: readonly InPageMatch[],
  {counts}: PageMessageBody<'page.applied'>,
  {tab, document}: PageSender,
  now: number,
): readonly InPageMatch[] {
  const current = stored.map(match =>
    match.document === document || match.page === document ? {...match, tabId: tab} : match,
  )
  const isCounted = ({rule, ...match}: InPageMatch) =>
    match.document === document && rule !== undefined && rule in counts
  const counted = Object.entries(counts).map(([rule, count]) => ({
    browserRule: 0 as const,
    rule,
    document,
    tabId: tab,
    time: now,
    // Matches from the delay page may be listed several times.
    count: current
      .filter(match => isCounted(match) && match.rule === rule)
      .reduce((sum, match) => sum + match.count, count),
  }))
  return dropOldMatches([...current.filter(match => !isCounted(match)), ...counted], now)
}

const assignToPage = (
  stored: readonly InPageMatch[],
  {tab, document}: PageSender,
  page: string,
): readonly InPageMatch[] => stored.map(match => (match.document === document ? {...match, tabId: tab, page} : match))

/** Moves the matches of the delay page, and the browser rule that opened it, to the next page. */
export function moveToDocument(
  stored: readonly InPageMatch[],
  from: string,
  {tab, document}: PageSender,
  led: number | undefined,
  now: number,
): {readonly matches: readonly InPageMatch[]; readonly count: number} {
  const moved = stored.filter(match => match.document === from).map(match => ({...match, document, tabId: tab}))
  const delayMatches = led === undefined ? [] : [{browserRule: led, document, tabId: tab, time: now, count: 1}]
  const matches = [...stored.filter(match => match.document !== from), ...moved, ...delayMatches]
  return {matches: dropOldMatches(matches, now), count: moved.length + delayMatches.length}
}

export type PageMessageDependencies = {
  readonly openRunner: () => Promise<void>
  readonly isTabOpen: (id: number) => Promise<boolean>
  readonly view: () => Promise<LibraryView>
  /** Changes run one after the other; resolves to whether anything changed. */
  readonly updateFailures: (change: (stored: CodeFailures) => CodeFailures) => Promise<boolean>
  readonly updateMatches: (change: (stored: readonly InPageMatch[]) => readonly InPageMatch[]) => Promise<boolean>
  readonly addToBadge: (tab: number, count: number) => Promise<void>
  /** The document of the tab after the delay page; null where it is not a web page. */
  readonly documentAfter: (left: PageSender) => Promise<string | null>
  /** The document of the tab if it existed at this time, else null. */
  readonly documentSince: (tab: number, time: number) => Promise<string | null>
  readonly announce: () => Promise<void>
  readonly now: () => number
}

const sumCounts = ({counts}: PageMessageBody<'page.applied'>): number =>
  Object.values(counts).reduce((sum, each) => sum + each, 0)

export const createPageMessageHandlers = (dependencies: PageMessageDependencies): PageMessageHandlers => ({
  'page.runner': () => dependencies.openRunner(),
  'page.tab': ({tab}) => dependencies.isTabOpen(tab),
  async 'page.failed'(message) {
    const view = await dependencies.view()
    if (await dependencies.updateFailures(stored => addCodeFailure(stored, message, view, dependencies.now())))
      await dependencies.announce()
  },
  async 'page.applied'(message, from) {
    await dependencies.updateMatches(stored => addMatches(stored, message, from, dependencies.now()))
    // Chrome already counts the rules that opened the delay page.
    if (!from.isOwn) await dependencies.addToBadge(from.tab, sumCounts(message))
  },
  async 'page.back'(_body, from) {
    await dependencies.updateMatches(stored => addMatches(stored, {counts: {}}, from, dependencies.now()))
  },
  async 'page.left'(message, from) {
    await dependencies.updateMatches(stored => addMatches(stored, message, {...from, tab: noTab}, dependencies.now()))
    const {goesOn, led, opened} = message
    // Chrome does not report whether the document was a page or a frame.
    if (opened) {
      const page = await dependencies.documentSince(from.tab, opened)
      // The badge already counts for the next page.
      if (page === null) return
      await dependencies.updateMatches(stored => assignToPage(stored, from, page))
      await dependencies.addToBadge(from.tab, sumCounts(message))
    }
    if (!from.isOwn || goesOn === undefined) return
    const document = await dependencies.documentAfter(from)
    if (document === null) return
    let movedCount = 0
    await dependencies.updateMatches(stored => {
      const {matches, count} = moveToDocument(stored, from.document, {tab: from.tab, document}, led, dependencies.now())
      movedCount = count
      return matches
    })
    // For a frame, Chrome keeps counting for its page.
    if (goesOn === 'tab' && movedCount > 0) await dependencies.addToBadge(from.tab, movedCount)
  },
})
