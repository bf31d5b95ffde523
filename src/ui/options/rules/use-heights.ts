import {useEffect, useState} from 'preact/hooks'
import {narrowHeights, slimHeights, wideHeights, type Heights} from './use-lines'

/** Under 720 px, as in a usual window at twice the size, When and Does share a second line, under 480 px each has its own; as narrow.css and slim.css have it. */
const queries = ['(max-width: 719px)', '(max-width: 479px)'] as const

export function useHeights(): Heights {
  const [[narrow, slim]] = useState(() => queries.map(query => matchMedia(query)))
  const heightsNow = () => (slim?.matches ? slimHeights : narrow?.matches ? narrowHeights : wideHeights)
  const [heights, setHeights] = useState(heightsNow)
  useEffect(() => {
    const follow = () => setHeights(heightsNow())
    const all = [narrow, slim]
    for (const each of all) each?.addEventListener('change', follow)
    return () => {
      for (const each of all) each?.removeEventListener('change', follow)
    }
  }, [])
  return heights
}
