import {splitAtMatches} from '../search-terms'

export const HighlightedText = ({text, typed}: {readonly text: string; readonly typed: string}) => (
  <>{splitAtMatches(text, typed).map((part, index) => (part.hit ? <b key={index}>{part.text}</b> : part.text))}</>
)
