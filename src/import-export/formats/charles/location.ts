import type {Source} from '../../../model/source'
import type {XmlElement} from '../../import-types'
import {escapeRegex, everyUrl, hostEquals, urlMatches} from '../../sources'
import {getChild, getChildren, toFields, noteUnknownChildren, readSwitch} from './elements'
import {noteText, type Note, noteAt} from '../../notes'
import {offNote} from '../../create-records'

/** Each part may hold the wildcards `*`, `?` and `[a-z]`; '' stands for any. */
export type Location = {
  readonly protocol: string
  readonly host: string
  readonly port: string
  readonly path: string
  readonly query: string
}

const withBrackets = (host: string): string => (/^[\da-f.]*:[\da-f.]*:[\da-f:.]*$/.test(host) ? `[${host}]` : host)

export function readLocation(element: XmlElement | undefined): {
  readonly location: Location
  readonly notes: readonly Note[]
} {
  if (element === undefined) return {location: {protocol: '', host: '', port: '', path: '', query: ''}, notes: []}
  const fields = toFields(element, element.name)
  const part = (name: string) => fields.text(name)
  const location = {
    protocol: part('protocol').toLowerCase(),
    host: withBrackets(part('host').toLowerCase()),
    port: part('port'),
    path: part('path'),
    query: part('query'),
  }
  return {location, notes: fields.notes()}
}

/** `anyCharacter` is the regex for any character of the part. */
export const toPartPattern = (part: string, anyCharacter: string): string =>
  part.replace(/[*?]|\[[^\]]+\]|\[|[^*?[]+/g, token => {
    if (token === '*') return `${anyCharacter}*`
    if (token === '?') return anyCharacter
    return token.length > 1 && token.startsWith('[')
      ? `[${token.slice(1, -1).replace(/[\\[^]/g, '\\$&')}]`
      : escapeRegex(token)
  })

/** Brackets around an IPv6 address are no range. */
const isIpv6 = (host: string): boolean => /^\[[\da-f.]*:[\da-f:.]*\]$/.test(host)

const standardPorts: Readonly<Record<string, readonly string[]>> = {http: ['80'], https: ['443'], '': ['80', '443']}

export function toPortPattern({protocol, port}: Location): string {
  if (port === '' || port === '*') return '(?::\\d+)?'
  const isStandard = (standardPorts[protocol] ?? []).includes(port)
  return isStandard ? `(?::${port})?` : `:${toPartPattern(port, '\\d')}`
}

export const toProtocolPattern = (protocol: string): string =>
  protocol === '' || protocol === '*' ? '[a-z]+' : toPartPattern(protocol, '[a-z]')
export const toHostPattern = (host: string): string =>
  host === '' || host === '*' ? '[^/?#]*?' : isIpv6(host) ? escapeRegex(host) : toPartPattern(host, '[^/:?#]')
const withSlash = (path: string): string => (/^[/*]/.test(path) ? path : `/${path}`)
export const toPathPattern = (path: string): string => (path === '' ? '/[^?]*' : toPartPattern(withSlash(path), '[^?]'))
export const toQueryPattern = (query: string): string =>
  query === '' || query === '*' ? '(?:\\?.*)?' : `\\?${toPartPattern(query, '.')}`

export function toSource(location: Location): Source {
  const {protocol, host, port, path, query} = location
  const matchesAnyPath = (path === '' || path === '*' || path === '/*') && (query === '' || query === '*')
  const isAnyProtocol = protocol === '' || protocol === '*'
  const isAnyPort = port === '' || port === '*'
  if (matchesAnyPath && isAnyProtocol && isAnyPort) {
    if (host === '' || host === '*') return everyUrl
    if (isIpv6(host) || !/[*?[/#@]/.test(host)) return hostEquals(host)
  }
  return urlMatches(
    `^${toProtocolPattern(protocol)}://${toHostPattern(host)}${toPortPattern(location)}${toPathPattern(path)}${toQueryPattern(query)}$`,
  )
}

/** Returns the sources of the locations that are on. Without any, the rule arrives switched off. */
export function readLocations(list: XmlElement | undefined): {
  readonly sources: readonly Source[]
  readonly notes: readonly Note[]
} {
  const patterns = getChild(list, 'locationPatterns')
  const matches = getChildren(patterns ?? list, 'locationMatch')
  const notes: Note[] = patterns ? noteUnknownChildren(patterns, 'locationMatch') : []
  const sources = matches.flatMap(match => {
    const {location, notes: locationNotes} = readLocation(getChild(match, 'location'))
    notes.push(...locationNotes, ...noteUnknownChildren(match, 'location', 'enabled'))
    const {isOn, unread} = readSwitch(match, 'enabled')
    if (isOn) return [toSource(location)]
    notes.push(noteAt(match.path, 'no-counterpart', unread ?? noteText('locationIsOff')))
    return []
  })
  if (sources.length > 0) return {sources, notes}
  return {sources: [everyUrl], notes: [...notes, offNote(list?.path ?? '', noteText('noLocationIsOn'))]}
}
