import type {PageRequests} from '../../simulator/idle-reason'
import type {PageBrowserAdapter} from '../browser-adapter'

/** What the resource timing of a page lists. `openedAt`: milliseconds since 1970. */
export type PageTiming = Pick<PageRequests, 'requests'> & {readonly openedAt: number}

export type PopupSurface = PageBrowserAdapter & {
  openOptions(hash: string): void
  /** The tab that the popup was opened on; without a URL where the extension may not see it. */
  currentTab(): Promise<{readonly id?: number | undefined; readonly url?: string | undefined}>
  /** Calls back when a tab goes to another address, undefined for one that the extension may not see, and when it is loaded; returns how to stop. */
  onNavigated(listener: (tab: number, url: string | undefined, isLoaded: boolean) => unknown): () => void
  /** Rejects where no script may read the page. */
  readTiming(tab: number): Promise<PageTiming>
  /** True if it may see and change every site; else the browser hides the sites not allowed. */
  mayOnAllSites(): Promise<boolean>
  isRulesOnSet(): Promise<boolean>
  close(): void
}
