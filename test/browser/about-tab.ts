import type {Page} from '@playwright/test'
import type {LaunchedExtension} from './browser'

type Tab = {readonly id: number; readonly url?: string}
type Browser = {
  readonly tabs: {query(all: object): Promise<readonly Tab[]>}
  readonly runtime: {
    getContexts(all: object): Promise<readonly {readonly tabId: number; readonly documentUrl?: string}[]>
  }
}

/** The popup as a page, about the tab of another page. */
export async function openAbout(app: LaunchedExtension, page: Page): Promise<Page> {
  const worker = await app.worker()
  const url = page.url()
  const tab = await worker.evaluate(async asked => {
    const {tabs, runtime} = chrome as unknown as Browser
    const own = (await runtime.getContexts({})).find(each => each.documentUrl === asked)
    return own?.tabId ?? (await tabs.query({})).find(each => each.url === asked)?.id
  }, url)
  const popup = await app.open(`popup.html?tab=${tab}`)
  await popup.setViewportSize({width: 380, height: 560})
  return popup
}
/** The row of a rule. */
export const line = (popup: Page, name: string) =>
  popup.getByRole('listitem').filter({has: popup.getByRole('switch', {name, exact: true})})
