import type {Signal} from '@preact/signals'
import {Search} from 'lucide-preact'
import {useEffect, useRef} from 'preact/hooks'
import {usePage} from '../parts/library-context'
import {isLetterCommand} from '../parts/typing'
import {activityWords as words, common} from '../words'
import type {LogFilter} from './state'

/** Narrows the log while one types; "/" leads here, ↓ to the requests, Esc clears. */
export function LogSearch({filter}: {readonly filter: Signal<LogFilter>}) {
  const {settings} = usePage()
  const input = useRef<HTMLInputElement>(null)
  const {typed} = filter.value
  const change = (to: string) => {
    filter.value = {...filter.peek(), typed: to}
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== common.searchKey || !isLetterCommand(event, settings)) return
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
        aria-label={words.search}
        aria-keyshortcuts={settings.letterKeys.value ? common.searchKey : undefined}
        placeholder={words.search}
        value={typed}
        onInput={event => change(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.activity-row[tabindex="0"]')?.focus()
          else if (event.key === 'Escape' && typed !== '') change('')
          else return
          event.preventDefault()
        }}
      />
      {typed === '' && settings.letterKeys.value && <kbd aria-hidden="true">{common.searchKey}</kbd>}
    </label>
  )
}
