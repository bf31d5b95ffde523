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
function getProcessing(fields: Fields): string {
  const processing = fields.text('processMatches')
  const [unescapes, escapes] = [fields.flag('unescapeMatches'), fields.flag('escapeMatches')]
  if (processing !== '') return processing
  return unescapes === true ? 'urlDecode' : escapes === true ? 'urlEncode' : 'noProcessing'
}

function readTypes(fields: Fields) {
  const typeNames = fields.has('appliesTo') ? fields.texts('appliesTo') : ['main_frame']
  const typeFilter = typeNames.filter(type => type !== 'history')
  const notes: Note[] =
    typeNames.length === typeFilter.length
      ? []
      : typeFilter.length > 0
        ? [noteAt('appliesTo', 'no-counterpart', noteText('historyIsNoRequest'))]
        : [refusalNote('appliesTo', noteText('onlyHistory'))]
  if (typeNames.length === 0) return {filter: {}, notes: [offNote('appliesTo', noteText('noRequestTypes'))]}
  const {filter, notes: unknown} = toTypeFilter(typeFilter, 'appliesTo')
  return {filter, notes: [...notes, ...unknown]}
}

function createDescription(fields: Fields): string {
  const [example, result] = [fields.text('exampleUrl'), fields.text('exampleResult')]
  const processing =
    example === ''
      ? ''
      : result === ''
        ? importNames('exampleOf', {address: example})
        : importNames('exampleBecomes', {address: example, result})
  return [fields.text('patternDesc'), processing].filter(line => line !== '').join('\n')
}

function readRedirect(raw: JsonRecord, at: string): ImportedRecord {
  const fields = readFields(raw, at)
  const name = fields.text('description')
  const description = createDescription(fields)
  const pattern = fields.text('includePattern')
  const isWildcard = fields.text('patternType') !== 'R'
  const source = isWildcard ? urlWildcard(pattern) : urlMatches(pattern, true)
  const typeFilter = readTypes(fields)
  const captures = isWildcard ? pattern.split('*').length - 1 : countGroups(pattern)
  const destination = fields.text('redirectUrl')
  const notes: Note[] = [...typeFilter.notes, ...getSourceNotes(source, 'includePattern')]
  if (isWildcard && hasLettersAfterHost(pattern))
    notes.push(noteAt('includePattern', 'changed', noteText('caseWasIgnored')))
  const excluded = fields.text('excludePattern')
  if (excluded !== '')
    notes.push(offNote('excludePattern', noteText('exclusionUnsupported', {what: quoteValue(excluded)})))
  const processing = getProcessing(fields)
  if (processing !== 'noProcessing')
    notes.push(offNote('processMatches', noteText('capturesAsTheyAre', {processing: quoteValue(processing)})))
  const tooHigh = findCaptureAboveNine(destination, captures)
  if (tooHigh) notes.push(offNote('redirectUrl', noteText('nineCaptures', {sign: quoteValue(tooHigh)})))
  fields.ignore('error', 'grouped')
  const isOn = fields.isOn('disabled', 'off')
  // Redirector acts on GET only.
  const pair = {
    source: addFilters(source, [{requestMethod: ['GET']}, typeFilter.filter]),
    destinationType: 'url',
    destination,
  }
  return createRecord(
    {ruleType: 'Redirect', pairs: [pair], name: name || importNames('redirectOf', {match: pattern}), description, isOn},
    {at, notes: [...notes, ...fields.notes()]},
    {'source.value': 'includePattern', destination: 'redirectUrl'},
  )
}

const isRedirectorName = (value: unknown): boolean => typeof value === 'string' && value.startsWith('Redirector ')

export const redirector = createJsonFormat(
  'Redirector',
  (json): json is JsonRecord => isRecord(json) && ('redirects' in json || isRedirectorName(json['createdBy'])),
  function* (file) {
    const {redirects} = file
    if (!Array.isArray(redirects))
      throw new ImportError('$.redirects', 'not-as-documented', noteText('redirectsMissing'))
    const firstPaths = new Map<string, string>()
    const records = yield* readRecords(
      redirects,
      '$.redirects',
      value => noteText('isNotARedirect', {value}),
      (raw, at) => {
        const json = JSON.stringify(raw)
        const firstPath = firstPaths.get(json)
        const read = readRedirect(raw, at)
        // Redirector itself takes one of several that are equal.
        if (firstPath !== undefined)
          return [refuseRecord(read.name, [refusalNote('', noteText('duplicateRule', {at: firstPath}))], {at})]
        firstPaths.set(json, at)
        return [read]
      },
    )
    return {records, notes: noteUnreadFields(file, 'redirects', 'createdBy', 'createdAt')}
  },
)
