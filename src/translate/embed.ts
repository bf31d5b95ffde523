import type {Pattern} from '../matching/pattern'
import {everything, setOfText} from '../matching/regex/ascii-set'
import {alternatives, text as textToken, withoutCaptures, type Token} from '../matching/regex/tokens'
import {escapeRegex, writeRegex, type Writing} from '../matching/regex/write'

/**
 * A source compares one part of an address; a regexFilter sees the whole of it, fragment included. Embedding writes the pattern so
 * that it can match nothing but its own part. RE2 has no look-around, so what comes before and after is matched as well.
 */
type Frame = {
  /** From the start of the address to the start of the part. */
  readonly lead: string
  /** Any text inside the part, shortest first. */
  readonly gap: string
  readonly writing: Required<Pick<Writing, 'without' | 'end'>>
}

// Credentials stand between the scheme and the host.
const toHost = '^[^/]*//(?:[^/@]*@)?'

export const frames: Readonly<Record<Pattern['text'], Frame>> = {
  url: {lead: '^', gap: '[^#]*?', writing: {without: '#', end: '(?:#|$)'}},
  host: {lead: toHost, gap: '[^/:]*?', writing: {without: '/:?#@', end: '[:/]'}},
  writtenHostPort: {lead: toHost, gap: '[^/]*?', writing: {without: '/?#@', end: '/'}},
  hostPort: {lead: toHost, gap: '[^/]*?', writing: {without: '/?#@', end: '/'}},
  path: {lead: '^[^/]*//[^/]*', gap: '[^?#]*?', writing: {without: '?#', end: '(?:[?#]|$)'}},
}

const never = '[^\\s\\S]'
const slash = setOfText('/').indexOf(true)

/** Whether a pattern can start with a slash, and with anything else; undefined where that takes more than a look. */
function firstCharacters(tokens: readonly Token[]): {slash: boolean; other: boolean} | undefined {
  const [first, second] = tokens
  if (first?.kind === 'open' && first.look === undefined) {
    const starts = alternatives(insideFirstGroup(tokens)).map(firstCharacters)
    if (starts.some(start => start === undefined)) return undefined
    return {slash: starts.some(start => start?.slash === true), other: starts.some(start => start?.other === true)}
  }
  if (second?.kind === 'repeat' && !second.text.startsWith('+')) return undefined
  if (first?.kind === 'text') return {slash: first.text.startsWith('/'), other: !first.text.startsWith('/')}
  if (first?.kind === 'set')
    return {slash: first.set[slash] === true, other: first.set.some((held, code) => held && code !== slash)}
  return undefined
}

function insideFirstGroup(tokens: readonly Token[]): readonly Token[] {
  let depth = 0
  const closing = tokens.findIndex(token => {
    depth += token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0
    return depth === 0
  })
  return tokens.slice(1, closing)
}

/**
 * The pattern where the path starts. The host before it has no fixed end but the slash, so the pattern must be seen to take that
 * slash first; where it starts with "any text", that text starts with the slash.
 */
function atPathStart(tokens: readonly Token[], writing: Writing): string | undefined {
  const group = tokens[0]?.kind === 'open' && tokens[3]?.kind === 'close' ? 1 : 0
  const first = tokens[group]
  const second = tokens[group + 1]
  const rest = tokens.slice(group === 1 ? 4 : 2)
  if (
    first?.kind === 'set' &&
    first.set[slash] === true &&
    second?.kind === 'repeat' &&
    /^[*+]\??$/.test(second.text)
  ) {
    const [open, close] = group === 1 ? [writeRegex(tokens.slice(0, 1)), ')'] : ['', '']
    const lazy = second.text.endsWith('?') ? '?' : ''
    const more = `/${writeRegex([first], writing)}*${lazy}`
    const after = rest[0]?.kind === 'end' || rest.length === 0 ? {slash: false, other: true} : firstCharacters(rest)
    const written = writeRegex(rest, writing)
    if (second.text.startsWith('+') || (after?.slash === false && after.other))
      return `${open}${more}${close}${written}`
    return after?.slash === true && !after.other ? `${open}(?:${more})?${lazy}${close}${written}` : undefined
  }
  const starts = firstCharacters(tokens)
  if (starts?.slash === false) return never
  if (starts?.other === false) return writeRegex(tokens, writing)
  // A single set that holds the slash among others can only be the slash here.
  if (first?.kind === 'set' && group === 0 && second?.kind !== 'repeat')
    return writeRegex([textToken('/'), ...tokens.slice(1)], writing)
  return undefined
}

