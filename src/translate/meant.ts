import type {AsciiSet} from '../matching/regex/ascii-set'
import {scheme, type Piece} from './layout'

/** What a place has taken so far, of what the source fixes and of what it leaves free. */
export type Reach = {
  /** Whether a character that the expression names is one of the source's, but for a slash at an end of the place and a question mark at its start: these have hops of their own. */
  readonly isNamed: boolean
  /** Whether it goes on over the whole of a text of the source. */
  readonly goesOver: boolean
  /** Whether it needs more than every address has that the source takes. */
  readonly isLucky: boolean
  /** So many characters of the text that is being taken, from its first one on; undefined where the place began within it. */
  readonly run: number | undefined
  readonly hasWhole: boolean
}

/** Of a character, all spellings in which a set names it. */
const mostSpellings = 2

export const beginningAt = (isCut = false): Reach => ({
  isNamed: false,
  goesOver: false,
  isLucky: false,
  run: isCut ? undefined : 0,
  hasWhole: false,
})

/** A character that only some addresses have there. */
export const freeIn = (reach: Reach, piece: Piece): Reach =>
  piece === scheme ? reach : {...reach, isLucky: true, goesOver: reach.goesOver || reach.hasWhole}

type Taken = {
  readonly set: AsciiSet
  readonly piece: Piece
  /** Whether it is the first or the last one of the place. */
  readonly isAtEdge: boolean
}

/** A character of the source. */
export function takingOf(reach: Reach, {set, piece, isAtEdge}: Taken): Reach {
  const isMark = ['/', '?'].some(mark => set[mark.charCodeAt(0)] === true)
  const names = set.filter(Boolean).length <= mostSpellings && !(isAtEdge && isMark)
  const isNamed = reach.isNamed || names
  if (piece.kind === 'query') return {...reach, isNamed, isLucky: true}
  if (piece.kind !== 'text') return {...reach, isNamed}
  const run = reach.run === undefined ? undefined : reach.run + 1
  if (piece.text.length > 1) return {...reach, isNamed, run}
  return {...reach, isNamed, run: 0, hasWhole: reach.hasWhole || (run ?? 0) > 1}
}

/**
 * Whether who wrote the expression can have meant a place that takes of what the source fixes: such as is in each address, as holds what the
 * expression names, or as begins before a text of the source and ends after it. What is left, as the `a` of `a.test` behind `lang=`, is in
 * hardly any address.
 */
export const isMeant = ({isNamed, goesOver, isLucky}: Reach): boolean => isNamed || goesOver || !isLucky
