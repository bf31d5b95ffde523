import {isEmptySet, minus, setOfCharacter, type AsciiSet} from '../matching/regex/ascii-set'
import {escapeRegex} from '../matching/escape-regex'
import {anything, port, writeLayout, writePiece, writePieces, type Layout, type Piece} from './layout'

/**
 * RE2 has no look-around. "Not followed by `avoided`" is spelt out: this character differs, or it is the same and the next one
 * differs, and so on to the end of the address. Null when a layout cannot but have the text there, undefined when it cannot be told.
 */
type Spelt = string | null | undefined

type Gap = Extract<Piece, {kind: 'gap'}>

const eitherOf = (...ways: readonly (string | null)[]): string | null => {
  const possible = ways.filter(way => way !== null)
  return possible.length > 1 ? `(?:${possible.join('|')})` : (possible[0] ?? null)
}

const one = (set: AsciiSet): string | null => (isEmptySet(set) ? null : writePiece({kind: 'one', set}))
const without = (set: AsciiSet, character: string): AsciiSet => minus(set, setOfCharacter(character))
const joined = (a: string | null, b: string | null): string | null => (a === null || b === null ? null : a + b)
const maybe = (regex: string | null, canBeNothing: boolean): string | null =>
  canBeNothing ? (regex === null ? '' : `(?:${regex})?`) : regex

// A text that is avoided has nothing of a port where one may be left out: see `portsOf`.
/** Whether all that the layout matches starts with the text, or nothing; undefined where some does. */
function starts([first, ...rest]: Layout, sought: string): boolean | undefined {
  if (sought === '') return true
  if (first === undefined || first.kind === 'end') return false
  if (first.kind === 'credentials') return starts(rest, sought)
  if (first.kind === 'port') return starts(rest, sought) === false ? false : undefined
  if (first.kind === 'query') return sought.startsWith('?') ? undefined : false
  if (first.kind !== 'text') return undefined
  const length = Math.min(first.text.length, sought.length)
  return first.text.slice(0, length) === sought.slice(0, length) ? starts(rest, sought.slice(length)) : false
}

/** The same of its end. Before the address there is nothing. */
function ends(layout: Layout, sought: string): boolean | undefined {
  const [last, rest] = [layout.at(-1), layout.slice(0, -1)]
  if (sought === '') return true
  if (last === undefined) return false
  if (last.kind === 'credentials') return ends(rest, sought)
  if (last.kind === 'port') return ends(rest, sought) === false ? false : undefined
  if (last.kind !== 'text') return undefined
  const length = Math.min(last.text.length, sought.length)
  return last.text.slice(-length) === sought.slice(-length) ? ends(rest, sought.slice(0, -length)) : false
}

/** A gap whose text, with what follows, does not start with `avoided`. Built from the last character of `avoided` to the first. */
function gapNotStarting(gap: Gap, rest: Layout, avoided: string): Spelt {
  let inner: string | null = null
  for (let at = avoided.length - 1; at >= 0; at--) {
    const character = avoided.charAt(at)
    const isHeld = gap.set[character.charCodeAt(0)] === true
    const same = isHeld ? joined(escapeRegex(character), inner) : null
    const other = one(without(gap.set, character))
    if (rest.length === 0) {
      // Here the address may end, and whatever follows need not be matched.
      inner = eitherOf(other, same, '#', '$')
      continue
    }
    const begins = starts(rest, avoided.slice(at))
    if (begins === undefined) return undefined
    inner = maybe(eitherOf(joined(other, gap.written), same), !begins)
  }
  return joined(inner, writeLayout(rest))
}

/** A gap whose text, with what stands before, does not end with `avoided`. */
function gapNotEnding(gap: Gap, rest: Layout, avoided: string): Spelt {
  let inner: string | null = null
  for (let at = 0; at < avoided.length; at++) {
    const character = avoided.charAt(at)
    const isHeld = gap.set[character.charCodeAt(0)] === true
    const same = isHeld ? joined(inner, escapeRegex(character)) : null
    const finishes = ends(rest, avoided.slice(0, at + 1))
    if (finishes === undefined) return undefined
    inner = maybe(eitherOf(joined(gap.written, one(without(gap.set, character))), same), !finishes)
  }
  return joined(writePieces(rest), inner)
}

/** The layout, where it does not start with `avoided`. */
export function notStartingWith(layout: Layout, avoided: string): Spelt {
  if (avoided === '') return null
  const [first, ...rest] = layout
  switch (first?.kind) {
    case 'text': {
      const length = Math.min(first.text.length, avoided.length)
      if (first.text.slice(0, length) !== avoided.slice(0, length)) return writeLayout(layout)
      const deeper = first.text.length >= avoided.length ? null : notStartingWith(rest, avoided.slice(length))
      return deeper === undefined ? undefined : joined(escapeRegex(first.text), deeper)
    }
    case 'gap':
      return gapNotStarting(first, rest, avoided)
    case 'query': {
      if (!avoided.startsWith('?')) return '(?:[?#]|$)'
      const deeper = notStartingWith([anything], avoided.slice(1)) ?? null
      return eitherOf('#', '$', joined('\\?', deeper))
    }
    case undefined:
    case 'end':
      return '(?:#|$)'
    case 'credentials':
      return notStartingWith(rest, avoided)
    case 'port': {
      const deeper = notStartingWith(rest, avoided)
      return deeper === undefined ? undefined : eitherOf(port + writeLayout(rest), deeper)
    }
    default:
      return undefined
  }
}

/** The layout, where it does not end with `avoided`. */
export function notEndingWith(layout: Layout, avoided: string): Spelt {
  if (avoided === '') return null
  const [last, rest] = [layout.at(-1), layout.slice(0, -1)]
  switch (last?.kind) {
    case 'text': {
      const length = Math.min(last.text.length, avoided.length)
      if (last.text.slice(-length) !== avoided.slice(-length)) return writePieces(layout)
      const deeper = last.text.length >= avoided.length ? null : notEndingWith(rest, avoided.slice(0, -length))
      return deeper === undefined ? undefined : joined(deeper, escapeRegex(last.text))
    }
    case 'gap':
      return gapNotEnding(last, rest, avoided)
    case 'credentials':
      return notEndingWith(rest, avoided)
    case 'port': {
      const deeper = notEndingWith(rest, avoided)
      return deeper === undefined ? undefined : eitherOf(writePieces(rest) + port, deeper)
    }
    case undefined:
      return ''
    default:
      return undefined
  }
}
