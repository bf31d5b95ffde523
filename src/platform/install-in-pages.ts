import type {PageSender} from '../contract/page-messages'
import {pageBodyPrefix, pageRulesKey, type PagePlan} from '../contract/page-plan'
import type {PageInstall} from '../engine/ports'
import type {MainExtent} from '../page/wire'
import {browser} from './worker-browser'

type PageScript = {readonly id: string; readonly file: string; readonly world: 'ISOLATED' | 'MAIN'}

// They run in the alphabetical order of their ids: ISOLATED has to be there before MAIN looks for it.
const isolated: PageScript = {id: '1-isolated', file: 'page-isolated.js', world: 'ISOLATED'}
const main: PageScript = {id: '2-main', file: 'page-main.js', world: 'MAIN'}
const wholeMain: PageScript = {id: '2-main', file: 'page-main-whole.js', world: 'MAIN'}
const lateMain = {file: 'page-main-late.js', world: 'MAIN'} as const

type Part = {
  readonly scripts: readonly PageScript[]
  readonly isNeeded: (plan: PagePlan) => boolean
  /** How pages that were open before get it. */
  readonly reaches?: (tabId: number) => Promise<unknown>
}

const registration = ({id, file, world}: PageScript) => ({
  id,
  js: [file],
  world,
  matches: ['<all_urls>'],
  allFrames: true,
  matchOriginAsFallback: true,
  runAt: 'document_start' as const,
})

type Injected = {readonly documentId: string; readonly result: unknown}
type Where = {readonly allFrames: true} | {readonly documentIds: readonly string[]}

/** What it returned, in each frame that took it. */
async function execute(tabId: number, where: Where, what: object): Promise<Injected[]> {
  // The polyfill's types lag behind Chrome's.
  const injection = {target: {tabId, ...where}, injectImmediately: true, ...what} as never
  return (await browser.scripting.executeScript(injection)) as unknown as Injected[]
}

const inject = (tabId: number, {file, world}: Pick<PageScript, 'file' | 'world'>, where: Where) =>
  execute(tabId, where, {files: [file], world})

/** What is in the extension's own world of a page: `src/page/isolated/world.ts`. */
type OwnWorld = Record<symbol, {isLate?: boolean; readonly page?: {meet(node: EventTarget): void}}>
function beLate(): void {
  ;((globalThis as unknown as OwnWorld)[Symbol.for('switchyard')] ??= {}).isLate = true
}
/** Hands MAIN a node by a name that nobody else knows. */
function meet(name: string): void {
  const node = new Text()
  // A form of the page may be named like a method of its document.
  EventTarget.prototype.dispatchEvent.call(document, new MouseEvent(name, {relatedTarget: node}))
  ;(globalThis as unknown as OwnWorld)[Symbol.for('switchyard')]?.page?.meet(node)
}

/** In milliseconds. A tab that stands still (at a breakpoint, with an alert) takes what it was given when it goes on. */
const patience = 2_000

/** Pages that were opened before. Chrome's own and those of other extensions cannot be reached. */
async function inOpenPages(does: (tabId: number) => Promise<unknown>): Promise<void> {
  const tabs = await browser.tabs.query({discarded: false})
  const all = Promise.allSettled(tabs.map(({id = -1}) => does(id)))
  await Promise.race([all, new Promise(over => setTimeout(over, patience))])
}

/** Each frame whose scripts cannot do what they have to gets those that can now. Its page is there already, and is told nothing by name. */
const reachWith =
  (least: MainExtent) =>
  async (tabId: number, where: Where = {allFrames: true}): Promise<void> => {
    await execute(tabId, where, {func: beLate})
    const frames = await inject(tabId, isolated, where)
    const documentIds = frames.filter(({result}) => (result as MainExtent) < least).map(each => each.documentId)
    if (documentIds.length === 0) return
    const met = (await inject(tabId, lateMain, {documentIds})).map(({documentId, result}) =>
      execute(tabId, {documentIds: [documentId]}, {func: meet, args: [result]}),
    )
    await Promise.allSettled(met)
  }

const everywhere = (script: PageScript) => (tabId: number) => inject(tabId, script, {allFrames: true})

const code: PageScript = {id: '0-code', file: 'page-code.js', world: 'ISOLATED'}
const ways: PageScript = {id: '0-ways', file: 'page-ways.js', world: 'ISOLATED'}
const payloads: PageScript = {id: '0-payloads', file: 'page-payloads.js', world: 'ISOLATED'}
const claims: PageScript = {id: '0-claims-1', file: 'page-claims.js', world: 'ISOLATED'}
const claimsInMain: PageScript = {id: '0-claims-2', file: 'page-claims-main.js', world: 'MAIN'}

const looksAtPayloads = ({rules}: PagePlan) =>
  rules.some(({source}) => source?.filters.some(({name}) => name === 'requestPayload'))

