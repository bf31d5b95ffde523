import {classText, minus, nothing, setOfText} from './ascii-set'
import type {Token} from './tokens'

export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\\/', '/')

export type Writing = {
  /** Characters that the compared text never holds, though the address around it does. */
  readonly without?: string
  /** What follows the compared text in the address, for `$`. */
  readonly end?: string
  /**
   * Whether the pattern ignores case and is for Chromium, which then puts its text in lower case before it reads it: `[!-Z]` would
   * become `[!-z]`.
   */
  readonly caseless?: boolean
}

/** The tokens as a pattern that RE2 and JavaScript read alike. */
export function writeRegex(
  tokens: readonly Token[],
  {without = '', end = '$', caseless = false}: Writing = {},
): string {
  const outside = without === '' ? undefined : setOfText(without)
  const isOutside = (character: string) => without.includes(character)
  const textOf = (given: string) => (without !== '' && [...given].some(isOutside) ? nothing : escapeRegex(given))
  let written = ''
  tokens.forEach((token, index) => {
    switch (token.kind) {
      case 'text': {
        const repeated = token.text.length > 1 && tokens[index + 1]?.kind === 'repeat'
        written += repeated ? `(?:${textOf(token.text)})` : textOf(token.text)
        break
      }
      case 'set':
        written += classText(outside === undefined ? token.set : minus(token.set, outside), caseless)
        break
      case 'start':
        written += '^'
        break
      case 'end':
        written += end
        break
      case 'open':
        written += token.look ?? (token.capturing ? '(' : '(?:')
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
