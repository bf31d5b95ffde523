import {escapeRegex} from '../matching/regex/write'
import type {LiteralPattern, Pattern} from '../matching/pattern'
import {embedExpression} from './embed-expression'
import {frames, type Embedded, type Embedding, type Frame, type NotEmbedded} from './frames'

const defaultPortSchemes: Readonly<Record<string, string>> = {'80': 'http|ws', '443': 'https|wss'}

/** A host and port, where the port may be the one that the scheme has anyway and the address does not show. */
function hostAndPort(value: string): string | undefined {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(value) ?? []
  const schemes = defaultPortSchemes[port]
  if (schemes === undefined) return undefined
  return `^(?:(?:${schemes})://(?:[^/@]*@)?${escapeRegex(host)}|[^/]*//(?:[^/@]*@)?${escapeRegex(value)})/`
}

/**
 * The first "any text" of a path, which has to take the path's slash: the host before it has no other end. Of several stars in a row
 * the last one takes all.
 */
function fromSlash(stars: number, next: string, gap: string, group: (regex: string) => string): string {
  const last = next.startsWith('/') ? group(`(?:/${gap})??`) : group(`/${gap}`)
  return group('').repeat(stars - 1) + last
}

function wildcardIn(frame: Frame, {text, value}: LiteralPattern, {captures, fragment}: Embedding): string {
  const {lead, gap, end, after, rest: toFragment} = frame
  const group = (regex: string) => (captures ? `(${regex})` : regex)
  const stars = text === 'path' ? (/^\*+/.exec(value)?.[0].length ?? 0) : 0
  const rest = value.slice(stars)
  // Any text at the end says nothing, unless it is remembered.
  const said = captures ? rest : rest.replace(/\*+$/, '')
  const closing = fragment ? toFragment : said === rest ? end : after
  const [first = '', ...others] = said.split('*')
  const start = stars > 0 ? fromSlash(stars, first, gap, group) : ''
  return lead + start + [first, ...others].map(escapeRegex).join(group(gap)) + closing
}

function literalAsRegex(pattern: LiteralPattern, embedding: Embedding): string {
  const {text, kind, value} = pattern
  const special = text === 'hostPort' ? hostAndPort(value) : undefined
  if (special !== undefined) return special
  const frame = frames[text]
  const {lead, gap, end, after} = frame
  if (kind === 'wildcard') return wildcardIn(frame, pattern, embedding)
  const literal = escapeRegex(value)
  if (kind === 'equals') return lead + literal + end
  if (text !== 'path') return lead + gap + literal + after
  return value.startsWith('/') ? `${lead}(?:/${gap})??${literal}` : `${lead}/${gap}${literal}`
}

/** The pattern as a regexFilter, or why there is none. */
export function embed(pattern: Pattern, embedding: Embedding = {}): Embedded | {not: NotEmbedded} {
  const tail = embedding.fragment ? '(#.*)?$' : embedding.whole ? '.*' : ''
  if (pattern.kind !== 'expression')
    return {regexFilter: literalAsRegex(pattern, embedding) + tail, isUrlFilterCaseSensitive: true}
  const embedded = embedExpression(pattern, embedding)
  return 'not' in embedded ? embedded : {...embedded, regexFilter: embedded.regexFilter + tail}
}
