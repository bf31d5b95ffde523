import type {SeenRequest} from '../ui/popup/surface'
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

/** What the frames of a tab remember that they asked for, each once: the first 250 of each, and of fetches those whose body was read. Rejects where no script may look. */
export async function requestsOf(tabId: number): Promise<readonly SeenRequest[]> {
  const frames = await browser.scripting.executeScript({
    target: {tabId, allFrames: true},
    // A frame that has not come yet says nothing, and is not waited for.
    injectImmediately: true,
    func: () =>
      performance
        .getEntriesByType('resource')
        .map(entry => [entry.name, (entry as PerformanceResourceTiming).initiatorType]),
  })
  const seen = new Map<string, SeenRequest>()
  for (const {result} of frames)
    for (const [url = '', by = ''] of (result ?? []) as readonly (readonly string[])[]) {
      const type = typeOf(by, url)
      if (/^https?:/.test(url)) seen.set(`${type} ${url}`, {url, type})
    }
  return [...seen.values()]
}