function inPath(tokens: readonly Token[], frame: Frame, anchored: boolean): string | undefined {
  const {gap, writing} = frame
  const [first, second, third] = tokens
  if (anchored) return atPathStart(tokens, writing)
  // Any text at all, remembered: the first match starts where the path starts.
  if (first?.kind === 'open' && second?.kind === 'set' && second.set === everything && third?.kind === 'repeat')
    return atPathStart(tokens, writing)
  if (first?.kind === 'set' && second?.kind === 'repeat' && /^[*+]/.test(second.text)) {
    // Found anywhere, "any number of these, then x" is x.
    const rest = tokens.slice(2)
    return inPath(second.text.startsWith('+') ? [first, ...rest] : rest, frame, false)
  }
  if (tokens.length === 0) return '/'
  const starts = firstCharacters(tokens)
  if (starts?.slash === false) return `/${gap}${writeRegex(tokens, writing)}`
  if (starts?.other === false) return `(?:/${gap})??${writeRegex(tokens, writing)}`
  if (first?.kind === 'set')
    return `/(?:${gap}${writeRegex([first], writing)})??${writeRegex(tokens.slice(1), writing)}`
  return undefined
}

function alternative(tokens: readonly Token[], pattern: Pattern, frame: Frame): string | undefined {
  const anchored = tokens[0]?.kind === 'start'
  const body = anchored ? tokens.slice(1) : tokens
  if (pattern.text === 'path') return inPath(body, frame, anchored)
  const gap = anchored ? '' : frame.gap
  const startsDeep = body.some(token => token.kind === 'start')
  if (!startsDeep) return gap + writeRegex(body, frame.writing)
  // A ^ inside a group: either the match starts where the part starts and ^ holds, or it starts later and ^ cannot.
  const plain = withoutCaptures(body)
  const atStart = writeRegex(plain, {...frame.writing, start: ''})
  return anchored ? atStart : `(?:${atStart}|${gap}${writeRegex(plain, {...frame.writing, start: never})})`
}

const defaultPortSchemes: Readonly<Record<string, string>> = {'80': 'http|ws', '443': 'https|wss'}

/** A host and port, where the port may be the one that the scheme has anyway and the address does not show. */
function hostAndPort(value: string): string | undefined {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(value) ?? []
  const schemes = defaultPortSchemes[port]
  if (schemes === undefined) return undefined
  return `^(?:(?:${schemes})://(?:[^/@]*@)?${escapeRegex(host)}|[^/]*//(?:[^/@]*@)?${escapeRegex(value)})/`
}

export type Embedding = {
  /** Keep the pattern's captures; they become \1, \2… */
  readonly captures?: boolean
  /** Match the address to its end, for a substitution that replaces all of it. */
  readonly whole?: boolean
}

/** The pattern as a regexFilter, or undefined where RE2 cannot be told what it means inside an address. */
export function embed(pattern: Pattern, {captures = false, whole = false}: Embedding = {}): string | undefined {
  const frame = frames[pattern.text]
  const tail = whole ? '.*' : ''
  const special = pattern.text === 'hostPort' ? hostAndPort(pattern.value) : undefined
  if (special !== undefined) return special + tail
  const deep = captures && pattern.tokens.some((token, index) => token.kind === 'start' && index > 0)
  const tokens = captures ? pattern.tokens : withoutCaptures(pattern.tokens)
  const written = alternatives(tokens).map(each => alternative(each, pattern, frame))
  // Writing a pattern twice would number its captures twice.
  if (written.includes(undefined) || (deep && alternatives(tokens).length === 1 && tokens[0]?.kind !== 'start'))
    return undefined
  const body = written.length === 1 ? written[0] : `(?:${written.join('|')})`
  return frame.lead + body + tail
}
