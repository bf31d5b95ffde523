import type {PopupSurface} from '../ui/popup/surface'
import {allSites} from './all-sites'
import {browser} from './browser'
import {withoutLeft} from './open-documents'
import {ownPageIn} from './own-page'
import {pageSurface, readActs} from './page-surface'
import {readPageTiming} from './page-timing'

type Seen = {readonly id?: number; readonly url?: string; readonly status?: string}

/** In the waiting page a tab is about the page that was asked for, whose address comes after three commas. Before 156 Chrome keeps that one from us, too. */
async function addressOf({id = -1, url}: Seen): Promise<string | undefined> {
  const own = url ?? (await ownPageIn(id))
  return own?.replace(/^chrome-e[^#]*#(?:\w+,){3}/, '')
}

async function ownTab() {
  // Opened as a page of its own, the popup is told which tab it is about.
  const asked = new URLSearchParams(location.search).get('tab')
  return asked
    ? browser.tabs.get(Number(asked))
    : browser.tabs.query({active: true, currentWindow: true}).then(([tab]) => tab)
}

/** The browser around the popup. */
export const popupSurface: PopupSurface = {
  ...pageSurface,
  acts: {
    ...pageSurface.acts,
    async read() {
      const acts = await readActs()
      return acts[0] ? withoutLeft(acts, (await ownTab())?.id) : acts
    },
  },
  openOptions(hash) {
    const url = browser.runtime.getURL(`/options.html${hash}`)
    void browser.tabs.create({url}).then(() => window.close())
  },
  async currentTab() {
    const tab = await ownTab()
    return {id: tab?.id, url: tab && (await addressOf(tab))}
  },
  onNavigated(listener) {
    // Of a page that the extension may not see it hears that one is loaded, and no address.
    const hear = (id: number, {url, status}: Seen, tab: Seen) =>
      void ((url ?? status) && addressOf(tab).then(address => listener(id, address, status === 'complete')))
    browser.tabs.onUpdated.addListener(hear)
    return () => browser.tabs.onUpdated.removeListener(hear)
  },
  readTiming: readPageTiming,
  mayOnAllSites: () => browser.permissions.contains(allSites),
  isRulesOnSet: async () => typeof (await browser.storage.managed.get('rulesOn'))['rulesOn'] === 'boolean',
  close: () => window.close(),
}
