import type {ComponentChildren} from 'preact'
import {resourceTypes} from '../../contract/source'
import {Toggle} from '../fields/toggle'
import {FilterChoice} from '../options/rules/filter-choice'
import type {Option} from '../parts/select'
import {activityWords as words, resourceWords} from '../words'
import {mostKept} from './entries'
import type {Activity, LogFilter} from './state'

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
  /** What chooses the tab, where there is a choice. */
  readonly scope?: ComponentChildren
}

/** What narrows the log. */
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
        // Whoever asks for what is shown wants it to stay.
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
