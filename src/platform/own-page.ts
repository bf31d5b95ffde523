import {browser} from './browser'

type Contexts = {
  getContexts(asked: {readonly tabIds: readonly number[]}): Promise<readonly {readonly documentUrl?: string}[]>
}

/** The address of the extension's own page in a tab, if one is there. */
export async function ownPageIn(tabId: number): Promise<string | undefined> {
  const [own] = await (browser.runtime as unknown as Contexts).getContexts({tabIds: [tabId]})
  return own?.documentUrl
}
