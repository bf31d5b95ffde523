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
  /** When each address was last asked for of those that rules act on inside the page. */
  readonly met: Readonly<Record<string, number>>
  /** The addresses of its style sheets, which do not tell that they are some. */
  readonly styles: readonly string[]
}

/** Runs in the page, in the extension's own world of it: it reaches nothing of this file. */
function tellOfPage(): Told {
  const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const {timeOrigin} = performance
  const world = globalThis as unknown as {readonly [key: symbol]: {readonly met?: Told['met']} | undefined}
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
    met: world[Symbol.for('switchyard')]?.met ?? {},
    styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet]')].map(({href}) => href),
  }
}

/** As many of what rules met in a frame as a browser remembers of what it asked for. */
const mostMet = 250

/** The same request as it was first, and each time; no answer came where none ever did. */
const withLater = (first: SeenRequest | undefined, later: SeenRequest): SeenRequest =>
  first
    ? {
        ...first,
        ended: [...first.ended, ...later.ended].toSorted((a, b) => a - b),
        isUnanswered: first.isUnanswered && later.isUnanswered,
      }
    : later

/** What one frame asked for. */
function requestsIn({asked, met, styles}: Told): readonly SeenRequest[] {
  const known = asked.map(({url, by, endedAt, isByWorker, status}) => {
    const type = styles.includes(url) ? 'stylesheet' : typeOf(by, url)
    const isUnanswered = type === 'xmlhttprequest' && status === 0
    return {url, type, ended: [endedAt], isByWorker, isUnanswered, isOfRules: false}
  })
  const isKnown = (url: string, time: number) => known.some(each => each.url === url && (each.ended[0] ?? 0) >= time)
  const ofRules = Object.entries(met)
    .slice(-mostMet)
    .filter(([url, time]) => !isKnown(url, time))
    .map(([url, time]) => {
      const type = 'xmlhttprequest' as const
      return {url, type, ended: [time], isByWorker: false, isUnanswered: false, isOfRules: true}
    })
  return [...known.filter(({url}) => /^https?:/.test(url)), ...ofRules]
}

/** With what its frames asked for: 250 of each frame, and of fetches those whose body was read. Rejects where no script may look. */
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
    for (const each of requestsIn(told)) {
      const key = `${each.isOfRules} ${each.type} ${each.url}`
      seen.set(key, withLater(seen.get(key), each))
    }
  }
  const {openedAt = 0, answeredAt = 0, isByWorker = false} = main ?? {}
  return {requests: [...seen.values()], openedAt, answeredAt, isByWorker}
}
