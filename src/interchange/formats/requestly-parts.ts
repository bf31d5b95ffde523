import {fault, type Fault} from '../../contract/faults'
import {isRecord, type JsonRecord} from '../../contract/json'
import {
  compressedByRequestly,
  filterHasNoCounterpart,
  librariesNotLoaded,
  sayWhichHeader,
  sayWhichParam,
  setWhereThere,
  soItWasLeftOut,
} from '../../contract/reasons'
import {without} from '../../contract/records'
import {foreignIn, liftSource, type Source} from '../../contract/source'
import {dropped, shown} from '../fields'
import {goesNowhere, off, stop} from '../making'
import {everyUrl} from '../sources'

/** A pair as the contract's reading takes it, and what is to be said of it. */
export type ReadPair = {readonly pair: unknown; readonly isOff: boolean; readonly notes: readonly Fault[]}

/** Of the first version, where a Headers pair was one change. */
function withModifications(pair: JsonRecord): JsonRecord {
  if ('modifications' in pair || typeof pair['header'] !== 'string') return pair
  const {header, value, type, target, ...rest} = pair
  return {
    ...rest,
    modifications: [{header, type, ...(value === undefined ? {} : {value}), ...(target === undefined ? {} : {target})}],
  }
}

const nested = (pair: JsonRecord, name: string): JsonRecord => {
  const inside = pair[name]
  return isRecord(inside) ? inside : pair
}

/** What a parameter does where it is there already; only setting it is known here. */
const notesOfQuery = (pair: JsonRecord, at: string): Fault[] =>
  (Array.isArray(pair['modifications']) ? pair['modifications'] : []).flatMap((change: unknown, index) => {
    const exists: unknown = isRecord(change) ? change['actionWhenParamExists'] : undefined
    return exists === undefined || exists === null || exists === 'Overwrite'
      ? []
      : [fault(`${at}.modifications[${index}].actionWhenParamExists`, 'changed', setWhereThere(shown(exists)))]
  })

const notesOfLibraries = ({libraries}: JsonRecord, at: string): Fault[] =>
  Array.isArray(libraries) && libraries.length > 0 ? [off(`${at}.libraries`, librariesNotLoaded(shown(libraries)))] : []

function notesOf(pair: JsonRecord, ruleType: unknown, at: string): Fault[] {
  const body =
    ruleType === 'Response' ? nested(pair, 'response') : ruleType === 'Request' ? nested(pair, 'request') : pair
  const notes = ruleType === 'QueryParam' ? notesOfQuery(pair, at) : []
  if (body['isCompressed'] === true || pair['isCompressed'] === true)
    notes.push(stop(`${at}.value`, compressedByRequestly))
  if (ruleType === 'Response')
    notes.push(...notesOfLibraries(pair, at), ...(body === pair ? [] : notesOfLibraries(body, `${at}.response`)))
  // It leads nowhere there either, and what is exported from here in this shape comes back as it was: on, and named.
  const nowhere = ruleType === 'Redirect' ? goesNowhere(pair) : null
  if (nowhere !== null) notes.push(fault(`${at}.destination`, 'no-counterpart', nowhere))
  if (ruleType === 'Request' && body['statusCode'] !== undefined && body['statusCode'] !== '')
    notes.push(dropped(`${at}.request.statusCode`, body['statusCode']))
  return notes
}

/** An empty value is for every request there, where the form says so; a source here has to say it. */
const mayBeEmpty: ReadonlySet<unknown> = new Set(['Headers', 'UserAgent', 'QueryParam', 'Replace', 'Delay'])
const isForAll = (source: JsonRecord, ruleType: unknown): boolean =>
  mayBeEmpty.has(ruleType) && typeof source['value'] === 'string' && source['value'].trim() === ''

