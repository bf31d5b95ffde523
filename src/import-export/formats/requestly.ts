import {isOneOrList, createJsonFormat, readRecords} from '../read-records'
import {isRecord, type JsonRecord, without, arrayOf} from '../../model/json'
import {headerTargets} from '../../model/rules/headers'
import {noteText, noteAt, type Note} from '../notes'
import {importNames} from '../../locales/import-names'
import {foreignIn, foreignInSource, liftSource, type Source} from '../../model/source'
import {apiResponseTypes, hasTypeFilter} from '../write-requestly'
import {droppedNote, toNumber, quoteValue} from '../fields'
import {
  findRedirectFault,
  offNote,
  toRecord,
  refuseByNotes,
  refuseRecord,
  refusalNote,
  addBrowserNotes,
} from '../create-records'
import {everyUrl} from '../sources'
import {isRuleType} from '../../model/rules'
import {withoutAccountFields} from '../rule-library'
import type {ImportedGroup, ImportedRecord} from '../import-types'
import {createGroupLookup, readGroupOrDefault} from './switchyard'

/** A change of a header or of a parameter, and its place in the pair: `.modifications.Request[0]`. */
type Row = {readonly row: unknown; readonly place: string}

const rowsIn = (list: unknown, place: string): Row[] =>
  Array.isArray(list)
    ? list.map((row: unknown, index) => ({row, place: `${place}[${index}]`}))
    : list === undefined || list === null
      ? []
      : [{row: list, place}]

/** Changes in the order of the contract. In version 1 the pair itself is the change. */
function rowsOf(pair: JsonRecord): readonly Row[] {
  const {modifications} = pair
  if (!isRecord(modifications))
    return 'modifications' in pair ? rowsIn(modifications, '.modifications') : [{row: pair, place: ''}]
  return headerTargets.flatMap(target => rowsIn(modifications[target], `.modifications.${target}`))
}

const ownOfApp = ['currentOwner', 'preserveCookie', 'removeCSPHeader']

/** Whether a record was exported by Requestly itself, and not by us in its format. */
export function isRequestlyExport(raw: unknown): boolean {
  if (!isRecord(raw)) return false
  const {objectType, ruleType, pairs} = raw
  const isNested = arrayOf(pairs).some(pair => {
    const nest = isRecord(pair) ? nestOf(pair, ruleType) : undefined
    return isRecord(pair) && (isRecord(pair['modifications']) || (nest !== undefined && 'value' in nest.inside))
  })
  return objectType === 'group' || ownOfApp.some(name => name in raw) || isNested
}

const nests: Readonly<Record<string, string>> = {Request: 'request', Response: 'response'}

function nestOf(pair: JsonRecord, ruleType: unknown): {name: string; inside: JsonRecord} | undefined {
  const name = nests[String(ruleType)]
  const inside = name === undefined ? undefined : pair[name]
  return name !== undefined && isRecord(inside) ? {name, inside} : undefined
}

/** Maps a path in our pair to the path in the file. `rows` are those that were kept. */
function placeIn(pair: JsonRecord, ruleType: unknown, rows: readonly Row[], path: string): string {
  const [, index, inside = ''] = /^\.modifications\[(\d+)\](.*)$/s.exec(path) ?? []
  if (index !== undefined) return `${rows[Number(index)]?.place ?? `.modifications[${index}]`}${inside}`
  const [, field = ''] = /^\.(\w+)/.exec(path) ?? []
  const nest = nestOf(pair, ruleType)
  return nest === undefined || field === '' || field === 'source' || field in pair ? path : `.${nest.name}${path}`
}

type ReadPair = {
  readonly pair: unknown
  readonly isOff: boolean
  readonly notes: readonly Note[]
  /** Where the file has what the contract finds at a path of the pair: `.statusCode` is `pairs[0].response.statusCode`. */
  readonly placeOf: (path: string) => string
}

function withModifications(pair: JsonRecord): JsonRecord {
  if ('modifications' in pair || typeof pair['header'] !== 'string') return pair
  const {header, value, type, target, ...rest} = pair
  return {
    ...rest,
    modifications: [{header, type, ...(value === undefined ? {} : {value}), ...(target === undefined ? {} : {target})}],
  }
}

const notesOfQuery = (rows: readonly Row[], at: string): Note[] =>
  rows.flatMap(({row, place}) => {
    const exists: unknown = isRecord(row) ? row['actionWhenParamExists'] : undefined
    return exists === undefined || exists === null || exists === 'Overwrite'
      ? []
      : [
          noteAt(
            `${at}${place}.actionWhenParamExists`,
            'changed',
            noteText('setWhereThere', {what: quoteValue(exists)}),
          ),
        ]
  })

