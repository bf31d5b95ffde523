import type {ComponentChildren, JSX} from 'preact'
import {useState, useLayoutEffect, useRef} from 'preact/hooks'
import {ErrorText} from '../error-text'
import {editorTexts} from '../../../locales/editor'
import {formTexts} from '../../../locales/forms'
import {useField} from '../../hooks/use-field'

type MarkedInputProps = JSX.IntrinsicElements['input'] & {
  readonly value: string
  readonly marks: RegExp
}

function MarkedInput({marks, value, ...rest}: MarkedInputProps) {
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

const longest = 400

type Change = {readonly type: string; readonly header?: string; readonly param?: string; readonly value?: string}
const verbs = {Add: 'add', Modify: 'set', Remove: 'remove', 'Remove All': 'removeAll'} as const
const isVerb = (type: string): type is keyof typeof verbs => Object.hasOwn(verbs, type)
const formatChange = ({type, header, param, value}: Change): string => {
  const name = header ?? param ?? ''
  const isSet = value !== undefined && (type === 'Add' || type === 'Modify')
  const verb = param !== undefined && type === 'Add' ? 'set' : isVerb(type) ? verbs[type] : undefined
  return [verb ? formTexts(`do.${verb}`) : type, isSet ? `${name}: ${value}` : name].filter(Boolean).join(' ')
}

const formatRemoteValue = (value: unknown): string => {
  const text = Array.isArray(value)
    ? value.map(formatChange).join('\n')
    : value === undefined
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** A button that corrects a value with a problem. */
type FieldFix = {readonly label: string; readonly run: () => void}

type FieldNotesProps = {readonly field: ReturnType<typeof useField>; readonly fix?: FieldFix | undefined}

export function FieldNotes({field, fix}: FieldNotesProps) {
  const {fault, problem, theirs, errorId, theirsId} = field
  const text = formatRemoteValue(theirs?.value)
  return (
    <>
      {fault !== undefined && <ErrorText id={errorId}>{fault}</ErrorText>}
      {fault === undefined && problem && (
        <ErrorText id={errorId} tone={problem.tone}>
          {problem.sentence}
        </ErrorText>
      )}
      {fix && (fault !== undefined || problem !== undefined) && (
        <button type="button" class="link-button" onClick={fix.run}>
          {fix.label}
        </button>
      )}
      {theirs && (
        <span class="their-text" id={theirsId}>
          {editorTexts('draft.theirs')} {text === '' ? editorTexts('draft.theirsEmpty') : <code>{text}</code>}
        </span>
      )}
    </>
  )
}

type TextFieldProps = {
  readonly at: string
  readonly name: string
  readonly value: string
  readonly change: (value: string) => void
  readonly placeholder?: string
  readonly list?: string | undefined
  readonly rows?: number
  readonly class?: string
  readonly inputMode?: 'numeric'
  readonly marks?: RegExp | undefined
  readonly fix?: FieldFix | undefined
}

export function TextField({
  at,
  name,
  value,
  change,
  placeholder,
  list,
  rows,
  inputMode,
  marks,
  fix,
  ...rest
}: TextFieldProps) {
  const field = useField(at)
  const shared = {
    class: 'field code',
    'aria-label': name,
    'data-path': at,
    value,
    placeholder,
    spellcheck: false,
    autocomplete: 'off',
    onBlur: field.left,
    onInput(event: Event & {readonly currentTarget: {readonly value: string}}) {
      field.edited()
      change(event.currentTarget.value)
    },
    ...field.described,
  } as const
  return (
    <span class={`field-cell ${rest.class ?? ''}`} data-label={name}>
      {rows !== undefined ? (
        <textarea rows={rows} {...shared} />
      ) : marks ? (
        <MarkedInput type="text" marks={marks} {...shared} />
      ) : (
        <input type="text" inputMode={inputMode} list={list} {...shared} />
      )}
      <FieldNotes field={field} fix={fix} />
    </span>
  )
}

export const RowField = ({value, ...rest}: Omit<TextFieldProps, 'value'> & {readonly value: string | undefined}) =>
  value === undefined ? <span /> : <TextField {...rest} value={value} />

type NumberFieldProps = {
  readonly at: string
  readonly name: string
  /** NaN for an invalid text, undefined for an empty field. */
  readonly value: number | undefined
  /** The invalid text, stored with the draft. */
  readonly invalidText: string | undefined
  readonly change: (value: number | undefined, unread: string | undefined) => void
  readonly placeholder?: string
  readonly class?: string
}

const parseNumber = (typed: string): number | undefined => {
  const digits = typed.replace(/[\s,]/g, '')
  return digits === '' ? undefined : /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

export function NumberField({value, invalidText = '', change, ...rest}: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  const isNumber = value !== undefined && !Number.isNaN(value)
  const text = !isNumber ? invalidText : parseNumber(typed) === value ? typed : String(value)
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={text}
      change={next => {
        const number = parseNumber(next)
        setTyped(next)
        change(number, next !== '' && Number.isNaN(number ?? Number.NaN) ? next : undefined)
      }}
    />
  )
}

export const FormLine = ({verb, children}: {readonly verb: string; readonly children: ComponentChildren}) => (
  <div class="line">
    <span class="line-verb">{verb}</span>
    <div class="line-fields">{children}</div>
  </div>
)

export function ListFault({at}: {readonly at: string}) {
  const field = useField(at)
  if (field.fault === undefined && field.theirs === undefined) return null
  return (
    <span data-invalid={field.fault === undefined ? undefined : ''} tabIndex={-1}>
      <FieldNotes field={field} />
    </span>
  )
}
