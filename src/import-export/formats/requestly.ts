import {isOneOrList, createJsonFormat, readRecords} from '../read-records'
import {isRecord, type JsonRecord, without, toArray} from '../../model/json'
import {headerTargets} from '../../model/rules/headers'
import {noteText, noteAt, type Note} from '../notes'
import {importNames} from '../../locales/import-names'
import {foreignIn, foreignInSource, liftSource, type Source} from '../../model/source'
import {apiResponseTypes} from '../write-requestly'
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
import {addFileTypes, addFilters, everyUrl, hasTypeFilter} from '../sources'
import {isRuleType} from '../../model/rules'
import {withoutAccountFields} from '../rule-library'
import type {ImportedGroup, ImportedRecord} from '../import-types'
import {createGroupLookup, readGroupOrDefault} from './switchyard'

/** A header or parameter change and its path in the pair: `.modifications.Request[0]`. */
type Row = {readonly row: unknown; readonly path: string}

const toRows = (list: unknown, path: string): Row[] =>
  Array.isArray(list)
    ? list.map((row: unknown, index) => ({row, path: `${path}[${index}]`}))
    : list === undefined || list === null
      ? []
      : [{row: list, path}]

/** Changes in the order of the contract. In version 1 the pair itself is the change. */
function getRows(pair: JsonRecord): readonly Row[] {
  const {modifications} = pair
  if (!isRecord(modifications))
    return 'modifications' in pair ? toRows(modifications, '.modifications') : [{row: pair, path: ''}]
  return headerTargets.flatMap(target => toRows(modifications[target], `.modifications.${target}`))
}

const requestlyFields = ['currentOwner', 'preserveCookie', 'removeCSPHeader']

/** Whether a record was exported by Requestly itself, and not by us in its format. */
export function isRequestlyExport(raw: unknown): boolean {
  if (!isRecord(raw)) return false
  const {objectType, ruleType, pairs} = raw
  const isNested = toArray(pairs).some(pair => {
    const nest = isRecord(pair) ? getNested(pair, ruleType) : undefined
    return isRecord(pair) && (isRecord(pair['modifications']) || (nest !== undefined && 'value' in nest.inside))
  })
  return objectType === 'group' || requestlyFields.some(name => name in raw) || isNested
}

const nestedFields: Readonly<Record<string, string>> = {Request: 'request', Response: 'response'}

function getNested(pair: JsonRecord, ruleType: unknown): {name: string; inside: JsonRecord} | undefined {
  const name = nestedFields[String(ruleType)]
  const inside = name === undefined ? undefined : pair[name]
  return name !== undefined && isRecord(inside) ? {name, inside} : undefined
}

/** Maps a path in our pair to the path in the file. `rows` are those that were kept. */
function toFilePath(pair: JsonRecord, ruleType: unknown, rows: readonly Row[], path: string): string {
  const [, index, inside = ''] = /^\.modifications\[(\d+)\](.*)$/s.exec(path) ?? []
  if (index !== undefined) return `${rows[Number(index)]?.path ?? `.modifications[${index}]`}${inside}`
  const [, field = ''] = /^\.(\w+)/.exec(path) ?? []
  const nest = getNested(pair, ruleType)
  return nest === undefined || field === '' || field === 'source' || field in pair ? path : `.${nest.name}${path}`
}

type ReadPair = {
  readonly pair: unknown
  readonly isOff: boolean
  readonly notes: readonly Note[]
  /** Maps a path of the pair to the file: `.statusCode` to `pairs[0].response.statusCode`. */
  readonly toFilePath: (path: string) => string
}

function withModifications(pair: JsonRecord): JsonRecord {
  if ('modifications' in pair || typeof pair['header'] !== 'string') return pair
  const {header, value, type, target, ...rest} = pair
  return {
    ...rest,
    modifications: [{header, type, ...(value === undefined ? {} : {value}), ...(target === undefined ? {} : {target})}],
  }
}

const getQueryNotes = (rows: readonly Row[], at: string): Note[] =>
  rows.flatMap(({row, path}) => {
    const exists: unknown = isRecord(row) ? row['actionWhenParamExists'] : undefined
    return exists === undefined || exists === null || exists === 'Overwrite'
      ? []
      : [
          noteAt(
            `${at}${path}.actionWhenParamExists`,
            'changed',
            noteText('alsoSetIfPresent', {what: quoteValue(exists)}),
          ),
        ]
  })

