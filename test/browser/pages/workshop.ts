import {test as base, type Page} from '@playwright/test'
import {lastSeen, now} from '../../samples/workbench'
import type {LibraryView} from '../../../src/model/views'
import {ask, readLibrary} from '../ask'
import {launchWithExtension, type LaunchedExtension} from '../browser'
import type {Around, Entry} from './entry'
import {fillLibrary, forgetPages} from './fill-library'
import {libraries, type LibraryName} from './libraries'
import {marked, marksOf, type Marks} from './marked'
import {takeRequests} from './requests'
import {teams, type Team} from './teams'

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
  const quiet = await app.open('delay-page.html')
  await readLibrary(quiet)
  let held: LibraryName | undefined
  let matches: readonly Match[] = []
  let marks: Marks = {hidden: new Set(), problems: 0}

  /** Makes the extension hold a library, unless it holds it already. */
  async function hold(name: LibraryName): Promise<void> {
    if (held === name) return
    await fillLibrary(quiet, libraries[name])
    // Answered when all of it is in force.
    await ask(quiet, 'rules.pause', {paused: libraries[name].paused})
    const view = await readLibrary(quiet)
    matches = matchesOf(view.rules)
    marks = marksOf(view)
    held = name
  }

  async function show(entry: Entry, page: Page): Promise<void> {
    await hold(entry.library)
    await forgetPages(quiet)
    // What a state changes is not there for the next one.
    if (entry.changes) held = undefined
    await page.setViewportSize(sizes[entry.page])
    await page.addInitScript(fixTime, now)
    await page.addInitScript(surround, {
      matches,
      tabUrl: entry.tab ?? 'https://shop.test/checkout',
      unanswered: entry.unanswered ?? false,
      around: entry.around,
      team: entry.team && teams[entry.team],
    })
    if (entry.around === 'requests') await page.addInitScript(takeRequests)
    await page.goto(`chrome-extension://${app.extensionId}/${entry.page}.html${entry.at ?? ''}`)
    await marked(page, entry, marks)
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

export const sizes = {
  options: {width: 1280, height: 800},
  panel: {width: 1000, height: 420},
  popup: {width: 380, height: 560},
} as const

/** Runs in the page before its own script: dates stand still. Playwright's own clock also stands in for timers and idle moments, and is slow. */
function fixTime(at: number) {
  const TrueDate = Date
  globalThis.Date = class extends TrueDate {
    constructor(first = at, ...others: readonly number[]) {
      super(...([first, ...others] as [number]))
    }
    static override now() {
      return at
    }
  } as DateConstructor
}

type Surrounding = {
  readonly matches: readonly Match[]
  readonly tabUrl: string
  readonly unanswered: boolean
  readonly around: Around | undefined
  readonly team: Team | undefined
}

/** Runs in the page before its own script: what Chrome would say of its tabs, of rules that acted and of what it allows. */
function surround({matches, tabUrl, unanswered, around, team}: Surrounding) {
  type Said = {readonly name?: string}
  type ReadRule = {readonly id: string; readonly problems: object[]; readonly rule: {readonly groupId: string} | null}
  type Answered = {readonly ok: boolean; readonly value?: {readonly rules?: readonly ReadRule[]}}
  const {chrome: api} = globalThis as unknown as {
    chrome: {
      runtime: {sendMessage(said: Said): Promise<Answered>; connect: unknown}
      tabs?: {query: unknown}
      scripting?: {executeScript: unknown}
      storage: {local: {set(values: object): Promise<void>}; managed: {get: unknown}}
      permissions: {contains: unknown}
      declarativeNetRequest: {getMatchedRules: unknown; getDynamicRules: unknown}
    }
  }
  const quoted = (message: string) => ({code: 'verbatim', params: {message}})
  // An older Chromium has no `browser`, and what stands in for it there calls these with callbacks.
  Object.assign(globalThis, {browser: api})
  const asked = ({tabId}: {tabId?: number} = {}) =>
    matches.filter(match => tabId === undefined || tabId === -1 || match.tabId === tabId)
  api.declarativeNetRequest.getMatchedRules = async (filter?: {tabId?: number}) => ({rulesMatchedInfo: asked(filter)})
  if (api.tabs) api.tabs.query = async () => [{id: 1, url: tabUrl, active: true}]
  // The page was opened before all rules, and remembers nothing.
  const remembered = {openedAt: 0, entries: []}
  if (api.scripting && location.pathname === '/popup.html')
    api.scripting.executeScript = async () => [{frameId: 0, result: remembered}]
  navigator.storage.estimate = async () => ({usage: 221_000, quota: 10_000_000})
  const askWorker = api.runtime.sendMessage.bind(api.runtime)
  // The worker makes one by itself, whenever that is.
  const backups = {
    ok: true,
    value: {
      backups: ['before', 'daily', 'asked', 'daily', 'daily', 'daily'].map((kind, index) => ({
        at: Date.now() - index * 86_400_000,
        kind,
        rules: 24 - index,
        groups: 4,
      })),
      failure: {code: 'noRoomLeft'},
    },
  } as Answered
  const noBackups = {ok: true, value: {backups: [], failure: null}} as Answered
  const send = async (said: Said) =>
    said.name === 'backup.list' ? (around === 'backups' ? backups : noBackups) : askWorker(said)
  api.runtime.sendMessage = send
  if (around === 'managed')
    api.storage.managed.get = async () => ({
      baseUrl: 'https://rules.shop.test',
      apiKey: 'sy_live_00000000000000003fa9',
      syncEvery: 10,
      rulesOn: true,
    })
  if (unanswered)
    api.runtime.sendMessage = () =>
      Promise.reject(new Error('Could not establish connection. Receiving end does not exist.'))
  if (around === 'withheld') api.permissions.contains = async () => false
  if (around === 'nearly-full')
    api.declarativeNetRequest.getDynamicRules = async () =>
      Array.from({length: 4_700}, () => ({action: {type: 'modifyHeaders'}, condition: {}}))
  const refuse = (name: string, message: string, faults: readonly object[] = []) => {
    api.runtime.sendMessage = async said =>
      said.name === name
        ? {ok: false, error: {status: 500, code: 'store', reason: quoted(message), faults}}
        : send(said)
  }
  if (around === 'refuses') refuse('rules.switch', 'The disk is full.')
  if (around === 'refuses-names') refuse('group.change', 'The disk is full.')
  if (around === 'finds-faults')
    refuse('rule.update', 'It cannot be kept.', [
      {path: 'schemaVersion', code: 'old', reason: quoted('This version is not known here.')},
      {path: 'pairs[0].odd', code: 'odd', reason: {code: 'valueNotAllowed'}},
    ])
  if (around === 'no-room') {
    const {local} = api.storage
    const set = local.set.bind(local)
    local.set = values =>
      Object.keys(values).some(key => key.startsWith('page:draft:'))
        ? Promise.reject(new Error('QUOTA_BYTES quota exceeded'))
        : set(values)
  }
  const problemOfLast =
    around === 'over-limit'
      ? {code: 'over-limit', pair: 0, params: {limit: 1_000, number: 1_012, kind: 'regex'}}
      : around === 'refused-by-chrome'
        ? {code: 'refused-by-browser', params: {reason: 'Rule with id 4 must not specify more than 1,000 domains.'}}
        : undefined
  if (problemOfLast)
    api.runtime.sendMessage = async said => {
      const answer = await send(said)
      if (said.name !== 'library.read') return answer
      const {rules} = answer.value as {rules: readonly ReadRule[]}
      const last = rules.length - 1
      const told = rules.map((each, index) => (index === last ? {...each, problems: [problemOfLast]} : each))
      return {...answer, value: {...answer.value, rules: told}}
    }
  if (team)
    api.runtime.sendMessage = async said => {
      const reply = team.replies[said.name ?? '']
      if (reply) return reply as Answered
      const answer = await send(said)
      if (said.name !== 'library.read' || !answer.value?.rules) return answer
      const rules = answer.value.rules.map(each => ({...each, isTeam: team.groups.includes(each.rule?.groupId ?? '')}))
      return {...answer, value: {...answer.value, rules, teamGroups: team.groups}}
    }
  if (around === 'trash-unread') refuse('trash.list', 'The disk cannot be read.')
  if (around === 'trouble')
    api.runtime.sendMessage = async said => {
      const answer = await send(said)
      return said.name === 'library.read'
        ? {...answer, value: {...answer.value, trouble: quoted('Too many rules.')}}
        : answer
    }
  if (around === 'code-failed')
    api.runtime.sendMessage = async said => {
      const answer = await send(said)
      const rules = answer.value?.rules
      const says = {kind: 'response', why: 'threw', message: 'qty is not defined', line: 2, at: Date.now()}
      rules
        ?.find(({id}) => id === 'Response_payment-declined')
        ?.problems.push({code: 'code-failed', pair: 0, field: 'value', says})
      return answer
    }
  if (around === 'runs')
    api.runtime.connect = () => {
      let hear: (answer: object) => void = () => undefined
      return {
        onMessage: {addListener: (listener: typeof hear) => (hear = listener)},
        onDisconnect: {addListener: () => undefined},
        postMessage: ({id, ask: {kind, code}}: {id: number; ask: {kind: string; code: string}}) => {
          const isGood = kind === 'check' || !code.includes('throw')
          const result = isGood
            ? {
                ok: true,
                value: '{"error":"card_declined","amount":4200}',
                isJson: true,
                took: 3,
                lines: ['seen 1 time'],
              }
            : {ok: false, why: 'threw', message: 'qty is not defined', line: 2, column: 3, took: 3}
          setTimeout(() => hear({id, result}))
        },
      }
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
