import type {PopupBrowserAdapter, PageTiming} from '../../ui/popup/browser-adapter'
import {allSites, pageBrowserAdapter, readInPageMatches} from './page-browser-adapter'
import {browser, listen} from './browser'
import type {InPageMatch} from '../../messaging/page-messages'
import type {ResourceType} from '../../model/source'

/** In milliseconds. */
const longestWait = 300

async function getDocumentIds(tabId: number): Promise<ReadonlySet<string | undefined> | undefined> {
  const late = new Promise<undefined>(done => setTimeout(done, longestWait))
  const frames = browser.scripting.executeScript({
    target: {tabId, allFrames: true},
    injectImmediately: true,
    func: () => true,
  })
  const [found, own] = await Promise.all([Promise.race([frames, late]).catch(() => undefined), getOwnDocuments(tabId)])
  return found && new Set([...found, ...own].map(({documentId}: {readonly documentId?: string}) => documentId))
}

/** Sets `tabId` to -1 for documents that were left while the worker was stopped. */
async function markLeftDocuments(
  acts: readonly InPageMatch[],
  tab: number | undefined,
): Promise<readonly InPageMatch[]> {
  if (tab === undefined || acts.every(({tabId}) => tabId !== tab)) return acts
  const open = await getDocumentIds(tab)
  if (!open) return acts
  return acts.map(match =>
    match.tabId === tab && !open.has(match.page ?? match.document) ? {...match, tabId: -1} : match,
  )
}

type OwnDocument = {readonly documentUrl?: string; readonly documentId?: string}
type Contexts = {getContexts(asked: {readonly tabIds: readonly number[]}): Promise<readonly OwnDocument[]>}

/** The extension's own documents in a tab and its frames, where no script can run. */
const getOwnDocuments = (tabId: number): Promise<readonly OwnDocument[]> =>
  (browser.runtime as unknown as Contexts).getContexts({tabIds: [tabId]})

const getOwnPageUrl = async (tabId: number): Promise<string | undefined> =>
  (await getOwnDocuments(tabId))[0]?.documentUrl

/** Other initiators, such as link and css, do not determine the type. */
const initiatorTypes: Readonly<Record<string, ResourceType>> = {
  fetch: 'xmlhttprequest',
  xmlhttprequest: 'xmlhttprequest',
  script: 'script',
  img: 'image',
  image: 'image',
  input: 'image',
  iframe: 'sub_frame',
  frame: 'sub_frame',
  video: 'media',
  audio: 'media',
  beacon: 'ping',
  object: 'object',
  embed: 'object',
}

type TimingEntries = {
  readonly openedAt: number
  readonly entries: readonly {readonly url: string; readonly by: string}[]
}

/** Runs in the page, so it must not use variables of this file. */
function readTiming(): TimingEntries {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    openedAt: performance.timeOrigin,
    entries: entries.map(({name, initiatorType}) => ({url: name, by: initiatorType})),
  }
}

async function readPageTiming(tabId: number): Promise<PageTiming> {
  const frames = await browser.scripting.executeScript({
    target: {tabId, allFrames: true},
    // Does not wait for frames that are still loading.
    injectImmediately: true,
    func: readTiming,
  })
  const main = frames.find(({frameId}) => frameId === 0)?.result as TimingEntries | null | undefined
  if (!main) throw new Error('No script may run in this page')
  const entries = frames.flatMap(({result}) => (result as TimingEntries | null | undefined)?.entries ?? [])
  const requests = entries
    .filter(({url}) => /^https?:/.test(url))
    .map(({url, by}) => ({url, type: initiatorTypes[by] ?? ('other' as const)}))
  return {openedAt: main.openedAt, requests}
}

type TabDetails = {readonly id?: number; readonly url?: string; readonly status?: string}

/** For the delay page, the URL that it delays. Chrome before 156 hides the delay page's own URL. */
async function getTabUrl({id = -1, url}: TabDetails): Promise<string | undefined> {
  const own = url ?? (await getOwnPageUrl(id))
  return own?.replace(/^chrome-e[^#]*#(?:\w+,){3}/, '')
}

async function getOwnTab() {
  // Opened as a page of its own, the popup gets the tab as a parameter.
  const asked = new URLSearchParams(location.search).get('tab')
  return asked
    ? browser.tabs.get(Number(asked))
    : browser.tabs.query({active: true, currentWindow: true}).then(([tab]) => tab)
}

export const popupBrowserAdapter: PopupBrowserAdapter = {
  ...pageBrowserAdapter,
  inPageMatches: {
    ...pageBrowserAdapter.inPageMatches,
    async read() {
      const acts = await readInPageMatches()
      return acts[0] ? markLeftDocuments(acts, (await getOwnTab())?.id) : acts
    },
  },
  openOptions(hash) {
    const url = browser.runtime.getURL(`/options.html${hash}`)
    void browser.tabs.create({url}).then(() => window.close())
  },
  async currentTab() {
    const tab = await getOwnTab()
    return {id: tab?.id, url: tab && (await getTabUrl(tab))}
  },
  onNavigated(listener) {
    // For a page that the extension may not see, only the status arrives.
    const onUpdated = (id: number, {url, status}: TabDetails, tab: TabDetails) =>
      void ((url ?? status) && getTabUrl(tab).then(address => listener(id, address, status === 'complete')))
    return listen(browser.tabs.onUpdated, onUpdated)
  },
  readTiming: readPageTiming,
  hasAccessToAllSites: () => browser.permissions.contains(allSites),
  isRulesOnManaged: async () => typeof (await browser.storage.managed.get('rulesOn'))['rulesOn'] === 'boolean',
  close: () => window.close(),
}
