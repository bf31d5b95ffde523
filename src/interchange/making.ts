import {fault, type Fault} from '../contract/faults'
import {readGroupPayload, readRulePayload, type RulePayload} from '../contract/payload'
import {isRecord} from '../contract/json'
import {addedForEach, codeArrivesOff, importedGroup, leadsNowhere, leadsRound} from '../contract/reasons'
import type {Rule} from '../contract/rule'
import type {PairOf} from '../contract/rules'
import {canAppend} from '../contract/rules/headers'
import {isDestination} from '../contract/rules/redirect'
import {liftSource, source as sourceSchema, type Source} from '../contract/source'
import {leadsBack} from '../simulator/loops'
import {notesOfBrowser} from './beyond-chrome'
import {faultsOfExpressions} from './expressions'
import {shown} from './fields'
import type {Draft, ImportedGroup, ImportedRecord} from './imported'

type Where = {readonly at: string; readonly group?: number | null; readonly notes?: readonly Fault[]}

/** Which field of the record a part of a pair came from, by the part's own path without places in lists: `modifications.value`. */
export type FieldNames = Readonly<Record<string, string>>

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
  const unread = faultsOfExpressions(read.value)
  if (unread.length > 0) return refusedRecord(name, unread, where)
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
export const off = (path: string, reason: string): Fault => fault(path, 'switched-off', reason)

/** Notes of what narrows a rule, by their codes: without what cannot be read, or is not known, it would act on more. */
export const narrowing = (notes: readonly Fault[], narrows: (note: Fault) => boolean): readonly Fault[] =>
  notes.map(each => (narrows(each) ? off(each.path, each.reason) : each))

export const isActive = ({rule}: ImportedRecord): boolean => rule?.status === 'Active'

/** The record with its rule off for this reason; as it is where there is none that is on. */
export const switchedOff = (record: ImportedRecord, path: string, reason: string): ImportedRecord =>
  record.rule && isActive(record)
    ? {...record, rule: {...record.rule, status: 'Inactive'}, notes: [...record.notes, off(path, reason)]}
    : record

/** A fault in place of a note: with it the record is refused. */
export const stop = (path: string, reason: string): Fault => fault(path, 'refused', reason)

/** What the contract finds wrong, where the file has it: the field that the part came from, or the record as a whole. */
function inFile({path, code, reason}: Fault, names: FieldNames): Fault {
  const steps = path
    .replace(/^pairs\[\d+\]\.?/, '')
    .replace(/\[\d+\]/g, '')
    .split('.')
  const known = steps.map((_step, index) => steps.slice(0, steps.length - index).join('.'))
  const name = known.find(each => Object.hasOwn(names, each))
  return fault((name === undefined ? undefined : names[name]) ?? '', code, reason)
}

const redirectOf = ({filters: _filters, ...source}: Source, destination: string): Rule => ({
  id: 'redirect',
  name: '',
  description: '',
  objectType: 'rule',
  ruleType: 'Redirect',
  status: 'Active',
  groupId: '',
  pairs: [{source, destinationType: 'url', destination}],
})

/** Why no redirect comes of a pair: its address is none that a request can be sent to, or leads back again; null where one does. */
export function goesNowhere(pair: unknown): string | null {
  const destination = isRecord(pair) && (pair['destinationType'] ?? 'url') === 'url' && pair['destination']
  if (typeof destination !== 'string' || destination.trim() === '' || /^file:/i.test(destination)) return null
  if (!isDestination(destination.trim(), 9)) return leadsNowhere(shown(destination))
  const read = sourceSchema.safeParse(isRecord(pair) ? liftSource(pair['source']) : undefined)
  return read.success && leadsBack(redirectOf(read.data, destination)) ? leadsRound(shown(destination)) : null
}

/** Another tool may go on from the address of the page, and redirects once. */
const notesOfDestinations = ({ruleType, pairs}: Draft): Fault[] =>
  ruleType === 'Redirect'
    ? pairs.flatMap(pair => {
        const reason = goesNowhere(pair)
        return reason === null ? [] : [off('destination', reason)]
      })
    : []

/** Conditions of which a request can meet one at most. */
const areApart = (sources: readonly Source[]): boolean =>
  sources.every(({key, operator}) => operator === 'Equals' && key === sources[0]?.key) &&
  new Set(sources.map(({value}) => value)).size === sources.length

/** What is added where any of several conditions holds: here each of them adds it. */
function notesOfAdding({ruleType, pairs}: Draft): Fault[] {
  if (ruleType !== 'Headers' || pairs.length < 2) return []
  // Whoever makes a draft of this type makes pairs of this shape.
  const [first, ...others] = pairs as readonly Pick<PairOf<'Headers'>, 'source' | 'modifications'>[]
  if (!first || areApart([first, ...others].map(({source}) => source))) return []
  const added = first.modifications.filter(each => each.type === 'Add' && canAppend(each))
  return added.map(({header}) => fault('modifications.header', 'changed', addedForEach(shown(header))))
}

/** Of several pairs, or of one expression that is read twice, each may say the same of one field. */
function once(faults: readonly Fault[]): Fault[] {
  const known = new Map<string, Fault>()
  for (const each of faults) {
    const said = JSON.stringify([each.path, each.reason])
    if (!known.has(said)) known.set(said, each)
  }
  return [...known.values()]
}

/** The record with what is to be said of a rule by what Chrome can do; `placed` puts a fault where the file has it. */
export function withBrowser(
  record: ImportedRecord,
  placed: (faults: readonly Fault[]) => readonly Fault[],
): ImportedRecord {
  const {rule} = record
  const faults = once(placed(record.faults))
  if (rule === null) return {...record, faults}
  const told = notesOfBrowser(rule)
  const status = told.some(({code}) => code === 'switched-off') ? 'Inactive' : rule.status
  return {...record, rule: {...rule, status}, faults, notes: [...record.notes, ...placed(told)]}
}

/** A record out of a draft: off where a note says that it must be, refused where one says so. */
export function madeRecord(draft: Draft, {notes = [], ...place}: Where, names: FieldNames = {}): ImportedRecord {
  const {isOn, name, description = '', ...rest} = draft
  const own = [...notesOfDestinations(draft), ...notesOfAdding(draft)].map(each => inFile(each, names))
  const where = {...place, notes: once([...notes, ...own])}
  const stops = where.notes.filter(({code}) => code === 'refused')
  if (stops.length > 0)
    return refusedRecord(name.trim(), stops, {
      ...where,
      notes: where.notes.filter(({code}) => code !== 'refused'),
    })
  const mustBeOff = where.notes.some(({code}) => code === 'switched-off')
  const status = isOn && !mustBeOff ? 'Active' : 'Inactive'
  const record = recordOf(
    {...rest, objectType: 'rule', name: name.trim() || draft.ruleType, description, status},
    where,
  )
  const told = withBrowser(record, faults => faults.map(each => inFile(each, names)))
  return {...told, notes: once(told.notes)}
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