/** A value that is worked out there: `rq_rand(4)`, `rq_request_initiator_origin()`. */
const workedOut = /\brq_\w+\([^()]*\)/

const notesOfHeaders = (rows: readonly Row[], at: string): Note[] =>
  rows.flatMap(({row, place}) => {
    const isSent = isRecord(row) && row['type'] !== 'Remove' && typeof row['value'] === 'string'
    const [said] = (isSent && workedOut.exec(String(row['value']))) || []
    return said === undefined
      ? []
      : [offNote(`${at}${place}.value`, noteText('filledInAnew', {token: quoteValue(said)}))]
  })

/** Filters by their place in the list; {} for an invalid one. */
function filtersOf(source: unknown): readonly JsonRecord[] {
  const lifted = liftSource(source)
  return isRecord(lifted) ? arrayOf(lifted['filters']).map(filter => (isRecord(filter) ? filter : {})) : []
}

const notesOfLibraries = ({libraries}: JsonRecord, at: string): Note[] =>
  Array.isArray(libraries) && libraries.length > 0
    ? [offNote(`${at}.libraries`, noteText('librariesNotLoaded', {libraries: quoteValue(libraries)}))]
    : []

/** Only fetch and XHR can get a status other than 200. */
function notesOfStatus(pair: JsonRecord, body: JsonRecord, at: string): Note[] {
  const status = toNumber(body['statusCode'])
  const isOfFiles = body['type'] === 'static' && body['resourceType'] === 'static'
  if (!isOfFiles || body['statusCode'] === '' || !Number.isInteger(status) || status === 200) return []
  const isForScripts = filtersOf(pair['source']).some(({resourceType: types}) => {
    const only = arrayOf(types)
    return only.length > 0 && only.every(type => type === 'xmlhttprequest')
  })
  return isForScripts ? [] : [noteAt(`${at}.statusCode`, 'changed', noteText('toScriptsOnlyWith', {status}))]
}

function notesOf(pair: JsonRecord, ruleType: unknown, at: string): Note[] {
  const nest = nestOf(pair, ruleType)
  const body = nest === undefined ? pair : nest.inside
  const bodyAt = nest === undefined ? at : `${at}.${nest.name}`
  const rows = rowsOf(pair)
  const notes = ruleType === 'QueryParam' ? notesOfQuery(rows, at) : []
  if (ruleType === 'Headers') notes.push(...notesOfHeaders(rows, at))
  if (body['isCompressed'] === true || pair['isCompressed'] === true)
    notes.push(refusalNote(`${bodyAt}.value`, noteText('compressedByRequestly')))
  if (ruleType === 'Response' && body['type'] === 'local_file')
    notes.push(refusalNote(`${bodyAt}.value`, noteText('pasteTextOfFile', {file: quoteValue(body['value'])})))
  if (ruleType === 'Response')
    notes.push(
      ...notesOfLibraries(pair, at),
      ...(nest === undefined ? [] : notesOfLibraries(body, bodyAt)),
      ...notesOfStatus(pair, body, bodyAt),
    )
  // It has no effect in Requestly either, so the rule stays on, as our own export has it.
  const nowhere = ruleType === 'Redirect' ? findRedirectFault(pair) : null
  if (nowhere !== null) notes.push(noteAt(`${at}.destination`, 'no-counterpart', nowhere))
  if (ruleType === 'Request' && body['statusCode'] !== undefined && body['statusCode'] !== '')
    notes.push(droppedNote(`${bodyAt}.statusCode`, body['statusCode']))
  return notes
}

/** In Requestly an empty value matches every request of these types. */
const mayBeEmpty: ReadonlySet<unknown> = new Set(['Headers', 'UserAgent', 'QueryParam', 'Replace', 'Delay'])
const isForAll = (source: JsonRecord, ruleType: unknown): boolean =>
  mayBeEmpty.has(ruleType) && typeof source['value'] === 'string' && source['value'].trim() === ''

/** Written by older versions for User agent rules. */
const notesOfRequestType = (requestType: unknown, at: string): Note[] =>
  requestType === 'mainFrame' ? [noteAt(`${at}.source.requestType`, 'changed', noteText('onRequestsThemselves'))] : []

const readAside = ({requestType}: JsonRecord): readonly string[] =>
  requestType === 'mainFrame' || requestType === 'pageRequest' ? ['isActive', 'requestType'] : ['isActive']

