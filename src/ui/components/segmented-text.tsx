import type {TextSegments} from '../text-segments'

export const SegmentedText = ({phrase}: {readonly phrase: TextSegments}) => (
  <>{phrase.map((piece, index) => (piece.code ? <code key={index}>{piece.text}</code> : piece.text))}</>
)
