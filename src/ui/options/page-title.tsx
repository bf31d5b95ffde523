import {useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import {shellTexts} from '../../locales/shell'
import {useOptions} from './options-context'

type PageTitleProps = {
  readonly children: string
  readonly title?: string
  readonly unseen?: boolean
  readonly takesLostFocus?: boolean
}

/** The h1 of a page. It takes the focus, so that a screen reader announces the page. */
export function PageTitle({children, title = children, unseen = false, takesLostFocus = false}: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const {hasMoved} = useOptions()
  useLayoutEffect(() => {
    if (hasMoved() || (takesLostFocus && document.activeElement === document.body)) heading.current?.focus()
  }, [])
  useEffect(() => {
    document.title = shellTexts('title', {page: title})
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1} class={unseen ? 'unseen' : undefined}>
      {children}
    </h1>
  )
}
