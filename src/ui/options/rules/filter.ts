import type {RuleType} from '../../../contract/rules'
import {matcherOf} from '../../search'
import {needsLook} from '../../sentences/problems'
import type {Row} from '../../state/library'
import {groupIdOf, isOn} from '../../state/sections'

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

export function filtered(rows: readonly Row[], filter: Filter, knownGroups: ReadonlySet<string>): readonly Row[] {
  if (!isFiltering(filter)) return rows
  const matches = matcherOf(filter.typed)
  return rows.filter(row => {
    const view = row.value
    const group = knownGroups.has(groupIdOf(view)) ? groupIdOf(view) : noGroupChoice
    return (
      (filter.type === '' || view.rule?.ruleType === filter.type) &&
      (filter.group === '' || group === filter.group) &&
      (filter.status === '' || (view.rule !== null && isOn(view) === (filter.status === 'on'))) &&
      (!filter.problems || needsLook(view)) &&
      matches(view)
    )
  })
}
