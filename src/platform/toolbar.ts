import {browser} from './worker-browser'

const sizes = [16, 32, 48, 128] as const

const icons = (prefix: string): Record<string, string> =>
  Object.fromEntries(sizes.map(size => [String(size), `/icon/${prefix}${size}.png`]))

/** The toolbar icon: grey while all rules are paused. */
export const showPaused = (paused: boolean): Promise<void> =>
  browser.action.setIcon({path: icons(paused ? 'paused-' : '')})

/** The badge is Chrome's own count of what rules did on the tab; it costs nothing while nobody looks. */
export const countOnBadge = (): Promise<void> =>
  // The polyfill's types do not know this one yet.
  (
    browser.declarativeNetRequest as unknown as {
      setExtensionActionOptions(options: {displayActionCountAsBadgeText: boolean}): Promise<void>
    }
  ).setExtensionActionOptions({displayActionCountAsBadgeText: true})