/** An unknown condition would let everything through. */
function notesOfSource(source: unknown, at: string): Note[] {
  const lifted = liftSource(source)
  const given = isRecord(lifted) ? lifted : {}
  const rest = without(given, ...readAside(given))
  const ofFields = foreignInSource(rest as Source).map(name =>
    offNote(`${at}.source.${name}`, noteText('fieldHasNoCounterpart', {name, value: quoteValue(rest[name])})),
  )
  const ofFilters = filtersOf(source).flatMap((filter, index) =>
    foreignIn(filter).map(name =>
      offNote(
        `${at}.source.filters[${index}].${name}`,
        noteText('filterHasNoCounterpart', {name, value: quoteValue(filter[name])}),
      ),
    ),
  )
  return [...notesOfRequestType(given['requestType'], at), ...ofFields, ...ofFilters]
}

const nameOfRow: Readonly<Record<string, string>> = {Headers: 'header', QueryParam: 'param'}

function emptyRows(rows: readonly Row[], ruleType: unknown): readonly Row[] {
  const name = nameOfRow[String(ruleType)]
  if (name === undefined) return []
  const empty = rows.filter(({row}) => {
    const said = isRecord(row) && row['type'] !== 'Remove All' ? row[name] : undefined
    return typeof said === 'string' && said.trim() === ''
  })
  return empty.length === rows.length ? [] : empty
}

const notesOfEmptyRows = (empty: readonly Row[], ruleType: unknown, at: string): Note[] =>
  empty.map(({place}) =>
    noteAt(
      `${at}${place}.${nameOfRow[String(ruleType)]}`,
      'not-as-documented',
      noteText('soItWasLeftOut', {
        reason: ruleType === 'Headers' ? noteText('sayWhichHeader') : noteText('sayWhichParam'),
      }),
    ),
  )

function withoutRows(pair: JsonRecord, left: readonly Row[]): JsonRecord {
  if (left.length === 0) return pair
  const {modifications} = pair
  const rows = new Set(left.map(({row}) => row))
  const kept = (list: unknown) => (Array.isArray(list) ? list.filter(row => !rows.has(row)) : list)
  return {
    ...pair,
    modifications: isRecord(modifications)
      ? Object.fromEntries(Object.entries(modifications).map(([target, list]) => [target, kept(list)]))
      : kept(modifications),
  }
}

/** Answers for an API are for fetch and XHR only. */
function forItsKind(pair: JsonRecord, ruleType: unknown): JsonRecord {
  const {source, response} = pair
  if (ruleType !== 'Response' || !isRecord(response) || !apiResponseTypes.has(response['resourceType'])) return pair
  const lifted = liftSource(source)
  if (!isRecord(lifted)) return pair
  const filters: readonly unknown[] = arrayOf(lifted['filters'])
  return hasTypeFilter(lifted)
    ? pair
    : {...pair, source: {...lifted, filters: [...filters, {resourceType: ['xmlhttprequest']}]}}
}

const onOrOff: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['Active', true],
  ['Inactive', false],
  [true, true],
  [false, false],
])

function switchOf(
  {source, status}: JsonRecord,
  at: string,
): {readonly isOff: boolean; readonly notes: readonly Note[]} {
  const isActive = isRecord(source) ? source['isActive'] : undefined
  const isKnown = (isActive ?? null) === null || onOrOff.has(isActive)
  // Requestly writes the status of a pair and never reads it.
  const isSaid = (status ?? null) !== null && onOrOff.get(status) !== true
  const ofStatus = isSaid
    ? [noteAt(`${at}.status`, 'changed', noteText('pairStatusNotRead', {status: quoteValue(status)}))]
    : []
  return {
    isOff: (isActive ?? null) !== null && onOrOff.get(isActive) !== true,
    notes: isKnown
      ? ofStatus
      : [
          offNote(
            `${at}.source.isActive`,
            noteText('isNotWanted', {value: quoteValue(isActive), wanted: noteText('trueOrFalse')}),
          ),
          ...ofStatus,
        ],
  }
}

function readPair(raw: unknown, ruleType: unknown, at: string): ReadPair {
  if (!isRecord(raw)) return {pair: raw, isOff: false, notes: [], placeOf: path => `${at}${path}`}
  const source = raw['source']
  const {isOff, notes: notesOfSwitch} = switchOf(raw, at)
  const bare = isRecord(source)
    ? {...raw, source: {...without(source, ...readAside(source)), ...(isForAll(source, ruleType) ? everyUrl : {})}}
    : raw
  const whole = without(ruleType === 'Headers' ? withModifications(bare) : bare, 'status', 'isCompressed')
  const rows = rowsOf(raw)
  const empty = emptyRows(rows, ruleType)
  return {
    pair: withoutRows(forItsKind(whole, ruleType), empty),
    isOff,
    notes: [
      ...notesOfSwitch,
      ...notesOf(raw, ruleType, at),
      ...notesOfSource(source, at),
      ...notesOfEmptyRows(empty, ruleType, at),
    ],
    placeOf: path =>
      `${at}${placeIn(
        raw,
        ruleType,
        rows.filter(row => !empty.includes(row)),
        path,
      )}`,
  }
}

