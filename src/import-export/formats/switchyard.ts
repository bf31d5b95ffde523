import {isRecord, type JsonRecord} from '../../model/json'
import {readGroupPayload, type RulePayload} from '../../model/payload'
import {noteText, noteAt, type Note} from '../notes'
import {importNames} from '../../locales/import-names'
import {readRule, type StoredRecord} from '../../model/rule'
import {foreignIn, foreignInSource} from '../../model/source'
import {withoutAccountFields, type RuleLibrary} from '../rule-library'
import {droppedNote, quoteValue, noteUnreadFields} from '../fields'
import {ImportError} from '../import-error'
import type {ImportedGroup, ImportedRecord} from '../import-types'
import {createGroup, offNote, toRecord, refuseRecord} from '../create-records'
import {readItems, createJsonFormat} from '../read-records'
import {getFieldNotes} from '../browser-notes'

/** The schema is `public/schema/rules-1.json`. */
export const switchyardVersion = 1

function toExportedRecord(record: StoredRecord): JsonRecord {
  const read = readRule(record)
  return withoutAccountFields(read.ok ? read.value : record)
}

/** Rules and groups as a file of our own. Reading it gives the same rules and groups. */
export const writeSwitchyard = ({rules, groups}: RuleLibrary): string =>
  `${JSON.stringify({format: 'switchyard', version: switchyardVersion, groups: groups.map(withoutAccountFields), rules: rules.map(toExportedRecord)}, null, 2)}\n`

function readList(file: JsonRecord, name: string): readonly unknown[] {
  const list = file[name] ?? []
  if (!Array.isArray(list))
    throw new ImportError(`$.${name}`, 'not-as-documented', noteText('mustBe', {what: noteText('aList')}))
  return list
}

const getName = (raw: unknown, otherwise: string): string =>
  isRecord(raw) && typeof raw['name'] === 'string' && raw['name'] !== '' ? raw['name'] : otherwise

/** A group that cannot be read is made anew by its name, so that its rules have one. */
export function readGroupOrDefault(raw: unknown, at: string): ImportedGroup {
  const read = readGroupPayload(raw)
  if (read.ok) return {record: read.value, notes: [], isKeptIfEmpty: true}
  const status = isRecord(raw) ? (raw['status'] ?? 'Active') : 'Active'
  // An unknown status keeps the rules of the group off.
  const isOn = status === 'Active'
  const notes = read.faults.map(({path, code, reason}) =>
    path === 'status' && status !== 'Inactive'
      ? offNote(`${at}.status`, reason)
      : noteAt(path === '' ? at : `${at}.${path}`, code, reason),
  )
  return {...createGroup(getName(raw, importNames('unnamedGroup')), isOn, notes), isKeptIfEmpty: true}
}

/** Finds the group of a rule by its id, with a note where the file has no such group. */
export function createGroupLookup(groups: readonly unknown[]) {
  const indexes = new Map<unknown, number>()
  groups.forEach((raw, index) => {
    if (isRecord(raw) && !indexes.has(raw['id'])) indexes.set(raw['id'], index)
  })
  return (raw: unknown): {group: number | null; notes: Note[]} => {
    const id = isRecord(raw) ? raw['groupId'] : undefined
    if ((id ?? '') === '') return {group: null, notes: []}
    const group = indexes.get(id) ?? null
    return {
      group,
      notes: group === null ? [droppedNote('groupId', id, what => noteText('isNoGroupOfFile', {what}))] : [],
    }
  }
}

/** The filter stays in the rule: an export returns it unchanged. */
const getUnknownFieldNotes = ({pairs}: RulePayload): Note[] =>
  pairs.flatMap(({source}, pair) => {
    if (source === undefined) return []
    const at = `pairs[${pair}].source`
    const filterNotes = (source.filters ?? []).flatMap((filter, index) =>
      foreignIn(filter).map(name =>
        noteAt(
          `${at}.filters[${index}].${name}`,
          'no-counterpart',
          noteText('filterNotKnown', {name, value: quoteValue(filter[name])}),
        ),
      ),
    )
    const sourceNotes = foreignInSource(source).map(name =>
      noteAt(
        `${at}.${name}`,
        'no-counterpart',
        noteText('fieldOfSourceNotKnown', {name, value: quoteValue(source[name])}),
      ),
    )
    return [...filterNotes, ...sourceNotes]
  })

function readRecord(raw: JsonRecord, at: string, groupLink: {group: number | null; notes: Note[]}): ImportedRecord {
  const record = toRecord(raw, {at, ...groupLink})
  return record.rule
    ? {...record, notes: [...record.notes, ...getUnknownFieldNotes(record.rule), ...getFieldNotes(record.rule)]}
    : record
}

export const switchyard = createJsonFormat(
  'Switchyard',
  (json): json is JsonRecord => isRecord(json) && json['format'] === 'switchyard',
  function* (file) {
    const {version} = file
    if (version !== switchyardVersion)
      throw new ImportError(
        '$.version',
        'not-as-documented',
        typeof version === 'number' && version > switchyardVersion
          ? noteText('newerVersion', {version, own: switchyardVersion})
          : noteText('versionExpected', {own: switchyardVersion}),
      )
    const groups = readList(file, 'groups')
    const findGroup = createGroupLookup(groups)
    const records: ImportedRecord[] = []
    yield* readItems(readList(file, 'rules'), '$.rules', (raw, index) => {
      const at = `$.rules[${index}]`
      records.push(
        isRecord(raw)
          ? readRecord(raw, at, findGroup(raw))
          : refuseRecord('', [noteAt('', 'not-a-record', noteText('notARule'))], {at}),
      )
    })
    const importedGroups = groups.map((raw, index) => readGroupOrDefault(raw, `$.groups[${index}]`))
    return {
      groups: importedGroups,
      records,
      notes: noteUnreadFields(file, '$schema', 'format', 'version', 'rules', 'groups'),
    }
  },
)
