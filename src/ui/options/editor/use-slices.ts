import {useEffect, useRef, useState} from 'preact/hooks'

const atOnce = 8
const eachTime = 4
/** Later than this nobody waits for an idle moment. */
const longestWait = 100

/** How many of many things are drawn: the first at once, the others a few in each idle moment. Once all have been, what comes is drawn at once. */
export function useSlices(count: number): number {
  const [drawn, setDrawn] = useState(atOnce)
  const isDone = useRef(false)
  isDone.current ||= drawn >= count
  useEffect(() => {
    if (isDone.current) return
    const asked = requestIdleCallback(() => setDrawn(drawn + eachTime), {timeout: longestWait})
    return () => cancelIdleCallback(asked)
  }, [drawn])
  return isDone.current ? count : drawn
}
