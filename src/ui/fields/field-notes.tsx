import {ErrorText} from '../parts/error-text'
import {draftWords} from '../words'
import type {useField} from './use-field'

const longest = 400
const textOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Below a field: what is wrong with it, and what another page has made of it. */
export function FieldNotes({field}: {readonly field: ReturnType<typeof useField>}) {
  const {fault, theirs, errorId, theirsId} = field
  const text = textOf(theirs?.value)
  return (
    <>
      {fault !== undefined && <ErrorText id={errorId}>{fault}</ErrorText>}
      {theirs && (
        <span class="their-text" id={theirsId}>
          {draftWords.theirs} {text === '' ? draftWords.theirsEmpty : <code>{text}</code>}
        </span>
      )}
    </>
  )
}
