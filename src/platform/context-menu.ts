import type {Menus} from 'webextension-polyfill'
import {browser} from './worker-browser'

/** An item is called as what it takes from what was clicked. */
type ItemName = 'pageUrl' | 'srcUrl' | 'linkUrl'

/** Chrome keeps the items; made anew, a new version has no item twice. No rule is for pages that are not of the web. */
export async function offerMenu(titles: Readonly<Record<ItemName, string>>): Promise<void> {
  await browser.contextMenus.removeAll()
  const contexts = {pageUrl: 'page', srcUrl: 'image', linkUrl: 'link'} as const
  for (const [id, context] of Object.entries(contexts))
    browser.contextMenus.create({
      id,
      title: titles[id as ItemName],
      contexts: [context],
      documentUrlPatterns: ['*://*/*', 'file:///*'],
    })
}

/** Opens what makes a rule for what was clicked. */
export function openFor(clicked: Menus.OnClickData): void {
  const name = clicked.menuItemId as ItemName
  const at = new URLSearchParams({[name]: clicked[name] ?? ''}).toString()
  void browser.tabs.create({url: `/options.html#/rules/new?${at}`})
}
