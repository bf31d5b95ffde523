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
import {useBegun, fromTemplate} from '../begun'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {goTo} from '../route'
import {noFilter} from './filter'
import {FirstRun} from './first-run'
import {createListModel, type ListModel} from './model'
import {focusRows} from './row-focus'
import {RulesGrid} from './rules-grid'
import {Tools} from './tools'

export function RulesPage() {
  const {library} = usePage()
  const {listView: view, hidden} = useOptions()
  const model = useMemo(() => createListModel(library, view, hidden.problems), [library, view, hidden])
  const {filter} = view
  const begun = useBegun()
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
          value={filter.value.typed}
          change={typed => {
            filter.value = {...filter.peek(), typed}
          }}
          hint={rulesTexts('search')}
          focusResults={focusRows}
          leave={() => {
            if (model.isSelecting.peek()) view.selected.value = new Set()
            else if (model.isFiltered.peek()) filter.value = noFilter
            else focusRows()
          }}
        />
        <NewRuleMenu isMain choose={type => goTo(hashes.newRule(type))} moreItems={[fromTemplate]} drafts={begun} />
      </header>
      <Tools filter={filter} model={model} />
      {library.isPaused.value && (
        <Callout tone="paused" title={commonTexts('paused')}>
          <p>{commonTexts('pausedText')}</p>
        </Callout>
      )}
      <Found model={model} />
    </>
  )
}

function Found({model}: {readonly model: ListModel}) {
  const {library} = usePage()
  // While rules are still loading, a match may come.
  const isNothing = useComputed(
    () => library.isComplete.value && model.isFiltered.value && model.lines.value.all.length === 0,
  )
  return (
    <>
      <NotFound isNothing={isNothing.value} />
      {!isNothing.value && <RulesGrid model={model} />}
    </>
  )
}

/** The status region must exist before its text, or screen readers do not announce it. */
function NotFound({isNothing}: {readonly isNothing: boolean}) {
  const {filter} = useOptions().listView
  const clear = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) clear.current?.focus()
  }, [isNothing])
  const typed = filter.value.typed.trim()
  return (
    <p class={isNothing ? 'empty' : 'unseen'}>
      <span role="status">
        {isNothing &&
          (typed === '' ? rulesTexts('noMatchOfFilters') : commonTexts('noMatch', {text: shortenName(typed)}))}
      </span>{' '}
      {isNothing && (
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
