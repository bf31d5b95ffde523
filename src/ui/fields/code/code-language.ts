import type {BodyType} from './body-type'

export type CodeLanguage = 'javascript' | 'json' | 'text'

// By its first character: a body of megabytes is not read at each key.
export const languageOf = (type: BodyType, value: string): CodeLanguage =>
  type === 'code' ? 'javascript' : /^\s*[[{"]/.test(value) ? 'json' : 'text'

/** From here on the browser takes too long to break the lines anew, or to colour them, at each key. */
export const longest = 200_000

/** What is wrong with a text, and where; the first line and column are 1. */
export type TextFault = {
  readonly says: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}
