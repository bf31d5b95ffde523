import type {Source} from '../contract/source'
import {escapeRegex, everyUrl, urlMatches, urlWildcard} from './sources'

/** A match pattern as extensions write them, `*://*.shop.test/*`, as a source; null where it is none. */
export function ofMatchPattern(pattern: string): Source | null {
  if (pattern === '<all_urls>' || pattern === '*' || pattern === '*://*/*') return everyUrl
  const [, scheme, host, path] = /^(\*|[a-z]+):\/\/(\*|(?:\*\.)?[^/*]+)(\/.*)$/is.exec(pattern) ?? []
  if (scheme === undefined || host === undefined || path === undefined) return null
  if (scheme !== '*' && !host.startsWith('*.')) return urlWildcard(`${scheme}://${host}${path}`)
  // A star for the scheme is http or https; one before the host takes the host itself, too.
  const lead = scheme === '*' ? 'https?' : scheme
  const place =
    host === '*'
      ? '[^/]+'
      : host.startsWith('*.')
        ? `(?:[^/]+\\.)?${escapeRegex(host.slice(2))}(?::\\d+)?`
        : `${escapeRegex(host)}(?::\\d+)?`
  return urlMatches(`^${lead}://${place}${path.split('*').map(escapeRegex).join('.*')}$`)
}
