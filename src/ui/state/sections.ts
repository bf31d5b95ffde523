import type {Group} from '../../model/group'
import type {RuleView} from '../../model/views'

/** A group with its rules; `group` is null for the rules that are in none. */
export type Section<Item> = {readonly id: string; readonly group: Group | null; readonly items: readonly Item[]}

/** Rules by group, in the order of the library; rules of an unknown group and of none come last. */
export function groupIntoSections<Item>(
  groups: readonly Group[],
  items: readonly Item[],
  getView: (item: Item) => RuleView,
): readonly Section<Item>[] {
  const byGroup = new Map<string, Item[]>(groups.map(group => [group.id, []]))
  const rest: Item[] = []
  for (const item of items) (byGroup.get(getGroupId(getView(item))) ?? rest).push(item)
  return [
    ...groups.map(group => ({id: group.id, group, items: byGroup.get(group.id) ?? []})),
    ...(rest.length > 0 ? [{id: '', group: null, items: rest}] : []),
  ]
}

export function getGroupId(view: RuleView): string {
  if (view.rule) return view.rule.groupId
  const given = view.record?.['groupId']
  return typeof given === 'string' ? given : ''
}

export const isRuleActive = (view: RuleView): boolean => view.rule?.status === 'Active'

export function getRuleName(view: RuleView, untitled: string): string {
  const name = view.rule?.name ?? view.record?.['name']
  return typeof name === 'string' && name.trim() !== '' ? name : untitled
}
