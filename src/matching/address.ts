import type {AddressPart} from '../model/page-rules'

const encoded = (character: string) => {
  try {
    return encodeURIComponent(character)
  } catch {
    // Half of a surrogate pair: the browser writes the replacement character.
    return '%EF%BF%BD'
  }
}

/** Text as it stands anywhere in an address: spaces, quotes, angle brackets, controls and non-ASCII percent-encoded. */
export const asWritten = (value: string): string => value.replace(/[^\x21-\x7e]|["<>]/gu, encoded)

/** Text as it stands in a path, where the browser encodes five more characters than in a query. */
export const asWrittenInPath = (value: string): string =>
  asWritten(value).replace(/[`{}|^]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const asWrittenInQuery = (value: string): string => asWritten(value).replaceAll("'", '%27')

/** A host, or a part of one, in lower case and punycode; `*` stays. */
export function asWrittenHost(value: string): string {
  const lower = value.toLowerCase()
  if (/^[\x21-\x7e]*$/.test(lower)) return lower
  return lower
    .split(/([.*:])/)
    .map(label =>
      /[^\x21-\x7e]/.test(label) && URL.canParse(`http://${label}/`) ? new URL(`http://${label}/`).hostname : label,
    )
    .join('')
}

export const withoutFragment = (url: string): string => url.replace(/#.*/s, '')

/** The URL as Chromium writes it: it encodes `|` and `^` in a path, which the standard and Node's parser do not. */
export function canonicalUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const {href} = new URL(value)
  const query = href.search(/[?#]/)
  const path = query < 0 ? href : href.slice(0, query)
  return asWrittenInPath(path) + (query < 0 ? '' : href.slice(query))
}

const scheme = /^([a-z*][a-z0-9+.*-]*):\/\//i

const defaultPorts: Readonly<Record<string, string>> = {http: ':80', ws: ':80', https: ':443', wss: ':443'}

/** A piece of a URL as the browser writes it; `*` stays. Host and path are known only in a piece that starts with a scheme. */
export function asWrittenUrlPiece(value: string): string {
  const found = scheme.exec(value)
  if (!found) return asWritten(value)
  const [lead = '', name = ''] = found
  const rest = value.slice(lead.length)
  const authorityEnd = rest.search(/[/?#]/)
  const given = asWrittenHost(authorityEnd < 0 ? rest : rest.slice(0, authorityEnd))
  if (authorityEnd < 0) return lead.toLowerCase() + given
  const port = defaultPorts[name.toLowerCase()]
  const authority = port !== undefined && given.endsWith(port) ? given.slice(0, -port.length) : given
  const after = rest.slice(authorityEnd)
  const query = after.indexOf('?')
  const path = query < 0 ? after : after.slice(0, query)
  const slash = path.startsWith('/') ? '' : '/'
  return (
    lead.toLowerCase() +
    authority +
    slash +
    asWrittenInPath(path) +
    (query < 0 ? '' : asWrittenInQuery(after.slice(query)))
  )
}

/** The parts of a URL that sources compare. `hostPort` includes a default port; `host` of an IPv6 address is its bracket. */
export type Address = Readonly<Record<AddressPart, string>>

const parts = /^([^:/?#]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^:/?#]*)(:\d+)?([^?]*)/

/** `url` as the browser gives it. A URL without a host (data:, about:) has empty host and path. */
export function readAddress(given: string): Address {
  const url = withoutFragment(given)
  const [, protocol = '', host = '', port = '', path = ''] = parts.exec(url) ?? []
  return {
    url,
    host: host.split(':', 1)[0]?.toLowerCase() ?? '',
    writtenHostPort: (host + port).toLowerCase(),
    hostPort: (host + (port || (defaultPorts[protocol] ?? ''))).toLowerCase(),
    path,
  }
}

/** Whether a host is a domain, or under it. */
export const isOnDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
