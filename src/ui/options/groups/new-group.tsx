import {Plus} from 'lucide-preact'
import {useRef, useState} from 'preact/hooks'
import {ErrorText} from '../../parts/error-text'
import {usePage} from '../../parts/library-context'
import {groupsWords} from '../../words'

export function NewGroup() {
  const {library, client} = usePage()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [isRefused, setRefused] = useState(false)

  async function create() {
    const given = name.trim()
    setRefused(given === '')
    input.current?.focus()
    if (given === '') return
    const payload = {name: given, objectType: 'group', status: 'Active', isFavourite: false}
    const made = await library.run(() => client.ask('group.create', {payload}))
    if (!made) return
    setName('')
    library.toasts.report(groupsWords.created(given))
  }

  return (
    <form
      class="new-group"
      onSubmit={event => {
        event.preventDefault()
        void create()
      }}
    >
      <span>
        <input
          ref={input}
          class="field"
          aria-label={groupsWords.newGroup}
          placeholder={groupsWords.newGroup}
          value={name}
          aria-invalid={isRefused ? true : undefined}
          aria-describedby={isRefused ? 'new-group-error' : undefined}
          onInput={event => {
            setName(event.currentTarget.value)
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
