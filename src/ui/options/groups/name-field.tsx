import {shortenName} from '../../sentences/quote'
import {useRef, useState} from 'preact/hooks'
import {ErrorText} from '../../components/error-text'
import {commonTexts} from '../../../locales/common'
import {groupsTexts} from '../../../locales/groups'

type NameFieldProps = {
  readonly id: string
  readonly name: string
  readonly rename: (name: string) => Promise<boolean>
  readonly leave: () => void
}

export function NameField({id, name, rename, leave}: NameFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const [wasRefused, setWasRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** The name being saved. Enter saves it, and then leaving the field would save it again. */
  const savingName = useRef<string | null>(null)
  const isEmpty = text !== null && text.trim() === ''
  const fault = isEmpty
    ? groupsTexts('emptied', {name: shortenName(name.trim() || commonTexts('untitled'))})
    : wasRefused && text !== null
      ? groupsTexts('notRenamed')
      : undefined
  const errorId = `group-name-${id}`

  async function save() {
    if (text === null || isEmpty || savingName.current === text) return
    savingName.current = text
    const isSaved = await rename(text.trim())
    if (savingName.current === text) savingName.current = null
    setWasRefused(!isSaved)
    // The user may have typed more meanwhile.
    if (isSaved && (field.current?.value ?? text) === text) setText(null)
  }

  function reset() {
    setWasRefused(false)
    setText(null)
  }

  return (
    <span class="group-own-name">
      <input
        ref={field}
        class="field field-quiet"
        dir="auto"
        aria-label={groupsTexts('name', {name: name.trim() || commonTexts('untitled')})}
        placeholder={text === null ? commonTexts('untitled') : undefined}
        value={text ?? name}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : errorId}
        onInput={event => setText(event.currentTarget.value)}
        onBlur={() => void save()}
        onKeyDown={event => {
          if (event.key === 'Escape') reset()
          if (event.key === 'Enter') void save()
          if (event.key !== 'Escape' && (event.key !== 'Enter' || isEmpty)) return
          event.preventDefault()
          leave()
        }}
      />
      {fault !== undefined && <ErrorText id={errorId}>{fault}</ErrorText>}
    </span>
  )
}
