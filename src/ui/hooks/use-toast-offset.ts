import type {RefObject} from 'preact'
import {useEffect} from 'preact/hooks'

/** Keeps toasts above an element at the bottom of the window, and reports its height. */
export function useToastOffset(
  foot: RefObject<HTMLElement | null>,
  isThere = true,
  reportHeight?: (height: number) => void,
): void {
  useEffect(() => {
    const element = foot.current
    const page = element?.closest<HTMLElement>('.options')
    if (!element || !page) return
    const watch = new ResizeObserver(() => {
      const height = innerHeight - element.getBoundingClientRect().top
      page.style.setProperty('--foot', `${height}px`)
      reportHeight?.(height)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      page.style.removeProperty('--foot')
      reportHeight?.(0)
    }
  }, [isThere])
}
