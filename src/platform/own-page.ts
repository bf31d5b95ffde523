import {browser} from './browser'

type OwnDocument = {readonly documentUrl?: string; readonly documentId?: string}
type Contexts = {getContexts(asked: {readonly tabIds: readonly number[]}): Promise<readonly OwnDocument[]>}

/** The extension's own documents in a tab, those in frames among them. */
export const ownDocumentsIn = (tabId: number): Promise<readonly OwnDocument[]> =>
  (browser.runtime as unknown as Contexts).getContexts({tabIds: [tabId]})

/** The address of the extension's own page in a tab, if one is there. */
export const ownPageIn = async (tabId: number): Promise<string | undefined> =>
  (await ownDocumentsIn(tabId))[0]?.documentUrl
