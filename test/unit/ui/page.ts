import {configure, fireEvent, screen, waitFor} from '@testing-library/preact'
// Lazy modules, loaded here so that no test waits for them or ends before they arrive.
import '../../../src/ui/options/editor'
import '../../../src/ui/options/groups/groups-page'
import '../../../src/ui/options/rules/rules-page'
import '../../../src/ui/options/settings/settings-page'
import '../../../src/ui/options/trash/trash-page'
import {mountOptions} from '../../../src/ui/options/options'
import '../../../src/simulator/overridden'
import {mountPopup} from '../../../src/ui/popup/popup'
import type {WorkerClient} from '../../../src/messaging/messages'
import type {PageTiming} from '../../../src/ui/popup/browser-adapter'
import type {
  BrowserMatch,
  OptionsBrowserAdapter,
  PageBrowserAdapter,
  SessionValues,
} from '../../../src/ui/browser-adapter'
import type {RuleType} from '../../../src/model/rules'
import {aGroup} from './builders'
import {fakeClient, type FakeClient} from './fake-client'
import {createFakeOptionsAdapter, createFakeBrowserAdapter} from './fake-browser-adapter'

// Lazy modules, loaded here so that no test waits for them or ends before they arrive.

// happy-dom has no requestIdleCallback.
globalThis.requestIdleCallback ??= work => Number(setTimeout(() => work({didTimeout: false, timeRemaining: () => 0})))
globalThis.cancelIdleCallback ??= clearTimeout

// The default of one second is too short on a busy machine.
configure({asyncUtilTimeout: 5_000})

let stop: (() => void) | undefined

function freshRoot(): HTMLElement {
  stop?.()
  document.body.replaceChildren()
  const root = document.createElement('div')
  document.body.append(root)
  return root
}

/** Opens the options page at a hash and waits until it has read the library. */
export async function openOptions(
  client: FakeClient,
  hash: string,
  browserAdapter: Partial<OptionsBrowserAdapter> = {},
): Promise<void> {
  const root = freshRoot()
  location.hash = hash
  stop = mountOptions(root, {client, browserAdapter: createFakeOptionsAdapter(browserAdapter)})
  await waitFor(() => screen.getByRole('heading', {level: 1}))
  // After the first frame the parts of the fake worker arrive in consecutive microtasks.
  await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
}

type PopupOptions = {
  /** Chrome's matches for the tab with id 7, or null if Chrome gives no answer. */
  readonly matches?: readonly BrowserMatch[] | null | (() => readonly BrowserMatch[] | null)
  readonly session?: SessionValues
  readonly acts?: PageBrowserAdapter['inPageMatches']
  /** Whether "Rules on" is managed by the organisation. */
  readonly isRulesOnManaged?: boolean
  /** Whether the extension has access to all sites. */
  readonly hasAccessToAllSites?: boolean
  /** The requests in the resource timing of the page. */
  readonly requests?: PageTiming['requests']
  /** When the page was opened; by default after all rules were changed. */
  readonly openedAt?: number
  /** Whether the tab shows an error page of the browser, which scripts cannot access. */
  readonly isErrorPage?: boolean
}
type OpenedPopup = {
  /** The hashes that the popup opened in the options page. */
  readonly opened: readonly string[]
  readonly closed: () => boolean
  /** The tab navigates to another page, or the page changes its own URL. */
  readonly navigate: (url: string, isByItself?: boolean) => void
}

/** Opens the popup on a tab without waiting for anything. */
export function startPopup(
  client: WorkerClient,
  url?: string,
  {
    matches = [],
    session,
    acts,
    requests = [],
    openedAt = Date.now() - 60_000,
    isErrorPage = false,
    isRulesOnManaged = false,
    hasAccessToAllSites = true,
  }: PopupOptions = {},
): OpenedPopup {
  const opened: string[] = []
  let isClosed = false
  let pages = 0
  let notify: (tab: number, url: string | undefined, isLoaded: boolean) => unknown = () => undefined
  const root = freshRoot()
  const browserAdapter = {
    ...createFakeBrowserAdapter(),
    ...(session ? {session} : {}),
    ...(acts ? {inPageMatches: acts} : {}),
    readMatches: async () => (typeof matches === 'function' ? matches() : matches),
    openOptions: (hash: string) => void opened.push(hash),
    isRulesOnManaged: async () => isRulesOnManaged,
    onNavigated: (listener: typeof notify) => {
      notify = listener
      return () => undefined
    },
    hasAccessToAllSites: async () => hasAccessToAllSites,
    readTiming: async () => {
      if (isErrorPage) throw new Error('Frame with ID 0 is showing error page')
      return {requests, openedAt: openedAt + pages}
    },
    currentTab: () => Promise.resolve({id: 7, ...(url === undefined ? {} : {url})}),
    close: () => {
      isClosed = true
    },
  }
  stop = mountPopup(root, {client, browserAdapter})
  const navigate = (to: string, isByItself = false) => {
    if (!isByItself) pages++
    void notify(7, to, true)
  }
  return {opened, closed: () => isClosed, navigate}
}

/** Opens the popup and waits for its rows. */
export async function openPopup(client: FakeClient, url?: string, options?: PopupOptions): Promise<OpenedPopup> {
  const popup = startPopup(client, url, options)
  await waitFor(() => {
    if (client.view().rules.length > 0 && !document.querySelector('[data-row]')) throw new Error('no rows yet')
  })
  return popup
}

/** Opens the form of a new rule in a library with one group. */
export async function openNew(type: RuleType, query = ''): Promise<FakeClient> {
  const client = fakeClient({groups: [aGroup('Checkout')]})
  await openOptions(client, `#/rules/new/${type}${query}`)
  return client
}

export const closePage = (): void => {
  stop?.()
  stop = undefined
  location.hash = ''
  sessionStorage.clear()
  document.body.replaceChildren()
}

type Within = Pick<typeof screen, 'getByRole' | 'getByLabelText'>

/** Types into the field with this label. */
export const fill = (name: string, value: string, where: Within = screen): void => {
  // By label, since fields with suggestions are comboboxes and the others text boxes.
  const field = where.getByLabelText(name, {exact: true, selector: 'input, textarea'})
  fireEvent.input(field, {target: {value}})
}

export const choose = (name: string, label: string, where: Within = screen): void => {
  const select = where.getByRole('combobox', {name}) as HTMLSelectElement
  const option = [...select.options].find(each => each.textContent === label)
  if (!option) throw new Error(`${name} does not offer ${label}`)
  fireEvent.change(select, {target: {value: option.value}})
}

export const press = (name: string | RegExp, where: Within = screen): void => {
  fireEvent.click(where.getByRole('button', {name}))
}

/** Opens the menu of a button and chooses an item. */
export const pick = (name: string, item: string, where: Within = screen): void => {
  press(name, where)
  fireEvent.click(screen.getByRole('menuitem', {name: item}))
}

export const toggle = (name: string): void => {
  fireEvent.click(screen.getByRole('switch', {name}))
}

export const isSwitchOn = (name: string): boolean =>
  screen.getByRole('switch', {name}).getAttribute('aria-checked') === 'true'
