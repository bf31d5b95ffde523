import type {PopupSurface, PageTiming} from '../../ui/popup/surface'
import {allSites, pageSurface, readActs} from './page-surface'
import {browser, listen} from './browser'
import type {PageAct} from '../../messaging/page-messages'
import type {ResourceType} from '../../model/source'

/** In milliseconds. */
const longestWait = 300

async function documentsIn(tabId: number): Promise<ReadonlySet<string | undefined> | undefined> {
  const late = new Promise<undefined>(done => setTimeout(done, longestWait))
  const frames = browser.scripting.executeScript({
    target: {tabId, allFrames: true},
    injectImmediately: true,
    func: () => true,
  })
  const [found, own] = await Promise.all([Promise.race([frames, late]).catch(() => undefined), ownDocumentsIn(tabId)])
  return found && new Set([...found, ...own].map(({documentId}: {readonly documentId?: string}) => documentId))
}

/** Sets `tabId` to -1 for documents that were left while the worker was stopped. */
async function withoutLeft(acts: readonly PageAct[], tab: number | undefined): Promise<readonly PageAct[]> {
  if (tab === undefined || acts.every(({tabId}) => tabId !== tab)) return acts
  const open = await documentsIn(tab)
  if (!open) return acts
  return acts.map(act => (act.tabId === tab && !open.has(act.page ?? act.document) ? {...act, tabId: -1} : act))
}

type OwnDocument = {readonly documentUrl?: string; readonly documentId?: string}
type Contexts = {getContexts(asked: {readonly tabIds: readonly number[]}): Promise<readonly OwnDocument[]>}

/** The extension's own documents in a tab and its frames, where no script can run. */
const ownDocumentsIn = (tabId: number): Promise<readonly OwnDocument[]> =>
  (browser.runtime as unknown as Contexts).getContexts({tabIds: [tabId]})

const ownPageIn = async (tabId: number): Promise<string | undefined> => (await ownDocumentsIn(tabId))[0]?.documentUrl

/** Other initiators, such as link and css, do not determine the type. */
const typesOfInitiators: Readonly<Record<string, ResourceType>> = {
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

type Read = {readonly openedAt: number; readonly entries: readonly {readonly url: string; readonly by: string}[]}

/** Runs in the page, so it must not use variables of this file. */
function readTiming(): Read {
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
  const main = frames.find(({frameId}) => frameId === 0)?.result as Read | null | undefined
  if (!main) throw new Error('No script may run in this page')
  const entries = frames.flatMap(({result}) => (result as Read | null | undefined)?.entries ?? [])
  const requests = entries
    .filter(({url}) => /^https?:/.test(url))
    .map(({url, by}) => ({url, type: typesOfInitiators[by] ?? ('other' as const)}))
  return {openedAt: main.openedAt, requests}
}

type Seen = {readonly id?: number; readonly url?: string; readonly status?: string}

/** For the delay page, the URL that it delays. Chrome before 156 hides the delay page's own URL. */
async function addressOf({id = -1, url}: Seen): Promise<string | undefined> {
  const own = url ?? (await ownPageIn(id))
  return own?.replace(/^chrome-e[^#]*#(?:\w+,){3}/, '')
}

async function ownTab() {
  // Opened as a page of its own, the popup gets the tab as a parameter.
  const asked = new URLSearchParams(location.search).get('tab')
  return asked
    ? browser.tabs.get(Number(asked))
    : browser.tabs.query({active: true, currentWindow: true}).then(([tab]) => tab)
}

export const popupSurface: PopupSurface = {
  ...pageSurface,
  acts: {
    ...pageSurface.acts,
    async read() {
      const acts = await readActs()
      return acts[0] ? withoutLeft(acts, (await ownTab())?.id) : acts
    },
  },
  openOptions(hash) {
    const url = browser.runtime.getURL(`/options.html${hash}`)
    void browser.tabs.create({url}).then(() => window.close())
  },
  async currentTab() {
    const tab = await ownTab()
    return {id: tab?.id, url: tab && (await addressOf(tab))}
  },
  onNavigated(listener) {
    // For a page that the extension may not see, only the status arrives.
    const hear = (id: number, {url, status}: Seen, tab: Seen) =>
      void ((url ?? status) && addressOf(tab).then(address => listener(id, address, status === 'complete')))
    return listen(browser.tabs.onUpdated, hear)
  },
  readTiming: readPageTiming,
  mayOnAllSites: () => browser.permissions.contains(allSites),
  isRulesOnSet: async () => typeof (await browser.storage.managed.get('rulesOn'))['rulesOn'] === 'boolean',
  close: () => window.close(),
}
