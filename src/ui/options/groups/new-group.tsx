import {Plus} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useRef, useState} from 'preact/hooks'
import {ErrorText} from '../../parts/error-text'
import {common, groupsWords} from '../../words'

type NewGroupProps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly create: (name: string) => Promise<unknown>
  readonly typed: string | null
  readonly type: (text: string | null) => void
  /** How the group was called that was deleted elsewhere while this was typed as its name. */
  readonly rescuedFrom: string | undefined
}

export function NewGroup({input, create, typed, type, rescuedFrom}: NewGroupProps) {
  const name = typed ?? ''
  const [isRefused, setRefused] = useState(false)
  const making = useRef<string | null>(null)
  const hint = isRefused
    ? groupsWords.nameless
    : rescuedFrom === undefined
      ? undefined
      : groupsWords.rescued(rescuedFrom.trim() || common.untitled)

  async function submit() {
    const given = name.trim()
    setRefused(given === '')
    input.current?.focus()
    // Two presses make one group.
    if (given === '' || making.current === given) return
    making.current = given
    const made = await create(given)
    if (making.current === given) making.current = null
    // Somebody may be writing the next name by then.
    if (made !== undefined && (input.current?.value ?? name) === name) type(null)
  }

  return (
    <form
      class="new-group"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <span>
        <input
          ref={input}
          class="field"
          dir="auto"
          aria-label={groupsWords.newGroup}
          placeholder={groupsWords.newGroup}
          value={name}
          aria-invalid={isRefused ? true : undefined}
          aria-describedby={hint === undefined ? undefined : 'new-group-hint'}
          onInput={event => {
            type(event.currentTarget.value)
            setRefused(false)
          }}
        />
        {hint !== undefined && <ErrorText id="new-group-hint">{hint}</ErrorText>}
      </span>
      <button type="submit" class="button button-main">
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        {groupsWords.create}
      </button>
    </form>
  )
}
