import type {ComponentChildren} from 'preact'
import {resourceTypes} from '../../model/source'
import {SegmentedControl} from '../components/fields/segmented-control'
import {FilterChoice} from '../options/rules/filter-choice'
import type {Option} from '../components/select'
import {activityTexts} from '../../locales/activity'
import {commonTexts} from '../../locales/common'
import {maxEntries} from './log'
import type {Activity, LogFilter} from './activity'
import {CirclePause, Play, Search} from 'lucide-preact'
import type {Signal} from '@preact/signals'
import {useEffect, useRef} from 'preact/hooks'
import {usePage} from '../state/page-context'
import {isLetterCommand, searchKey} from '../hooks/typing'
import {Callout} from '../components/callout'

const getTypeOptions = (): readonly Option<LogFilter['type']>[] => [
  ['', activityTexts('anyType')],
  ...resourceTypes.map(type => [type, commonTexts(`resource.${type}`)] as const),
]
const getResultOptions = (): readonly Option<LogFilter['result']>[] => [
  ['', activityTexts('anyResult')],
  ...(['applied', 'failed', 'no-rule'] as const).map(each => [each, activityTexts(`results.${each}`)] as const),
]

type LogToolsProps = {
  readonly activity: Activity
  readonly scope?: ComponentChildren
}

export function LogTools({activity, scope}: LogToolsProps) {
  const {filter, reportsMatches} = activity
  const {type, result} = filter.value
  const change = (changes: Partial<LogFilter>) => {
    filter.value = {...filter.peek(), ...changes}
  }
  return (
    <div class="tools">
      {scope}
      <FilterChoice
        name={activityTexts('type')}
        value={type}
        options={getTypeOptions()}
        change={to => change({type: to})}
      />
      <FilterChoice
        name={activityTexts('result')}
        value={result}
        options={getResultOptions()}
        change={to => change({result: to})}
      />
      <span class="fill" />
      <span class="hint">
        {reportsMatches ? activityTexts('kept', {most: maxEntries}) : activityTexts('expectedHint')}
      </span>
    </div>
  )
}

/** "This tab" if there is none. Chrome reports requests without a tab as -1. */
export const noTab = -2

type ScopeProps = {
  readonly isAll: boolean
  readonly tab: number | null
  readonly tabs: readonly {readonly id: number; readonly url: string}[]
  readonly change: (tab: number | null) => void
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '').replace(/[?#].*/, '')

/** Selects one tab or all tabs. */
export function Scope({isAll, tab, tabs, change}: ScopeProps) {
  const chosen = tabs.find(({id}) => id === (tab ?? tabs[0]?.id))
  return (
    <>
      <SegmentedControl
        name={activityTexts('scope')}
        value={isAll ? 'all' : 'tab'}
        options={[
          ['tab', activityTexts('thisTab')],
          ['all', activityTexts('allTabs')],
        ]}
        onReselect={() => change(tab)}
        change={to => change(to === 'all' ? null : (chosen?.id ?? tabs[0]?.id ?? noTab))}
      />
      {!isAll && (chosen ?? tabs[0]) && (
        <select
          class="activity-tab"
          aria-label={activityTexts('tab')}
          title={chosen ? chosen.url || activityTexts('tabWithoutUrl') : activityTexts('closedTab')}
          value={String(chosen?.id ?? noTab)}
          onChange={event => change(Number(event.currentTarget.value))}
        >
          {!chosen && (
            <option value={String(noTab)} selected disabled>
              {activityTexts('closedTab')}
            </option>
          )}
          {tabs.map(({id, url}) => (
            <option key={id} value={String(id)} selected={id === chosen?.id}>
              {url === '' ? activityTexts('tabWithoutUrl') : withoutScheme(url)}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

type LogHeadProps = {readonly activity: Activity; readonly start: () => void; readonly clear?: () => void}

/** Shows whether requests are watched, with search, pause and clear. */
export function LogHead({activity, start, clear = activity.clear}: LogHeadProps) {
  const {filter, isLive} = activity
  const Shape = isLive.value ? CirclePause : Play
  return (
    <>
      <span class="activity-live" role="status" data-live={isLive.value}>
        {isLive.value ? activityTexts('live') : activityTexts('paused')}
      </span>
      <span class="fill" />
      <LogSearch filter={filter} />
      <button type="button" class="button" onClick={() => (isLive.peek() ? activity.stop() : start())}>
        <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
        {isLive.value ? activityTexts('pause') : activityTexts('goOn')}
      </button>
      <button type="button" class="button button-quiet" onClick={clear}>
        {activityTexts('clear')}
      </button>
    </>
  )
}

/** Filters the log. "/" focuses it, ↓ moves to the requests, Esc clears it. */
function LogSearch({filter}: {readonly filter: Signal<LogFilter>}) {
  const {settings} = usePage()
  const input = useRef<HTMLInputElement>(null)
  const {typed} = filter.value
  const change = (to: string) => {
    filter.value = {...filter.peek(), typed: to}
  }
  useEffect(() => {
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
        aria-label={activityTexts('search')}
        aria-keyshortcuts={settings.letterKeys.value ? searchKey : undefined}
        placeholder={activityTexts('search')}
        value={typed}
        onInput={event => change(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('.activity-row[tabindex="0"]')?.focus()
          else if (event.key === 'Escape' && typed !== '') change('')
          else return
          event.preventDefault()
        }}
      />
      {typed === '' && settings.letterKeys.value && <kbd aria-hidden="true">{searchKey}</kbd>}
    </label>
  )
}

export const LogOff = ({turnOn}: {readonly turnOn: () => void}) => (
  <Callout tone="paused" title={activityTexts('off')}>
    <p>{activityTexts('offText')}</p>
    <button type="button" class="link-button" onClick={turnOn}>
      {activityTexts('turnOn')}
    </button>
  </Callout>
)
