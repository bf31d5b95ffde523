import {isRecord, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note, type NoteText} from '../../notes'
import type {Source, SourceFilter} from '../../../model/source'
import {getEntry, type Fields, readFields, isEmpty, quoteValue} from '../../fields'
import {switchOffFor, offNote} from '../../create-records'
import {
  toMethodFilter,
  toDomainFilter,
  toTypeFilter,
  escapeRegex,
  addFilters,
  getSourceNotes,
  urlMatches,
} from '../../sources'

export type ProfileFilters = {
  readonly sources: readonly Source[]
  readonly filters: readonly SourceFilter[]
  readonly notes: readonly Note[]
  readonly comments: readonly string[]
}

const listOfType: Readonly<Record<string, string>> = {
  urls: 'urlFilters',
  excludeUrls: 'excludeUrlFilters',
  types: 'resourceFilters',
}

/** Sorts the filters of a version 1 profile into the lists of version 2. */
export function withFilterLists(profile: JsonRecord): JsonRecord {
  const {filters, ...rest} = profile
  if (!Array.isArray(filters)) return profile
  const lists = new Map<string, unknown[]>()
  const unknown: unknown[] = []
  for (const each of filters) {
    const type: unknown = isRecord(each) ? each['type'] : undefined
    const list = typeof type === 'string' ? getEntry(listOfType, type) : undefined
    if (list === undefined) unknown.push(each)
    else lists.set(list, [...(lists.get(list) ?? []), each])
  }
  return {...rest, ...Object.fromEntries(lists), ...(unknown.length === 0 ? {} : {filters: unknown})}
}

const unsupportedNote = (path: string, reason: NoteText): Note => noteAt(path, 'no-counterpart', reason)

/** Filters that have no counterpart: the field that a note names, the kind of note and its text. */
const unsupportedFilters = {
  excludeUrlFilters: ['urlRegex', offNote, (what: string) => noteText('exclusionUnsupported', {what})],
  excludeRequestDomainFilters: ['domain', offNote, (what: string) => noteText('exclusionUnsupported', {what})],
  timeFilters: ['expirationTimeMs', offNote, (time: string) => noteText('wasToEnd', {time})],
  tabFilters: ['tabId', unsupportedNote, (tab: string) => noteText('tabLeftOut', {tab})],
  tabGroupFilters: ['groupId', unsupportedNote, (group: string) => noteText('tabGroupLeftOut', {group})],
  windowFilters: ['windowId', unsupportedNote, (window: string) => noteText('windowLeftOut', {window})],
} as const

const knownLists: ReadonlySet<string> = new Set([
  'urlFilters',
  'initiatorDomainFilters',
  'resourceFilters',
  'requestMethodFilters',
  ...Object.keys(unsupportedFilters),
])

const formatFilterValue = (list: string, value: unknown): string => {
  const time = list === 'timeFilters' && typeof value === 'number' ? new Date(value) : null
  return time !== null && !Number.isNaN(time.getTime()) ? time.toISOString() : quoteValue(value)
}

/** A filter that lacks its own value, which widens the rule. */
const widensRule = ({path, code}: Note): boolean =>
  code === 'not-as-documented' && /\.(?:urlRegex|urlPattern|domain|resourceType|methods)$/.test(path)

const getUnknownFilterNotes = (profile: Fields, names: readonly string[]): readonly Note[] =>
  names
    .filter(name => /filters$/i.test(name) && !knownLists.has(name))
    .flatMap(name => {
      const value = profile.any(name)
      if (isEmpty(value)) return []
      const isOff = Array.isArray(value) && value.every(each => isRecord(each) && each['enabled'] === false)
      return isOff
        ? unsupportedNote(name, noteText('filterIsOff', {filter: quoteValue(value)}))
        : offNote(name, noteText('filterHasNoCounterpart', {name, value: quoteValue(value)}))
    })

function getActiveFilters(profile: Fields, list: string, notes: Note[]): {fields: Fields; path: string}[] {
  const given = profile.any(list)
  if (!Array.isArray(given) && !isEmpty(given)) {
    notes.push(offNote(list, noteText('isNotAFilter', {value: quoteValue(given)})))
    return []
  }
  return profile.list(list).flatMap((raw, index) => {
    const path = `${list}[${index}]`
    if (!isRecord(raw)) {
      notes.push(offNote(path, noteText('isNotAFilter', {value: quoteValue(raw)})))
      return []
    }
    const fields = readFields(raw, profile.at, path)
    if (fields.flag('enabled') !== false) return [{fields, path}]
    notes.push(noteAt(path, 'no-counterpart', noteText('filterIsOff', {filter: quoteValue(raw)})))
    return []
  })
}

export function readFilters(profile: Fields, names: readonly string[]): ProfileFilters {
  const notes: Note[] = [...getUnknownFilterNotes(profile, names)]
  const comments: string[] = []
  const filters: SourceFilter[] = []
  const finishFilter = (fields: Fields) => {
    fields.ignore('type')
    const comment = fields.text('comment').trim()
    if (comment !== '') comments.push(comment)
    notes.push(...switchOffFor(fields.notes(), widensRule))
  }
  const sources = getActiveFilters(profile, 'urlFilters', notes).flatMap(({fields, path}) => {
    const wildcard = fields.text('urlPattern')
    const pattern = fields.text('urlRegex') || wildcard.split('*').map(escapeRegex).join('.*')
    fields.ignore('resourceType')
    const methods = toMethodFilter(fields.texts('methods'), `${path}.methods`)
    finishFilter(fields)
    const source = urlMatches(pattern === '' ? '.*' : pattern)
    notes.push(...methods.notes, ...getSourceNotes(source, `${path}.urlRegex`))
    return [addFilters(source, [methods.filter])]
  })
  const kind = (list: string, name: string, by: typeof toTypeFilter) => {
    const values = getActiveFilters(profile, list, notes).flatMap(({fields, path}) => {
      const filterValues = fields.texts(name).filter(each => each.trim() !== '')
      fields.ignore('urlRegex', 'urlPattern')
      if (filterValues.length === 0 && Array.isArray(fields.any(name)))
        notes.push(offNote(path, noteText('choosesNothing')))
      finishFilter(fields)
      return filterValues
    })
    const {filter, notes: filterValues} = by(values, list)
    filters.push(filter)
    notes.push(...filterValues)
  }
  kind('initiatorDomainFilters', 'domain', toDomainFilter)
  kind('resourceFilters', 'resourceType', toTypeFilter)
  kind('requestMethodFilters', 'methods', toMethodFilter)
  for (const [list, [name, toNote, reason]] of Object.entries(unsupportedFilters))
    for (const {fields, path} of getActiveFilters(profile, list, notes)) {
      notes.push(toNote(path, reason(formatFilterValue(list, fields.any(name)))))
      finishFilter(fields)
    }
  return {sources, filters, notes, comments}
}
