import {isOneOrList, jsonFormat, readEach} from '../read-records'
import {isRecord, type JsonRecord} from '../../model/json'
import {noteText, noteAt, type Note} from '../notes'
import type {HeaderModification} from '../../model/rules/headers'
import type {Source} from '../../model/source'
import {entryOf, type Fields, fieldsOf, shown} from '../fields'
import {notesOfAppending, soundChanges, type ReadHeader} from '../header-changes'
import type {ImportedRecord, Made} from '../import-types'
import {madeRecord, off, refusedRecord, stop} from '../create-records'
import {
  byMethods,
  byTypes,
  escapeRegex,
  hasCaseBehindHost,
  narrowed,
  notesOfSource,
  pairsOf,
  urlContains,
  urlEquals,
  urlMatches,
  urlWildcard,
} from '../sources'

type Page = (fields: Fields, sources: readonly Source[]) => Made

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

/** The records of a list that are on; all of them where none is on, with a note that switches the rule off. */
function recordsIn(fields: Fields, name: string, notes: Note[]): {fields: Fields; path: string}[] {
  const all = fields.list(name).flatMap((raw, index) => {
    const path = `${name}[${index}]`
    if (isRecord(raw)) {
      const each = fieldsOf(raw, fields.at, path)
      each.ignore('id')
      return [{fields: each, path, raw, isOn: each.flag('enabled') !== false}]
    }
    fields.note(name, 'not-as-documented', noteText('isNotARecord', {value: shown(raw)}))
    return []
  })
  if (all.length > 0 && all.every(({isOn}) => !isOn)) {
    notes.push(off(name, noteText('noneIsOn')))
    return all
  }
  return all.filter(({isOn, path, raw}) => {
    if (!isOn) notes.push(noteAt(path, 'no-counterpart', noteText('isOffByItself', {row: shown(raw)})))
    return isOn
  })
}

const headers: Page = (fields, sources) => {
  const notes: Note[] = []
  const read = recordsIn(fields, 'headers', notes).flatMap(({fields: each, path}): ReadHeader[] => {
    const operation = each.any('operation')
    const type = headerTypes.get(operation)
    const target = each.text('type').toLowerCase() === 'response' ? 'Response' : 'Request'
    const [header, value] = [each.text('header'), each.text('value')]
    notes.push(...each.notes())
    const at = {header: `${path}.header`, value: `${path}.value`}
    if (type !== undefined) {
      const asked: ReadHeader = {change: {header, type, target, ...(type === 'Remove' ? {} : {value})}, at}
      notes.push(...notesOfAppending(asked))
      return [asked]
    }
    notes.push(noteAt(`${path}.operation`, 'no-counterpart', noteText('noHeaderOperation', {what: shown(operation)})))
    return []
  })
  const {modifications, notes: wrong} = soundChanges(read)
  return {kind: {ruleType: 'Headers', pairs: pairsOf(sources, {modifications})}, notes: [...notes, ...wrong]}
}

const query: Page = (fields, sources) => {
  const notes: Note[] = []
  const modifications = recordsIn(fields, 'queryParams', notes).flatMap(({fields: each, path}) => {
    const action = each.text('action').toLowerCase()
    const type = queryTypes.get(action)
    const [param, value] = [each.text('key'), each.text('value')]
    notes.push(...each.notes())
    if (type === 'Modify') notes.push(noteAt(path, 'changed', noteText('setWhereNotThere', {what: shown(param)})))
    if (type !== undefined) return [{param, type, ...(type === 'Remove' ? {} : {value})}]
    notes.push(noteAt(`${path}.action`, 'no-counterpart', noteText('noParamOperation', {what: shown(action)})))
    return []
  })
  return {kind: {ruleType: 'QueryParam', pairs: pairsOf(sources, {modifications})}, notes}
}

