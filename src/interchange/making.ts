import {fault, type Fault} from '../contract/faults'
import {readGroupPayload, readRulePayload, type RulePayload} from '../contract/payload'
import {isRecord} from '../contract/json'
import {codeArrivesOff, importedGroup, soItArrivesOff} from '../contract/reasons'
import type {Draft, ImportedGroup, ImportedRecord} from './imported'

type Where = {readonly at: string; readonly group?: number | null; readonly notes?: readonly Fault[]}

const holdsCode = ({ruleType, pairs}: RulePayload): boolean =>
  (ruleType === 'Request' || ruleType === 'Response') && pairs.some(({type}) => type === 'code')

/** A record that cannot be a rule here, and why. */
export const refusedRecord = (
  name: string,
  faults: readonly Fault[],
  {at, group = null, notes = []}: Where,
): ImportedRecord => ({
  at,
  name,
  rule: null,
  group,
  faults,
  notes,
  isCode: false,
})

/** A record out of what "Create rule" would take, judged by the contract itself. What holds code arrives switched off. */
export function recordOf(payload: unknown, where: Where): ImportedRecord {
  const {at, group = null, notes = []} = where
  const given = isRecord(payload) ? payload : {}
  const name = typeof given['name'] === 'string' ? given['name'] : ''
  const read = readRulePayload(payload)
  if (!read.ok) return refusedRecord(name, read.faults, where)
  const isCode = holdsCode(read.value)
  const isStopped = isCode && read.value.status === 'Active'
  return {
    at,
    name,
    rule: {...read.value, groupId: '', ...(isStopped ? {status: 'Inactive'} : {})},
    group,
    faults: [],
    notes: isStopped ? [...notes, fault('status', 'code-off', codeArrivesOff)] : notes,
    isCode,
  }
}

/** The note of a rule that would act where it acted not before. */
export const off = (path: string, reason: string): Fault => fault(path, 'switched-off', soItArrivesOff(reason))

/** A fault in place of a note: with it the record is refused. */
export const stop = (path: string, reason: string): Fault => fault(path, 'refused', reason)

/** A record out of a draft: off where a note says that it must be, refused where one says so. */
export function madeRecord(draft: Draft, where: Where): ImportedRecord {
  const {isOn, name, description = '', ...rest} = draft
  const stops = where.notes?.filter(({code}) => code === 'refused') ?? []
  if (stops.length > 0)
    return refusedRecord(name.trim(), stops, {
      ...where,
      notes: where.notes?.filter(({code}) => code !== 'refused') ?? [],
    })
  const mustBeOff = where.notes?.some(({code}) => code === 'switched-off') ?? false
  const status = isOn && !mustBeOff ? 'Active' : 'Inactive'
  return recordOf({...rest, objectType: 'rule', name: name.trim() || draft.ruleType, description, status}, where)
}

/** A group of that name, which rules of any file can be in. */
export function madeGroup(name: string, isOn: boolean, notes: readonly Fault[] = []): ImportedGroup {
  const given = {
    name: name.trim() || importedGroup,
    objectType: 'group' as const,
    status: isOn ? ('Active' as const) : ('Inactive' as const),
  }
  const read = readGroupPayload(given)
  return {record: read.ok ? read.value : {...given, isFavourite: false}, notes}
}
