import {useComputed, useSignal} from '@preact/signals'
import {useEffect, useRef} from 'preact/hooks'
import {grouped} from '../../numbers'
import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {NewRuleMenu} from '../../parts/new-rule-menu'
import {SearchField} from '../../parts/search-field'
import {hashes} from '../../routes'
import {needsLook} from '../../sentences/problems'
import {common, rulesWords} from '../../words'
import {PageTitle} from '../page-title'
import {goTo} from '../route'
import {filtered, isFiltering, noFilter, type Filter} from './filter'
import {FirstRun} from './first-run'
import {RulesList} from './rules-list'
import {Tools} from './tools'

export function RulesPage() {
  const {library} = usePage()
  const filter = useSignal<Filter>(noFilter)
  const change = (changes: Partial<Filter>) => {
    filter.value = {...filter.value, ...changes}
  }
  const shown = useComputed(() =>
    filtered(library.rows.value, filter.value, new Set(library.groups.value.map(group => group.id))),
  )
  const problems = useComputed(() => library.rows.value.filter(row => needsLook(row.value)).length)
  const scroll = useRef<HTMLDivElement>(null)
  // What is found is read from the top.
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = 0
  }, [filter.value])
  const size = library.rows.value.length
  if (size === 0 && library.groups.value.length === 0) return <FirstRun />
  return (
    <>
      <header class="page-head">
        <PageTitle>{rulesWords.title}</PageTitle>
        <span class="count">{grouped(size)}</span>
        <span class="fill" />
        <SearchField value={filter.value.typed} change={typed => change({typed})} hint={rulesWords.search} />
        <NewRuleMenu main choose={type => goTo(hashes.newRule(type))} />
      </header>
      <Tools filter={filter.value} change={change} problems={problems.value} />
      <div class="scroll" ref={scroll}>
        {library.paused.value && (
          <Callout tone="paused" title={common.paused}>
            <p>{common.pausedText}</p>
          </Callout>
        )}
        {shown.value.length === 0 && isFiltering(filter.value) ? (
          <p class="empty">
            <span role="status">
              {filter.value.typed.trim() === '' ? common.noMatchOfFilters : common.noMatch(filter.value.typed.trim())}
            </span>{' '}
            <button type="button" class="link-button" onClick={() => change(noFilter)}>
              {common.clearFilters}
            </button>
          </p>
        ) : (
          <RulesList rows={shown.value} isFiltered={isFiltering(filter.value)} />
        )}
      </div>
    </>
  )
}