const pages: Readonly<Record<string, Page>> = {
  redirect(fields, sources) {
    const given = fields.text('destination').trim()
    // Digits after a colon are a port.
    const isBare = given !== '' && !/^(?:[a-z][a-z0-9+.-]*:(?!\d)|\$)/i.test(given)
    const notes = isBare ? [noteAt('destination', 'changed', noteText('schemeAdded', {address: shown(given)}))] : []
    const destination = isBare ? `http://${given}` : given
    return {kind: {ruleType: 'Redirect', pairs: pairsOf(sources, {destinationType: 'url', destination})}, notes}
  },
  block: (_fields, sources) => ({kind: {ruleType: 'Cancel', pairs: pairsOf(sources, {})}, notes: []}),
  'modify-header': headers,
  'modify-response'(fields, sources) {
    fields.ignore('editorLang')
    const mode = fields.any('responseMode')
    if (mode !== 'dynamic' && mode !== 'static') fields.drop('responseMode')
    const value = fields.text('editorValue')
    const body = mode === 'dynamic' ? {type: 'code', value} : {type: 'static', value, serveWithoutRequest: true}
    return {kind: {ruleType: 'Response', pairs: pairsOf(sources, body)}, notes: []}
  },
  'query-param': query,
  'modify-request-body'(fields, sources) {
    const type = fields.text('editorLang') === 'javascript' ? 'code' : 'static'
    return {kind: {ruleType: 'Request', pairs: pairsOf(sources, {type, value: fields.text('editorValue')})}, notes: []}
  },
}

/** inssman accepts a slash at the end, and http or https where the value has no scheme. */
const equal = (value: string): Source =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? urlEquals(value) : urlMatches(`^https?://${escapeRegex(value)}/?$`, true)

const wildcard = (value: string): Source =>
  /^(?:\*|[a-z][a-z0-9+.-]*:\/\/).*\*$/is.test(value)
    ? urlWildcard(value)
    : urlMatches(value.split('*').map(escapeRegex).join('(.*)'), true)

const matchTypes: Readonly<Record<string, (value: string) => Source>> = {
  contain: urlContains,
  equal,
  wildcard,
  regexp: value => urlMatches(value, true),
}

const notesOfCase = ({operator, value}: Source, at: string): Note[] =>
  operator !== 'Matches' && hasCaseBehindHost(value) ? [noteAt(at, 'changed', noteText('caseDiffersBehindHost'))] : []

function readSources(fields: Fields, notes: Note[]): Source[] {
  const conditions = fields.has('conditions') ? recordsIn(fields, 'conditions', notes) : [{fields, path: ''}]
  return conditions.flatMap(({fields: each, path}) => {
    const [matchType, value] = [each.text('matchType') || 'contain', each.text('source')]
    const at = path === '' ? 'source' : `${path}.source`
    if (path !== '') notes.push(...each.notes())
    const make = entryOf(matchTypes, matchType)
    if (make === undefined) {
      notes.push(off(at, noteText('noMatchLeftOut', {type: shown(matchType), value: shown(value)})))
      return []
    }
    const source = make(value)
    notes.push(
      ...notesOfSource(source, at),
      ...notesOfCase(source, at),
      ...(source.value.trim() === '' ? [stop(at, noteText('sayWhatToLookFor'))] : []),
    )
    return [source]
  })
}

function readRule(raw: JsonRecord, at: string): ImportedRecord {
  const fields = fieldsOf(raw, at)
  const [name, pageType] = [fields.text('name'), fields.text('pageType')]
  if (pageType === 'inject-file')
    return refusedRecord(name, [stop('pageType', noteText('noInjection', {what: shown(raw['editorValue'])}))], {at})
  const page = entryOf(pages, pageType)
  if (page === undefined)
    return refusedRecord(name, [stop('pageType', noteText('isNotADeed', {value: shown(pageType)}))], {at})
  const notes: Note[] = []
  const methods = byMethods(fields.texts('requestMethods'), 'requestMethods')
  const types = byTypes(fields.texts('resourceTypes'), 'resourceTypes')
  const sources = readSources(fields, notes).map(source => narrowed(source, [methods.filter, types.filter]))
  const made = page(fields, sources)
  const isOn = fields.isOn('enabled')
  fields.ignore('id', 'ruleId', 'timestamp', 'lastMatchedTimestamp', 'connectedRuleIds')
  const all = [...methods.notes, ...types.notes, ...notes, ...made.notes, ...fields.notes()]
  const names = {
    pairs: 'conditions',
    destination: 'destination',
    modifications: pageType === 'query-param' ? 'queryParams' : 'headers',
    value: 'editorValue',
  }
  return madeRecord({...made.kind, name: name || pageType, isOn}, {at, notes: all}, names)
}

export const inssman = jsonFormat(
  'inssman',
  isOneOrList(raw => isRecord(raw) && 'pageType' in raw),
  function* (json) {
    return {
      records: yield* readEach(
        json,
        '$',
        value => noteText('isNotARule', {value}),
        (raw, at) => [readRule(raw, at)],
      ),
    }
  },
)
