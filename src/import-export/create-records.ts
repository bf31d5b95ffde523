import {readGroupPayload, readRulePayload, type RulePayload} from '../model/payload'
import {isRecord} from '../model/json'
import {noteText, noteAt, type Note, type NoteText} from './notes'
import {importNames} from '../locales/import-names'
import type {Rule} from '../model/rule'
import type {PairOf} from '../model/rules'
import {canAppend} from '../model/rules/headers'
import {isDestination} from '../model/rules/redirect'
import {liftSource, source as sourceSchema, type Source} from '../model/source'
import {formsLoop} from '../simulator/loops'
import {getBrowserNotes} from './browser-notes'
import {findRegexFaults} from './regex-faults'
import {quoteValue} from './fields'
import type {RuleDraft, ImportedGroup, ImportedRecord} from './import-types'

type Where = {readonly at: string; readonly group?: number | null; readonly notes?: readonly Note[]}

/** Maps a path in a pair without indexes (`modifications.value`) to a field of the record. */
export type FieldNames = Readonly<Record<string, string>>

const holdsCode = ({ruleType, pairs}: RulePayload): boolean =>
  (ruleType === 'Request' || ruleType === 'Response') && pairs.some(({type}) => type === 'code')

export const refuseRecord = (
  name: string,
  faults: readonly Note[],
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

/** Validates the payload of "Create rule". Code arrives switched off. */
export function toRecord(payload: unknown, where: Where): ImportedRecord {
  const {at, group = null, notes = []} = where
  const given = isRecord(payload) ? payload : {}
  const name = typeof given['name'] === 'string' ? given['name'] : ''
  const read = readRulePayload(payload)
  if (!read.ok) return refuseRecord(name, read.faults, where)
  const unread = findRegexFaults(read.value)
  if (unread.length > 0) return refuseRecord(name, unread, where)
  const isCode = holdsCode(read.value)
  const isStopped = isCode && read.value.status === 'Active'
  return {
    at,
    name,
    rule: {...read.value, groupId: '', ...(isStopped ? {status: 'Inactive'} : {})},
    group,
    faults: [],
    notes: isStopped ? [...notes, noteAt('status', 'code-off', noteText('codeArrivesOff'))] : notes,
    isCode,
  }
}

/** A note that switches the rule off: it would act on more than before. */
export const offNote = (path: string, reason: NoteText): Note => noteAt(path, 'switched-off', reason)

/** Notes of unread conditions switch the rule off: it would act on more than before. */
export const switchOffFor = (notes: readonly Note[], narrows: (note: Note) => boolean): readonly Note[] =>
  notes.map(each => (narrows(each) ? offNote(each.path, each.reason) : each))

export const isActive = ({rule}: ImportedRecord): boolean => rule?.status === 'Active'

export const switchOff = (record: ImportedRecord, path: string, reason: NoteText): ImportedRecord =>
  record.rule && isActive(record)
    ? {...record, rule: {...record.rule, status: 'Inactive'}, notes: [...record.notes, offNote(path, reason)]}
    : record

/** Refuses a record where one of its notes says so; null where none does. */
export function refuseByNotes(name: string, notes: readonly Note[], where: Where): ImportedRecord | null {
  const stops = notes.filter(({code}) => code === 'refused')
  return stops.length === 0
    ? null
    : refuseRecord(name, stops, {...where, notes: notes.filter(({code}) => code !== 'refused')})
}

export const refusalNote = (path: string, reason: NoteText): Note => noteAt(path, 'refused', reason)

function inFile({path, code, reason}: Note, names: FieldNames): Note {
  const steps = path
    .replace(/^pairs\[\d+\]\.?/, '')
    .replace(/\[\d+\]/g, '')
    .split('.')
  const known = steps.map((_step, index) => steps.slice(0, steps.length - index).join('.'))
  const name = known.find(each => Object.hasOwn(names, each))
  return noteAt((name === undefined ? undefined : names[name]) ?? '', code, reason)
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

/** Why a redirect cannot work: no URL, or a circle. Null where it can. */
export function findRedirectFault(pair: unknown): NoteText | null {
  const destination = isRecord(pair) && (pair['destinationType'] ?? 'url') === 'url' && pair['destination']
  if (typeof destination !== 'string' || destination.trim() === '' || /^file:/i.test(destination)) return null
  if (!isDestination(destination.trim(), 9)) return noteText('leadsNowhere', {destination: quoteValue(destination)})
  const read = sourceSchema.safeParse(isRecord(pair) ? liftSource(pair['source']) : undefined)
  return read.success && formsLoop(redirectOf(read.data, destination))
    ? noteText('leadsRound', {destination: quoteValue(destination)})
    : null
}

const notesOfDestinations = ({ruleType, pairs}: RuleDraft): Note[] =>
  ruleType === 'Redirect'
    ? pairs.flatMap(pair => {
        const reason = findRedirectFault(pair)
        return reason === null ? [] : [offNote('destination', reason)]
      })
    : []

const areApart = (sources: readonly Source[]): boolean =>
  sources.every(({key, operator}) => operator === 'Equals' && key === sources[0]?.key) &&
  new Set(sources.map(({value}) => value)).size === sources.length

/** A header is appended once for each condition that matches. */
function notesOfAdding({ruleType, pairs}: RuleDraft): Note[] {
  if (ruleType !== 'Headers' || pairs.length < 2) return []
  const [first, ...others] = pairs as readonly Pick<PairOf<'Headers'>, 'source' | 'modifications'>[]
  if (!first || areApart([first, ...others].map(({source}) => source))) return []
  const added = first.modifications.filter(each => each.type === 'Add' && canAppend(each))
  return added.map(({header}) =>
    noteAt('modifications.header', 'changed', noteText('addedForEach', {header: quoteValue(header)})),
  )
}

function once(faults: readonly Note[]): Note[] {
  const known = new Map<string, Note>()
  for (const each of faults) {
    const said = JSON.stringify([each.path, each.reason])
    if (!known.has(said)) known.set(said, each)
  }
  return [...known.values()]
}

/** Adds the notes on what Chrome cannot do. `placed` maps paths to the file. */
export function addBrowserNotes(
  record: ImportedRecord,
  placed: (faults: readonly Note[]) => readonly Note[],
): ImportedRecord {
  const {rule} = record
  const faults = once(placed(record.faults))
  if (rule === null) return {...record, faults}
  const told = getBrowserNotes(rule)
  const status = told.some(({code}) => code === 'switched-off') ? 'Inactive' : rule.status
  return {...record, rule: {...rule, status}, faults, notes: [...record.notes, ...placed(told)]}
}

/** Validates a draft and adds its notes, which may switch it off or refuse it. */
export function createRecord(draft: RuleDraft, {notes = [], ...place}: Where, names: FieldNames = {}): ImportedRecord {
  const {isOn, name, description = '', ...rest} = draft
  const own = [...notesOfDestinations(draft), ...notesOfAdding(draft)].map(each => inFile(each, names))
  const where = {...place, notes: once([...notes, ...own])}
  const refused = refuseByNotes(name.trim(), where.notes, place)
  if (refused) return refused
  const mustBeOff = where.notes.some(({code}) => code === 'switched-off')
  const status = isOn && !mustBeOff ? 'Active' : 'Inactive'
  const record = toRecord(
    {...rest, objectType: 'rule', name: name.trim() || draft.ruleType, description, status},
    where,
  )
  const told = addBrowserNotes(record, faults => faults.map(each => inFile(each, names)))
  return {...told, notes: once(told.notes)}
}

export function createGroup(name: string, isOn: boolean, notes: readonly Note[] = []): ImportedGroup {
  const given = {
    name: name.trim() || importNames('importedGroup'),
    objectType: 'group' as const,
    status: isOn ? ('Active' as const) : ('Inactive' as const),
  }
  const read = readGroupPayload(given)
  return {record: read.ok ? read.value : {...given, isFavourite: false}, notes}
}
