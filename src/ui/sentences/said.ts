import type {Phrase} from '../phrase'

/** A piece of a sentence of the tester: prose, code, a rule to go to, or what has changed. */
export type SaidPiece = {
  readonly text: string
  readonly code?: true
  readonly marked?: true
  /** The id of the rule that the text names. */
  readonly rule?: string
}
export type Said = readonly SaidPiece[]

// A rule's name is put into sentences as prose between these, which no keyboard types, and found there again.
const [open, close] = ['\u{E000}', '\u{E001}']

/** A rule's name, for a hole in a sentence. */
export const ruleHole = (name: string): Phrase => [
  {text: `${open}${name.replaceAll(open, '').replaceAll(close, '')}${close}`},
]

/** The sentence with the rule in it as something to go to. */
export const withRule = (phrase: Phrase, id: string): Said =>
  phrase.map(piece =>
    piece.text.startsWith(open) ? {text: piece.text.slice(open.length, -close.length), rule: id} : piece,
  )

export const plainly = (said: Said): string => said.map(({text}) => text).join('')
