import {Plus} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useState} from 'preact/hooks'
import {ErrorText} from '../../parts/error-text'
import {groupsWords} from '../../words'
import {useTypedName} from './typed-name'

type NewGroupProps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly create: (name: string) => Promise<unknown>
}

export function NewGroup({input, create}: NewGroupProps) {
  const [typed, type] = useTypedName('new')
  const name = typed ?? ''
  const [isRefused, setRefused] = useState(false)

  async function submit() {
    const given = name.trim()
    setRefused(given === '')
    input.current?.focus()
    if (given !== '' && (await create(given)) !== undefined) type(null)
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
          aria-describedby={isRefused ? 'new-group-error' : undefined}
          onInput={event => {
            type(event.currentTarget.value)
            setRefused(false)
          }}
        />
        {isRefused && <ErrorText id="new-group-error">{groupsWords.nameless}</ErrorText>}
      </span>
      <button type="submit" class="button button-main">
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        {groupsWords.create}
      </button>
    </form>
  )
}
