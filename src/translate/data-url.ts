import {onceForLong} from './long-texts'

const encoded = onceForLong(text => encodeURIComponent(text.toWellFormed()))

/** Text as a data: URL. Percent-encoding keeps it readable in DevTools. */
export const dataUrl = (contentType: string, text: string): string =>
  `data:${contentType};charset=utf-8,${encoded(text)}`

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
