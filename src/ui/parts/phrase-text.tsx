import type {Phrase} from '../phrase'
import {found} from '../search'

/** Inline code inside the text line, so that baselines agree. */
export const PhraseText = ({phrase}: {readonly phrase: Phrase}) => (
  <>{phrase.map((piece, index) => (piece.code ? <code key={index}>{piece.text}</code> : piece.text))}</>
)

/** The text with what was searched for in bold. */
export const FoundText = ({text, typed}: {readonly text: string; readonly typed: string}) => (
  <>{found(text, typed).map((part, index) => (part.hit ? <b key={index}>{part.text}</b> : part.text))}</>
)
