import {largestDataUrl} from '../model/rules/redirect'
import type {ResourceType} from '../model/source'
import type {Narrowing} from './condition'

const long = 20_000
/** A draft has mostly one text of megabytes; the tester asks other rules in between. */
const mostKnown = 4

/** Works out once what is asked of a long text again and again: a form asks at each key, and a body of megabytes takes a frame to read. */
export function onceForLong<Answer>(answerOf: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return text => {
    const answer = known.get(text) ?? answerOf(text)
    if (text.length < long || known.has(text)) return answer
    if (known.size === mostKnown) known.clear()
    known.set(text, answer)
    return answer
  }
}

const encoded = onceForLong(text => encodeURIComponent(text.toWellFormed()))

function mayBeReadable(text: string, room: number): boolean {
  const escaped = /[^\w.!~*'()-]/g
  let left = room - text.length
  while (left >= 0 && escaped.test(text)) left -= 2
  return left >= 0
}

/** As many as a call may be given; spread, they would be taken one by one, six times as slowly. */
const atOnce = 10_000

const bytesOf = onceForLong(text => new TextEncoder().encode(text))

const inBase64 = onceForLong(text => {
  const bytes = bytesOf(text)
  let characters = ''
  for (let at = 0; at < bytes.length; at += atOnce)
    characters += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + atOnce)) as string
  return btoa(characters)
})

/** `size` is how many characters it would have, more than Chrome takes. */
type DataUrl = {readonly url: string} | {readonly size: number}

/** Text as a data: URL: percent-encoded where that fits, since it is readable in DevTools, else in base64. */
export function dataUrl(contentType: string, text: string): DataUrl {
  const start = `data:${contentType};charset=utf-8`
  const readable = mayBeReadable(text, largestDataUrl - start.length - 1) ? `${start},${encoded(text)}` : null
  if (readable !== null && readable.length <= largestDataUrl) return {url: readable}
  const size = `${start};base64,`.length + Math.ceil(bytesOf(text).length / 3) * 4
  return size > largestDataUrl ? {size} : {url: `${start};base64,${inBase64(text)}`}
}

const isJson = onceForLong((text: string): boolean => {
  if (!/^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
})

/** The content type of a text that is opened as a page. */
export const documentType = (text: string): string =>
  /^\s*</.test(text) ? 'text/html' : isJson(text) ? 'application/json' : 'text/plain'

/**
 * Those of these types for which a text may stand in. Chrome 156 itself ends, with all of its windows, where a frame is led to a `data:` address that the
 * Content-Security-Policy of its page keeps out: frames are answered only where a filter names them.
 */
export const withoutUnnamedFrames = (
  {resourceTypes}: Narrowing,
  able: readonly ResourceType[],
): readonly ResourceType[] => (resourceTypes === null ? able.filter(type => type !== 'sub_frame') : able)

export const hasNamedFrames = ({resourceTypes}: Narrowing): boolean => resourceTypes?.includes('sub_frame') === true
