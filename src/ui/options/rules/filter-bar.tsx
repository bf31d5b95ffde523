import type {Signal} from '@preact/signals'
import {Trash2, TriangleAlert} from 'lucide-preact'
import {useEffect} from 'preact/hooks'
import type {RuleType} from '../../../model/rules'
import {SegmentedControl} from '../../components/fields/segmented-control'
import {TooltipText} from '../../components/tooltip-text'
import {usePage} from '../../state/page-context'
import type {Option} from '../../components/select'
import {hashes} from '../../routes'
import {ruleTypesInMenu} from '../../rule-type-order'
import {commonTexts} from '../../../locales/common'
import {rulesTexts} from '../../../locales/rules'
import {useOptions} from '../options-context'
import {noGroupChoice, type Filter} from './filter'
import {FilterChoice} from './filter-choice'
import type {ListModel} from './list-model'

type FilterBarProps = {readonly filter: Signal<Filter>; readonly model: ListModel}

const getTypeOptions = (): readonly Option<RuleType | ''>[] => [
  ['', rulesTexts('anyType')],
  ...ruleTypesInMenu.map(type => [type, commonTexts(`type.${type}.label`)] as const),
]
const getStatusOptions = (): readonly Option<Filter['status']>[] => [
  ['', rulesTexts('anyStatus')],
  ['on', rulesTexts('on')],
  ['off', rulesTexts('off')],
]

export function FilterBar({filter, model: {problemCount, teamRuleCount}}: FilterBarProps) {
  const {library} = usePage()
  const account = useOptions().account.view.value
  const hasTeam = Boolean(account)
  const all = library.rows.value.length
  const {type, group, status, problems: onlyProblems, side, code} = filter.value
  const change = (changes: Partial<Filter>) => {
    filter.value = {...filter.peek(), ...changes}
  }
  // Without an account there is no control to reset this filter.
  useEffect(() => {
    if (account === null && side !== '') change({side: ''})
  }, [account === null])
  const groups: readonly Option<string>[] = [
    ['', rulesTexts('anyGroup')],
    ...library.groups.value.map(({id, name}) => [id, name.trim() || commonTexts('untitled')] as const),
    [noGroupChoice, commonTexts('noGroup')],
    ...(['', noGroupChoice, ...library.groups.value.map(({id}) => id)].includes(group)
      ? []
      : [[group, rulesTexts('groupGone')] as const]),
  ]
  const trash = rulesTexts('trashHolds', {count: library.trashedCount.value})
  return (
    <div class="tools">
      {hasTeam && (
        <SegmentedControl
          name={rulesTexts('side')}
          value={side}
          options={[
            ['', rulesTexts('sides.all', {count: all})],
            ['device', rulesTexts('sides.device', {count: all - teamRuleCount.value})],
            ['team', rulesTexts('sides.team', {count: teamRuleCount.value})],
          ]}
          change={to => change({side: to})}
        />
      )}
      <FilterChoice
        name={rulesTexts('type')}
        value={type}
        options={getTypeOptions()}
        change={to => change({type: to})}
      />
      <FilterChoice name={rulesTexts('group')} value={group} options={groups} change={to => change({group: to})} />
      <FilterChoice
        name={rulesTexts('status')}
        value={status}
        options={getStatusOptions()}
        change={to => change({status: to})}
      />
      {(problemCount.value > 0 || onlyProblems) && (
        <button
          type="button"
          class="button button-small"
          aria-pressed={onlyProblems}
          onClick={() => change({problems: !onlyProblems})}
        >
          <TriangleAlert class="warn" size={16} strokeWidth={1.75} aria-hidden="true" />
          {rulesTexts('problems', {count: problemCount.value})}
        </button>
      )}
      {code && (
        <button type="button" class="button button-small" aria-pressed onClick={() => change({code: false})}>
          {rulesTexts('codeRules')}
        </button>
      )}
      <span class="fill" />
      <TooltipText text={rulesTexts('order')} tooltip={rulesTexts('orderHelp')} />
      <a class="icon-button" href={hashes.trash} aria-label={trash} title={trash}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
    </div>
  )
}
