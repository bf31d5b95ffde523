import type {ComponentChildren} from 'preact'
import {resourceTypes} from '../../model/source'
import {Toggle} from '../components/fields/toggle'
import {FilterChoice} from '../options/rules/filter-choice'
import type {Option} from '../components/select'
import {activityWords as words, resourceWords, common} from '../words'
import {mostKept} from './log'
import type {Activity, LogFilter} from './state'
import {CirclePause, Play, Search} from 'lucide-preact'
import type {Signal} from '@preact/signals'
import {useEffect, useRef} from 'preact/hooks'
import {usePage} from '../state/library-context'
import {isLetterCommand} from '../hooks/typing'
import {Callout} from '../components/callout'

const types: readonly Option<LogFilter['type']>[] = [
  ['', words.anyType],
  ...resourceTypes.map(type => [type, resourceWords[type]] as const),
]
const results: readonly Option<LogFilter['result']>[] = [
  ['', words.anyResult],
  ...(['applied', 'failed', 'no-rule'] as const).map(each => [each, words.results[each]] as const),
]

type LogToolsProps = {
  readonly activity: Activity
  readonly scope?: ComponentChildren
}

export function LogTools({activity, scope}: LogToolsProps) {
  const {filter, tellsRules} = activity
  const {type, result} = filter.value
  const change = (changes: Partial<LogFilter>) => {
    filter.value = {...filter.peek(), ...changes}
  }
  return (
    <div class="tools">
      {scope}
      <FilterChoice name={words.type} value={type} options={types} change={to => change({type: to})} />
      <FilterChoice name={words.result} value={result} options={results} change={to => change({result: to})} />
      <span class="fill" />
      <span class="hint">{tellsRules ? words.kept(mostKept) : words.expectedHint}</span>
    </div>
  )
}

/** "This tab" where there is none. What belongs to no tab is told as of -1. */
export const noTab = -2

type ScopeProps = {
  readonly isAll: boolean
  readonly tab: number | null
  readonly tabs: readonly {readonly id: number; readonly url: string}[]
  readonly change: (tab: number | null) => void
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '').replace(/[?#].*/, '')

/** This tab or all; and which one "this" is, since the page itself is none. */
export function Scope({isAll, tab, tabs, change}: ScopeProps) {
  const chosen = tabs.find(({id}) => id === (tab ?? tabs[0]?.id))
  return (
    <>
      <Toggle
        name={words.scope}
        value={isAll ? 'all' : 'tab'}
        options={[
          ['tab', words.thisTab],
          ['all', words.allTabs],
        ]}
        again={() => change(tab)}
        change={to => change(to === 'all' ? null : (chosen?.id ?? tabs[0]?.id ?? noTab))}
      />
      {!isAll && (chosen ?? tabs[0]) && (
        <select
          class="activity-tab"
          aria-label={words.tab}
          title={chosen ? chosen.url || words.untoldTab : words.closedTab}
          value={String(chosen?.id ?? noTab)}
          onChange={event => change(Number(event.currentTarget.value))}
        >
          {!chosen && (
            <option value={String(noTab)} selected disabled>
              {words.closedTab}
            </option>
          )}
          {tabs.map(({id, url}) => (
            <option key={id} value={String(id)} selected={id === chosen?.id}>
              {url === '' ? words.untoldTab : withoutScheme(url)}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

type LogHeadProps = {readonly activity: Activity; readonly start: () => void; readonly clear?: () => void}

/** Whether requests are watched, and what is done to the log as a whole. */
export function LogHead({activity, start, clear = activity.clear}: LogHeadProps) {
  const {filter, isLive} = activity
  const Shape = isLive.value ? CirclePause : Play
  return (
    <>
      <span class="activity-live" role="status" data-live={isLive.value}>
        {isLive.value ? words.live : words.paused}
      </span>
      <span class="fill" />
      <LogSearch filter={filter} />
      <button type="button" class="button" onClick={() => (isLive.peek() ? activity.stop() : start())}>
        <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
        {isLive.value ? words.pause : words.goOn}
      </button>
      <button type="button" class="button button-quiet" onClick={clear}>
        {words.clear}
      </button>
    </>
  )
}

/** Narrows the log while one types; "/" leads here, ↓ to the requests, Esc clears. */
function LogSearch({filter}: {readonly filter: Signal<LogFilter>}) {
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

export const LogOff = ({turnOn}: {readonly turnOn: () => void}) => (
  <Callout tone="paused" title={words.off}>
    <p>{words.offText}</p>
    <button type="button" class="link-button" onClick={turnOn}>
      {words.turnOn}
    </button>
  </Callout>
)
