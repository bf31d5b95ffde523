import {isRecord, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note, type NoteText} from '../../notes'
import type {Source, SourceFilter} from '../../../model/source'
import {entryOf, type Fields, fieldsOf, saysNothing, shown} from '../../fields'
import {narrowing, off} from '../../create-records'
import {byMethods, byPages, byTypes, escapeRegex, narrowed, notesOfSource, urlMatches} from '../../sources'

export type Narrowing = {
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
    const list = typeof type === 'string' ? entryOf(listOfType, type) : undefined
    if (list === undefined) unknown.push(each)
    else lists.set(list, [...(lists.get(list) ?? []), each])
  }
  return {...rest, ...Object.fromEntries(lists), ...(unknown.length === 0 ? {} : {filters: unknown})}
}

const dropNote = (path: string, reason: NoteText): Note => noteAt(path, 'no-counterpart', reason)

/** Filters that have no counterpart: the field that a note names, the kind of note and its text. */
const noted = {
  excludeUrlFilters: ['urlRegex', off, (what: string) => noteText('cannotLeaveOut', {what})],
  excludeRequestDomainFilters: ['domain', off, (what: string) => noteText('cannotLeaveOut', {what})],
  timeFilters: ['expirationTimeMs', off, (time: string) => noteText('wasToEnd', {time})],
  tabFilters: ['tabId', dropNote, (tab: string) => noteText('tabLeftOut', {tab})],
  tabGroupFilters: ['groupId', dropNote, (group: string) => noteText('tabGroupLeftOut', {group})],
  windowFilters: ['windowId', dropNote, (window: string) => noteText('windowLeftOut', {window})],
} as const

const known: ReadonlySet<string> = new Set([
  'urlFilters',
  'initiatorDomainFilters',
  'resourceFilters',
  'requestMethodFilters',
  ...Object.keys(noted),
])

const valueWords = (list: string, value: unknown): string => {
  const time = list === 'timeFilters' && typeof value === 'number' ? new Date(value) : null
  return time !== null && !Number.isNaN(time.getTime()) ? time.toISOString() : shown(value)
}

/** A filter that lacks its own value, which widens the rule. */
const isUnread = ({path, code}: Note): boolean =>
  code === 'not-as-documented' && /\.(?:urlRegex|urlPattern|domain|resourceType|methods)$/.test(path)

const notesOfUnknown = (profile: Fields, names: readonly string[]): readonly Note[] =>
  names
    .filter(name => /filters$/i.test(name) && !known.has(name))
    .flatMap(name => {
      const value = profile.any(name)
      if (saysNothing(value)) return []
      const isOff = Array.isArray(value) && value.every(each => isRecord(each) && each['enabled'] === false)
      return isOff
        ? dropNote(name, noteText('filterIsOff', {filter: shown(value)}))
        : off(name, noteText('filterHasNoCounterpart', {name, value: shown(value)}))
    })

function acting(profile: Fields, list: string, notes: Note[]): {fields: Fields; path: string}[] {
  const given = profile.any(list)
  if (!Array.isArray(given) && !saysNothing(given)) {
    notes.push(off(list, noteText('isNotAFilter', {value: shown(given)})))
    return []
  }
  return profile.list(list).flatMap((raw, index) => {
    const path = `${list}[${index}]`
    if (!isRecord(raw)) {
      notes.push(off(path, noteText('isNotAFilter', {value: shown(raw)})))
      return []
    }
    const fields = fieldsOf(raw, profile.at, path)
    if (fields.flag('enabled') !== false) return [{fields, path}]
    notes.push(noteAt(path, 'no-counterpart', noteText('filterIsOff', {filter: shown(raw)})))
    return []
  })
}

export function readFilters(profile: Fields, names: readonly string[]): Narrowing {
  const notes: Note[] = [...notesOfUnknown(profile, names)]
  const comments: string[] = []
  const filters: SourceFilter[] = []
  const done = (fields: Fields) => {
    fields.ignore('type')
    const comment = fields.text('comment').trim()
    if (comment !== '') comments.push(comment)
    notes.push(...narrowing(fields.notes(), isUnread))
  }
  const sources = acting(profile, 'urlFilters', notes).flatMap(({fields, path}) => {
    const wildcard = fields.text('urlPattern')
    const pattern = fields.text('urlRegex') || wildcard.split('*').map(escapeRegex).join('.*')
    fields.ignore('resourceType')
    const methods = byMethods(fields.texts('methods'), `${path}.methods`)
    done(fields)
    const source = urlMatches(pattern === '' ? '.*' : pattern)
    notes.push(...methods.notes, ...notesOfSource(source, `${path}.urlRegex`))
    return [narrowed(source, [methods.filter])]
  })
  const kind = (list: string, name: string, by: typeof byTypes) => {
    const values = acting(profile, list, notes).flatMap(({fields, path}) => {
      const said = fields.texts(name).filter(each => each.trim() !== '')
      fields.ignore('urlRegex', 'urlPattern')
      if (said.length === 0 && Array.isArray(fields.any(name))) notes.push(off(path, noteText('choosesNothing')))
      done(fields)
      return said
    })
    const {filter, notes: said} = by(values, list)
    filters.push(filter)
    notes.push(...said)
  }
  kind('initiatorDomainFilters', 'domain', byPages)
  kind('resourceFilters', 'resourceType', byTypes)
  kind('requestMethodFilters', 'methods', byMethods)
  for (const [list, [name, say, reason]] of Object.entries(noted))
    for (const {fields, path} of acting(profile, list, notes)) {
      notes.push(say(path, reason(valueWords(list, fields.any(name)))))
      done(fields)
    }
  return {sources, filters, notes, comments}
}
