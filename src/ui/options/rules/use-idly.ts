import {useEffect, useState} from 'preact/hooks'

/** Later than this nobody waits for an idle moment. */
const longestWait = 200

/** False where something is first drawn, true from the next idle moment on: for what nobody can see or miss before. */
export function useIdly(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const asked = requestIdleCallback(() => setIdle(true), {timeout: longestWait})
    return () => cancelIdleCallback(asked)
  }, [])
  return isIdle
}
