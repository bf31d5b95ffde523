import {useLayoutEffect, useRef} from 'preact/hooks'
import {commonTexts} from '../../locales/common'
import {Callout} from './callout'

type FailureProps = {readonly title: string; readonly reason: string; readonly retry: () => unknown}

export function Failure({title, reason, retry}: FailureProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(
    () => () => {
      if (document.activeElement !== button.current) return
      queueMicrotask(() => document.querySelector<HTMLElement>('main h1[tabindex], [type=search]')?.focus())
    },
    [],
  )
  return (
    <Callout tone="danger" title={title} role="alert">
      <p>{reason}</p>
      <button ref={button} type="button" class="link-button" onClick={() => void retry()}>
        {commonTexts('tryAgain')}
      </button>
    </Callout>
  )
}
