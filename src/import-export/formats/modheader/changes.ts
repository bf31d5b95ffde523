import {isRecord, type JsonRecord} from '../../../model/json'
import {noteText, noteAt, type Note, type NoteText} from '../../notes'
import {canAppend, type HeaderModification} from '../../../model/rules/headers'
import {readFields, isEmpty, quoteValue, type Fields} from '../../fields'
import {getAppendNotes, findHeaderFault} from '../../header-changes'
import {offNote, refusalNote} from '../../create-records'

/** A modifier of a profile. `modification` is null where it is refused. */
export type ReadChange = {
  readonly path: string
  readonly name: string
  readonly isOn: boolean
  readonly comment: string
  readonly modification: HeaderModification | null
  readonly notes: readonly Note[]
}

/** What a version 1 profile sets for all of its modifiers. */
export type Defaults = {readonly appendMode: unknown; readonly sendEmptyHeader: unknown}

type ConvertedChange = {readonly modification: HeaderModification | null; readonly notes?: readonly Note[]}
type Converter = (fields: Fields, name: string, value: string, path: string, defaults: Defaults) => ConvertedChange

const refuseChange = (path: string, reason: NoteText): ConvertedChange => ({
  modification: null,
  notes: [refusalNote(path, reason)],
})

export function getDynamicValueNotes(value: string, path: string): readonly Note[] {
  if (/^\s*(?:async\s+)?function\b/.test(value))
    return [refusalNote(path, noteText('headerCodeUnsupported', {code: quoteValue(value)}))]
  const [token] = /\{\{\s*\w+\s*\}\}/.exec(value) ?? []
  return token === undefined ? [] : [offNote(path, noteText('tokenIsPlainText', {token: quoteValue(token)}))]
}

const isAppendMode = (mode: unknown): boolean =>
  mode === true || mode === 'true' || mode === 'append' || mode === 'comma'

const header =
  (target: 'Request' | 'Response'): Converter =>
  (fields, name, value, path, defaults) => {
    const own = fields.any('appendMode')
    const mode = own ?? defaults.appendMode
    const isSentEmpty = (fields.flag('sendEmptyHeader') ?? defaults.sendEmptyHeader) === true
    const base = {header: name.trim(), target}
    if (value === '' && !isSentEmpty) return {modification: {...base, type: 'Remove'}}
    if (!isAppendMode(mode)) return {modification: {...base, type: 'Modify', value}}
    const at = (own ?? null) === null ? 'appendMode' : `${path}.appendMode`
    // Only this mode puts a comma between the values, as Chrome does.
    const joinsWithComma = mode === 'comma' || !canAppend(base)
    const notes = joinsWithComma ? [] : [noteAt(at, 'changed', noteText('setApart', {header: quoteValue(base.header)}))]
    return {modification: {...base, type: 'Add', value}, notes}
  }

const cookie: Converter = (fields, name, value, path) => {
  if (fields.flag('regexEnabled') === true)
    return {
      modification: null,
      notes: [refusalNote(`${path}.regexEnabled`, noteText('noCookiesByRegex', {regex: quoteValue(name)}))],
    }
  if (value === '')
    return {
      modification: null,
      notes: [refusalNote(`${path}.value`, noteText('cannotTakeCookie', {name: quoteValue(name)}))],
    }
  return {
    modification: {header: 'Cookie', type: 'Add', value: `${name}=${value}`, target: 'Request'},
    notes: [noteAt(path, 'changed', noteText('cookieAdded', {name: quoteValue(name)}))],
  }
}

const attributes = {
  domain: 'Domain',
  path: 'Path',
  expires: 'Expires',
  maxAge: 'Max-Age',
  sameSite: 'SameSite',
  priority: 'Priority',
}
const flagAttributes = {secure: 'Secure', httpOnly: 'HttpOnly', partitioned: 'Partitioned'}

