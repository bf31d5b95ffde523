import {fault, type Fault} from '../../contract/faults'
import {isRecord, type JsonRecord} from '../../contract/json'
import {
  compressedByRequestly,
  fieldHasNoCounterpart,
  filledInAnew,
  filterHasNoCounterpart,
  isNotWanted,
  librariesNotLoaded,
  onRequestsThemselves,
  pairStatusNotRead,
  pasteTextOfFile,
  sayWhichHeader,
  sayWhichParam,
  setWhereThere,
  soItWasLeftOut,
  toScriptsOnlyWith,
  trueOrFalse,
} from '../../contract/reasons'
import {arrayOf, without} from '../../contract/records'
import {foreignIn, foreignInSource, liftSource, type Source} from '../../contract/source'
import {answersOfApis, saysTypes} from '../answers-of-apis'
import {dropped, numberIn, shown} from '../fields'
import {goesNowhere, off, stop} from '../making'
import {everyUrl} from '../sources'
import {nestOf, placeIn, rowsOf, type Row} from './requestly-places'

/** A pair as the contract's reading takes it, and what is to be said of it. */
export type ReadPair = {
  readonly pair: unknown
  readonly isOff: boolean
  readonly notes: readonly Fault[]
  /** Where the file has what the contract finds at a path of the pair: `.statusCode` is `pairs[0].response.statusCode`. */
  readonly placeOf: (path: string) => string
}

/** Of the first version, where a Headers pair was one change. */
function withModifications(pair: JsonRecord): JsonRecord {
  if ('modifications' in pair || typeof pair['header'] !== 'string') return pair
  const {header, value, type, target, ...rest} = pair
  return {
    ...rest,
    modifications: [{header, type, ...(value === undefined ? {} : {value}), ...(target === undefined ? {} : {target})}],
  }
}

/** What a parameter does where it is there already; only setting it is known here. */
const notesOfQuery = (rows: readonly Row[], at: string): Fault[] =>
  rows.flatMap(({row, place}) => {
    const exists: unknown = isRecord(row) ? row['actionWhenParamExists'] : undefined
    return exists === undefined || exists === null || exists === 'Overwrite'
      ? []
      : [fault(`${at}${place}.actionWhenParamExists`, 'changed', setWhereThere(shown(exists)))]
  })

/** A value that is worked out there: `rq_rand(4)`, `rq_request_initiator_origin()`. */
const workedOut = /\brq_\w+\([^()]*\)/

const notesOfHeaders = (rows: readonly Row[], at: string): Fault[] =>
  rows.flatMap(({row, place}) => {
    const isSent = isRecord(row) && row['type'] !== 'Remove' && typeof row['value'] === 'string'
    const [said] = (isSent && workedOut.exec(String(row['value']))) || []
    return said === undefined ? [] : [off(`${at}${place}.value`, filledInAnew(shown(said)))]
  })

/** The filters of a source that are such, by their places among those that say anything. */
function filtersOf(source: unknown): readonly JsonRecord[] {
  const lifted = liftSource(source)
  return isRecord(lifted) ? arrayOf(lifted['filters']).map(filter => (isRecord(filter) ? filter : {})) : []
}

const notesOfLibraries = ({libraries}: JsonRecord, at: string): Fault[] =>
  Array.isArray(libraries) && libraries.length > 0 ? [off(`${at}.libraries`, librariesNotLoaded(shown(libraries)))] : []

/** A file is another kind of request than those of scripts, and those alone can be told that something went wrong. */
function notesOfStatus(pair: JsonRecord, body: JsonRecord, at: string): Fault[] {
  const status = numberIn(body['statusCode'])
  const isOfFiles = body['type'] === 'static' && body['resourceType'] === 'static'
  if (!isOfFiles || body['statusCode'] === '' || !Number.isInteger(status) || status === 200) return []
  const isForScripts = filtersOf(pair['source']).some(({resourceType: types}) => {
    const only = arrayOf(types)
    return only.length > 0 && only.every(type => type === 'xmlhttprequest')
  })
  return isForScripts ? [] : [fault(`${at}.statusCode`, 'changed', toScriptsOnlyWith(status))]
}

function notesOf(pair: JsonRecord, ruleType: unknown, at: string): Fault[] {
  const nest = nestOf(pair, ruleType)
  const body = nest === undefined ? pair : nest.inside
  const bodyAt = nest === undefined ? at : `${at}.${nest.name}`
  const rows = rowsOf(pair)
  const notes = ruleType === 'QueryParam' ? notesOfQuery(rows, at) : []
  if (ruleType === 'Headers') notes.push(...notesOfHeaders(rows, at))
  if (body['isCompressed'] === true || pair['isCompressed'] === true)
    notes.push(stop(`${bodyAt}.value`, compressedByRequestly))
  if (ruleType === 'Response' && body['type'] === 'local_file')
    notes.push(stop(`${bodyAt}.value`, pasteTextOfFile(shown(body['value']))))
  if (ruleType === 'Response')
    notes.push(
      ...notesOfLibraries(pair, at),
      ...(nest === undefined ? [] : notesOfLibraries(body, bodyAt)),
      ...notesOfStatus(pair, body, bodyAt),
    )
  // It leads nowhere there either, and what is exported from here in this shape comes back as it was: on, and named.
  const nowhere = ruleType === 'Redirect' ? goesNowhere(pair) : null
  if (nowhere !== null) notes.push(fault(`${at}.destination`, 'no-counterpart', nowhere))
  if (ruleType === 'Request' && body['statusCode'] !== undefined && body['statusCode'] !== '')
    notes.push(dropped(`${bodyAt}.statusCode`, body['statusCode']))
  return notes
}

