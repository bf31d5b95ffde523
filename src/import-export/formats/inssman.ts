import {isOneOrList, createJsonFormat, readRecords} from '../read-records'
import {isRecord, type JsonRecord} from '../../model/json'
import {noteText, noteAt, type Note} from '../notes'
import type {HeaderModification} from '../../model/rules/headers'
import type {Source} from '../../model/source'
import {getEntry, type Fields, readFields, quoteValue} from '../fields'
import {getAppendNotes, selectValidChanges, type HeaderChange} from '../header-changes'
import type {ImportedRecord, ConvertedRule} from '../import-types'
import {createRecord, offNote, refuseRecord, refusalNote} from '../create-records'
import {
  toMethodFilter,
  toTypeFilter,
  escapeRegex,
  hasLettersAfterHost,
  addFilters,
  getSourceNotes,
  toPairs,
  urlContains,
  urlEquals,
  urlMatches,
  urlWildcard,
  addTypesOfText,
} from '../sources'

type Convert = (fields: Fields, sources: readonly Source[]) => ConvertedRule

const headerTypes: ReadonlyMap<unknown, HeaderModification['type']> = new Map([
  ['set', 'Modify'],
  ['append', 'Add'],
  ['remove', 'Remove'],
])
const queryTypes: ReadonlyMap<unknown, string> = new Map([
  ['add', 'Add'],
  ['replace', 'Modify'],
  ['remove', 'Remove'],
])

/**
 * Enabled records of a list. If none is enabled, all of them, with a note that disables the rule.
 */
function recordsIn(fields: Fields, name: string, notes: Note[]): {fields: Fields; path: string}[] {
  const allNotes = fields.list(name).flatMap((raw, index) => {
    const path = `${name}[${index}]`
    if (isRecord(raw)) {
      const each = readFields(raw, fields.at, path)
      each.ignore('id')
      return [{fields: each, path, raw, isOn: each.flag('enabled') !== false}]
    }
    fields.note(name, 'not-as-documented', noteText('isNotARecord', {value: quoteValue(raw)}))
    return []
  })
  if (allNotes.length > 0 && allNotes.every(({isOn}) => !isOn)) {
    notes.push(offNote(name, noteText('noneIsOn')))
    return allNotes
  }
  return allNotes.filter(({isOn, path, raw}) => {
    if (!isOn) notes.push(noteAt(path, 'no-counterpart', noteText('isOffByItself', {row: quoteValue(raw)})))
    return isOn
  })
}

const headers: Convert = (fields, sources) => {
  const notes: Note[] = []
  const read = recordsIn(fields, 'headers', notes).flatMap(({fields: each, path}): HeaderChange[] => {
    const operation = each.any('operation')
    const type = headerTypes.get(operation)
    const target = each.text('type').toLowerCase() === 'response' ? 'Response' : 'Request'
    const [header, value] = [each.text('header'), each.text('value')]
    notes.push(...each.notes())
    const paths = {header: `${path}.header`, value: `${path}.value`}
    if (type !== undefined) {
      const headerChange: HeaderChange = {change: {header, type, target, ...(type === 'Remove' ? {} : {value})}, paths}
      notes.push(...getAppendNotes(headerChange))
      return [headerChange]
    }
    notes.push(
      noteAt(`${path}.operation`, 'no-counterpart', noteText('noHeaderOperation', {what: quoteValue(operation)})),
    )
    return []
  })
  const {modifications, notes: faultNotes} = selectValidChanges(read)
  return {draft: {ruleType: 'Headers', pairs: toPairs(sources, {modifications})}, notes: [...notes, ...faultNotes]}
}

const query: Convert = (fields, sources) => {
  const notes: Note[] = []
  const modifications = recordsIn(fields, 'queryParams', notes).flatMap(({fields: each, path}) => {
    const action = each.text('action').toLowerCase()
    const type = queryTypes.get(action)
    const [param, value] = [each.text('key'), each.text('value')]
    notes.push(...each.notes())
    if (type === 'Modify') notes.push(noteAt(path, 'changed', noteText('alsoSetIfMissing', {what: quoteValue(param)})))
    if (type !== undefined) return [{param, type, ...(type === 'Remove' ? {} : {value})}]
    notes.push(noteAt(`${path}.action`, 'no-counterpart', noteText('noParamOperation', {what: quoteValue(action)})))
    return []
  })
  return {draft: {ruleType: 'QueryParam', pairs: toPairs(sources, {modifications})}, notes}
}