/** More than fixed texts that stand in the plan, and delays. */
const needsWhole = (plan: PagePlan) =>
  looksAtPayloads(plan) ||
  plan.ways.some(({isOurs}) => isOurs) ||
  plan.rules.some(({does}) => does.kind !== 'delay' && (does.body.type === 'code' || 'kept' in does.body))

/** What the others ask for, which has to be there before a plan that has need of it. */
const offers: readonly Part[] = [
  {
    scripts: [code],
    isNeeded: ({rules}) => rules.some(({does}) => does.kind !== 'delay' && does.body.type === 'code'),
    reaches: everywhere(code),
  },
  {scripts: [ways], isNeeded: plan => plan.ways.length > 0, reaches: everywhere(ways)},
  {
    scripts: [payloads],
    // What follows requests reads payloads by itself.
    isNeeded: looksAtPayloads,
    reaches: everywhere(payloads),
  },
]

const others: readonly Part[] = [
  // A document that is open goes on saying what it said to begin with, and so do those that it makes.
  {scripts: [claims, claimsInMain], isNeeded: plan => plan.claims.length > 0, reaches: everywhere(claims)},
  {
    scripts: [isolated, main],
    isNeeded: plan => plan.rules.length + plan.ways.length > 0 && !needsWhole(plan),
    reaches: reachWith(1),
  },
  {scripts: [isolated, wholeMain], isNeeded: needsWhole, reaches: reachWith(2)},
]
const parts = [...offers, ...others]
const scriptsOf = (given: readonly Part[]) => [...new Set(given.flatMap(({scripts}) => scripts))]
const ids = [...new Set(scriptsOf(parts).map(({id}) => id))]

/** Keeps the plan where pages read it, with the bodies that it names, and without those that only the one before named. */
async function keep(wanted: PageInstall, kept: string): Promise<void> {
  const plan = JSON.stringify(wanted.plan)
  if (plan !== kept) await browser.storage.local.set({...wanted.bodies, [pageRulesKey]: plan})
  await forget(kept, plan)
}

async function forget(kept: string, plan: string): Promise<void> {
  const names = kept.match(new RegExp(`${pageBodyPrefix}[\\w-]+`, 'g')) ?? []
  await browser.storage.local.remove(names.filter(name => !plan.includes(name)))
}

async function unregister(gone: readonly string[]): Promise<void> {
  if (gone.length > 0) await browser.scripting.unregisterContentScripts({ids: [...gone]})
}

/** `registered` is the file of each that is. One that stands in another's place takes it at once: no page goes without. */
async function register(scripts: readonly PageScript[], registered: ReadonlyMap<string, string>): Promise<void> {
  const {scripting} = browser
  const changed = scripts.filter(({id}) => registered.has(id))
  const added = scripts.filter(({id}) => !registered.has(id))
  // All of it is said again: what is left out is not sure to stay.
  if (changed.length > 0) await scripting.updateContentScripts(changed.map(registration))
  // The types of a polyfill that does not know `matchOriginAsFallback`.
  if (added.length > 0) await scripting.registerContentScripts(added.map(registration))
}

/** Brings the scripts of pages, and what is kept for them, in step with what is wanted. `kept` is the plan that pages read so far. */
export const installInPages = async (wanted: PageInstall | null, kept = ''): Promise<void> => {
  const {scripting, storage} = browser
  const registered = new Map(
    (await scripting.getRegisteredContentScripts({ids})).map(({id, js}) => [id, js?.[0] ?? '']),
  )
  if (wanted === null) {
    await unregister([...registered.keys()])
    // Open pages hear of it, and fall silent.
    await forget(kept, '')
    return storage.local.remove(pageRulesKey)
  }
  const before = kept === '' ? null : (JSON.parse(kept) as PagePlan)
  const bring = async (given: readonly Part[]) => {
    for (const {scripts, isNeeded, reaches} of given.filter(each => each.isNeeded(wanted.plan))) {
      const missing = scripts.filter(({id, file}) => registered.get(id) !== file)
      await register(missing, registered)
      // Also where the worker died before it had reached them.
      const isNew = missing.length > 0 || before === null || !isNeeded(before)
      if (isNew && reaches) await inOpenPages(reaches)
    }
  }
  await bring(offers)
  await keep(wanted, kept)
  await bring(others)
  // In open pages it stays, and nobody asks it.
  const needed = scriptsOf(parts.filter(({isNeeded}) => isNeeded(wanted.plan))).map(({id}) => id)
  await unregister([...registered.keys()].filter(id => !needed.includes(id)))
}

/** What rules need beside the scripts that a document has kept since it was left. */
export const bringAgain = async ({tab, document}: PageSender): Promise<void> => {
  const kept = (await browser.storage.local.get(pageRulesKey))[pageRulesKey] as string | undefined
  if (kept === undefined) return
  const plan = JSON.parse(kept) as PagePlan
  const where = {documentIds: [document]}
  const scripts = scriptsOf(offers.filter(({isNeeded}) => isNeeded(plan)))
  await Promise.allSettled(scripts.map(script => inject(tab, script, where)))
  if (needsWhole(plan)) await reachWith(2)(tab, where)
}
