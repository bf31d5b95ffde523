import {createJsonFormat, readRecords} from '../read-records'
import {isRecord, type JsonRecord} from '../../model/json'
import {noteText, noteAt, type Note} from '../notes'
import {importNames} from '../../locales/import-names'
import {type Fields, readFields, quoteValue, noteUnreadFields} from '../fields'
import {ImportError} from '../import-error'
import type {ImportedRecord} from '../import-types'
import {createRecord, offNote, refuseRecord, refusalNote} from '../create-records'
import {toTypeFilter, hasLettersAfterHost, addFilters, getSourceNotes, urlMatches, urlWildcard} from '../sources'
import {findCaptureAboveNine, countGroups} from '../url-change'

/** How captures are transformed. The two flags are older names. */
function processingOf(fields: Fields): string {
  const said = fields.text('processMatches')
  const [unescapes, escapes] = [fields.flag('unescapeMatches'), fields.flag('escapeMatches')]
  if (said !== '') return said
  return unescapes === true ? 'urlDecode' : escapes === true ? 'urlEncode' : 'noProcessing'
}

function readTypes(fields: Fields) {
  const named = fields.has('appliesTo') ? fields.texts('appliesTo') : ['main_frame']
  const types = named.filter(type => type !== 'history')
  const notes: Note[] =
    named.length === types.length
      ? []
      : types.length > 0
        ? [noteAt('appliesTo', 'no-counterpart', noteText('historyIsNoRequest'))]
        : [refusalNote('appliesTo', noteText('onlyHistory'))]
  if (named.length === 0) return {filter: {}, notes: [offNote('appliesTo', noteText('namesNoKind'))]}
  const {filter, notes: unknown} = toTypeFilter(types, 'appliesTo')
  return {filter, notes: [...notes, ...unknown]}
}

function describe(fields: Fields): string {
  const [example, result] = [fields.text('exampleUrl'), fields.text('exampleResult')]
  const said =
    example === ''
      ? ''
      : result === ''
        ? importNames('exampleOf', {address: example})
        : importNames('exampleBecomes', {address: example, result})
  return [fields.text('patternDesc'), said].filter(line => line !== '').join('\n')
}

function readRedirect(raw: JsonRecord, at: string): ImportedRecord {
  const fields = readFields(raw, at)
  const name = fields.text('description')
  const description = describe(fields)
  const pattern = fields.text('includePattern')
  const isWildcard = fields.text('patternType') !== 'R'
  const source = isWildcard ? urlWildcard(pattern) : urlMatches(pattern, true)
  const types = readTypes(fields)
  const captures = isWildcard ? pattern.split('*').length - 1 : countGroups(pattern)
  const destination = fields.text('redirectUrl')
  const notes: Note[] = [...types.notes, ...getSourceNotes(source, 'includePattern')]
  if (isWildcard && hasLettersAfterHost(pattern))
    notes.push(noteAt('includePattern', 'changed', noteText('caseDiffersBehindHost')))
  const excluded = fields.text('excludePattern')
  if (excluded !== '') notes.push(offNote('excludePattern', noteText('cannotLeaveOut', {what: quoteValue(excluded)})))
  const processing = processingOf(fields)
  if (processing !== 'noProcessing')
    notes.push(offNote('processMatches', noteText('capturesAsTheyAre', {processing: quoteValue(processing)})))
  const tooHigh = findCaptureAboveNine(destination, captures)
  if (tooHigh) notes.push(offNote('redirectUrl', noteText('nineCaptures', {sign: quoteValue(tooHigh)})))
  fields.ignore('error', 'grouped')
  const isOn = fields.isOn('disabled', 'off')
  // Redirector acts on GET only.
  const pair = {
    source: addFilters(source, [{requestMethod: ['GET']}, types.filter]),
    destinationType: 'url',
    destination,
  }
  return createRecord(
    {ruleType: 'Redirect', pairs: [pair], name: name || importNames('redirectOf', {match: pattern}), description, isOn},
    {at, notes: [...notes, ...fields.notes()]},
    {'source.value': 'includePattern', destination: 'redirectUrl'},
  )
}

const isOwnName = (value: unknown): boolean => typeof value === 'string' && value.startsWith('Redirector ')

export const redirector = createJsonFormat(
  'Redirector',
  (json): json is JsonRecord => isRecord(json) && ('redirects' in json || isOwnName(json['createdBy'])),
  function* (file) {
    const {redirects} = file
    if (!Array.isArray(redirects))
      throw new ImportError('$.redirects', 'not-as-documented', noteText('redirectsMissing'))
    const places = new Map<string, string>()
    const records = yield* readRecords(
      redirects,
      '$.redirects',
      value => noteText('isNotARedirect', {value}),
      (raw, at) => {
        const written = JSON.stringify(raw)
        const before = places.get(written)
        const read = readRedirect(raw, at)
        // Redirector itself takes one of several that are equal.
        if (before !== undefined)
          return [refuseRecord(read.name, [refusalNote('', noteText('standsBefore', {at: before}))], {at})]
        places.set(written, at)
        return [read]
      },
    )
    return {records, notes: noteUnreadFields(file, 'redirects', 'createdBy', 'createdAt')}
  },
)
