import {largestDataUrl} from '../contract/rules/redirect'
import {onceForLong} from './long-texts'

const encoded = onceForLong(text => encodeURIComponent(text.toWellFormed()))

/** As many as a call may be given; spread, they would be taken one by one, six times as slowly. */
const atOnce = 10_000

const inBase64 = onceForLong(text => {
  const bytes = new TextEncoder().encode(text)
  let characters = ''
  for (let at = 0; at < bytes.length; at += atOnce)
    characters += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + atOnce)) as string
  return btoa(characters)
})

/**
 * Text as a data: URL. Percent-encoding keeps it readable in DevTools, but takes three characters for each quote, space and bracket: base64,
 * which takes a third more of any text, has room for files of which it has none.
 */
export function dataUrl(contentType: string, text: string): string {
  const start = `data:${contentType};charset=utf-8`
  const readable = `${start},${encoded(text)}`
  return readable.length > largestDataUrl ? `${start};base64,${inBase64(text)}` : readable
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
