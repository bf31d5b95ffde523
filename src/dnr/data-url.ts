import {largestDataUrl} from '../model/rules/redirect'
import type {ResourceType} from '../model/source'
import type {CompiledFilter} from './condition'

const minCachedLength = 20_000
/** A draft has mostly one text of megabytes; the tester asks other rules in between. */
const maxCachedTexts = 4

/** Works out once what is asked of a long text again and again: a form asks at each key, and a body of megabytes takes a frame to read. */
export function memoizeLongTexts<Answer>(answerOf: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return text => {
    const answer = known.get(text) ?? answerOf(text)
    if (text.length < minCachedLength || known.has(text)) return answer
    if (known.size === maxCachedTexts) known.clear()
    known.set(text, answer)
    return answer
  }
}

const percentEncode = memoizeLongTexts(text => encodeURIComponent(text.toWellFormed()))

function canPercentEncode(text: string, room: number): boolean {
  const escaped = /[^\w.!~*'()-]/g
  let left = room - text.length
  while (left >= 0 && escaped.test(text)) left -= 2
  return left >= 0
}

/** As many as a call may be given; spread, they would be taken one by one, six times as slowly. */
const maxArguments = 10_000

const encodeUtf8 = memoizeLongTexts(text => new TextEncoder().encode(text))

const encodeBase64 = memoizeLongTexts(text => {
  const bytes = encodeUtf8(text)
  let characters = ''
  for (let at = 0; at < bytes.length; at += maxArguments)
    characters += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + maxArguments)) as string
  return btoa(characters)
})

/** `size` is how many characters it would have, more than Chrome takes. */
type DataUrl = {readonly url: string} | {readonly size: number}

/** Text as a data: URL: percent-encoded where that fits, since it is readable in DevTools, else in base64. */
export function createDataUrl(contentType: string, text: string): DataUrl {
  const start = `data:${contentType};charset=utf-8`
  const readable = canPercentEncode(text, largestDataUrl - start.length - 1) ? `${start},${percentEncode(text)}` : null
  if (readable !== null && readable.length <= largestDataUrl) return {url: readable}
  const size = `${start};base64,`.length + Math.ceil(encodeUtf8(text).length / 3) * 4
  return size > largestDataUrl ? {size} : {url: `${start};base64,${encodeBase64(text)}`}
}

const isJson = memoizeLongTexts((text: string): boolean => {
  if (!/^\s*[[{"\d-]|^\s*(?:true|false|null)\s*$/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
})

/** The content type of a text that is opened as a page. */
export const detectDocumentType = (text: string): string =>
  /^\s*</.test(text) ? 'text/html' : isJson(text) ? 'application/json' : 'text/plain'

/**
 * Those of these types for which a text may stand in. Chrome 156 itself ends, with all of its windows, where a frame is led to a `data:` address that the
 * Content-Security-Policy of its page keeps out: frames are answered only where a filter names them.
 */
export const excludeImplicitFrames = (
  {resourceTypes}: CompiledFilter,
  able: readonly ResourceType[],
): readonly ResourceType[] => (resourceTypes === null ? able.filter(type => type !== 'sub_frame') : able)

export const hasExplicitFrames = ({resourceTypes}: CompiledFilter): boolean =>
  resourceTypes?.includes('sub_frame') === true
