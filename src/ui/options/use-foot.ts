import type {RefObject} from 'preact'
import {useEffect} from 'preact/hooks'

/** What stands at the foot of the window, while it does: toasts come above it, however high it is. */
export function useFoot(foot: RefObject<HTMLElement | null>, isThere = true): void {
  useEffect(() => {
    const element = foot.current
    const page = element?.closest<HTMLElement>('.options')
    if (!element || !page) return
    const watch = new ResizeObserver(() =>
      page.style.setProperty('--foot', `${innerHeight - element.getBoundingClientRect().top}px`),
    )
    watch.observe(element)
    return () => {
      watch.disconnect()
      page.style.removeProperty('--foot')
    }
  }, [isThere])
}
