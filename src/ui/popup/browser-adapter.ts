import type {PageRequests} from '../../simulator/no-match-reason'
import type {PageBrowserAdapter} from '../browser-adapter'

/** The requests in the resource timing of a page. `openedAt` is in milliseconds since 1970. */
export type PageTiming = Pick<PageRequests, 'requests'> & {readonly openedAt: number}

export type PopupBrowserAdapter = PageBrowserAdapter & {
  openOptions(hash: string): void
  /** The active tab, without a URL if the extension has no access to it. */
  currentTab(): Promise<{readonly id?: number | undefined; readonly url?: string | undefined}>
  /** Reports navigations and finished loads, without a URL if there is no access to it. */
  onNavigated(listener: (tab: number, url: string | undefined, isLoaded: boolean) => unknown): () => void
  /** Rejects if scripts cannot access the page. */
  readTiming(tab: number): Promise<PageTiming>
  /** Whether the extension has access to all sites. The browser hides URLs of other sites. */
  hasAccessToAllSites(): Promise<boolean>
  isRulesOnManaged(): Promise<boolean>
  close(): void
}
