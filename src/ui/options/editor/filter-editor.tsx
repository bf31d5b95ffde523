import {useEffect, useRef, useState} from 'preact/hooks'
import {
  requestMethods,
  resourceTypes,
  type PayloadFilter,
  type ResourceType,
  type SourceFilter,
} from '../../../contract/source'
import {TextField} from '../../fields/text-field'
import {Select, optionsOf} from '../../parts/select'
import {same} from '../../same'
import {editorWords, operatorWords, resourceWords} from '../../words'
import type {FilterKind} from './filters'

type FilterValue = SourceFilter[FilterKind]
type FilterEditorProps = {
  readonly value: FilterValue
  readonly kind: FilterKind
  readonly at: string
  readonly change: (update: (now: FilterValue) => FilterValue) => void
  readonly close: () => void
}

const textsOf = (value: FilterValue): string[] => (Array.isArray(value) ? value : [])
const isPayload = (value: FilterValue): value is PayloadFilter => value !== undefined && !Array.isArray(value)
const typesByUse = Object.keys(resourceWords) as readonly ResourceType[]

/** One filter opened in place; Esc or Done closes it. */
export function FilterEditor({value, kind, at, change, close}: FilterEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const texts = textsOf(value)
  const changeTexts = (update: (now: string[]) => string[]) => change(now => update(textsOf(now)))
  return (
    <div
      class="filter-editor"
      ref={box}
      role="group"
      aria-label={editorWords.filterNames[kind]}
      onKeyDown={event => {
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.target as Element).matches('input'))
        if (!isDone) return
        event.preventDefault()
        close()
      }}
    >
      {kind === 'pageDomains' && <Domains at={at} value={texts} change={changeTexts} />}
      {kind === 'requestMethod' && (
        <Choices
          value={texts}
          all={[...new Set([...requestMethods, ...texts])].map(each => [each, each])}
          change={changeTexts}
        />
      )}
      {kind === 'resourceType' && (
        <Choices
          value={texts}
          all={[
            ...typesByUse.map(type => [type, resourceWords[type]] as const),
            // An unknown one can at least be taken away.
            ...texts.filter(each => !resourceTypes.some(known => known === each)).map(each => [each, each] as const),
          ]}
          change={changeTexts}
        />
      )}
      {kind === 'requestPayload' && isPayload(value) && (
        <Payload at={at} value={value} change={update => change(now => (isPayload(now) ? update(now) : now))} />
      )}
      <button type="button" class="button button-small" onClick={close}>
        {editorWords.filterDone}
      </button>
    </div>
  )
}

type Part<Value> = {readonly value: Value; readonly change: (update: (now: Value) => Value) => void}

const domainsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

function Domains({at, value, change}: Part<string[]> & {readonly at: string}) {
  const [typed, setTyped] = useState(value.join(', '))
  return (
    <TextField
      at={at}
      name={editorWords.filterNames.pageDomains}
      placeholder={editorWords.domainsHint}
      // As typed, so that a comma can be written.
      value={same(domainsIn(typed), value) ? typed : value.join(', ')}
      change={next => {
        setTyped(next)
        change(() => domainsIn(next))
      }}
    />
  )
}

type ChoicesProps = Part<string[]> & {readonly all: readonly (readonly [value: string, label: string])[]}

const Choices = ({value, all, change}: ChoicesProps) => (
  <div class="choices">
    {all.map(([each, label]) => (
      <label key={each} class="check">
        <input
          type="checkbox"
          checked={value.includes(each)}
          onChange={event => {
            const {checked} = event.currentTarget
            change(now => [...now.filter(other => other !== each), ...(checked ? [each] : [])])
          }}
        />
        {label}
      </label>
    ))}
  </div>
)

const Payload = ({at, value, change}: Part<PayloadFilter> & {readonly at: string}) => (
  <div class="joined joined-three">
    <TextField
      at={`${at}.key`}
      name={editorWords.payloadKey}
      placeholder="operationName"
      value={value.key}
      change={key => change(now => ({...now, key}))}
    />
    <Select
      name={editorWords.payloadOperator}
      value={value.operator ?? 'Equals'}
      options={optionsOf(operatorWords)}
      change={operator => change(now => ({...now, operator}))}
    />
    <TextField
      at={`${at}.value`}
      name={editorWords.payloadValue}
      value={value.value}
      change={next => change(now => ({...now, value: next}))}
    />
  </div>
)
