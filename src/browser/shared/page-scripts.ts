import {pageRulesKey, pageBodyPrefix, type PagePlan} from '../../model/page-rules'
import type {PageScripts, PageInstall} from '../../engine/ports'
import {browser} from './worker-browser'

type PageScript = {readonly id: string; readonly file: string; readonly world: 'ISOLATED' | 'MAIN'}

// Registration order is execution order. The rules are read while the other scripts are evaluated,
// and MAIN has to listen before ISOLATED hands over its node.
const planReader: PageScript = {id: '0-rules', file: 'page-rules.js', world: 'ISOLATED'}
const navigator: PageScript = {id: '1-navigator', file: 'page-navigator.js', world: 'MAIN'}
const main: PageScript = {id: '2-main', file: 'page-main.js', world: 'MAIN'}
const isolated: PageScript = {id: '3-isolated', file: 'page-isolated.js', world: 'ISOLATED'}

const hasRules = ({rules, ways}: PagePlan) => rules.length + ways.length > 0

/** A plan is never empty, so `isolated` is always needed. */
const scriptsFor = (plan: PagePlan): PageScript[] => [
  planReader,
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

async function execute(tabId: number, where: Where, what: object): Promise<Injected[]> {
  const injection = {target: {tabId, ...where}, injectImmediately: true, ...what} as never
  return (await browser.scripting.executeScript(injection)) as unknown as Injected[]
}

const inject = (tabId: number, {file, world}: PageScript, where: Where) => execute(tabId, where, {files: [file], world})

/** See `SharedGlobals` in `src/page/isolated/shared-globals.ts`. */
type ExtensionWorld = Record<symbol, {isLate?: boolean; readonly page?: {connectMain(node: EventTarget): void}}>
function markLate(): void {
  ;((globalThis as unknown as ExtensionWorld)[Symbol.for('switchyard')] ??= {}).isLate = true
}
/** Passes a node to MAIN in an event with a random name. */
function handshake(name: string): void {
  const node = new Text()
  // A form of the page may shadow a method of its document.
  EventTarget.prototype.dispatchEvent.call(document, new MouseEvent(name, {relatedTarget: node}))
  ;(globalThis as unknown as ExtensionWorld)[Symbol.for('switchyard')]?.page?.connectMain(node)
}

/** In milliseconds. A tab that hangs at a breakpoint or an alert runs the script later. */
const injectionTimeout = 2_000

/** Runs in pages that are already open. Browser pages reject scripts. */
async function runInOpenPages(action: (tabId: number) => Promise<unknown>): Promise<void> {
  const tabs = await browser.tabs.query({discarded: false})
  const all = Promise.allSettled(tabs.map(({id = -1}) => action(id)))
  await Promise.race([all, new Promise(over => setTimeout(over, injectionTimeout))])
}

/** Injects missing scripts in every frame, except `navigator`, which must run first. */
const injectMissing = (plan: PagePlan) => async (tabId: number) => {
  const where = {allFrames: true} as const
  await execute(tabId, where, {func: markLate})
  const frames = await inject(tabId, isolated, where)
  const documentIds = frames.filter(({result}) => result === false).map(each => each.documentId)
  if (documentIds.length === 0 || !hasRules(plan)) return
  const handshakes = (await inject(tabId, main, {documentIds})).map(({documentId, result}) =>
    execute(tabId, {documentIds: [documentId]}, {func: handshake, args: [result]}),
  )
  await Promise.allSettled(handshakes)
}

/** Stores the plan and its bodies for pages, and removes unused bodies. */
async function storePlan(install: PageInstall, stored: string): Promise<void> {
  const plan = JSON.stringify(install.plan)
  if (plan !== stored) await browser.storage.local.set({...install.bodies, [pageRulesKey]: plan})
  await removeUnusedBodies(stored, plan)
}

async function removeUnusedBodies(stored: string, plan: string): Promise<void> {
  const names = stored.match(new RegExp(`${pageBodyPrefix}[\\w-]+`, 'g')) ?? []
  await browser.storage.local.remove(names.filter(name => !plan.includes(name)))
}

/** Registers the page scripts and stores the plan in storage.local. */
export const pageScripts: PageScripts = {
  async install(install) {
    const {scripting, storage} = browser
    const stored = (await storage.local.get(pageRulesKey))[pageRulesKey] as string | undefined
    // Without rules for pages there is no plan to remove.
    if (install === null && stored === undefined) return
    // An earlier version may have registered other files.
    const registered = await scripting.getRegisteredContentScripts()
    const scripts = install === null ? [] : scriptsFor(install.plan)
    const isThere = ({id, file}: PageScript) => registered.some(each => each.id === id && each.js?.[0] === file)
    const isComplete = scripts.every(isThere)
    // A script that is added later would run last, so all are registered again.
    const gone = registered.map(({id}) => id).filter(id => !isComplete || !scripts.some(each => each.id === id))
    if (install !== null) await storePlan(install, stored ?? '')
    if (gone.length > 0) await scripting.unregisterContentScripts({ids: gone})
    if (install === null) {
      await removeUnusedBodies(stored ?? '', '')
      return storage.local.remove(pageRulesKey)
    }
    // The polyfill's types lack `matchOriginAsFallback`.
    if (!isComplete) await scripting.registerContentScripts(scripts.map(registration))
    // The last worker may have stopped before it reached the open pages.
    const before = stored === undefined ? null : (JSON.parse(stored) as PagePlan)
    if (!isComplete || before === null || (hasRules(install.plan) && !hasRules(before)))
      await runInOpenPages(injectMissing(install.plan))
  },
}
