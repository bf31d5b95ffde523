import type {PageAct} from '../contract/page-messages'
import {browser} from './browser'
import {ownDocumentsIn} from './own-page'

/** A page that does not answer is taken to stand there, in milliseconds. */
const longestWait = 300

/** Those that stand in a tab, its frames among them; undefined where no script may look. Into our own, such as a waiting page in a frame, none may. */
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

/** What rules did in pages. A document that was left while the worker slept could not say so: what was done in it is in no tab any more. */
export async function withoutLeft(acts: readonly PageAct[], tab: number | undefined): Promise<readonly PageAct[]> {
  if (tab === undefined || acts.every(({tabId}) => tabId !== tab)) return acts
  const open = await documentsIn(tab)
  if (!open) return acts
  return acts.map(act => (act.tabId === tab && !open.has(act.page ?? act.document) ? {...act, tabId: -1} : act))
}
