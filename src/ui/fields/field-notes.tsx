import {ErrorText} from '../parts/error-text'
import {draftWords, formWords} from '../words'
import type {useField} from './use-field'

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
