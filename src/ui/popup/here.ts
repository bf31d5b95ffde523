import type {Acted} from '../state/applied-matches'

/** The tab that the popup was opened on. `acted` is null where Chrome does not say what rules did there. */
export type Here =
  | {readonly kind: 'closed'}
  | {
      readonly kind: 'open'
      readonly url: string
      readonly host: string
      readonly acted: ReadonlyMap<string, Acted> | null
      /** Whose deeds they were is known of all rules. */
      readonly isWhole: boolean
    }

// Chrome lets no extension touch its store.
const closedHosts = new Set(['chromewebstore.google.com', 'chrome.google.com'])
const openSchemes = new Set(['http:', 'https:', 'file:'])

/** The page of a tab, where rules can change what it asks for. */
export function pageOf(url: string | undefined): URL | null {
  const page = url === undefined ? null : URL.parse(url)
  return page && openSchemes.has(page.protocol) && !closedHosts.has(page.hostname) ? page : null
}
