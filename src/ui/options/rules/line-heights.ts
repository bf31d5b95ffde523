import {useEffect, useState} from 'preact/hooks'
import type {Line} from './lines'

type Heights = {readonly [K in Line['kind'] | 'head' | 'foot']: number}

// In pixels, as in rules.css.
const wideHeights: Heights = {head: 33, group: 36, rule: 36, empty: 36, record: 240, foot: 72}
const narrowHeights: Heights = {...wideHeights, head: 0, rule: 56}
const slimHeights: Heights = {...narrowHeights, rule: 76, foot: 112}

/** As in narrow.css and slim.css. */
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
