import type {Page} from '@playwright/test'
import type {LaunchedExtension} from './browser'

type Tab = {readonly id: number; readonly url?: string}
type Browser = {
  readonly tabs: {query(all: object): Promise<readonly Tab[]>}
  readonly runtime: {
    getContexts(all: object): Promise<readonly {readonly tabId: number; readonly documentUrl?: string}[]>
  }
}

/** The tab of a page; of an error that the browser itself shows its address is not known. */
async function tabOf(app: LaunchedExtension, page: Page): Promise<number | undefined> {
  const worker = await app.worker()
  const url = page.url()
  return worker.evaluate(async asked => {
    const {tabs, runtime} = chrome as unknown as Browser
    const own = (await runtime.getContexts({})).find(each => each.documentUrl === asked)
    return own?.tabId ?? (await tabs.query({})).find(each => each.url === asked)?.id
  }, url)
}

/** The popup as a page, about a tab. */
async function openAboutTab(app: LaunchedExtension, tab: number | undefined): Promise<Page> {
  const popup = await app.open(`popup.html?tab=${tab}`)
  await popup.setViewportSize({width: 380, height: 560})
  return popup
}

/** The popup as a page, about the tab of another page. */
export const openAbout = async (app: LaunchedExtension, page: Page): Promise<Page> =>
  openAboutTab(app, await tabOf(app, page))

/** The row of a rule. */
export const line = (popup: Page, name: string) =>
  popup.getByRole('listitem').filter({has: popup.getByRole('switch', {name, exact: true})})