const isGroup = (raw: unknown): raw is JsonRecord => isRecord(raw) && raw['objectType'] === 'group'
const isRuleOrGroup = (raw: unknown): boolean =>
  isRecord(raw) &&
  (raw['objectType'] === 'rule' || isGroup(raw) || (isRuleType(raw['ruleType']) && Array.isArray(raw['pairs'])))

const idle = ['preserveCookie', 'removeCSPHeader']

const describe = (raw: JsonRecord, name: string): string => (typeof raw[name] === 'string' ? raw[name] : '')

function inFile(found: Note, pairs: readonly ReadPair[]): Note {
  const [, index, path = ''] = /^pairs\[(\d+)\](.*)$/s.exec(found.path) ?? []
  const pair = index === undefined ? undefined : pairs[Number(index)]
  return pair === undefined ? found : {...found, path: pair.placeOf(path)}
}

/** Pairs that are off by themselves become a second rule, which is off. */
function readRule(raw: JsonRecord, at: string, place: {group: number | null; notes: Note[]}): ImportedRecord[] {
  const {ruleType} = raw
  const name = describe(raw, 'name')
  const {group} = place
  if (ruleType === 'Script')
    return [
      refuseRecord(name, [refusalNote('ruleType', noteText('noInjection', {what: quoteValue(raw['pairs'])}))], {
        at,
        group,
      }),
    ]
  const pairs = Array.isArray(raw['pairs'])
    ? raw['pairs'].map((pair: unknown, index) => readPair(pair, ruleType, `pairs[${index}]`))
    : []
  const said = [
    ...place.notes,
    ...idle.flatMap(field => (raw[field] === true ? [droppedNote(field, true)] : [])),
    ...(raw['isReadOnly'] === true ? [noteAt('isReadOnly', 'changed', noteText('wasReadOnly'))] : []),
  ]
  const kept = {...without(withoutAccountFields(raw), ...idle, 'isReadOnly', 'version'), objectType: 'rule'}
  const make = (some: readonly ReadPair[], changes: JsonRecord): ImportedRecord[] => {
    const notes = [...said, ...some.flatMap(each => each.notes)]
    const refused = refuseByNotes(name, notes, {at, group})
    if (refused) return [refused]
    const given = Array.isArray(raw['pairs']) ? some.map(({pair}) => pair) : raw['pairs']
    const status = notes.some(({code}) => code === 'switched-off') ? {status: 'Inactive'} : {}
    const record = toRecord({...kept, ...changes, ...status, pairs: given}, {at, group, notes})
    return [addBrowserNotes(record, faults => faults.map(each => inFile(each, some)))]
  }
  const [on, switchedOff] = [pairs.filter(({isOff}) => !isOff), pairs.filter(({isOff}) => isOff)]
  if (switchedOff.length === 0) return make(pairs, {})
  const rest = make(switchedOff, {
    name: on.length === 0 ? name : importNames('pairsThatWereOff', {name}),
    status: 'Inactive',
  })
  return on.length === 0 ? rest : [...make(on, {}), ...rest]
}

function readGroup(raw: JsonRecord, at: string): ImportedGroup {
  const group = readGroupOrDefault(without(withoutAccountFields(raw), 'children'), at)
  const {children} = raw
  return Array.isArray(children) && children.length > 0
    ? {...group, notes: [...group.notes, droppedNote(`${at}.children`, children)]}
    : group
}

export const requestly = createJsonFormat('Requestly', isOneOrList(isRuleOrGroup), function* (json) {
  const all: readonly unknown[] = Array.isArray(json) ? json : [json]
  const groups = all.filter(isGroup)
  const placeOf = createGroupLookup(groups)
  const records = yield* readRecords(
    json,
    '$',
    value => noteText('isNotARule', {value}),
    (raw, at) => (isGroup(raw) ? [] : readRule(raw, at, placeOf(raw))),
  )
  return {groups: groups.map(raw => readGroup(raw, `$[${all.indexOf(raw)}]`)), records}
})