/** A value that is worked out there: `rq_rand(4)`, `rq_request_initiator_origin()`. */
const templateFunction = /\brq_\w+\([^()]*\)/

const getHeaderNotes = (rows: readonly Row[], at: string): Note[] =>
  rows.flatMap(({row, path}) => {
    const isSent = isRecord(row) && row['type'] !== 'Remove' && typeof row['value'] === 'string'
    const [match] = (isSent && templateFunction.exec(String(row['value']))) || []
    return match === undefined
      ? []
      : [offNote(`${at}${path}.value`, noteText('tokenIsPlainText', {token: quoteValue(match)}))]
  })

/** Filters by their place in the list; {} for an invalid one. */
function getFilters(source: unknown): readonly JsonRecord[] {
  const lifted = liftSource(source)
  return isRecord(lifted) ? toArray(lifted['filters']).map(filter => (isRecord(filter) ? filter : {})) : []
}

const getLibraryNotes = ({libraries}: JsonRecord, at: string): Note[] =>
  Array.isArray(libraries) && libraries.length > 0
    ? [offNote(`${at}.libraries`, noteText('librariesNotLoaded', {libraries: quoteValue(libraries)}))]
    : []

/** Only fetch and XHR can get a status other than 200. */
function getStatusNotes(pair: JsonRecord, body: JsonRecord, at: string): Note[] {
  const status = toNumber(body['statusCode'])
  const isForResources = body['type'] === 'static' && body['resourceType'] === 'static'
  if (!isForResources || body['statusCode'] === '' || !Number.isInteger(status) || status === 200) return []
  const isForScripts = getFilters(pair['source']).some(({resourceType: types}) => {
    const only = toArray(types)
    return only.length > 0 && only.every(type => type === 'xmlhttprequest')
  })
  return isForScripts ? [] : [noteAt(`${at}.statusCode`, 'changed', noteText('toScriptsOnlyWith', {status}))]
}

function getPairNotes(pair: JsonRecord, ruleType: unknown, at: string): Note[] {
  const nest = getNested(pair, ruleType)
  const body = nest === undefined ? pair : nest.inside
  const bodyAt = nest === undefined ? at : `${at}.${nest.name}`
  const rows = getRows(pair)
  const notes = ruleType === 'QueryParam' ? getQueryNotes(rows, at) : []
  if (ruleType === 'Headers') notes.push(...getHeaderNotes(rows, at))
  if (body['isCompressed'] === true || pair['isCompressed'] === true)
    notes.push(refusalNote(`${bodyAt}.value`, noteText('compressedByRequestly')))
  if (ruleType === 'Response' && body['type'] === 'local_file')
    notes.push(refusalNote(`${bodyAt}.value`, noteText('pasteTextOfFile', {file: quoteValue(body['value'])})))
  if (ruleType === 'Response')
    notes.push(
      ...getLibraryNotes(pair, at),
      ...(nest === undefined ? [] : getLibraryNotes(body, bodyAt)),
      ...getStatusNotes(pair, body, bodyAt),
    )
  // It has no effect in Requestly either, so the rule stays on, as our own export has it.
  const redirectFault = ruleType === 'Redirect' ? findRedirectFault(pair) : null
  if (redirectFault !== null) notes.push(noteAt(`${at}.destination`, 'no-counterpart', redirectFault))
  if (ruleType === 'Request' && body['statusCode'] !== undefined && body['statusCode'] !== '')
    notes.push(droppedNote(`${bodyAt}.statusCode`, body['statusCode']))
  return notes
}

/** In Requestly an empty value matches every request of these types. */
const typesWithEmptyValue: ReadonlySet<unknown> = new Set(['Headers', 'UserAgent', 'QueryParam', 'Replace', 'Delay'])
const isForAll = (source: JsonRecord, ruleType: unknown): boolean =>
  typesWithEmptyValue.has(ruleType) && typeof source['value'] === 'string' && source['value'].trim() === ''

