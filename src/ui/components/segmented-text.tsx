import type {Phrase} from '../text-segments'

export const PhraseText = ({phrase}: {readonly phrase: Phrase}) => (
  <>{phrase.map((piece, index) => (piece.code ? <code key={index}>{piece.text}</code> : piece.text))}</>
)
