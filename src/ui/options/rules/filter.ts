import type {RuleType} from '../../../contract/rules'
import type {RuleView} from '../../../contract/views'
import {matcherOf} from '../../search'
import {doesAsText} from '../../sentences/does'
import {needsLook} from '../../sentences/problems'
import {isOn} from '../../state/sections'

/** What the rules list is narrowed to; an empty text is no narrowing. */
export type Filter = {
  readonly typed: string
  readonly type: RuleType | ''
  /** `none` for rules without a group. */
  readonly group: string
  readonly status: 'on' | 'off' | ''
  readonly problems: boolean
}

export const noGroupChoice = 'none'
export const noFilter: Filter = {typed: '', type: '', group: '', status: '', problems: false}

export const isFiltering = (filter: Filter): boolean =>
  filter.typed.trim() !== '' || filter.type !== '' || filter.group !== '' || filter.status !== '' || filter.problems

/** Whether a rule is shown; `sectionId` is the group under which the list has it. */
export function testOf(filter: Filter): (view: RuleView, sectionId: string) => boolean {
  const matches = matcherOf(filter.typed, doesAsText)
  return (view, sectionId) =>
    (filter.type === '' || view.rule?.ruleType === filter.type) &&
    (filter.group === '' || (sectionId || noGroupChoice) === filter.group) &&
    (filter.status === '' || (view.rule !== null && isOn(view) === (filter.status === 'on'))) &&
    (!filter.problems || needsLook(view)) &&
    matches(view)
}
