import {test as base, type Page} from '@playwright/test'
import {lastSeen, now} from '../../samples/workbench'
import type {LibraryView} from '../../../src/contract/views'
import {ask, readLibrary} from '../ask'
import {launchWithExtension, type LaunchedExtension} from '../browser'
import type {Around, Entry} from './entry'
import {fillLibrary, forgetPages} from './fill-library'
import {libraries, type LibraryName} from './libraries'

type Match = {readonly rule: {readonly ruleId: number}; readonly tabId: number; readonly timeStamp: number}

/** One browser for many states: opening a page takes a moment, starting a browser seconds. */
export type Workshop = {
  readonly app: LaunchedExtension
  /** A page of the extension that shows nothing. */
  readonly quiet: Page
  /** A page of the catalogue in its state, at a fixed time and with a fixed tab beside it. */
  show(entry: Entry, page: Page): Promise<void>
}

async function openWorkshop(): Promise<Workshop> {
  const app = await launchWithExtension()
  const quiet = await app.open('wait.html')
  await readLibrary(quiet)
  let held: LibraryName | undefined
  let matches: readonly Match[] = []

  /** Makes the extension hold a library, unless it holds it already. */
  async function hold(name: LibraryName): Promise<void> {
    if (held === name) return
    await fillLibrary(quiet, libraries[name])
    // Answered when all of it is in force.
    await ask(quiet, 'rules.pause', {paused: libraries[name].paused})
    matches = matchesOf((await readLibrary(quiet)).rules)
    held = name
  }

  async function show(entry: Entry, page: Page): Promise<void> {
    await hold(entry.library)
    await forgetPages(quiet)
    // What a state changes is not there for the next one.
    if (entry.changes) held = undefined
    await page.setViewportSize(sizes[entry.page])
    await page.clock.setFixedTime(now)
    await page.addInitScript(surround, {
      matches,
      tabUrl: entry.tab ?? 'https://shop.test/checkout',
      unanswered: entry.unanswered ?? false,
      around: entry.around,
    })
    await page.goto(`chrome-extension://${app.extensionId}/${entry.page}.html${entry.at ?? ''}`)
    await entry.reach?.(page)
    await entry.shows(page).first().waitFor()
    await settled(page)
  }

  return {app, quiet, show}
}

const matchesOf = (rules: LibraryView['rules']): readonly Match[] =>
  rules.flatMap(({rule, browserRules}) => {
    const seen = lastSeen[rule?.name ?? '']
    const ruleId = browserRules[0]
    if (seen === undefined || ruleId === undefined) return []
    const once = {rule: {ruleId}, tabId: seen.times > 0 ? 1 : 2, timeStamp: seen.at}
    return Array.from({length: Math.max(1, seen.times)}, () => once)
  })

export const sizes = {options: {width: 1280, height: 800}, popup: {width: 380, height: 560}} as const

type Surrounding = {
  readonly matches: readonly Match[]
  readonly tabUrl: string
  readonly unanswered: boolean
  readonly around: Around | undefined
}

/** Runs in the page before its own script: what Chrome would say of its tabs, of rules that acted and of what it allows. */
function surround({matches, tabUrl, unanswered, around}: Surrounding) {
  type Said = {readonly name?: string}
  type Answered = {readonly ok: boolean; readonly value?: object}
  const {chrome: api} = globalThis as unknown as {
    chrome: {
      runtime: {sendMessage(said: Said): Promise<Answered>}
      tabs?: {query: unknown}
      permissions: {contains: unknown}
      declarativeNetRequest: {getMatchedRules: unknown; getDynamicRules: unknown}
    }
  }
  const asked = ({tabId}: {tabId?: number} = {}) =>
    matches.filter(match => tabId === undefined || tabId === -1 || match.tabId === tabId)
  api.declarativeNetRequest.getMatchedRules = async (filter?: {tabId?: number}) => ({rulesMatchedInfo: asked(filter)})
  if (api.tabs) api.tabs.query = async () => [{id: 1, url: tabUrl, active: true}]
  navigator.storage.estimate = async () => ({usage: 221_000, quota: 10_000_000})
  const send = api.runtime.sendMessage.bind(api.runtime)
  if (unanswered)
    api.runtime.sendMessage = () =>
      Promise.reject(new Error('Could not establish connection. Receiving end does not exist.'))
  if (around === 'withheld') api.permissions.contains = async () => false
  if (around === 'nearly-full')
    api.declarativeNetRequest.getDynamicRules = async () =>
      Array.from({length: 4_700}, () => ({action: {type: 'modifyHeaders'}, condition: {}}))
  const refuse = (name: string, message: string) => {
    api.runtime.sendMessage = async said =>
      said.name === name ? {ok: false, error: {status: 500, code: 'store', message, faults: []}} : send(said)
  }
  if (around === 'refuses') refuse('rules.switch', 'The disk is full.')
  if (around === 'trash-unread') refuse('trash.list', 'The disk cannot be read.')
  if (around === 'trouble')
    api.runtime.sendMessage = async said => {
      const answer = await send(said)
      return said.name === 'library.read' ? {...answer, value: {...answer.value, trouble: 'Too many rules.'}} : answer
    }
}

/** Nothing moves any more: fonts are there, transitions are over, and two frames came without a change of the page. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
    const frame = () => new Promise<unknown>(next => requestAnimationFrame(next))
    for (let still = 0; still < 2;) {
      const before = document.body.innerHTML
      await frame()
      await frame()
      still = document.body.innerHTML === before ? still + 1 : 0
    }
  })

type Fixtures = {
  /** An empty tab; what goes wrong in it unseen fails the test. */
  readonly page: Page
}

export const test = base.extend<Fixtures, {workshop: Workshop}>({
  workshop: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const workshop = await openWorkshop()
      await use(workshop)
      await workshop.app.close()
    },
    {scope: 'worker'},
  ],
  page: async ({workshop}, use) => {
    const page = await workshop.app.context.newPage()
    const errors: string[] = []
    page.on('pageerror', error => errors.push(String(error)))
    page.on('console', message => {
      // What a state blocks, Chrome tells of.
      if (message.type() === 'error' && !message.text().includes('ERR_BLOCKED_BY_CLIENT')) errors.push(message.text())
    })
    await use(page)
    await page.close()
    base.expect(errors).toEqual([])
  },
})

export {expect} from '@playwright/test'
