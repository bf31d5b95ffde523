import type {Acted} from '../state/applied-matches'

/** The page of the tab that the popup was opened on. */
export type Here =
  {readonly kind: 'closed'} | {readonly kind: 'open'; readonly id: number; readonly url: string; readonly host: string}

/** What rules did there, by their ids. */
export type Did = {
  readonly acted: ReadonlyMap<string, Acted>
  /** Whether Chrome has told what its own rules did there. */
  readonly hasSaid: boolean
  /** How much of it is known, where that is not all. */
  readonly note: string
}

// Chrome lets no extension touch its store.
const closedHosts = new Set(['chromewebstore.google.com', 'chrome.google.com'])
const openSchemes = new Set(['http:', 'https:', 'file:'])

/** The page of a tab, where rules can change what it asks for; undefined where Chrome does not tell which it is. */
export function pageOf(url: string | undefined): URL | null | undefined {
  const page = url && URL.parse(url)
  if (!page) return undefined
  return openSchemes.has(page.protocol) && !closedHosts.has(page.hostname) ? page : null
}
