import type {ResourceType} from '../contract/source'
import type {PageTiming} from '../ui/popup/surface'
import {browser} from './browser'

/** Other initiators, such as link and css, do not tell the type. */
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

/** Runs in the page, in the extension's own world of it: it reaches nothing of this file. */
function readTiming(): Read {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    openedAt: performance.timeOrigin,
    entries: entries.map(({name, initiatorType}) => ({url: name, by: initiatorType})),
  }
}

/** Reads the resource timing of a page and its frames. Rejects where no script may run. */
export async function readPageTiming(tabId: number): Promise<PageTiming> {
  const frames = await browser.scripting.executeScript({
    target: {tabId, allFrames: true},
    // A frame that is still loading is not waited for.
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
