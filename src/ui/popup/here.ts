import type {Seen} from '../state/applied'
import type {Acted} from '../state/applied-matches'

/** The tab that the popup was opened on, and what rules did there; null before that is known. */
export type Here =
  | {readonly kind: 'closed'}
  | {
      readonly kind: 'open'
      readonly url: string
      readonly host: string
      readonly acted: ReadonlyMap<string, Acted> | null
      readonly seen: Seen | null
    }

// Chrome lets no extension touch its store.
const closedHosts = new Set(['chromewebstore.google.com', 'chrome.google.com'])
const openSchemes = new Set(['http:', 'https:', 'file:'])

/** The page of a tab, where rules can change what it asks for. */
export function pageOf(url: string | undefined): URL | null {
  const page = url === undefined ? null : URL.parse(url)
  return page && openSchemes.has(page.protocol) && !closedHosts.has(page.hostname) ? page : null
}
