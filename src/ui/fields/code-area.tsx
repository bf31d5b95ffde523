import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {bodyTypes} from '../../contract/rules/request'
import {byteLength, bytes} from '../numbers'
import type {Option} from '../parts/select'
import {formWords} from '../words'
import type * as jsonText from './json-text'
import {asideOf, withAside} from './put-aside'
import {TextField} from './text-field'

export type BodyType = (typeof bodyTypes)[number]
export const bodyTypeOptions: readonly Option<BodyType>[] = [
  ['static', formWords.body.static],
  ['code', formWords.body.code],
]

type Body = {readonly type: BodyType; readonly value: string}

/** Each kind has a text of its own; one that is the start of a code or empty was not written by anyone. */
export function withKind<Pair extends Body>(pair: Pair, type: BodyType, codeStart: string): Pair {
  if (type === pair.type) return pair
  const start = type === 'code' ? codeStart : ''
  const isWritten = pair.value !== '' && pair.value !== codeStart
  return withAside({...pair, type, value: asideOf(pair) ?? start}, isWritten ? pair.value : undefined)
}

type CodeAreaProps = {
  readonly at: string
  readonly name: string
  readonly type: BodyType
  readonly value: string
  /** With `said` it can be taken back. */
  readonly change: (value: string, said?: string) => void
}

/** From here on the browser takes seconds to lay the text out, and again at each key. */
const long = 200_000
const shownOfLong = 5_000

// By its first character: a body of megabytes is not read at each key.
const languageOf = (type: BodyType, value: string) =>
  type === 'code' ? formWords.body.language : /^\s*[[{"]/.test(value) ? formWords.body.json : formWords.body.text

/** A text area with what is known of the text: its language, its size, and whether it is JSON. Of megabytes it shows the beginning. */
export function CodeArea({at, name, type, value, change}: CodeAreaProps) {
  const [result, setResult] = useState<{readonly of: string; readonly text: string; readonly isFault: boolean}>()
  const [json, setJson] = useState<typeof jsonText>()
  const [isWhole, setWhole] = useState(value.length <= long)
  const isCut = !isWhole && value.length > long
  const area = useRef<HTMLDivElement>(null)
  const isAsked = useRef(false)
  // The button that asked for the whole text is gone then.
  useLayoutEffect(() => {
    if (isAsked.current) area.current?.querySelector('textarea')?.focus()
  }, [isWhole])
  // Loaded beside the form, so that formatting is done when the key is up, and nothing is saved in between.
  useEffect(() => {
    const load = async () => {
      const loaded = await import('./json-text')
      setJson(loaded)
    }
    void load()
  }, [])
  function format({indentedJson, jsonStopsAt, lineOf}: typeof jsonText) {
    const stop = jsonStopsAt(value)
    if (stop !== undefined) {
      setResult({of: value, text: formWords.body.notJson(lineOf(value, stop)), isFault: true})
      return
    }
    const formatted = indentedJson(value)
    setResult({of: formatted, text: formWords.body.formatted, isFault: false})
    change(formatted, formWords.body.formatted)
  }
  // What is said of a text that is no longer there is not said.
  const shown = result?.of === value ? result : undefined
  const size = bytes(byteLength(value))
  return (
    <div class="code-area" ref={area}>
      <div class="code-bar">
        <span>{languageOf(type, value)}</span>
        <span class="count">{size}</span>
        <span class="fill" />
        {type === 'static' && (
          <button
            type="button"
            class="code-action"
            disabled={!json || value.trim() === ''}
            onClick={() => json && format(json)}
          >
            {formWords.body.format}
          </button>
        )}
      </div>
      {isCut && (
        <p class="code-result">
          {formWords.body.beginning(size)}{' '}
          <button
            type="button"
            class="link-button"
            onClick={() => {
              isAsked.current = true
              setWhole(true)
            }}
          >
            {formWords.body.editWhole}
          </button>
        </p>
      )}
      <TextField
        at={at}
        name={name}
        value={isCut ? value.slice(0, shownOfLong) : value}
        readOnly={isCut}
        change={next => {
          // What somebody writes in is never cut under their hands.
          setWhole(true)
          change(next)
        }}
        rows={12}
        wrap={value.length > long ? 'off' : undefined}
      />
      <p class="code-result" role="status" data-danger={shown?.isFault ? '' : undefined}>
        {shown?.text}
      </p>
    </div>
  )
}
