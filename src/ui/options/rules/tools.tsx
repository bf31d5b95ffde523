import {Trash2, TriangleAlert} from 'lucide-preact'
import type {RuleType} from '../../../contract/rules'
import {usePage} from '../../parts/library-context'
import {Select, type Option} from '../../parts/select'
import {hashes} from '../../routes'
import {typesInMenu} from '../../types'
import {common, rulesWords, typeWords} from '../../words'
import {noGroupChoice, type Filter} from './filter'

type ToolsProps = {
  readonly filter: Filter
  readonly change: (changes: Partial<Filter>) => void
  readonly problems: number
}

const types: readonly Option<RuleType | ''>[] = [
  ['', rulesWords.any(rulesWords.type)],
  ...typesInMenu.map(type => [type, typeWords[type].label] as const),
]
const statuses: readonly Option<Filter['status']>[] = [
  ['', rulesWords.any(rulesWords.status)],
  ['on', rulesWords.on],
  ['off', rulesWords.off],
]
const chipClass = (isSet: boolean) => (isSet ? 'filter-choice filter-choice-set' : 'filter-choice')

export function Tools({filter, change, problems}: ToolsProps) {
  const {library} = usePage()
  const groups: readonly Option<string>[] = [
    ['', rulesWords.any(rulesWords.group)],
    ...library.groups.value.map(group => [group.id, group.name || common.untitled] as const),
    [noGroupChoice, common.noGroup],
  ]
  const trash = rulesWords.trashHolds(library.trashed.value)
  return (
    <div class="tools">
      <Select
        name={rulesWords.type}
        class={chipClass(filter.type !== '')}
        value={filter.type}
        options={types}
        change={type => change({type})}
      />
      <Select
        name={rulesWords.group}
        class={chipClass(filter.group !== '')}
        value={filter.group}
        options={groups}
        change={group => change({group})}
      />
      <Select
        name={rulesWords.status}
        class={chipClass(filter.status !== '')}
        value={filter.status}
        options={statuses}
        change={status => change({status})}
      />
      {(problems > 0 || filter.problems) && (
        <button
          type="button"
          class="button button-small"
          aria-pressed={filter.problems}
          onClick={() => change({problems: !filter.problems})}
        >
          <TriangleAlert class="warn" size={16} strokeWidth={1.75} aria-hidden="true" />
          {rulesWords.problems(problems)}
        </button>
      )}
      <span class="fill" />
      <span class="hint" title={rulesWords.orderHelp}>
        {rulesWords.order}
      </span>
      <a class="icon-button" href={hashes.trash} aria-label={trash} title={trash}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </div>
  )
}
