import {largestDataUrl} from '../model/rules/redirect'
import type {CompiledFilter} from './condition'

const minCachedLength = 20_000
/** A draft has at most one text of megabytes; the tester reads other rules in between. */
const maxCachedTexts = 4

/**
 * Caches the result for long texts. A form asks at each key press, and reading megabytes takes
 * longer than a frame.
 */
export function memoizeLongTexts<Result>(compute: (text: string) => Result): (text: string) => Result {
  const cache = new Map<string, Result>()
  return text => {
    const result = cache.get(text) ?? compute(text)
    if (text.length < minCachedLength || cache.has(text)) return result
    if (cache.size === maxCachedTexts) cache.clear()
    cache.set(text, result)
    return result
  }
}

const percentEncode = memoizeLongTexts(text => encodeURIComponent(text.toWellFormed()))

function canPercentEncode(text: string, room: number): boolean {
  const escaped = /[^\w.!~*'()-]/g
  let left = room - text.length
  while (left >= 0 && escaped.test(text)) left -= 2
  return left >= 0
}

/** Arguments per call. Spreading them instead is six times as slow. */
const maxArguments = 10_000

const encodeUtf8 = memoizeLongTexts(text => new TextEncoder().encode(text))

const encodeBase64 = memoizeLongTexts(text => {
  const bytes = encodeUtf8(text)
  let characters = ''
  for (let at = 0; at < bytes.length; at += maxArguments)
    characters += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + maxArguments)) as string
  return btoa(characters)
})

/** `size` is the length in characters when it exceeds Chrome's limit. */
type DataUrl = {readonly url: string} | {readonly size: number}

/** Creates a data: URL, percent-encoded where that fits (readable in DevTools), else in base64. */
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

/** The content type of a text that opens as a page. */
export const detectDocumentType = (text: string): string =>
  /^\s*</.test(text) ? 'text/html' : isJson(text) ? 'application/json' : 'text/plain'

export const hasExplicitFrames = ({resourceTypes}: CompiledFilter): boolean =>
  resourceTypes?.includes('sub_frame') === true
