import type {PopupSurface} from '../ui/popup/surface'
import {allSites} from './all-sites'
import {browser} from './browser'
import {pageSurface} from './page-surface'

/** In the waiting page a tab is about the page that was asked for, whose address comes after three commas. */
const askedFor = (url: string): string => url.replace(/^chrome-e[^#]*#(?:\w+,){3}/, '')

/** The browser around the popup. */
export const popupSurface: PopupSurface = {
  ...pageSurface,
  openOptions(hash) {
    const url = browser.runtime.getURL(`/options.html${hash}`)
    void browser.tabs.create({url}).then(() => window.close())
  },
  async currentTab() {
    // Opened as a page of its own, the popup is told which tab it is about.
    const asked = new URLSearchParams(location.search).get('tab')
    const [tab] = asked
      ? [await browser.tabs.get(Number(asked))]
      : await browser.tabs.query({active: true, currentWindow: true})
    return {id: tab?.id, url: tab?.url && askedFor(tab.url)}
  },
  onNavigated(listener) {
    const hear = (tab: number, {url}: {readonly url?: string}) =>
      void (url !== undefined && listener(tab, askedFor(url)))
    browser.tabs.onUpdated.addListener(hear)
    return () => browser.tabs.onUpdated.removeListener(hear)
  },
  wasThere: async (tab, time) => (await import('./tabs')).wasThere(tab, time),
  requestsOf: async tab => (await import('./page-requests')).requestsOf(tab),
  mayOnAllSites: () => browser.permissions.contains(allSites),
  isRulesOnSet: async () => typeof (await browser.storage.managed.get('rulesOn'))['rulesOn'] === 'boolean',
  close: () => window.close(),
}
