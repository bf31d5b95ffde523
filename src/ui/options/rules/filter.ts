import {signal, type Signal} from '@preact/signals'
import {hasCode} from '../../../model/rule'
import type {RuleType} from '../../../model/rules'
import type {RuleView} from '../../../model/views'
import {createRuleMatcher} from '../../search'
import {describeEffectAsText} from '../../sentences/rule-effect'
import {needsAttention} from '../../sentences/problems'
import {isRuleActive} from '../../state/sections'

export type Filter = {
  readonly text: string
  readonly type: RuleType | ''
  /** `none` for rules without a group. */
  readonly group: string
  readonly status: 'on' | 'off' | ''
  readonly problems: boolean
  readonly side: 'device' | 'team' | ''
  readonly code: boolean
}

export const noGroupChoice = 'none'
export const noFilter: Filter = {text: '', type: '', group: '', status: '', problems: false, side: '', code: false}

export const isFiltering = ({text, type, group, status, problems, side, code}: Filter): boolean =>
  text.trim() !== '' || [type, group, status, side].some(each => each !== '') || problems || code

/** `sectionId` is the id of the group in the list. */
export function createFilterTest(
  filter: Filter,
  isOverridden: (id: string) => boolean,
): (view: RuleView, sectionId: string) => boolean {
  const matches = createRuleMatcher(filter.text, describeEffectAsText)
  return (view, sectionId) =>
    (filter.type === '' || view.rule?.ruleType === filter.type) &&
    (filter.group === '' || (sectionId || noGroupChoice) === filter.group) &&
    (filter.status === '' || (view.rule !== null && isRuleActive(view) === (filter.status === 'on'))) &&
    (!filter.problems || needsAttention(view) || isOverridden(view.id)) &&
    (filter.side === '' || view.isTeam === (filter.side === 'team')) &&
    (!filter.code || hasCode(view.rule ?? view.record ?? {})) &&
    matches(view)
}

/** The state of the list, which survives a visit to the editor. */
export type ListView = {
  readonly filter: Signal<Filter>
  /** The groups that are closed; '' is "No group". */
  readonly closedGroups: Signal<ReadonlySet<string>>
  readonly selected: Signal<ReadonlySet<string>>
  readonly focused: Signal<string | null>
  readonly openRecords: Signal<ReadonlySet<string>>
  readonly lastPosition: {scrollTop: number; toRule: boolean}
}

export const createListView = (): ListView => ({
  filter: signal(noFilter),
  closedGroups: signal(new Set()),
  selected: signal(new Set()),
  focused: signal(null),
  openRecords: signal(new Set()),
  lastPosition: {scrollTop: 0, toRule: false},
})
