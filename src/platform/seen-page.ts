import type {SeenPage, SeenRequest} from '../ui/popup/surface'
import {browser} from './browser'

/** What asks for something of each type; what a style asks for is told by its address. */
const types: Readonly<Record<string, SeenRequest['type']>> = {
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

function typeOf(by: string, url: string): SeenRequest['type'] {
  const path = URL.parse(url)?.pathname ?? ''
  if (by === 'link' || by === 'css') {
    if (/\.css$/i.test(path)) return 'stylesheet'
    if (/\.m?js$/i.test(path)) return 'script'
    if (/\.(?:woff2?|ttf|otf)$/i.test(path)) return 'font'
    return by === 'css' ? 'image' : 'other'
  }
  return types[by] ?? 'other'
}

type Told = {
  readonly openedAt: number
  readonly answeredAt: number
  readonly isByWorker: boolean
  readonly asked: readonly {
    readonly url: string
    readonly by: string
    readonly endedAt: number
    readonly isByWorker: boolean
    readonly status: number
  }[]
  /** What our own script kept from the browser, and when. */
  readonly taken: Readonly<Record<string, number>>
  /** The addresses of its style sheets, which do not tell that they are some. */
  readonly styles: readonly string[]
}

/** Runs in the page, in the extension's own world of it: it reaches nothing of this file. */
function tellOfPage(): Told {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const {timeOrigin} = performance
  const world = globalThis as unknown as {readonly [key: symbol]: {readonly taken?: Told['taken']} | undefined}
  return {
    openedAt: timeOrigin,
    answeredAt: timeOrigin + (opening?.responseStart ?? 0),
    isByWorker: (opening?.workerStart ?? 0) > 0,
    asked: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(entry => ({
      url: entry.name,
      by: entry.initiatorType,
      endedAt: timeOrigin + entry.responseEnd,
      isByWorker: entry.workerStart > 0,
      status: entry.responseStatus,
    })),
    taken: world[Symbol.for('switchyard')]?.taken ?? {},
    styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet]')].map(({href}) => href),
  }
}

/** With what its frames asked for, each as it was first: 250 of each frame, and of fetches those whose body was read. Rejects where no script may look. */
export async function seenOf(tabId: number): Promise<SeenPage> {
  const frames = await browser.scripting.executeScript({
    target: {tabId, allFrames: true},
    // A frame that has not come yet says nothing, and is not waited for.
    injectImmediately: true,
    func: tellOfPage,
  })
  const seen = new Map<string, SeenRequest>()
  let main: Told | undefined
  for (const {frameId, result} of frames) {
    const told = result as Told | null | undefined
    if (!told) continue
    if (frameId === 0) main = told
    for (const {url, by, status, ...rest} of told.asked) {
      const type = told.styles.includes(url) ? 'stylesheet' : typeOf(by, url)
      const isUnanswered = type === 'xmlhttprequest' && status === 0
      const key = `${type} ${url}`
      if (/^https?:/.test(url) && !seen.has(key)) seen.set(key, {url, type, isUnanswered, ...rest})
    }
    for (const [url, endedAt] of Object.entries(told.taken))
      seen.set(`taken ${url}`, {url, type: 'xmlhttprequest', endedAt, isByWorker: false, isUnanswered: false})
  }
  const {openedAt = 0, answeredAt = 0, isByWorker = false} = main ?? {}
  return {requests: [...seen.values()], openedAt, answeredAt, isByWorker}
}
