import {classText, isEmptySet, minus, setOfText} from './ascii-set'
import type {Token} from './tokens'

export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\\/', '/')

export type Writing = {
  /** Characters that the compared text never holds, though the address around it does. */
  readonly without?: string
  /** What follows the compared text in the address, for `$`. */
  readonly end?: string
  /** What `^` becomes. */
  readonly start?: string
}

const never = '[^\\s\\S]'

/** The tokens as a pattern that RE2 and JavaScript read alike. */
export function writeRegex(tokens: readonly Token[], {without = '', end = '$', start = '^'}: Writing = {}): string {
  const outside = setOfText(without)
  const characters = (given: string) =>
    [...given].some(character => without.includes(character)) ? never : escapeRegex(given)
  return tokens
    .map((token, index) => {
      switch (token.kind) {
        case 'text': {
          const repeated = tokens[index + 1]?.kind === 'repeat'
          return repeated && token.text.length > 1 ? `(?:${characters(token.text)})` : characters(token.text)
        }
        case 'set': {
          const left = without === '' ? token.set : minus(token.set, outside)
          return isEmptySet(left) ? never : classText(left)
        }
        case 'start':
          return start
        case 'end':
          return end
        case 'open':
          return token.look ?? (token.capturing ? '(' : '(?:')
        case 'close':
          return ')'
        case 'or':
          return '|'
        case 'repeat':
        case 'raw':
          return token.text
        default:
          return token satisfies never
      }
    })
    .join('')
}
