import type {TextSegments} from '../text-segments'

export type ExplanationSegment = {
  readonly text: string
  readonly code?: true
  readonly marked?: true
  readonly rule?: string
}
export type ExplanationSegments = readonly ExplanationSegment[]

// Private-use characters mark a rule's name, so that `linkRule` finds it.
const [open, close] = ['\u{E000}', '\u{E001}']

export const createRulePlaceholder = (name: string): TextSegments => [
  {text: `${open}${name.replaceAll(open, '').replaceAll(close, '')}${close}`},
]

export const linkRule = (phrase: TextSegments, id: string): ExplanationSegments =>
  phrase.map(piece =>
    piece.text.startsWith(open) ? {text: piece.text.slice(open.length, -close.length), rule: id} : piece,
  )

export const getExplanationText = (segments: ExplanationSegments): string => segments.map(({text}) => text).join('')
