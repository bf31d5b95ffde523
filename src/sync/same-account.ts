import {isRecord} from '../contract/json'
import {largestPageSize, type RuleService} from '../contract/rule-service'
import {isServiceError} from '../contract/service-error'
import type {RecordKind} from '../contract/team'
import type {Work} from '../service/state'
import {isTeams, shelfOf, trashOf} from './ids'
import {findGroup, idOf} from './pull'

/** So many rules are asked for one by one. */
const asksFor = 5

/** The service's ids of records that are kept. */
export type Known = Readonly<Record<RecordKind, readonly string[]>>

export function knownOf(work: Work): Known {
  const idsOf = (kind: RecordKind) =>
    [shelfOf(work, kind), trashOf(work, kind)].flatMap(shelf =>
      shelf.all().flatMap(kept => (isTeams(kept) && kept.remote.id !== null ? [kept.remote.id] : [])),
    )
  return {rule: idsOf('rule'), group: idsOf('group')}
}

/**
 * Whether another key leads to the records that are kept: a service does not say whose a key is. Where none is kept nobody can tell, and what was made for
 * one account is not sent to what may be another.
 */
export async function isSameAccount(service: RuleService, known: Known): Promise<boolean> {
  const {data} = await service.listRules({pageSize: largestPageSize})
  const listed = new Set((data as readonly unknown[]).filter(isRecord).map(idOf))
  if (known.rule.some(id => listed.has(id))) return true
  for (const id of known.rule.slice(0, asksFor)) {
    try {
      await service.getRule(id)
      return true
    } catch (error) {
      if (!isServiceError(error) || error.status === 401) throw error
    }
  }
  const {signal} = new AbortController()
  for (const id of known.group.slice(0, 1)) if (await findGroup({service, asksForGroups: true, signal}, id)) return true
  return false
}
