import type {Source} from '../contract/source'
import {escapeRegex, everyUrl, urlMatches} from './sources'

/** No address says the port that its scheme has by itself. */
const isDefault = (scheme: string, port: string): boolean =>
  (port === '80' && scheme !== 'https') || (port === '443' && scheme !== 'http')

/** A match pattern as extensions write them, `*://*.shop.test/*`, as a source; null where it is none. */
export function ofMatchPattern(pattern: string): Source | null {
  if (pattern === '<all_urls>' || pattern === '*' || pattern === '*://*/*') return everyUrl
  const [, scheme, host, port = '*', path] =
    /^(\*|[a-z]+):\/\/(\*|(?:\*\.)?(?:\[[^/\]]*\]|[^/*:]+))(?::(\*|\d+))?(\/.*)$/is.exec(pattern) ?? []
  if (scheme === undefined || host === undefined || path === undefined) return null
  // A star for the scheme is http or https; one before the host takes the host itself, too; and without a port any is meant.
  const lead = scheme === '*' ? 'https?' : scheme
  const place =
    host === '*' ? '[^/]+' : host.startsWith('*.') ? `(?:[^/]+\\.)?${escapeRegex(host.slice(2))}` : escapeRegex(host)
  const places =
    port === '*' ? `${place}(?::\\d+)?` : isDefault(scheme, port) ? `${place}(?::${port})?` : `${place}:${port}`
  return urlMatches(`^${lead}://${places}${path.split('*').map(escapeRegex).join('.*')}$`)
}
