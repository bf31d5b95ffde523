import {createContext} from 'preact'
import {useContext, useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import {shellWords} from '../words'

type PageTitleProps = {
  readonly children: string
  readonly title?: string
  readonly unseen?: boolean
  /** It comes in place of what may have had the focus. */
  readonly takesLostFocus?: boolean
}

/** Whether this page was come to from another one. On the first page the browser's own start of reading is right. */
const cameFromElsewhere = createContext<() => boolean>(() => false)
export const ArrivalProvider = cameFromElsewhere.Provider

/** The one h1 of a page. Coming to the page brings the focus here, so that a screen reader says where one is. */
export function PageTitle({children, title = children, unseen = false, takesLostFocus = false}: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const cameHere = useContext(cameFromElsewhere)
  useLayoutEffect(() => {
    if (cameHere() || (takesLostFocus && document.activeElement === document.body)) heading.current?.focus()
  }, [])
  useEffect(() => {
    document.title = shellWords.title(title)
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1} class={unseen ? 'unseen' : undefined}>
      {children}
    </h1>
  )
}
