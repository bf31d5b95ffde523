import {fault, type Fault, faultText} from './faults'
import {readGroupStrictly, type Group} from './group'
import {isRecord, without, type JsonRecord} from './json'
import {faultsOfRule, readRuleStrictly, type Reading, type Rule} from './rule'

/** Fields that only the service sets. In a payload they are ignored. */
export const serviceOwned = [
  'id',
  'creationDate',
  'modificationDate',
  'createdBy',
  'lastModifiedBy',
  'currentOwnerId',
  'isSample',
  'schemaVersion',
  'extensionRules',
] as const

export type OmitFromEach<Union, Field extends PropertyKey> = Union extends unknown ? Omit<Union, Field> : never

export type RulePayload = OmitFromEach<Rule, (typeof serviceOwned)[number]>
export type GroupPayload = JsonRecord & Pick<Group, 'name' | 'objectType' | 'status' | 'isFavourite'>

const refused = (faults: readonly Fault[]): Reading<never> => ({ok: false, faults})

const findMissingFields = (raw: JsonRecord, names: readonly string[]): Fault[] =>
  names.filter(name => (raw[name] ?? null) === null).map(name => fault(name, 'missing', faultText('fieldMissing')))

const oncePerField = (faults: readonly Fault[]): Fault[] =>
  faults.filter(({path}, index) => faults.findIndex(other => other.path === path) === index)

/** The body of "Create rule" and "Update rule", with defaults and every unknown field. */
export function readRulePayload(raw: unknown): Reading<RulePayload> {
  if (!isRecord(raw)) return refused([fault('', 'not-a-record', faultText('notARule'))])
  const missing = findMissingFields(raw, ['name', 'objectType', 'ruleType', 'pairs'])
  const read = readRuleStrictly({...without(raw, ...serviceOwned), id: 'none yet'})
  if (!read.ok || missing.length > 0) return refused(oncePerField([...missing, ...(read.ok ? [] : read.faults)]))
  const faults = faultsOfRule(read.value)
  return faults.length > 0
    ? refused(faults)
    : {ok: true, value: without(read.value, ...serviceOwned) as unknown as RulePayload}
}

/** The body of "Create group" and "Update group", likewise. */
export function readGroupPayload(raw: unknown): Reading<GroupPayload> {
  if (!isRecord(raw)) return refused([fault('', 'not-a-record', faultText('notAGroup'))])
  const missing = findMissingFields(raw, ['name'])
  const read = readGroupStrictly({...without(raw, ...serviceOwned), id: 'none yet'})
  if (!read.ok || missing.length > 0) return refused(oncePerField([...missing, ...(read.ok ? [] : read.faults)]))
  return read.value.name.trim() === ''
    ? refused([fault('name', 'missing', faultText('nameTheGroup'))])
    : {ok: true, value: without(read.value, ...serviceOwned) as GroupPayload}
}
