import {isEmptySet, minus, setOfText} from '../matching/regex/ascii-set'
import {text, tidy, writeLayout, writePiece, type Layout} from './layout'

/**
 * RE2 has no look-around. "Not followed by `avoided`" is spelt out: this character differs, or it is the same and the next one differs,
 * and so on to the end of the address. Null when the layout cannot but start with it.
 */
export function notStartingWith(layout: Layout, avoided: string): string | null {
  if (avoided === '') return null
  const [first, ...rest] = layout
  const character = avoided.charAt(0)
  const held = setOfText(character)
  const remaining = avoided.slice(1)
  switch (first?.kind) {
    case 'text': {
      if (!first.text.startsWith(character)) return writeLayout(layout)
      const deeper = notStartingWith(tidy([text(first.text.slice(1)), ...rest]), remaining)
      return deeper === null ? null : writePiece(text(character)) + deeper
    }
    case 'gap': {
      const other = minus(first.set, held)
      const ways = [
        isEmptySet(other) ? null : writePiece({kind: 'one', set: other}) + writeLayout(layout),
        first.set[character.charCodeAt(0)] === true ? prefixed(character, notStartingWith(layout, remaining)) : null,
        rest.length === 0 ? '(?:#|$)' : notStartingWith(rest, avoided),
      ]
      return eitherOf(ways)
    }
    case 'one': {
      const other = minus(first.set, held)
      const same =
        first.set[character.charCodeAt(0)] === true ? prefixed(character, notStartingWith(rest, remaining)) : null
      return eitherOf([isEmptySet(other) ? null : writePiece({kind: 'one', set: other}) + writeLayout(rest), same])
    }
    case 'query':
      return character === '?' ? '(?:#|$)' : '(?:[?#]|$)'
    case undefined:
    case 'end':
      return '(?:#|$)'
    case 'credentials':
      return notStartingWith(rest, avoided)
    default:
      return null
  }
}

/** The same for what stands before: the layout's text does not end with `avoided`. */
export function notEndingWith(layout: Layout, avoided: string): string | null {
  if (avoided === '') return null
  const rest = layout.slice(0, -1)
  const last = layout.at(-1)
  const character = avoided.charAt(avoided.length - 1)
  const held = setOfText(character)
  const remaining = avoided.slice(0, -1)
  const written = (pieces: Layout) => pieces.map(writePiece).join('')
  switch (last?.kind) {
    case 'text': {
      if (!last.text.endsWith(character)) return written(layout)
      const deeper = notEndingWith(tidy([...rest, text(last.text.slice(0, -1))]), remaining)
      return deeper === null ? null : deeper + writePiece(text(character))
    }
    case 'gap': {
      const other = minus(last.set, held)
      const same = last.set[character.charCodeAt(0)] === true ? notEndingWith(layout, remaining) : null
      return eitherOf([
        isEmptySet(other) ? null : written(layout) + writePiece({kind: 'one', set: other}),
        same === null ? null : same + writePiece(text(character)),
        rest.length === 0 ? '' : notEndingWith(rest, avoided),
      ])
    }
    case 'one': {
      const other = minus(last.set, held)
      const same = last.set[character.charCodeAt(0)] === true ? notEndingWith(rest, remaining) : null
      return eitherOf([
        isEmptySet(other) ? null : written(rest) + writePiece({kind: 'one', set: other}),
        same === null ? null : same + writePiece(text(character)),
      ])
    }
    case 'credentials':
      return notEndingWith(rest, avoided)
    case undefined:
      return ''
    default:
      return null
  }
}

const prefixed = (character: string, regex: string | null): string | null =>
  regex === null ? null : writePiece(text(character)) + regex

function eitherOf(ways: readonly (string | null)[]): string | null {
  const possible = ways.filter(way => way !== null)
  if (possible.length === 0) return null
  return possible.length === 1 ? (possible[0] ?? null) : `(?:${possible.join('|')})`
}
