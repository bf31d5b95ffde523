import type {ReadonlySignal, Signal} from '@preact/signals'
import {Trash2, TriangleAlert} from 'lucide-preact'
import type {RuleType} from '../../../contract/rules'
import {usePage} from '../../parts/library-context'
import type {Option} from '../../parts/select'
import {hashes} from '../../routes'
import {typesInMenu} from '../../types'
import {common, rulesWords, typeWords} from '../../words'
import {noGroupChoice, type Filter} from './filter'
import {FilterChoice} from './filter-choice'

type ToolsProps = {readonly filter: Signal<Filter>; readonly problems: ReadonlySignal<number>}

const types: readonly Option<RuleType | ''>[] = [
  ['', rulesWords.any(rulesWords.type)],
  ...typesInMenu.map(type => [type, typeWords[type].label] as const),
]
const statuses: readonly Option<Filter['status']>[] = [
  ['', rulesWords.any(rulesWords.status)],
  ['on', rulesWords.on],
  ['off', rulesWords.off],
]

export function Tools({filter, problems}: ToolsProps) {
  const {library} = usePage()
  const {type, group, status, problems: onlyProblems} = filter.value
  const change = (changes: Partial<Filter>) => {
    filter.value = {...filter.peek(), ...changes}
  }
  const groups: readonly Option<string>[] = [
    ['', rulesWords.any(rulesWords.group)],
    ...library.groups.value.map(({id, name}) => [id, name.trim() || common.untitled] as const),
    [noGroupChoice, common.noGroup],
  ]
  const trash = rulesWords.trashHolds(library.trashed.value)
  return (
    <div class="tools">
      <FilterChoice name={rulesWords.type} value={type} options={types} change={to => change({type: to})} />
      <FilterChoice name={rulesWords.group} value={group} options={groups} change={to => change({group: to})} />
      <FilterChoice name={rulesWords.status} value={status} options={statuses} change={to => change({status: to})} />
      {(problems.value > 0 || onlyProblems) && (
        <button
          type="button"
          class="button button-small"
          aria-pressed={onlyProblems}
          onClick={() => change({problems: !onlyProblems})}
        >
          <TriangleAlert class="warn" size={16} strokeWidth={1.75} aria-hidden="true" />
          {rulesWords.problems(problems.value)}
        </button>
      )}
      <span class="fill" />
      <span class="hint order-hint" title={rulesWords.orderHelp}>
        {rulesWords.order}
        <span class="unseen">{rulesWords.orderHelp}</span>
      </span>
      <a class="icon-button" href={hashes.trash} aria-label={trash} title={trash}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </div>
  )
}
