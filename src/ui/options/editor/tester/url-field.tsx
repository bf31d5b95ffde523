import {useLayoutEffect, useRef} from 'preact/hooks'
import {ariaKeys, shownKeys, testerKeys} from '../../../parts/keys'
import type {Span} from '../../../../matching/spans'
import {testerWords} from '../../../words'

export type Mark = Span & {readonly tone: 'found' | 'near' | 'differs'}

type UrlFieldProps = {
  readonly value: string
  /** Of a text that was tested; of one typed since, whatever still fits. */
  readonly marks: readonly Mark[]
  readonly change: (value: string) => void
}

/** The address, with what the rule found in it tinted by the same text behind it. */
export function UrlField({value, marks, change}: UrlFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const behind = useRef<HTMLSpanElement>(null)
  const follow = () => {
    if (behind.current && input.current) behind.current.scrollLeft = input.current.scrollLeft
  }
  // Only then: asking where it is scrolled to lays out the whole page.
  useLayoutEffect(follow, [value])
  let at = 0
  const pieces = marks.flatMap(({from, to, tone}) => {
    const before = value.slice(at, from)
    at = to
    return [
      before,
      <mark key={from} data-tone={tone}>
        {value.slice(from, to)}
      </mark>,
    ]
  })
  return (
    <span class="tested-url">
      <span class="field code tested-behind" aria-hidden="true" ref={behind} dir="ltr">
        {pieces}
        {value.slice(at)}
      </span>
      <input
        type="text"
        class="field code"
        inputMode="url"
        dir="ltr"
        aria-label={testerWords.url}
        aria-keyshortcuts={ariaKeys(testerKeys)}
        title={shownKeys(testerKeys)}
        data-tested-url
        placeholder={testerWords.urlHint}
        spellcheck={false}
        autocomplete="off"
        value={value}
        ref={input}
        onScroll={follow}
        onInput={event => change(event.currentTarget.value)}
      />
    </span>
  )
}
