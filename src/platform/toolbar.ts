import {browser} from './worker-browser'

const sizes = [16, 32, 48, 128] as const

const icons = (prefix: string): Record<string, string> =>
  Object.fromEntries(sizes.map(size => [String(size), `/icon/${prefix}${size}.png`]))

/** The toolbar icon: grey while all rules are paused. */
export const showPaused = (paused: boolean): Promise<void> =>
  browser.action.setIcon({path: icons(paused ? 'paused-' : '')})

type BadgeOptions =
  | {readonly displayActionCountAsBadgeText: boolean}
  | {readonly tabUpdate: {readonly tabId: number; readonly increment: number}}

const setBadge = (options: BadgeOptions): Promise<void> =>
  // The polyfill's types do not know this one yet.
  (
    browser.declarativeNetRequest as unknown as {setExtensionActionOptions(options: BadgeOptions): Promise<void>}
  ).setExtensionActionOptions(options)

/** The badge is Chrome's own count of what rules did on the tab; it costs nothing while nobody looks. */
export const countOnBadge = (): Promise<void> => setBadge({displayActionCountAsBadgeText: true})

/** Adds what rules did inside a page, of which Chrome knows nothing. A tab may be gone by then. */
export const addToBadge = (tabId: number, increment: number): Promise<void> =>
  setBadge({tabUpdate: {tabId, increment}}).catch(() => undefined)
