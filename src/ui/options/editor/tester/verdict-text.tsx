import {useEffect, useRef} from 'preact/hooks'
import {SaidText} from '../../../parts/said-text'
import {plainly, type Said} from '../../../sentences/said'

/** The sentence of the verdict; one that is longer than its place is a stop on the way through the form, so that keys can scroll it. */
export function VerdictText({said}: {readonly said: Said}) {
  const place = useRef<HTMLSpanElement>(null)
  const text = plainly(said)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const watch = new ResizeObserver(() => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    })
    // Tells of its size at once, and whenever that changes.
    watch.observe(element)
    return () => watch.disconnect()
  }, [text])
  return (
    <span class="verdict-text" ref={place}>
      <SaidText said={said} />
    </span>
  )
}
