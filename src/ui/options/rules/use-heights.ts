import {useEffect, useState} from 'preact/hooks'
import {narrowHeights, wideHeights, type Heights} from './use-lines'

/** Under 640 px When and Does share a second line; as narrow.css has it. */
export function useHeights(): Heights {
  const [query] = useState(() => matchMedia('(max-width: 639px)'))
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const follow = () => setNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  return isNarrow ? narrowHeights : wideHeights
}
