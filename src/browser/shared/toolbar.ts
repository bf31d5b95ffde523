import {browser} from './worker-browser'

const sizes = [16, 32, 48, 128] as const

const icons = (prefix: string): Record<string, string> =>
  Object.fromEntries(sizes.map(size => [String(size), `/icon/${prefix}${size}.png`]))

export const showPaused = (paused: boolean): Promise<void> =>
  browser.action.setIcon({path: icons(paused ? 'paused-' : '')})

type BadgeOptions =
  | {readonly displayActionCountAsBadgeText: boolean}
  | {readonly tabUpdate: {readonly tabId: number; readonly increment: number}}

const setBadge = (options: BadgeOptions): Promise<void> =>
  (
    browser.declarativeNetRequest as unknown as {setExtensionActionOptions(options: BadgeOptions): Promise<void>}
  ).setExtensionActionOptions(options)

/** The badge is Chrome's own count of the rules' actions in a tab. */
export const countOnBadge = (): Promise<void> => setBadge({displayActionCountAsBadgeText: true})

/** Adds actions inside a page, which Chrome does not count. The tab may be closed. */
export const addToBadge = (tabId: number, increment: number): Promise<void> =>
  setBadge({tabUpdate: {tabId, increment}}).catch(() => undefined)
