import {createJsonFormat, readRecords} from '../read-records'
import {isRecord, type JsonRecord} from '../../model/json'
import {noteText, noteAt, type Note} from '../notes'
import type {Source} from '../../model/source'
import {droppedNote, getEntry, type Fields, readFields, quoteValue} from '../fields'
import {ImportError} from '../import-error'
import {getAppendNotes} from '../header-changes'
import type {ImportedRecord} from '../import-types'
import {createRecord, offNote, refuseRecord, refusalNote} from '../create-records'
import {fromMatchPattern, everyUrl, urlContains} from '../sources'

type Target = 'Request' | 'Response'
type ConvertedHeader = {readonly modification: JsonRecord; readonly notes: readonly Note[]}

const actions: Readonly<Record<string, (header: string, value: string, target: Target) => ConvertedHeader>> = {
  add(header, value, target) {
    const modification = {header, type: 'Add', value, target} as const
    return {
      modification,
      notes: getAppendNotes({change: modification, paths: {header: 'header_name', value: 'header_value'}}),
    }
  },
  modify: (header, value, target) => ({
    modification: {header, type: 'Modify', value, target},
    notes: [noteAt('action', 'changed', noteText('alsoSetIfMissing', {what: quoteValue(header)}))],
  }),
  delete: (header, _value, target) => ({modification: {header, type: 'Remove', target}, notes: []}),
  cookie_add_or_modify: (name, value, target) => ({
    modification: {
      header: target === 'Request' ? 'Cookie' : 'Set-Cookie',
      type: 'Add',
      value: `${name}=${value}`,
      target,
    },
    notes: [noteAt('action', 'changed', noteText('cookieAdded', {name: quoteValue(name)}))],
  }),
}

function readTargets(file: Fields): {readonly sources: readonly Source[]; readonly notes: readonly Note[]} {
  const patterns = file
    .text('target_page')
    .split(';')
    .map(each => each.trim())
    .filter(each => each !== '')
  const notes: Note[] = []
  const sources = patterns.flatMap(pattern => {
    const source = fromMatchPattern(pattern)
    if (source === null) notes.push(offNote('target_page', noteText('isNoPattern', {value: quoteValue(pattern)})))
    return source === null ? [] : [source]
  })
  const matchesAll = ['http://*/*', 'https://*/*'].every(each => patterns.includes(each))
  return {sources: matchesAll || sources.includes(everyUrl) || patterns.length === 0 ? [] : sources, notes}
}

const switchFields = [
  ['status', 'on', 'off'],
  ['apply_on', 'req', 'res'],
] as const

const getSwitchNotes = (fields: Fields): Note[] =>
  switchFields.flatMap(([name, first, second]) => {
    const given = fields.any(name)
    const value = (given ?? '') === '' ? first : given
    return value === first || value === second
      ? []
      : [
          offNote(
            name,
            noteText('unexpectedValueSkipped', {
              value: quoteValue(value),
              expected: noteText('oneOf', {one: first, other: second}),
            }),
          ),
        ]
  })

function readHeader(
  raw: JsonRecord,
  at: string,
  targets: ReturnType<typeof readTargets>,
  usesUrl: boolean,
): ImportedRecord {
  const fields = readFields(raw, at)
  const [action, header, value] = [fields.text('action'), fields.text('header_name'), fields.text('header_value')]
  const description = fields.text('comment')
  const contains = fields.text('url_contains')
  const target = fields.any('apply_on') === 'res' ? 'Response' : 'Request'
  const isOn = fields.any('status') !== 'off'
  const name = `${action} ${header}`
  if (action === 'cookie_delete')
    return refuseRecord(name, [refusalNote('action', noteText('cannotTakeCookie', {name: quoteValue(header)}))], {at})
  const convert = getEntry(actions, action)
  if (convert === undefined)
    return refuseRecord(name, [refusalNote('action', noteText('unsupportedAction', {value: quoteValue(action)}))], {at})
  const {modification, notes} = convert(header, value, target)
  const parts = contains
    .trim()
    .split(';')
    .filter(part => part !== '')
  const isNarrowed = usesUrl && parts.length > 0
  const allNotes = [...targets.notes, ...notes, ...getSwitchNotes(fields)]
  if (isNarrowed && targets.sources.length > 0)
    allNotes.push(offNote('url_contains', noteText('urlPartUsed', {kept: quoteValue(contains)})))
  if (!usesUrl && contains !== '')
    allNotes.push(droppedNote('url_contains', contains, what => noteText('wasNotInUse', {what})))
  const sources = isNarrowed ? parts.map(urlContains) : targets.sources.length > 0 ? targets.sources : [everyUrl]
  const pairs = sources.map(source => ({source, modifications: [modification]}))
  return createRecord(
    {ruleType: 'Headers', pairs, name, description, isOn},
    {at, notes: [...allNotes, ...fields.notes()]},
    {'source.value': 'url_contains', 'modifications.header': 'header_name', 'modifications.value': 'header_value'},
  )
}

export const simpleModifyHeaders = createJsonFormat(
  'SimpleModifyHeaders',
  (json): json is JsonRecord => isRecord(json) && ('format_version' in json || 'target_page' in json),
  function* (raw) {
    const {headers} = raw
    if (!Array.isArray(headers)) throw new ImportError('$.headers', 'not-as-documented', noteText('headersMissing'))
    const file = readFields(raw, '$')
    file.ignore('format_version', 'headers', 'debug_mode', 'show_comments')
    const targets = readTargets(file)
    const usesUrl = file.flag('use_url_contains') !== false
    const records = yield* readRecords(
      headers,
      '$.headers',
      value => noteText('isNotAHeader', {value}),
      (each, at) => [readHeader(each, at, targets, usesUrl)],
    )
    return {records, notes: file.notes()}
  },
)
