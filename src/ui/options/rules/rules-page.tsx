import {shortenName} from '../../sentences/quote'
import {useComputed, useSignalEffect} from '@preact/signals'
import {useMemo, useLayoutEffect, useRef} from 'preact/hooks'
import {formatNumber} from '../../format'
import {Callout} from '../../components/callout'
import {usePage} from '../../state/page-context'
import {NewRuleMenu} from '../../components/new-rule-menu'
import {SearchField, focusSearch} from '../../components/search-field'
import {preloadSearchTexts} from '../../search-preload'
import {hashes} from '../../routes'
import {describeEffectAsText} from '../../sentences/rule-effect'
import {commonTexts} from '../../../locales/common'
import {rulesTexts} from '../../../locales/rules'
import {useNewRuleDrafts} from '../new-rule-drafts'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {goTo} from '../route'
import {noFilter} from './filter'
import {FirstRun} from './first-run'
import {createListModel, type ListModel} from './list-model'
import {focusListRow} from './row-focus'
import {RulesGrid} from './rules-grid'
import {FilterBar} from './filter-bar'

export function RulesPage() {
  const {library} = usePage()
  const {listView: view, overridden} = useOptions()
  const model = useMemo(() => createListModel(library, view, overridden.problems), [library, view, overridden])
  const {filter} = view
  const drafts = useNewRuleDrafts()
  useSignalEffect(() =>
    library.isComplete.value ? preloadSearchTexts(library.rows.value, describeEffectAsText) : undefined,
  )
  const size = library.ruleCount.value
  if (size === 0 && library.groups.value.length === 0) return <FirstRun />
  return (
    <>
      <header class="page-head">
        <PageTitle>{rulesTexts('title')}</PageTitle>
        <span class="count">{formatNumber(size)}</span>
        <span class="fill" />
        <SearchField
          value={filter.value.text}
          change={text => {
            filter.value = {...filter.peek(), text}
          }}
          hint={rulesTexts('search')}
          focusResults={focusListRow}
          leave={() => {
            if (model.isSelecting.peek()) view.selected.value = new Set()
            else if (model.isFiltered.peek()) filter.value = noFilter
            else focusListRow()
          }}
        />
        <NewRuleMenu
          isMain
          choose={type => goTo(hashes.newRule(type))}
          chooseTemplate={() => goTo(hashes.chooseNewRule())}
          drafts={drafts}
        />
      </header>
      <FilterBar filter={filter} model={model} />
      {library.isPaused.value && (
        <Callout tone="paused" title={commonTexts('paused')}>
          <p>{commonTexts('pausedText')}</p>
        </Callout>
      )}
      <Results model={model} />
    </>
  )
}

function Results({model}: {readonly model: ListModel}) {
  const {library} = usePage()
  // While rules are still loading, a match may come.
  const hasNoMatch = useComputed(
    () => library.isComplete.value && model.isFiltered.value && model.lines.value.all.length === 0,
  )
  return (
    <>
      <NoMatch isNothing={hasNoMatch.value} />
      {!hasNoMatch.value && <RulesGrid model={model} />}
    </>
  )
}

/** The status region must exist before its text, or screen readers do not announce it. */
function NoMatch({isNothing: hasNoMatch}: {readonly isNothing: boolean}) {
  const {filter} = useOptions().listView
  const clear = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) clear.current?.focus()
  }, [hasNoMatch])
  const text = filter.value.text.trim()
  return (
    <p class={hasNoMatch ? 'empty' : 'unseen'}>
      <span role="status">
        {hasNoMatch &&
          (text === '' ? rulesTexts('noMatchOfFilters') : commonTexts('noMatch', {text: shortenName(text)}))}
      </span>{' '}
      {hasNoMatch && (
        <button
          ref={clear}
          type="button"
          class="link-button"
          onClick={() => {
            focusSearch()
            filter.value = noFilter
          }}
        >
          {rulesTexts('clearFilters')}
        </button>
      )}
    </p>
  )
}
