import type {KeptRule} from '../contract/library'
import {groupOfId, ruleOfId} from '../contract/reasons'
import {notFound} from '../contract/service-error'
import {patched, type LibraryNeeds} from './needs'
import type {Work} from './state'

export function ruleOf({rules}: Work, id: string): KeptRule {
  const rule = rules.get(id)
  if (rule === undefined) throw notFound(ruleOfId(id))
  return rule
}

/** The group that a rule says it is in, empty for none. */
export const namedGroup = ({record}: KeptRule): string =>
  typeof record['groupId'] === 'string' ? record['groupId'] : ''

/** The group that a rule is in, empty for none and for one that does not exist. */
export const groupIdOf = (work: Work, rule: KeptRule): string =>
  work.groups.get(namedGroup(rule)) === undefined ? '' : namedGroup(rule)

export function demandGroup(work: Work, groupId: string): void {
  if (groupId !== '' && work.groups.get(groupId) === undefined) throw notFound(groupOfId(groupId))
}

export const inGroup = (rule: KeptRule, groupId: string, needs: LibraryNeeds): KeptRule =>
  rule.record['groupId'] === groupId ? rule : {...rule, record: patched(rule.record, {groupId}, needs)}