/** Written by older versions for User agent rules. */
const getRequestTypeNotes = (requestType: unknown, at: string): Note[] =>
  requestType === 'mainFrame' ? [noteAt(`${at}.source.requestType`, 'changed', noteText('onRequestsThemselves'))] : []

const getReadFields = ({requestType}: JsonRecord): readonly string[] =>
  requestType === 'mainFrame' || requestType === 'pageRequest' ? ['isActive', 'requestType'] : ['isActive']

/** An unknown condition would let everything through. */
function getSourceNotes(source: unknown, at: string): Note[] {
  const lifted = liftSource(source)
  const given = isRecord(lifted) ? lifted : {}
  const rest = without(given, ...getReadFields(given))
  const fieldNotes = foreignInSource(rest as Source).map(name =>
    offNote(`${at}.source.${name}`, noteText('fieldHasNoCounterpart', {name, value: quoteValue(rest[name])})),
  )
  const filterNotes = getFilters(source).flatMap((filter, index) =>
    foreignIn(filter).map(name =>
      offNote(
        `${at}.source.filters[${index}].${name}`,
        noteText('filterHasNoCounterpart', {name, value: quoteValue(filter[name])}),
      ),
    ),
  )
  return [...getRequestTypeNotes(given['requestType'], at), ...fieldNotes, ...filterNotes]
}

const rowNames: Readonly<Record<string, string>> = {Headers: 'header', QueryParam: 'param'}

function findEmptyRows(rows: readonly Row[], ruleType: unknown): readonly Row[] {
  const name = rowNames[String(ruleType)]
  if (name === undefined) return []
  const empty = rows.filter(({row}) => {
    const match = isRecord(row) && row['type'] !== 'Remove All' ? row[name] : undefined
    return typeof match === 'string' && match.trim() === ''
  })
  return empty.length === rows.length ? [] : empty
}

const getEmptyRowNotes = (empty: readonly Row[], ruleType: unknown, at: string): Note[] =>
  empty.map(({path}) =>
    noteAt(
      `${at}${path}.${rowNames[String(ruleType)]}`,
      'not-as-documented',
      noteText('skippedBecause', {
        reason: ruleType === 'Headers' ? noteText('sayWhichHeader') : noteText('sayWhichParam'),
      }),
    ),
  )

function removeRows(pair: JsonRecord, removed: readonly Row[]): JsonRecord {
  if (removed.length === 0) return pair
  const {modifications} = pair
  const rows = new Set(removed.map(({row}) => row))
  const keep = (list: unknown) => (Array.isArray(list) ? list.filter(row => !rows.has(row)) : list)
  return {
    ...pair,
    modifications: isRecord(modifications)
      ? Object.fromEntries(Object.entries(modifications).map(([target, list]) => [target, keep(list)]))
      : keep(modifications),
  }
}

/** Answers for an API are for fetch and XHR only, static ones for files. */
function addResponseFilter(pair: JsonRecord, ruleType: unknown): JsonRecord {
  const {source, response} = pair
  if (ruleType !== 'Response' || !isRecord(response)) return pair
  const lifted = liftSource(source)
  if (!isRecord(lifted) || hasTypeFilter(lifted)) return pair
  const given = lifted as Source
  const {resourceType, type, value} = response
  if (apiResponseTypes.has(resourceType))
    return {...pair, source: addFilters(given, [{resourceType: ['xmlhttprequest']}])}
  const isFile = resourceType === 'static' && type === 'static' && typeof value === 'string'
  return isFile ? {...pair, source: addFileTypes(given, value)} : pair
}

const switchValues: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['Active', true],
  ['Inactive', false],
  [true, true],
  [false, false],
])

function readPairSwitch(
  {source, status}: JsonRecord,
  at: string,
): {readonly isOff: boolean; readonly notes: readonly Note[]} {
  const isActive = isRecord(source) ? source['isActive'] : undefined
  const isKnown = (isActive ?? null) === null || switchValues.has(isActive)
  // Requestly writes the status of a pair and never reads it.
  const isPairOff = (status ?? null) !== null && switchValues.get(status) !== true
  const statusNotes = isPairOff
    ? [noteAt(`${at}.status`, 'changed', noteText('pairStatusNotRead', {status: quoteValue(status)}))]
    : []
  return {
    isOff: (isActive ?? null) !== null && switchValues.get(isActive) !== true,
    notes: isKnown
      ? statusNotes
      : [
          offNote(
            `${at}.source.isActive`,
            noteText('unexpectedValueSkipped', {value: quoteValue(isActive), expected: noteText('trueOrFalse')}),
          ),
          ...statusNotes,
        ],
  }
}