/** Filters that are not known here let everything through. */
function notesOfFilters(source: unknown, at: string): Fault[] {
  const lifted = liftSource(source)
  const filters: readonly unknown[] = isRecord(lifted) ? ((lifted as Source).filters ?? []) : []
  return filters.flatMap((filter, index) =>
    (isRecord(filter) ? foreignIn(filter) : []).map(name =>
      off(`${at}.source.filters[${index}].${name}`, filterHasNoCounterpart(name, shown((filter as JsonRecord)[name]))),
    ),
  )
}

/** A pair without the rows that nobody has filled in, where there are others. */
function withoutEmptyRows(pair: JsonRecord, ruleType: unknown, at: string): {pair: JsonRecord; notes: Fault[]} {
  const name = ruleType === 'Headers' ? 'header' : ruleType === 'QueryParam' ? 'param' : undefined
  const {modifications} = pair
  const isEmpty = (row: unknown) =>
    name !== undefined &&
    isRecord(row) &&
    row['type'] !== 'Remove All' &&
    typeof row[name] === 'string' &&
    row[name].trim() === ''
  const lists: Readonly<Record<string, unknown>> = isRecord(modifications) ? modifications : {'': modifications}
  const rows = Object.values(lists).flatMap(list => (Array.isArray(list) ? (list as readonly unknown[]) : []))
  if (name === undefined || !rows.some(isEmpty) || rows.every(isEmpty)) return {pair, notes: []}
  const notes = Object.entries(lists).flatMap(([target, list]) =>
    (Array.isArray(list) ? list : []).flatMap((row: unknown, index) =>
      isEmpty(row)
        ? [
            fault(
              `${at}.modifications${target === '' ? '' : `.${target}`}[${index}].${name}`,
              'not-as-documented',
              soItWasLeftOut(name === 'header' ? sayWhichHeader : sayWhichParam),
            ),
          ]
        : [],
    ),
  )
  const filled = (list: unknown) => (Array.isArray(list) ? list.filter(row => !isEmpty(row)) : list)
  const kept = isRecord(modifications)
    ? Object.fromEntries(Object.entries(modifications).map(([target, list]) => [target, filled(list)]))
    : filled(modifications)
  return {pair: {...pair, modifications: kept}, notes}
}

/** Answers for an API are given to scripts alone there: pages and files are the part of another kind. */
const forScripts: ReadonlySet<unknown> = new Set(['restApi', 'graphqlApi'])

/** A pair that says by its kind of answer which requests it is for, with that said of its source. */
function forItsKind(pair: JsonRecord, ruleType: unknown): JsonRecord {
  const {source, response} = pair
  if (ruleType !== 'Response' || !isRecord(response) || !forScripts.has(response['resourceType'])) return pair
  const lifted = liftSource(source)
  if (!isRecord(lifted)) return pair
  const filters: readonly unknown[] = (lifted as Source).filters ?? []
  const isSaid = filters.some(filter => isRecord(filter) && 'resourceType' in filter)
  return isSaid ? pair : {...pair, source: {...lifted, filters: [...filters, {resourceType: ['xmlhttprequest']}]}}
}

/** Takes one pair as the file has it. Those that are off by themselves are told, since here a whole rule is. */
export function readPair(raw: unknown, ruleType: unknown, at: string): ReadPair {
  if (!isRecord(raw)) return {pair: raw, isOff: false, notes: []}
  const source = raw['source']
  const isOff =
    raw['status'] === 'Inactive' || raw['status'] === false || (isRecord(source) && source['isActive'] === false)
  const bare = isRecord(source)
    ? {...raw, source: {...without(source, 'isActive'), ...(isForAll(source, ruleType) ? everyUrl : {})}}
    : raw
  const whole = without(ruleType === 'Headers' ? withModifications(bare) : bare, 'status', 'isCompressed')
  const {pair, notes} = withoutEmptyRows(forItsKind(whole, ruleType), ruleType, at)
  return {pair, isOff, notes: [...notesOf(raw, ruleType, at), ...notesOfFilters(source, at), ...notes]}
}