const converters: Readonly<Record<string, Convert>> = {
  redirect(fields, sources) {
    const given = fields.text('destination').trim()
    // Digits after a colon are a port.
    const lacksScheme = given !== '' && !/^(?:[a-z][a-z0-9+.-]*:(?!\d)|\$)/i.test(given)
    const notes = lacksScheme
      ? [noteAt('destination', 'changed', noteText('schemeAdded', {address: quoteValue(given)}))]
      : []
    const destination = lacksScheme ? `http://${given}` : given
    return {draft: {ruleType: 'Redirect', pairs: toPairs(sources, {destinationType: 'url', destination})}, notes}
  },
  block: (_fields, sources) => ({draft: {ruleType: 'Cancel', pairs: toPairs(sources, {})}, notes: []}),
  'modify-header': headers,
  'modify-response'(fields, sources) {
    fields.ignore('editorLang')
    const mode = fields.any('responseMode')
    if (mode !== 'dynamic' && mode !== 'static') fields.drop('responseMode')
    const value = fields.text('editorValue')
    const pairs =
      mode === 'dynamic'
        ? toPairs(sources, {type: 'code', value})
        : toPairs(
            sources.map(source => addTypesOfText(source, value)),
            {type: 'static', value, serveWithoutRequest: true},
          )
    return {draft: {ruleType: 'Response', pairs}, notes: []}
  },
  'query-param': query,
  'modify-request-body'(fields, sources) {
    const type = fields.text('editorLang') === 'javascript' ? 'code' : 'static'
    return {draft: {ruleType: 'Request', pairs: toPairs(sources, {type, value: fields.text('editorValue')})}, notes: []}
  },
}

/** inssman accepts a slash at the end, and http or https where the value has no scheme. */
const toEqualsSource = (value: string): Source =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? urlEquals(value) : urlMatches(`^https?://${escapeRegex(value)}/?$`, true)

const toWildcardSource = (value: string): Source =>
  /^(?:\*|[a-z][a-z0-9+.-]*:\/\/).*\*$/is.test(value)
    ? urlWildcard(value)
    : urlMatches(value.split('*').map(escapeRegex).join('(.*)'), true)

const matchTypes: Readonly<Record<string, (value: string) => Source>> = {
  contain: urlContains,
  equal: toEqualsSource,
  wildcard: toWildcardSource,
  regexp: value => urlMatches(value, true),
}

const getCaseNotes = ({operator, value}: Source, at: string): Note[] =>
  operator !== 'Matches' && hasLettersAfterHost(value) ? [noteAt(at, 'changed', noteText('caseWasIgnored'))] : []

function readSources(fields: Fields, notes: Note[]): Source[] {
  const conditions = fields.has('conditions') ? recordsIn(fields, 'conditions', notes) : [{fields, path: ''}]
  return conditions.flatMap(({fields: each, path}) => {
    const [matchType, value] = [each.text('matchType') || 'contain', each.text('source')]
    const at = path === '' ? 'source' : `${path}.source`
    if (path !== '') notes.push(...each.notes())
    const createSource = getEntry(matchTypes, matchType)
    if (createSource === undefined) {
      notes.push(offNote(at, noteText('noMatchLeftOut', {type: quoteValue(matchType), value: quoteValue(value)})))
      return []
    }
    const source = createSource(value)
    notes.push(
      ...getSourceNotes(source, at),
      ...getCaseNotes(source, at),
      ...(source.value.trim() === '' ? [refusalNote(at, noteText('sayWhatToLookFor'))] : []),
    )
    return [source]
  })
}

function readRule(raw: JsonRecord, at: string): ImportedRecord {
  const fields = readFields(raw, at)
  const [name, pageType] = [fields.text('name'), fields.text('pageType')]
  if (pageType === 'inject-file')
    return refuseRecord(
      name,
      [refusalNote('pageType', noteText('noInjection', {what: quoteValue(raw['editorValue'])}))],
      {at},
    )
  const convert = getEntry(converters, pageType)
  if (convert === undefined)
    return refuseRecord(name, [refusalNote('pageType', noteText('unsupportedAction', {value: quoteValue(pageType)}))], {
      at,
    })
  const notes: Note[] = []
  const methods = toMethodFilter(fields.texts('requestMethods'), 'requestMethods')
  const types = toTypeFilter(fields.texts('resourceTypes'), 'resourceTypes')
  const sources = readSources(fields, notes).map(source => addFilters(source, [methods.filter, types.filter]))
  const converted = convert(fields, sources)
  const isOn = fields.isOn('enabled')
  fields.ignore('id', 'ruleId', 'timestamp', 'lastMatchedTimestamp', 'connectedRuleIds')
  const allNotes = [...methods.notes, ...types.notes, ...notes, ...converted.notes, ...fields.notes()]
  const names = {
    pairs: 'conditions',
    destination: 'destination',
    modifications: pageType === 'query-param' ? 'queryParams' : 'headers',
    value: 'editorValue',
  }
  return createRecord({...converted.draft, name: name || pageType, isOn}, {at, notes: allNotes}, names)
}

export const inssman = createJsonFormat(
  'inssman',
  isOneOrList(raw => isRecord(raw) && 'pageType' in raw),
  function* (json) {
    return {
      records: yield* readRecords(
        json,
        '$',
        value => noteText('isNotARule', {value}),
        (raw, at) => [readRule(raw, at)],
      ),
    }
  },
)