function readPair(raw: unknown, ruleType: unknown, at: string): ReadPair {
  if (!isRecord(raw)) return {pair: raw, isOff: false, notes: [], toFilePath: path => `${at}${path}`}
  const source = raw['source']
  const {isOff, notes: notesOfSwitch} = readPairSwitch(raw, at)
  const withoutSwitches = isRecord(source)
    ? {...raw, source: {...without(source, ...getReadFields(source)), ...(isForAll(source, ruleType) ? everyUrl : {})}}
    : raw
  const normalized = without(
    ruleType === 'Headers' ? withModifications(withoutSwitches) : withoutSwitches,
    'status',
    'isCompressed',
  )
  const rows = getRows(raw)
  const empty = findEmptyRows(rows, ruleType)
  return {
    pair: removeRows(addResponseFilter(normalized, ruleType), empty),
    isOff,
    notes: [
      ...notesOfSwitch,
      ...getPairNotes(raw, ruleType, at),
      ...getSourceNotes(source, at),
      ...getEmptyRowNotes(empty, ruleType, at),
    ],
    toFilePath: path =>
      `${at}${toFilePath(
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

const unsupportedFlags = ['preserveCookie', 'removeCSPHeader']

const getText = (raw: JsonRecord, name: string): string => (typeof raw[name] === 'string' ? raw[name] : '')

function toFileNote(note: Note, pairs: readonly ReadPair[]): Note {
  const [, index, path = ''] = /^pairs\[(\d+)\](.*)$/s.exec(note.path) ?? []
  const pair = index === undefined ? undefined : pairs[Number(index)]
  return pair === undefined ? note : {...note, path: pair.toFilePath(path)}
}

/** Pairs that are off by themselves become a second rule, which is off. */
function readRule(raw: JsonRecord, at: string, groupLink: {group: number | null; notes: Note[]}): ImportedRecord[] {
  const {ruleType} = raw
  const name = getText(raw, 'name')
  const {group} = groupLink
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
  const match = [
    ...groupLink.notes,
    ...unsupportedFlags.flatMap(field => (raw[field] === true ? [droppedNote(field, true)] : [])),
    ...(raw['isReadOnly'] === true ? [noteAt('isReadOnly', 'changed', noteText('wasReadOnly'))] : []),
  ]
  const keep = {...without(withoutAccountFields(raw), ...unsupportedFlags, 'isReadOnly', 'version'), objectType: 'rule'}
  const createFrom = (selected: readonly ReadPair[], changes: JsonRecord): ImportedRecord[] => {
    const notes = [...match, ...selected.flatMap(each => each.notes)]
    const refused = refuseByNotes(name, notes, {at, group})
    if (refused) return [refused]
    const given = Array.isArray(raw['pairs']) ? selected.map(({pair}) => pair) : raw['pairs']
    const status = notes.some(({code}) => code === 'switched-off') ? {status: 'Inactive'} : {}
    const record = toRecord({...keep, ...changes, ...status, pairs: given}, {at, group, notes})
    return [addBrowserNotes(record, faults => faults.map(each => toFileNote(each, selected)))]
  }
  const [on, switchedOff] = [pairs.filter(({isOff}) => !isOff), pairs.filter(({isOff}) => isOff)]
  if (switchedOff.length === 0) return createFrom(pairs, {})
  const rest = createFrom(switchedOff, {
    name: on.length === 0 ? name : importNames('pairsThatWereOff', {name}),
    status: 'Inactive',
  })
  return on.length === 0 ? rest : [...createFrom(on, {}), ...rest]
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
  const findGroup = createGroupLookup(groups)
  const records = yield* readRecords(
    json,
    '$',
    value => noteText('isNotARule', {value}),
    (raw, at) => (isGroup(raw) ? [] : readRule(raw, at, findGroup(raw))),
  )
  return {groups: groups.map(raw => readGroup(raw, `$[${all.indexOf(raw)}]`)), records}
})
