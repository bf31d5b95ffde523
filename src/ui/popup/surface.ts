import type {PageSurface} from '../surface'

/** What the popup needs of the browser around it. */
export type PopupSurface = PageSurface & {
  /** Opens the options page at a place such as `#/rules/new/Redirect`. */
  openOptions(hash: string): void
  /** The tab that the popup was opened on; without a URL where the extension may not see it. */
  currentTab(): Promise<{readonly id?: number | undefined; readonly url?: string | undefined}>
  close(): void
}
