import {Search} from 'lucide-preact'
import {useEffect, useRef} from 'preact/hooks'
import {commonTexts} from '../../locales/common'
import {usePage} from '../state/page-context'
import {isLetterCommand, searchKey} from '../hooks/typing'

type SearchFieldProps = {
  readonly value: string
  readonly change: (value: string) => void
  readonly hint: string
  readonly focusFirst?: boolean
  readonly focusResults: () => void
  readonly leave?: () => void
}

export const focusSearch = (): void => document.querySelector<HTMLElement>('[type=search]')?.focus()

export function SearchField({value, change, hint, focusFirst = false, focusResults, leave}: SearchFieldProps) {
  const {settings} = usePage()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusFirst && document.activeElement === document.body) input.current?.focus()
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== searchKey || !isLetterCommand(event, settings)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <label class="search">
      <Search size={16} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={commonTexts('search')}
        aria-keyshortcuts={settings.letterKeys.value ? searchKey : undefined}
        placeholder={hint}
        value={value}
        onInput={event => change(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') focusResults()
          else if (event.key === 'Escape' && value !== '') change('')
          else if (event.key === 'Escape' && leave) leave()
          else return
          event.preventDefault()
        }}
      />
      {value === '' && settings.letterKeys.value && <kbd aria-hidden="true">{searchKey}</kbd>}
    </label>
  )
}
