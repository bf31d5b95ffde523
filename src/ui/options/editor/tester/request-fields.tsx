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
  /** Positions in the typed URL. */
  readonly marks: readonly Mark[]
  readonly change: (value: string) => void
}

/** The URL input. A copy behind it highlights the matched parts. */
function UrlField({value, marks, change}: UrlFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const highlight = useRef<HTMLSpanElement>(null)
  const syncScroll = () => {
    if (highlight.current && input.current) highlight.current.scrollLeft = input.current.scrollLeft
  }
  // Only after a change, because reading scrollLeft forces a layout.
  useLayoutEffect(syncScroll, [value])
  let end = 0
  const parts = marks.flatMap(({from, to, tone}) => {
    const unmarked = value.slice(end, from)
    end = to
    return [
      unmarked,
      <mark key={from} data-tone={tone}>
        {value.slice(from, to)}
      </mark>,
    ]
  })
  return (
    <span class="tested-url">
      <span class="field code tested-behind" aria-hidden="true" ref={highlight} dir="ltr">
        {parts}
        {value.slice(end)}
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
        onScroll={syncScroll}
        onInput={event => change(event.currentTarget.value)}
      />
    </span>
  )
}

const methodsWith = (method: string) => [...new Set([...requestMethods, method])].map(each => [each, each] as const)
const commonTypes = ['xmlhttprequest', 'main_frame', 'sub_frame', 'script', 'stylesheet', 'image'] as const
const types = [...commonTypes, ...resourceTypes.filter(each => !commonTypes.some(known => known === each))].map(
  each => [each, formatResourceType(each)] as const,
)

/** Converts a multipart form copied from DevTools to a query string; null for other text. */
function toQueryString(pasted: string): string | null {
  const text = pasted.trimStart().replaceAll(/\r?\n/g, '\r\n')
  if (!/^--.*\r\n/.test(text)) return null
  const fields = parseFormFields(text).flatMap(each => Object.entries(each))
  return new URLSearchParams(fields.map(([name, value]) => [name, toText(value)])).toString()
}

type RequestFieldsProps = {
  readonly request: TestRequest
  readonly marks: readonly Mark[]
  readonly hasPayloadField: boolean
  readonly change: (changes: Partial<TestRequest>) => void
}

/** The fields of a request in one line: [GET][https://…][fetch][from shop.test/checkout]. */
export function RequestFields({request, marks, hasPayloadField, change}: RequestFieldsProps) {
  const isPage = request.resourceType === 'main_frame'
  return (
    <>
      <div class="tester-line">
        <b class="tester-name" aria-hidden="true">
          {testerTexts('url')}
        </b>
        <div class="tested">
          <Select
            name={testerTexts('method')}
            value={request.method}
            options={methodsWith(request.method)}
            change={method => change({method})}
          />
          <UrlField value={request.url} marks={marks} change={url => change({url})} />
          <Select
            name={testerTexts('type')}
            value={request.resourceType}
            options={types}
            change={resourceType => change({resourceType})}
          />
          <label class="field tested-page" data-off={isPage ? '' : undefined}>
            <span aria-hidden="true">{testerTexts('from')}</span>
            <input
              aria-label={testerTexts('page')}
              value={isPage ? '' : request.page}
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
      {hasPayloadField && (
        <label class="tester-line">
          <b class="tester-name">{testerTexts('payload')}</b>
          <input
            class="field code tested-payload"
            value={request.payload}
            placeholder={testerTexts('payloadHint')}
            spellcheck={false}
            autocomplete="off"
            onInput={event => change({payload: event.currentTarget.value})}
            onPaste={event => {
              const fields = toQueryString(event.clipboardData?.getData('text/plain') ?? '')
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
