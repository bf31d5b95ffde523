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

type Made = {readonly modification: HeaderModification | null; readonly notes?: readonly Note[]}
type Kind = (fields: Fields, name: string, value: string, path: string, defaults: Defaults) => Made

const refusal = (path: string, reason: NoteText): Made => ({modification: null, notes: [refusalNote(path, reason)]})

export function getDynamicValueNotes(value: string, path: string): readonly Note[] {
  if (/^\s*(?:async\s+)?function\b/.test(value))
    return [refusalNote(path, noteText('noCodeOnHeaders', {code: quoteValue(value)}))]
  const [token] = /\{\{\s*\w+\s*\}\}/.exec(value) ?? []
  return token === undefined ? [] : [offNote(path, noteText('filledInAnew', {token: quoteValue(token)}))]
}

const appends = (mode: unknown): boolean => mode === true || mode === 'true' || mode === 'append' || mode === 'comma'

const header =
  (target: 'Request' | 'Response'): Kind =>
  (fields, name, value, path, defaults) => {
    const own = fields.any('appendMode')
    const mode = own ?? defaults.appendMode
    const isSentEmpty = (fields.flag('sendEmptyHeader') ?? defaults.sendEmptyHeader) === true
    const named = {header: name.trim(), target}
    if (value === '' && !isSentEmpty) return {modification: {...named, type: 'Remove'}}
    if (!appends(mode)) return {modification: {...named, type: 'Modify', value}}
    const at = (own ?? null) === null ? 'appendMode' : `${path}.appendMode`
    // Only this mode puts a comma between the values, as Chrome does.
    const isAsHere = mode === 'comma' || !canAppend(named)
    const notes = isAsHere ? [] : [noteAt(at, 'changed', noteText('setApart', {header: quoteValue(named.header)}))]
    return {modification: {...named, type: 'Add', value}, notes}
  }

const cookie: Kind = (fields, name, value, path) => {
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
const bareAttributes = {secure: 'Secure', httpOnly: 'HttpOnly', partitioned: 'Partitioned'}

const setCookie: Kind = (fields, name, value, path) => {
  if (value === '')
    return {
      modification: null,
      notes: [refusalNote(`${path}.value`, noteText('cannotTakeSetCookie', {name: quoteValue(name)}))],
    }
  const said = [
    ...Object.entries(attributes).flatMap(([field, written]) => {
      const text = fields.text(field)
      return text === '' ? [] : [`${written}=${text}`]
    }),
    ...Object.entries(bareAttributes).flatMap(([field, written]) => (fields.flag(field) === true ? [written] : [])),
  ]
  return {
    modification: {
      header: 'Set-Cookie',
      type: 'Add',
      value: [`${name}=${value}`, ...said].join('; '),
      target: 'Response',
    },
    notes: [noteAt(path, 'changed', noteText('cookieIsOneHeader'))],
  }
}

/** ModHeader joins the directives into one header. */
const csp: Kind = (_fields, name, value, path) => {
  if (name.trim() === '') return refusal(`${path}.name`, noteText('directiveWithoutName'))
  const directive = `${name.trim()} ${value}`.trim()
  return {
    modification: {header: 'Content-Security-Policy', type: 'Modify', value: directive, target: 'Response'},
    notes: [noteAt(path, 'changed', noteText('wholePolicySet', {directive: quoteValue(directive)}))],
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  headers: header('Request'),
  respHeaders: header('Response'),
  cookieHeaders: cookie,
  reqCookieAppend: cookie,
  setCookieHeaders: setCookie,
  cspHeaders: csp,
}
export const changeLists = Object.keys(kinds)

function readChange(raw: JsonRecord, at: string, path: string, kind: Kind, defaults: Defaults): ReadChange {
  const fields = readFields(raw, at, path)
  const name = fields.text('name')
  const value = fields.text('value')
  const alive = getDynamicValueNotes(value, `${path}.value`)
  const isOn = fields.isOn('enabled') && alive.length === 0
  const comment = fields.text('comment').trim()
  const made = kind(fields, name, value, path, defaults)
  fields.ignore('appendMode', 'sendEmptyHeader')
  const paths = {header: `${path}.name`, value: `${path}.value`}
  const read = made.modification && {change: made.modification, paths}
  const wrong = read ? findHeaderFault(read) : undefined
  const modification = wrong || alive.some(({code}) => code === 'refused') ? null : made.modification
  const said = wrong
    ? [refusalNote(wrong.path, wrong.reason)]
    : [...(made.notes ?? []), ...(read ? getAppendNotes(read) : [])]
  return {path, name, isOn, comment, modification, notes: [...alive, ...said, ...fields.notes()]}
}

const switches: ReadonlySet<string> = new Set(['enabled', 'appendMode', 'sendEmptyHeader'])

export const isEmptyRow = (raw: unknown): boolean =>
  isRecord(raw) &&
  Object.entries(raw).every(
    ([field, value]) => switches.has(field) || isEmpty(typeof value === 'string' ? value.trim() : value),
  )

export function readChanges(profile: Fields, defaults: Defaults): ReadChange[] {
  return changeLists.flatMap(list =>
    profile.list(list).flatMap((raw, index): ReadChange | readonly ReadChange[] => {
      if (isEmptyRow(raw)) return []
      const path = `${list}[${index}]`
      const kind = kinds[list]
      if (isRecord(raw) && kind) return readChange(raw, profile.at, path, kind, defaults)
      const notes = [refusalNote(path, noteText('isNotAHeaderChange', {value: quoteValue(raw)}))]
      return {path, name: '', isOn: true, comment: '', modification: null, notes}
    }),
  )
}

export function joinPolicies(changes: readonly HeaderModification[]): HeaderModification[] {
  const policies = changes.filter(({header: name}) => name === 'Content-Security-Policy')
  const directives = policies.filter(({type}) => type === 'Modify')
  if (directives.length < 2) return [...changes]
  const [first] = directives
  const value = directives.map(each => each.value ?? '').join('; ')
  return changes.flatMap(each => (each === first ? [{...each, value}] : directives.includes(each) ? [] : [each]))
}
