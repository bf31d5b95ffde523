import {useComputed, useSignalEffect} from '@preact/signals'
import type {FunctionComponent} from 'preact'
import {useMemo} from 'preact/hooks'
import {grouped} from '../../numbers'
import {Callout} from '../../parts/callout'
import {GroupToggle} from '../../parts/group-toggle'
import {usePage} from '../../parts/library-context'
import {NewRuleMenu} from '../../parts/new-rule-menu'
import {SearchField} from '../../parts/search-field'
import {hashes} from '../../routes'
import {readAhead} from '../../read-ahead'
import {doesAsText} from '../../sentences/does'
import {whenInList} from '../../sentences/when'
import {common, rulesWords} from '../../words'
import {useBegun} from '../begun'
import {useOptions} from '../options-context'
import {fromTemplate} from '../from-template'
import {PageTitle} from '../page-title'
import {goTo} from '../route'
import {noFilter} from './filter'
import {FirstRun} from './first-run'
import {createListModel, type ListModel} from './model'
import {NotFound} from './not-found'
import {focusRows} from './row-focus'
import type {GridProps} from './rules-grid'
import {Tools} from './tools'

const parts = {GroupToggle, whenInList}

type RulesPageProps = {readonly Grid: FunctionComponent<GridProps>}

/** The grid is loaded later than the page around it. */
export function RulesPage({Grid}: RulesPageProps) {
  const {library} = usePage()
  const {listView: view, hidden} = useOptions()
  const model = useMemo(() => createListModel(library, view, hidden.problems), [library, view, hidden])
  const {filter} = view
  const begun = useBegun()
  useSignalEffect(() => (library.isWhole.value ? readAhead(library.rows.value, doesAsText) : undefined))
  const size = library.size.value
  if (size === 0 && library.groups.value.length === 0) return <FirstRun />
  return (
    <>
      <header class="page-head">
        <PageTitle>{rulesWords.title}</PageTitle>
        <span class="count">{grouped(size)}</span>
        <span class="fill" />
        <SearchField
          value={filter.value.typed}
          change={typed => {
            filter.value = {...filter.peek(), typed}
          }}
          hint={rulesWords.search}
          toFound={focusRows}
          leave={() => {
            if (model.isSelecting.peek()) view.selected.value = new Set()
            else if (model.isFiltered.peek()) filter.value = noFilter
            else focusRows()
          }}
        />
        <NewRuleMenu main choose={type => goTo(hashes.newRule(type))} more={[fromTemplate]} begun={begun} />
      </header>
      <Tools filter={filter} model={model} />
      {library.paused.value && (
        <Callout tone="paused" title={common.paused}>
          <p>{common.pausedText}</p>
        </Callout>
      )}
      <Found model={model} Grid={Grid} />
    </>
  )
}

/** The list, or that nothing matches. */
function Found({model, Grid}: RulesPageProps & {readonly model: ListModel}) {
  const {library} = usePage()
  // As long as rules come, the one that is looked for may be among them.
  const isNothing = useComputed(
    () => library.isWhole.value && model.isFiltered.value && model.lines.value.all.length === 0,
  )
  return (
    <>
      <NotFound isNothing={isNothing.value} />
      {!isNothing.value && <Grid model={model} parts={parts} />}
    </>
  )
}
