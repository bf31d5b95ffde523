import {useLayoutEffect, useRef} from 'preact/hooks'
import {requestMethods, resourceTypes} from '../../../../model/source'
import {toText, parseFormFields} from '../../../../matching/filters'
import type {Span} from '../../../../matching/spans'
import type {TestRequest} from '../../../../simulator/test-request'
import {toAriaKeys, formatKeys, testerKeys} from '../../../hooks/keys'
import {Select} from '../../../components/select'
import {formatResourceType} from '../../../sentences/verdict'
import {testerTexts} from '../../../../locales/tester'

export type Mark = Span & {readonly tone: 'found' | 'near' | 'differs'}

type UrlFieldProps = {
  readonly value: string
  /** Positions in the tested text, which may differ from the typed one. */
  readonly marks: readonly Mark[]
  readonly change: (value: string) => void
}

/** The URL, with matched parts tinted in a copy behind the input. */
function UrlField({value, marks, change}: UrlFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const behind = useRef<HTMLSpanElement>(null)
  const follow = () => {
    if (behind.current && input.current) behind.current.scrollLeft = input.current.scrollLeft
  }
  // Only on change: reading scrollLeft forces a layout.
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
        aria-label={testerTexts('url')}
        aria-keyshortcuts={toAriaKeys(testerKeys)}
        title={formatKeys(testerKeys)}
        data-tested-url
        placeholder={testerTexts('urlHint')}
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

const methodsWith = (method: string) => [...new Set([...requestMethods, method])].map(each => [each, each] as const)
const usual = ['xmlhttprequest', 'main_frame', 'sub_frame', 'script', 'stylesheet', 'image'] as const
const types = [...usual, ...resourceTypes.filter(each => !usual.some(known => known === each))].map(
  each => [each, formatResourceType(each)] as const,
)

/** The fields of a multipart form as DevTools shows one, in one line; null for any other text. */
function inOneLine(pasted: string): string | null {
  const text = pasted.trimStart().replaceAll(/\r?\n/g, '\r\n')
  if (!/^--.*\r\n/.test(text)) return null
  const fields = parseFormFields(text).flatMap(each => Object.entries(each))
  return new URLSearchParams(fields.map(([name, value]) => [name, toText(value)])).toString()
}

type RequestFieldsProps = {
  readonly tested: TestRequest
  readonly marks: readonly Mark[]
  readonly asksPayload: boolean
  readonly change: (changes: Partial<TestRequest>) => void
}

/** [GET][https://…][fetch][from shop.test/checkout]: a request, in one joined field. */
export function RequestFields({tested, marks, asksPayload, change}: RequestFieldsProps) {
  const isPage = tested.resourceType === 'main_frame'
  return (
    <>
      <div class="tester-line">
        <b class="tester-name" aria-hidden="true">
          {testerTexts('url')}
        </b>
        <div class="tested">
          <Select
            name={testerTexts('method')}
            value={tested.method}
            options={methodsWith(tested.method)}
            change={method => change({method})}
          />
          <UrlField value={tested.url} marks={marks} change={url => change({url})} />
          <Select
            name={testerTexts('type')}
            value={tested.resourceType}
            options={types}
            change={resourceType => change({resourceType})}
          />
          <label class="field tested-page" data-off={isPage ? '' : undefined}>
            <span aria-hidden="true">{testerTexts('from')}</span>
            <input
              aria-label={testerTexts('page')}
              value={isPage ? '' : tested.page}
              disabled={isPage}
              placeholder={isPage ? testerTexts('itself') : testerTexts('samePage')}
              spellcheck={false}
              autocomplete="off"
              dir="ltr"
              onInput={event => change({page: event.currentTarget.value})}
            />
          </label>
        </div>
      </div>
      {asksPayload && (
        <label class="tester-line">
          <b class="tester-name">{testerTexts('payload')}</b>
          <input
            class="field code tested-payload"
            value={tested.payload}
            placeholder={testerTexts('payloadHint')}
            spellcheck={false}
            autocomplete="off"
            onInput={event => change({payload: event.currentTarget.value})}
            onPaste={event => {
              const fields = inOneLine(event.clipboardData?.getData('text/plain') ?? '')
              if (fields === null) return
              event.preventDefault()
              change({payload: fields})
            }}
          />
        </label>
      )}
    </>
  )
}
