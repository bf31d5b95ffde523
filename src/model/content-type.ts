import {isRecord, parsed} from './json'
import type {ResourceType} from './source'

/** A content type without what it says of itself: `text/html`. */
export const getMimeType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase()

/** What a text most likely is, as a content type. */
export function guessContentType(text: string): string {
  const json = /^\s*[[{]/.test(text) ? parsed(text) : undefined
  if (isRecord(json) || Array.isArray(json)) return 'application/json'
  return /^\s*</.test(text) ? 'text/html;charset=UTF-8' : 'text/plain;charset=UTF-8'
}

const typesByMime: readonly (readonly [RegExp, ResourceType])[] = [
  [/html/, 'main_frame'],
  [/(?:java|ecma)script/, 'script'],
  [/^text\/css/, 'stylesheet'],
  [/^image\//, 'image'],
  [/^(?:font\/|application\/(?:x-)?font)/, 'font'],
]

/** The type of request that a file of this content type answers; undefined for data. */
export const getResourceTypeOfMime = (type: string): ResourceType | undefined =>
  typesByMime.find(([pattern]) => pattern.test(getMimeType(type)))?.[1]
