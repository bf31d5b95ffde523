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
  readonly asked: readonly (readonly string[])[]
  /** The addresses of its style sheets, which do not tell that they are some. */
  readonly styles: readonly string[]
}

/** With what its frames asked for, each once: the first 250 of each, and of fetches those whose body was read. Rejects where no script may look. */
export async function seenOf(tabId: number): Promise<SeenPage> {
  const frames = await browser.scripting.executeScript({
    target: {tabId, allFrames: true},
    // A frame that has not come yet says nothing, and is not waited for.
    injectImmediately: true,
    func: () => {
      const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return {
        openedAt: performance.timeOrigin,
        answeredAt: performance.timeOrigin + (opening?.responseStart ?? 0),
        asked: performance
          .getEntriesByType('resource')
          .map(entry => [entry.name, (entry as PerformanceResourceTiming).initiatorType]),
        styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet]')].map(({href}) => href),
      }
    },
  })
  const seen = new Map<string, SeenRequest>()
  let [openedAt, answeredAt] = [0, 0]
  for (const {frameId, result} of frames) {
    const told = result as Told | null | undefined
    if (frameId === 0) [openedAt, answeredAt] = [told?.openedAt ?? 0, told?.answeredAt ?? 0]
    for (const [url = '', by = ''] of told?.asked ?? []) {
      const type = told?.styles.includes(url) === true ? 'stylesheet' : typeOf(by, url)
      if (/^https?:/.test(url)) seen.set(`${type} ${url}`, {url, type})
    }
  }
  return {requests: [...seen.values()], openedAt, answeredAt}
}
