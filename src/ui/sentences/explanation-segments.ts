import type {TextSegments} from '../text-segments'

export type SaidPiece = {
  readonly text: string
  readonly code?: true
  readonly marked?: true
  readonly rule?: string
}
export type Said = readonly SaidPiece[]

// A rule's name stands between private-use characters, by which `withRule` finds it.
const [open, close] = ['\u{E000}', '\u{E001}']

export const ruleHole = (name: string): TextSegments => [
  {text: `${open}${name.replaceAll(open, '').replaceAll(close, '')}${close}`},
]

export const withRule = (phrase: TextSegments, id: string): Said =>
  phrase.map(piece =>
    piece.text.startsWith(open) ? {text: piece.text.slice(open.length, -close.length), rule: id} : piece,
  )

export const plainly = (said: Said): string => said.map(({text}) => text).join('')
