import type {Phrase} from '../phrase'

/** Inline code inside the text line, so that baselines agree. */
export const PhraseText = ({phrase}: {readonly phrase: Phrase}) => (
  <>{phrase.map((piece, index) => (piece.code ? <code key={index}>{piece.text}</code> : piece.text))}</>
)
