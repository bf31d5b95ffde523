import type {JSX} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'

type MarkedInputProps = JSX.IntrinsicElements['input'] & {
  readonly value: string
  /** Which pieces of the text are tinted. */
  readonly marks: RegExp
}

/** A text field with pieces of its text tinted, by the same text behind it. */
export function MarkedInput({marks, value, ...rest}: MarkedInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const behind = useRef<HTMLSpanElement>(null)
  const follow = () => {
    if (behind.current && input.current) behind.current.scrollLeft = input.current.scrollLeft
  }
  useLayoutEffect(follow)
  return (
    <span class="marked">
      <span class="field code marked-behind" aria-hidden="true" ref={behind}>
        {value.split(marks).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}
      </span>
      <input {...rest} value={value} ref={input} onScroll={follow} />
    </span>
  )
}
