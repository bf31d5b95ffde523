import type {PopupSurface} from '../ui/popup/surface'
import {browser} from './browser'
import {pageSurface} from './page-surface'

/** The browser around the popup. */
export const popupSurface: PopupSurface = {
  ...pageSurface,
  openOptions(hash) {
    const url = browser.runtime.getURL(`/options.html${hash}`)
    void browser.tabs.create({url}).then(() => window.close())
  },
  async currentTab() {
    const [tab] = await browser.tabs.query({active: true, currentWindow: true})
    return {...(tab?.id === undefined ? {} : {id: tab.id}), ...(tab?.url === undefined ? {} : {url: tab.url})}
  },
  close: () => window.close(),
}