const setCookie: Converter = (fields, name, value, path) => {
  if (value === '')
    return {
      modification: null,
      notes: [refusalNote(`${path}.value`, noteText('cannotTakeSetCookie', {name: quoteValue(name)}))],
    }
  const changeNotes = [
    ...Object.entries(attributes).flatMap(([field, written]) => {
      const text = fields.text(field)
      return text === '' ? [] : [`${written}=${text}`]
    }),
    ...Object.entries(flagAttributes).flatMap(([field, written]) => (fields.flag(field) === true ? [written] : [])),
  ]
  return {
    modification: {
      header: 'Set-Cookie',
      type: 'Add',
      value: [`${name}=${value}`, ...changeNotes].join('; '),
      target: 'Response',
    },
    notes: [noteAt(path, 'changed', noteText('cookieIsOneHeader'))],
  }
}

/** ModHeader joins the directives into one header. */
const csp: Converter = (_fields, name, value, path) => {
  if (name.trim() === '') return refuseChange(`${path}.name`, noteText('directiveWithoutName'))
  const directive = `${name.trim()} ${value}`.trim()
  return {
    modification: {header: 'Content-Security-Policy', type: 'Modify', value: directive, target: 'Response'},
    notes: [noteAt(path, 'changed', noteText('wholePolicySet', {directive: quoteValue(directive)}))],
  }
}

const converters: Readonly<Record<string, Converter>> = {
  headers: header('Request'),
  respHeaders: header('Response'),
  cookieHeaders: cookie,
  reqCookieAppend: cookie,
  setCookieHeaders: setCookie,
  cspHeaders: csp,
}
export const changeLists = Object.keys(converters)

function readChange(raw: JsonRecord, at: string, path: string, converter: Converter, defaults: Defaults): ReadChange {
  const fields = readFields(raw, at, path)
  const name = fields.text('name')
  const value = fields.text('value')
  const dynamicNotes = getDynamicValueNotes(value, `${path}.value`)
  const isOn = fields.isOn('enabled') && dynamicNotes.length === 0
  const comment = fields.text('comment').trim()
  const converted = converter(fields, name, value, path, defaults)
  fields.ignore('appendMode', 'sendEmptyHeader')
  const paths = {header: `${path}.name`, value: `${path}.value`}
  const read = converted.modification && {change: converted.modification, paths}
  const fault = read ? findHeaderFault(read) : undefined
  const modification = fault || dynamicNotes.some(({code}) => code === 'refused') ? null : converted.modification
  const changeNotes = fault
    ? [refusalNote(fault.path, fault.reason)]
    : [...(converted.notes ?? []), ...(read ? getAppendNotes(read) : [])]
  return {path, name, isOn, comment, modification, notes: [...dynamicNotes, ...changeNotes, ...fields.notes()]}
}

const switchFields: ReadonlySet<string> = new Set(['enabled', 'appendMode', 'sendEmptyHeader'])

export const isEmptyRow = (raw: unknown): boolean =>
  isRecord(raw) &&
  Object.entries(raw).every(
    ([field, value]) => switchFields.has(field) || isEmpty(typeof value === 'string' ? value.trim() : value),
  )

export function readChanges(profile: Fields, defaults: Defaults): ReadChange[] {
  return changeLists.flatMap(list =>
    profile.list(list).flatMap((raw, index): ReadChange | readonly ReadChange[] => {
      if (isEmptyRow(raw)) return []
      const path = `${list}[${index}]`
      const converter = converters[list]
      if (isRecord(raw) && converter) return readChange(raw, profile.at, path, converter, defaults)
      const notes = [refusalNote(path, noteText('isNotAHeaderChange', {value: quoteValue(raw)}))]
      return {path, name: '', isOn: true, comment: '', modification: null, notes}
    }),
  )
}

export function joinPolicies(changes: readonly HeaderModification[]): HeaderModification[] {
  const cspChanges = changes.filter(({header: name}) => name === 'Content-Security-Policy')
  const directives = cspChanges.filter(({type}) => type === 'Modify')
  if (directives.length < 2) return [...changes]
  const [first] = directives
  const value = directives.map(each => each.value ?? '').join('; ')
  return changes.flatMap(each => (each === first ? [{...each, value}] : directives.includes(each) ? [] : [each]))
}
