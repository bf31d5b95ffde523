import type {ResourceType} from '../../contract/source'
import type {PageSurface} from '../surface'

/** What a page asked for, as far as it remembers: not by which method. */
export type SeenRequest = {
  readonly url: string
  readonly type: ResourceType
  /**
   * When each answer had come, in milliseconds since 1970, the last one last; when it was asked for last where the browser knows of no
   * answer.
   */
  readonly ended: readonly number[]
  /** The service worker of its site was asked first. */
  readonly isByWorker: boolean
  /** A fetch to which no answer came that a script may read. */
  readonly isUnanswered: boolean
  /** Our script in the page knows of it, and the browser of no answer: it was answered or stopped there, sent elsewhere, or waits. */
  readonly isOfRules: boolean
}

/** What a tab remembers. `openedAt`: when its page was opened, and `answeredAt` when it began to come, in milliseconds since 1970. */
export type SeenPage = {
  readonly requests: readonly SeenRequest[]
  readonly openedAt: number
  readonly answeredAt: number
  /** The page itself came by the service worker of its site. */
  readonly isByWorker: boolean
}

/** What the popup needs of the browser around it. */
export type PopupSurface = PageSurface & {
  /** Opens the options page at a place such as `#/rules/new/Redirect`. */
  openOptions(hash: string): void
  /** The tab that the popup was opened on; without a URL where the extension may not see it. */
  currentTab(): Promise<{readonly id?: number | undefined; readonly url?: string | undefined}>
  /** Calls back when a tab may have gone to another address, undefined for one that the extension may not see; returns how to stop. */
  onNavigated(listener: (tab: number, url: string | undefined) => unknown): () => void
  /** Whether the page of a tab stood there at this time already, in milliseconds since 1970, as far as a script may look. */
  wasThere(tab: number, time: number): Promise<boolean>
  /** Rejects where that cannot be known. */
  seenOf(tab: number): Promise<SeenPage>
  /** Whether it may see and change every site; else each as it is allowed, and the browser hides the others. */
  mayOnAllSites(): Promise<boolean>
  /** Whether the organisation has set "Rules on". */
  isRulesOnSet(): Promise<boolean>
  close(): void
}
