import type {AddressPart} from '../model/page-rules'

const encodeCharacter = (character: string) => {
  try {
    return encodeURIComponent(character)
  } catch {
    // For half of a surrogate pair, browsers write the replacement character.
    return '%EF%BF%BD'
  }
}

/**
 * Percent-encodes spaces, quotes, angle brackets, controls and non-ASCII, as everywhere in a URL.
 */
export const encodeUrlText = (value: string): string => value.replace(/[^\x21-\x7e]|["<>]/gu, encodeCharacter)

/** Encodes text as in a path, where five more characters are encoded than in a query. */
export const encodePathText = (value: string): string =>
  encodeUrlText(value).replace(/[`{}|^]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const encodeQueryText = (value: string): string => encodeUrlText(value).replaceAll("'", '%27')

/** Writes a host, or a part of one, in lower case and punycode. Keeps `*`. */
export function normalizeHost(value: string): string {
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

/**
 * Writes a URL as Chromium does: it encodes `|` and `^` in a path, unlike the URL standard and Node
 * (test/browser/oracle/cases.test.ts).
 */
export function canonicalUrl(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined
  const {href} = new URL(value)
  const query = href.search(/[?#]/)
  const path = query < 0 ? href : href.slice(0, query)
  return encodePathText(path) + (query < 0 ? '' : href.slice(query))
}

const scheme = /^([a-z*][a-z0-9+.*-]*):\/\//i

const defaultPorts: Readonly<Record<string, string>> = {http: ':80', ws: ':80', https: ':443', wss: ':443'}

/**
 * Writes a part of a URL as the browser does. Keeps `*`. Host and path are recognized only if the
 * part begins with a scheme.
 */
export function normalizeUrlPart(value: string): string {
  const found = scheme.exec(value)
  if (!found) return encodeUrlText(value)
  const [lead = '', name = ''] = found
  const rest = value.slice(lead.length)
  const authorityEnd = rest.search(/[/?#]/)
  const given = normalizeHost(authorityEnd < 0 ? rest : rest.slice(0, authorityEnd))
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
    encodePathText(path) +
    (query < 0 ? '' : encodeQueryText(after.slice(query)))
  )
}

/**
 * The parts of a URL that sources compare. `hostPort` includes a default port. `host` of an IPv6
 * URL is its opening bracket.
 */
export type Address = Readonly<Record<AddressPart, string>>

const parts = /^([^:/?#]*):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^:/?#]*)(:\d+)?([^?]*)/

/** Splits a normalized URL. A URL without a host (`data:`, `about:`) has an empty host and path. */
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

/** Whether a host is a domain or one of its subdomains. */
export const isOnDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
