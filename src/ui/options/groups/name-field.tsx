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
  const [typed, type] = useState<string | null>(null)
  /** The store refused the name. */
  const [isWaiting, setWaiting] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** What is on its way to be kept: with Enter the field is left as well. */
  const keeping = useRef<string | null>(null)
  const isRefused = typed !== null && typed.trim() === ''
  const fault = isRefused
    ? groupsTexts('emptied', {name: shortenName(name.trim() || commonTexts('untitled'))})
    : isWaiting && typed !== null
      ? groupsTexts('notRenamed')
      : undefined
  const errorId = `group-name-${id}`

  async function keep() {
    if (typed === null || isRefused || keeping.current === typed) return
    keeping.current = typed
    const isKept = await rename(typed.trim())
    if (keeping.current === typed) keeping.current = null
    setWaiting(!isKept)
    // Somebody may have gone on writing by then.
    if (isKept && (field.current?.value ?? typed) === typed) type(null)
  }

  function giveUp() {
    setWaiting(false)
    type(null)
  }

  return (
    <span class="group-own-name">
      <input
        ref={field}
        class="field field-quiet"
        dir="auto"
        aria-label={groupsTexts('name', {name: name.trim() || commonTexts('untitled')})}
        placeholder={typed === null ? commonTexts('untitled') : undefined}
        value={typed ?? name}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : errorId}
        onInput={event => type(event.currentTarget.value)}
        onBlur={() => void keep()}
        onKeyDown={event => {
          if (event.key === 'Escape') giveUp()
          if (event.key === 'Enter') void keep()
          if (event.key !== 'Escape' && (event.key !== 'Enter' || isRefused)) return
          event.preventDefault()
          leave()
        }}
      />
      {fault !== undefined && <ErrorText id={errorId}>{fault}</ErrorText>}
    </span>
  )
}
