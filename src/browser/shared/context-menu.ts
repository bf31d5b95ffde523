import type {Menus} from 'webextension-polyfill'
import {browser} from './worker-browser'

/** Each item is named after the field of the click that it uses. */
type ItemName = 'pageUrl' | 'srcUrl' | 'linkUrl'

/** Removes all items first, since Chrome keeps them across updates. */
export async function createContextMenu(titles: Readonly<Record<ItemName, string>>): Promise<void> {
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

export function openNewRule(clicked: Menus.OnClickData): void {
  const name = clicked.menuItemId as ItemName
  const at = new URLSearchParams({[name]: clicked[name] ?? ''}).toString()
  void browser.tabs.create({url: `/options.html#/rules/new?${at}`})
}
