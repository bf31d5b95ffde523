import type {ComponentChildren, JSX} from 'preact'
import {useState, useLayoutEffect, useRef} from 'preact/hooks'
import {ErrorText} from '../parts/error-text'
import {draftWords, formWords} from '../words'
import {useField} from './use-field'

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

const longest = 400

type Change = {readonly type: string; readonly header?: string; readonly param?: string; readonly value?: string}
const verbs: Readonly<Record<string, string>> = {
  Add: formWords.do.add,
  Modify: formWords.do.set,
  Remove: formWords.do.remove,
  'Remove All': formWords.do.removeAll,
}
/** A row of header or parameter changes: "Set X-Env: staging". */
const sayChange = ({type, header, param, value}: Change): string => {
  const name = header ?? param ?? ''
  const isSet = value !== undefined && (type === 'Add' || type === 'Modify')
  return [verbs[type] ?? type, isSet ? `${name}: ${value}` : name].filter(Boolean).join(' ')
}

const textOf = (value: unknown): string => {
  const text = Array.isArray(value)
    ? value.map(sayChange).join('\n')
    : value === undefined
      ? ''
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Below a field: what is wrong with it, and what another page has made of it. */
export function FieldNotes({field}: {readonly field: ReturnType<typeof useField>}) {
  const {fault, problem, theirs, errorId, theirsId} = field
  const text = textOf(theirs?.value)
  return (
    <>
      {fault !== undefined && <ErrorText id={errorId}>{fault}</ErrorText>}
      {fault === undefined && problem && (
        <ErrorText id={errorId} tone={problem.tone}>
          {problem.sentence}
        </ErrorText>
      )}
      {theirs && (
        <span class="their-text" id={theirsId}>
          {draftWords.theirs} {text === '' ? draftWords.theirsEmpty : <code>{text}</code>}
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
  readonly prose?: boolean
  readonly rows?: number
  readonly class?: string
  readonly inputMode?: 'numeric'
  readonly readOnly?: boolean
  /** Which pieces of the text are tinted: one group around all of it. */
  readonly marks?: RegExp | undefined
}

/** One field with its fault below it, in words. With `rows` it is a text area. */
export function TextField({
  at,
  name,
  value,
  change,
  placeholder,
  list,
  prose = false,
  rows,
  inputMode,
  readOnly = false,
  marks,
  ...rest
}: TextFieldProps) {
  const field = useField(at)
  const shared = {
    class: `field ${prose ? '' : 'code'}`,
    'aria-label': name,
    'data-path': at,
    value,
    placeholder,
    readOnly,
    spellcheck: prose,
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
      <FieldNotes field={field} />
    </span>
  )
}

type NumberFieldProps = {
  readonly at: string
  readonly name: string
  /** NaN for what is no number, so that the contract can refuse it; undefined for an empty field. */
  readonly value: number | undefined
  /** What was typed in the place of a number; kept with the draft, since NaN says nothing of it. */
  readonly unread: string | undefined
  readonly change: (value: number | undefined, unread: string | undefined) => void
  /** The value of an empty field. */
  readonly empty?: number
  readonly placeholder?: string
  readonly class?: string
}

const numberOf = (typed: string): number | undefined => {
  const digits = typed.replace(/[\s,]/g, '')
  return digits === '' ? undefined : /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** Keeps what was typed as it was typed, while it still says the number. */
export function NumberField({value, unread = '', change, empty, ...rest}: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  const isNumber = value !== undefined && !Number.isNaN(value)
  const text = !isNumber ? unread : numberOf(typed) === value ? typed : String(value)
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={text}
      change={next => {
        const number = numberOf(next)
        setTyped(next)
        change(number ?? empty, next !== '' && Number.isNaN(number ?? Number.NaN) ? next : undefined)
      }}
    />
  )
}

/** "go to", "wait": the verb of the sentence at the left, the fields at the right. */
export const Line = ({verb, children}: {readonly verb: string; readonly children: ComponentChildren}) => (
  <div class="line">
    <span class="line-verb">{verb}</span>
    <div class="line-fields">{children}</div>
  </div>
)

/** What is wrong with a list as a whole. */
export function ListFault({at}: {readonly at: string}) {
  const field = useField(at)
  if (field.fault === undefined && field.theirs === undefined) return null
  return (
    <span data-invalid={field.fault === undefined ? undefined : ''} tabIndex={-1}>
      <FieldNotes field={field} />
    </span>
  )
}
