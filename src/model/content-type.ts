import {isRecord, parsed} from './json'

/** A content type without what it says of itself: `text/html`. */
export const getMimeType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase()

/** What a text most likely is, as a content type. */
export function guessContentType(text: string): string {
  const json = /^\s*[[{]/.test(text) ? parsed(text) : undefined
  if (isRecord(json) || Array.isArray(json)) return 'application/json'
  return /^\s*</.test(text) ? 'text/html;charset=UTF-8' : 'text/plain;charset=UTF-8'
}
