import {withoutFragment, type Address} from './address'

/** A range of a text. `to` is exclusive. */
export type Span = {readonly from: number; readonly to: number}

/** Returns the position of a part in its URL. */
export function getPartSpan(address: Address, part: keyof Address): Span {
  const {url} = address
  const authority = url.indexOf('://') + 3
  const slash = url.slice(authority).search(/[/?#]|$/) + authority
  const at = url.slice(authority, slash).lastIndexOf('@')
  const host = at < 0 ? authority : authority + at + 1
  switch (part) {
    case 'url':
      return {from: 0, to: url.length}
    case 'path':
      return {from: slash, to: slash + address.path.length}
    case 'host':
      return {from: host, to: host + address.host.length}
    case 'hostPort':
    case 'writtenHostPort':
      return {from: host, to: slash}
  }
}

const countSharedStart = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** Maps a range of the normalized URL to the typed URL. Null when the two differ too much. */
export function toTypedSpan(typed: string, written: string, {from, to: end}: Span): Span | null {
  const typedUrl = withoutFragment(typed)
  // Browsers add a slash to a bare origin.
  const url = written.endsWith('/') && !typedUrl.endsWith('/') ? written.slice(0, -1) : written
  const to = Math.min(end, url.length)
  const sharedStart = countSharedStart(typedUrl.toLowerCase(), url.toLowerCase())
  if (to <= sharedStart) return {from, to}
  const sharedEnd = countSharedStart(
    [...typedUrl.toLowerCase()].toReversed().join(''),
    [...url.toLowerCase()].toReversed().join(''),
  )
  // The difference in length, mostly from a missing scheme.
  const shift = typedUrl.length - url.length
  const start = from >= url.length - sharedEnd ? from + shift : from <= sharedStart ? from : null
  const stop = to >= url.length - sharedEnd ? to + shift : null
  if (start === null || stop === null) return null
  return stop > Math.max(0, start) ? {from: Math.max(0, start), to: stop} : null
}
