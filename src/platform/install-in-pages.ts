import {pageBodyPrefix, pageRulesKey, type PagePlan} from '../contract/page-plan'
import type {PageInstall} from '../engine/ports'
import {browser} from './worker-browser'

type PageScript = {readonly id: string; readonly file: string; readonly world: 'ISOLATED' | 'MAIN'}

// They run in the order in which they were registered: MAIN has to listen before ISOLATED hands it a node.
const navigator: PageScript = {id: '1-navigator', file: 'page-navigator.js', world: 'MAIN'}
const main: PageScript = {id: '2-main', file: 'page-main.js', world: 'MAIN'}
const isolated: PageScript = {id: '3-isolated', file: 'page-isolated.js', world: 'ISOLATED'}

const hasRules = ({rules, ways}: PagePlan) => rules.length + ways.length > 0

/** The scripts that pages need. A plan is never empty, so `isolated` is always one of them. */
const scriptsFor = (plan: PagePlan): PageScript[] => [
  ...(plan.claims.length > 0 ? [navigator] : []),
  ...(hasRules(plan) ? [main] : []),
  isolated,
]

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

const inject = (tabId: number, {file, world}: PageScript, where: Where) => execute(tabId, where, {files: [file], world})

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

/**
 * Gives every frame the scripts that it lacks. `navigator` is not among them: an open document keeps the `navigator` that it was loaded
 * with, but documents that it makes take theirs from its ISOLATED.
 */
const reach = (plan: PagePlan) => async (tabId: number) => {
  const where = {allFrames: true} as const
  await execute(tabId, where, {func: beLate})
  const frames = await inject(tabId, isolated, where)
  const documentIds = frames.filter(({result}) => result === false).map(each => each.documentId)
  if (documentIds.length === 0 || !hasRules(plan)) return
  const met = (await inject(tabId, main, {documentIds})).map(({documentId, result}) =>
    execute(tabId, {documentIds: [documentId]}, {func: meet, args: [result]}),
  )
  await Promise.allSettled(met)
}

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

/** Brings the scripts of pages, and what is kept for them, in step with what is wanted. `kept` is the plan that pages read so far. */
export const installInPages = async (wanted: PageInstall | null, kept = ''): Promise<void> => {
  const {scripting, storage} = browser
  // An earlier version may have left others, or another file under one of the ids.
  const registered = await scripting.getRegisteredContentScripts()
  const scripts = wanted === null ? [] : scriptsFor(wanted.plan)
  const isThere = ({id, file}: PageScript) => registered.some(each => each.id === id && each.js?.[0] === file)
  const isComplete = scripts.every(isThere)
  // One that is added later would run last, so all are registered again.
  const gone = registered.map(({id}) => id).filter(id => !isComplete || !scripts.some(each => each.id === id))
  if (wanted === null) {
    await unregister(gone)
    // Open pages hear of it, and fall silent.
    await forget(kept, '')
    return storage.local.remove(pageRulesKey)
  }
  await keep(wanted, kept)
  await unregister(gone)
  // The types of a polyfill that does not know `matchOriginAsFallback`.
  if (!isComplete) await scripting.registerContentScripts(scripts.map(registration))
  // Also where the worker died before it had reached them.
  const before = kept === '' ? null : (JSON.parse(kept) as PagePlan)
  if (!isComplete || before === null || (hasRules(wanted.plan) && !hasRules(before)))
    await inOpenPages(reach(wanted.plan))
}
