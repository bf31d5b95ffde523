import {useRef, useState} from 'preact/hooks'
import {ErrorText} from '../../parts/error-text'
import {common, groupsWords} from '../../words'

type NameFieldProps = {
  readonly id: string
  readonly name: string
  readonly rename: (name: string) => Promise<unknown>
  /** Back to the row, with the keyboard. */
  readonly leave: () => void
}

/** Edited in place: leaving the field or Enter keeps the name, Esc brings the old one back. */
export function NameField({id, name, rename, leave}: NameFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isKeeping = useRef(false)
  const isRefused = typed !== null && typed.trim() === ''
  const errorId = `group-name-${id}`

  async function keep() {
    if (typed === null || isRefused || isKeeping.current) return
    isKeeping.current = true
    if (typed.trim() !== name) await rename(typed.trim())
    isKeeping.current = false
    setTyped(null)
  }

  return (
    <span class="group-own-name">
      <input
        class="field field-quiet"
        dir="auto"
        aria-label={groupsWords.name(name || common.untitled)}
        value={typed ?? name}
        aria-invalid={isRefused ? true : undefined}
        aria-describedby={isRefused ? errorId : undefined}
        onInput={event => setTyped(event.currentTarget.value)}
        onBlur={() => void keep()}
        onKeyDown={event => {
          if (event.key === 'Escape') setTyped(null)
          if (event.key === 'Enter') void keep()
          if (event.key !== 'Escape' && (event.key !== 'Enter' || isRefused)) return
          event.preventDefault()
          leave()
        }}
      />
      {isRefused && <ErrorText id={errorId}>{groupsWords.nameless}</ErrorText>}
    </span>
  )
}
