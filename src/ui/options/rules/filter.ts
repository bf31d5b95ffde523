import {signal, type Signal} from '@preact/signals'
import {hasCode} from '../../../contract/code-in'
import type {RuleType} from '../../../contract/rules'
import type {RuleView} from '../../../contract/views'
import {matcherOf} from '../../search'
import {doesAsText} from '../../sentences/does'
import {needsLook} from '../../sentences/problems'
import {isOn} from '../../state/sections'

/** Where rules are kept: on this device alone, or with the team as well. */
type Side = 'device' | 'team' | ''

/** What the rules list is narrowed to; an empty text is no narrowing. */
export type Filter = {
  readonly typed: string
  readonly type: RuleType | ''
  /** `none` for rules without a group. */
  readonly group: string
  readonly status: 'on' | 'off' | ''
  readonly problems: boolean
  readonly side: Side
  /** Only what runs code. */
  readonly code: boolean
}

export const noGroupChoice = 'none'
export const noFilter: Filter = {typed: '', type: '', group: '', status: '', problems: false, side: '', code: false}

export const isFiltering = ({typed, type, group, status, problems, side, code}: Filter): boolean =>
  typed.trim() !== '' || [type, group, status, side].some(each => each !== '') || problems || code

const isOfSide = ({isTeam}: RuleView, side: Side): boolean => side === '' || isTeam === (side === 'team')

/** Whether a rule is shown; `sectionId` is the group under which the list has it, `isHidden` tells whether another rule acts before it. */
export function testOf(
  filter: Filter,
  isHidden: (id: string) => boolean,
): (view: RuleView, sectionId: string) => boolean {
  const matches = matcherOf(filter.typed, doesAsText)
  return (view, sectionId) =>
    (filter.type === '' || view.rule?.ruleType === filter.type) &&
    (filter.group === '' || (sectionId || noGroupChoice) === filter.group) &&
    (filter.status === '' || (view.rule !== null && isOn(view) === (filter.status === 'on'))) &&
    (!filter.problems || needsLook(view) || isHidden(view.id)) &&
    isOfSide(view, filter.side) &&
    (!filter.code || hasCode(view.rule ?? view.record ?? {})) &&
    matches(view)
}

/** What a person has set up in the list. It outlives the page of the list, so that coming back from a rule finds it as it was left. */
export type ListView = {
  readonly filter: Signal<Filter>
  /** The groups that are closed; '' is "No group". */
  readonly closed: Signal<ReadonlySet<string>>
  /** Also what the filter hides just now. */
  readonly selected: Signal<ReadonlySet<string>>
  /** The key of the row that keys act on. */
  readonly focused: Signal<string | null>
  /** The records whose text is shown. */
  readonly records: Signal<ReadonlySet<string>>
  readonly left: {scrollTop: number; toRule: boolean}
}

export const createListView = (): ListView => ({
  filter: signal(noFilter),
  closed: signal(new Set()),
  selected: signal(new Set()),
  focused: signal(null),
  records: signal(new Set()),
  left: {scrollTop: 0, toRule: false},
})
