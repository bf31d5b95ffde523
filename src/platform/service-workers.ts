import {browser} from './browser'

/** Whether pages have a service worker that what they send goes to: the browser tells of nothing that it answers. */
export type PageWorkers = {
  /** Looks at a document that stands in this tab. */
  look(tab: number, document: string): void
  /** Whether it had one when it was looked at. */
  has(document: string): boolean
}

export function watchPageWorkers(): PageWorkers {
  const having = new Set<string>()
  const look = async (tabId: number, document: string) => {
    // The polyfill's types lag behind Chrome's.
    const target = {tabId, documentIds: [document]} as never
    const func = () => Boolean(navigator.serviceWorker?.controller)
    const [seen] = await browser.scripting.executeScript({target, injectImmediately: true, func})
    if (seen?.result === true) having.add(document)
  }
  return {
    look(tab, document) {
      // It may be left by now, or have none for good, as one in a sandbox.
      if (!having.has(document)) look(tab, document).catch(() => undefined)
    },
    has: document => having.has(document),
  }
}
