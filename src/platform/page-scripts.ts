import {pageRulesKey} from '../contract/page-plan'
import type {PageScripts} from '../engine/ports'
import {installInPages} from './install-in-pages'
import {browser} from './worker-browser'

/** Pages by chrome.scripting and storage.local, where the plan is kept as long as the scripts are registered. */
export const pageScripts: PageScripts = {
  async install(wanted) {
    const kept = (await browser.storage.local.get(pageRulesKey))[pageRulesKey] as string | undefined
    // Most have no rule for pages, and then there is nothing to do at any wake.
    if (wanted !== null || kept !== undefined) await installInPages(wanted, kept)
  },
}
