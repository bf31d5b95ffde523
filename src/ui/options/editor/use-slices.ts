import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'

/** As many as a window shows. */
const atOnce = 4
/** In milliseconds: about as long again the browser takes to lay a slice out. */
const budget = 8
/** Later than this nobody waits for an idle moment. */
const longestWait = 100

type Slice = {readonly started: number; readonly size: number}

/**
 * How many of many things are drawn: the first at once, the others in idle moments, as many each time as the last ones say there is time
 * for. What is `wanted` is drawn at once, and once all have been, so is whatever comes.
 */
export function useSlices(count: number, wanted: number): number {
  const [idly, setIdly] = useState(atOnce)
  const drawn = Math.max(idly, wanted)
  const isDone = useRef(false)
  isDone.current ||= drawn >= count
  const last = useRef<Slice>({started: 0, size: 2})
  useLayoutEffect(() => {
    const {started, size} = last.current
    const taken = performance.now() - started
    if (started > 0)
      last.current = {started: 0, size: Math.min(size + 2, Math.max(2, Math.floor((size * budget) / taken)))}
  }, [drawn])
  useEffect(() => {
    if (isDone.current) return
    const drawNext = () => {
      last.current = {...last.current, started: performance.now()}
      setIdly(drawn + last.current.size)
    }
    const asked = requestIdleCallback(drawNext, {timeout: longestWait})
    return () => cancelIdleCallback(asked)
  }, [drawn])
  return isDone.current ? count : drawn
}
