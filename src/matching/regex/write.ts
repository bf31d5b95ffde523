import {writeClass, subtract, emptyClass, type AsciiSet} from './ascii-set'
import type {Token} from './tokens'

export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

export type WriteOptions = {
  /** Characters that the compared text never contains, although the URL around it does. */
  readonly outside?: AsciiSet
  /** The pattern for `$`, if other parts of the URL follow the compared text. */
  readonly end?: string
  /**
   * For a pattern that ignores case. Chromium converts it to lower case: `[!-Z]` would become
   * `[!-z]`.
   */
  readonly caseless?: boolean
}

/** Writes a pattern that RE2 and JavaScript read alike. */
export function writeRegex(
  tokens: readonly Token[],
  {outside, end = '$', caseless = false}: WriteOptions = {},
): string {
  const isOutside = (character: string) => outside?.[character.charCodeAt(0)] === true
  const writeText = (given: string) => ([...given].some(isOutside) ? emptyClass : escapeRegex(given))
  // A pattern often repeats the same set, mostly "any character".
  let last: {readonly set: AsciiSet; readonly text: string} | undefined
  const writeCachedClass = (set: AsciiSet): string => {
    if (last?.set !== set) {
      last = {set, text: writeClass(outside ? subtract(set, outside) : set, caseless)}
    }
    return last.text
  }
  let written = ''
  tokens.forEach((token, index) => {
    switch (token.kind) {
      case 'text': {
        const repeated = token.text.length > 1 && tokens[index + 1]?.kind === 'repeat'
        written += repeated ? `(?:${writeText(token.text)})` : writeText(token.text)
        break
      }
      case 'set':
        written += writeCachedClass(token.set)
        break
      case 'start':
        written += '^'
        break
      case 'end':
        written += end
        break
      case 'open':
        written += token.lookaround ?? (token.capturing ? '(' : '(?:')
        break
      case 'close':
        written += ')'
        break
      case 'or':
        written += '|'
        break
      case 'repeat':
      case 'raw':
        written += token.text
        break
      default:
        token satisfies never
    }
  })
  return written
}