/** An empty value is for every request there, where the form says so; a source here has to say it. */
const mayBeEmpty: ReadonlySet<unknown> = new Set(['Headers', 'UserAgent', 'QueryParam', 'Replace', 'Delay'])
const isForAll = (source: JsonRecord, ruleType: unknown): boolean =>
  mayBeEmpty.has(ruleType) && typeof source['value'] === 'string' && source['value'].trim() === ''

/** The older app's, of User agent rules: which requests the address of a source is held against. */
const notesOfRequestType = (requestType: unknown, at: string): Fault[] =>
  requestType === 'mainFrame' ? [fault(`${at}.source.requestType`, 'changed', onRequestsThemselves)] : []

/** Fields of a source that are read by themselves. */
const readAside = ({requestType}: JsonRecord): readonly string[] =>
  requestType === 'mainFrame' || requestType === 'pageRequest' ? ['isActive', 'requestType'] : ['isActive']

/** What a source asks that is not known here lets everything through. */
function notesOfSource(source: unknown, at: string): Fault[] {
  const lifted = liftSource(source)
  const given = isRecord(lifted) ? lifted : {}
  const rest = without(given, ...readAside(given))
  const ofFields = foreignInSource(rest as Source).map(name =>
    off(`${at}.source.${name}`, fieldHasNoCounterpart(name, shown(rest[name]))),
  )
  const ofFilters = filtersOf(source).flatMap((filter, index) =>
    foreignIn(filter).map(name =>
      off(`${at}.source.filters[${index}].${name}`, filterHasNoCounterpart(name, shown(filter[name]))),
    ),
  )
  return [...notesOfRequestType(given['requestType'], at), ...ofFields, ...ofFilters]
}

const nameOfRow: Readonly<Record<string, string>> = {Headers: 'header', QueryParam: 'param'}

/** Rows that nobody has filled in, where there are others: they are left out. */
function emptyRows(rows: readonly Row[], ruleType: unknown): readonly Row[] {
  const name = nameOfRow[String(ruleType)]
  if (name === undefined) return []
  const empty = rows.filter(({row}) => {
    const said = isRecord(row) && row['type'] !== 'Remove All' ? row[name] : undefined
    return typeof said === 'string' && said.trim() === ''
  })
  return empty.length === rows.length ? [] : empty
}

const notesOfEmptyRows = (empty: readonly Row[], ruleType: unknown, at: string): Fault[] =>
  empty.map(({place}) =>
    fault(
      `${at}${place}.${nameOfRow[String(ruleType)]}`,
      'not-as-documented',
      soItWasLeftOut(ruleType === 'Headers' ? sayWhichHeader : sayWhichParam),
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

/** A pair that says by its kind of answer which requests it is for, with that said of its source. */
function forItsKind(pair: JsonRecord, ruleType: unknown): JsonRecord {
  const {source, response} = pair
  if (ruleType !== 'Response' || !isRecord(response) || !answersOfApis.has(response['resourceType'])) return pair
  const lifted = liftSource(source)
  if (!isRecord(lifted)) return pair
  const filters: readonly unknown[] = arrayOf(lifted['filters'])
  return saysTypes(lifted)
    ? pair
    : {...pair, source: {...lifted, filters: [...filters, {resourceType: ['xmlhttprequest']}]}}
}

const onOrOff: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['Active', true],
  ['Inactive', false],
  [true, true],
  [false, false],
])

/** Whether its source lets a pair act; a switch that cannot be read does not, which is noted. */
function switchOf(
  {source, status}: JsonRecord,
  at: string,
): {readonly isOff: boolean; readonly notes: readonly Fault[]} {
  const isActive = isRecord(source) ? source['isActive'] : undefined
  const isKnown = (isActive ?? null) === null || onOrOff.has(isActive)
  // The app writes it on each new Replace pair, and has never read it.
  const isSaid = (status ?? null) !== null && onOrOff.get(status) !== true
  const ofStatus = isSaid ? [fault(`${at}.status`, 'changed', pairStatusNotRead(shown(status)))] : []
  return {
    isOff: (isActive ?? null) !== null && onOrOff.get(isActive) !== true,
    notes: isKnown ? ofStatus : [off(`${at}.source.isActive`, isNotWanted(shown(isActive), trueOrFalse)), ...ofStatus],
  }
}

/** Takes one pair as the file has it. Those that are off by themselves are told, since here a whole rule is. */
export function readPair(raw: unknown, ruleType: unknown, at: string): ReadPair {
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
