import {readGroupPayload, readRulePayload, type RulePayload} from '../model/payload'
import {isRecord} from '../model/json'
import {noteText, noteAt, type Note, type NoteText} from './notes'
import {importNames} from '../locales/import-names'
import type {Rule} from '../model/rule'
import type {PairOf} from '../model/rules'
import {canAppend} from '../model/rules/headers'
import {findInvalidDestination} from '../dnr/destination'
import {readPattern} from '../matching/pattern'
import {liftSource, source as sourceSchema, type Source} from '../model/source'
import {formsLoop} from '../simulator/loops'
import {getBrowserNotes} from './browser-notes'
import {findRegexFaults} from './regex-faults'
import {quoteValue} from './fields'
import type {RuleDraft, ImportedGroup, ImportedRecord} from './import-types'

type RecordOptions = {readonly at: string; readonly group?: number | null; readonly notes?: readonly Note[]}

/** Maps a path in a pair without indexes (`modifications.value`) to a field of the record. */
export type FieldNames = Readonly<Record<string, string>>

const hasCode = ({ruleType, pairs}: RulePayload): boolean =>
  (ruleType === 'Request' || ruleType === 'Response') && pairs.some(({type}) => type === 'code')

export const refuseRecord = (
  name: string,
  faults: readonly Note[],
  {at, group = null, notes = []}: RecordOptions,
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
export function toRecord(payload: unknown, options: RecordOptions): ImportedRecord {
  const {at, group = null, notes = []} = options
  const given = isRecord(payload) ? payload : {}
  const name = typeof given['name'] === 'string' ? given['name'] : ''
  const read = readRulePayload(payload)
  if (!read.ok) return refuseRecord(name, read.faults, options)
  const regexFaults = findRegexFaults(read.value)
  if (regexFaults.length > 0) return refuseRecord(name, regexFaults, options)
  const isCode = hasCode(read.value)
  const isSwitchedOff = isCode && read.value.status === 'Active'
  return {
    at,
    name,
    rule: {...read.value, groupId: '', ...(isSwitchedOff ? {status: 'Inactive'} : {})},
    group,
    faults: [],
    notes: isSwitchedOff ? [...notes, noteAt('status', 'code-off', noteText('codeArrivesOff'))] : notes,
    isCode,
  }
}

/** A note that switches the rule off: it would act on more than before. */
export const offNote = (path: string, reason: NoteText): Note => noteAt(path, 'switched-off', reason)

/** Notes of unread conditions switch the rule off: it would act on more than before. */
export const switchOffFor = (notes: readonly Note[], widensRule: (note: Note) => boolean): readonly Note[] =>
  notes.map(each => (widensRule(each) ? offNote(each.path, each.reason) : each))

export const isActive = ({rule}: ImportedRecord): boolean => rule?.status === 'Active'

export const switchOff = (record: ImportedRecord, path: string, reason: NoteText): ImportedRecord =>
  record.rule && isActive(record)
    ? {...record, rule: {...record.rule, status: 'Inactive'}, notes: [...record.notes, offNote(path, reason)]}
    : record

/** Refuses a record where one of its notes says so; null where none does. */
export function refuseByNotes(name: string, notes: readonly Note[], options: RecordOptions): ImportedRecord | null {
  const refusals = notes.filter(({code}) => code === 'refused')
  return refusals.length === 0
    ? null
    : refuseRecord(name, refusals, {...options, notes: notes.filter(({code}) => code !== 'refused')})
}

export const refusalNote = (path: string, reason: NoteText): Note => noteAt(path, 'refused', reason)

function toFileNote({path, code, reason}: Note, names: FieldNames): Note {
  const steps = path
    .replace(/^pairs\[\d+\]\.?/, '')
    .replace(/\[\d+\]/g, '')
    .split('.')
  const candidates = steps.map((_step, index) => steps.slice(0, steps.length - index).join('.'))
  const name = candidates.find(each => Object.hasOwn(names, each))
  return noteAt((name === undefined ? undefined : names[name]) ?? '', code, reason)
}

const createRedirectRule = ({filters: _filters, ...source}: Source, destination: string): Rule => ({
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
  const read = sourceSchema.safeParse(isRecord(pair) ? liftSource(pair['source']) : undefined)
  const source = read.success ? readPattern(read.data) : undefined
  const pattern = source && 'pattern' in source ? source.pattern : undefined
  if (findInvalidDestination(destination.trim(), pattern) !== undefined)
    return noteText('leadsNowhere', {destination: quoteValue(destination)})
  return read.success && formsLoop(createRedirectRule(read.data, destination))
    ? noteText('leadsRound', {destination: quoteValue(destination)})
    : null
}

const getDestinationNotes = ({ruleType, pairs}: RuleDraft): Note[] =>
  ruleType === 'Redirect'
    ? pairs.flatMap(pair => {
        const reason = findRedirectFault(pair)
        return reason === null ? [] : [offNote('destination', reason)]
      })
    : []

const areSourcesDisjoint = (sources: readonly Source[]): boolean =>
  sources.every(({key, operator}) => operator === 'Equals' && key === sources[0]?.key) &&
  new Set(sources.map(({value}) => value)).size === sources.length

/** A header is appended once for each condition that matches. */
function getRepeatedAppendNotes({ruleType, pairs}: RuleDraft): Note[] {
  if (ruleType !== 'Headers' || pairs.length < 2) return []
  const [first, ...others] = pairs as readonly Pick<PairOf<'Headers'>, 'source' | 'modifications'>[]
  if (!first || areSourcesDisjoint([first, ...others].map(({source}) => source))) return []
  const added = first.modifications.filter(each => each.type === 'Add' && canAppend(each))
  return added.map(({header}) =>
    noteAt('modifications.header', 'changed', noteText('addedForEach', {header: quoteValue(header)})),
  )
}

function deduplicate(faults: readonly Note[]): Note[] {
  const candidates = new Map<string, Note>()
  for (const each of faults) {
    const key = JSON.stringify([each.path, each.reason])
    if (!candidates.has(key)) candidates.set(key, each)
  }
  return [...candidates.values()]
}

/** Adds the notes on what Chrome cannot do. `toFilePaths` maps paths to the file. */
export function addBrowserNotes(
  record: ImportedRecord,
  toFilePaths: (faults: readonly Note[]) => readonly Note[],
): ImportedRecord {
  const {rule} = record
  const faults = deduplicate(toFilePaths(record.faults))
  if (rule === null) return {...record, faults}
  const browserNotes = getBrowserNotes(rule)
  const status = browserNotes.some(({code}) => code === 'switched-off') ? 'Inactive' : rule.status
  return {...record, rule: {...rule, status}, faults, notes: [...record.notes, ...toFilePaths(browserNotes)]}
}

/** Validates a draft and adds its notes, which may switch it off or refuse it. */
export function createRecord(
  draft: RuleDraft,
  {notes = [], ...location}: RecordOptions,
  names: FieldNames = {},
): ImportedRecord {
  const {isOn, name, description = '', ...rest} = draft
  const own = [...getDestinationNotes(draft), ...getRepeatedAppendNotes(draft)].map(each => toFileNote(each, names))
  const options = {...location, notes: deduplicate([...notes, ...own])}
  const refused = refuseByNotes(name.trim(), options.notes, location)
  if (refused) return refused
  const mustBeOff = options.notes.some(({code}) => code === 'switched-off')
  const status = isOn && !mustBeOff ? 'Active' : 'Inactive'
  const record = toRecord(
    {...rest, objectType: 'rule', name: name.trim() || draft.ruleType, description, status},
    options,
  )
  const browserNotes = addBrowserNotes(record, faults => faults.map(each => toFileNote(each, names)))
  return {...browserNotes, notes: deduplicate(browserNotes.notes)}
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
