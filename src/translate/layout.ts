import type {Pattern} from '../matching/pattern'
import {classText, complement, isEmptySet, minus, setOfText, type AsciiSet} from '../matching/regex/ascii-set'
import {alternatives, withoutCaptures, type Token} from '../matching/regex/tokens'
import {escapeRegex, writeRegex} from '../matching/regex/write'
import {spellOutCases} from '../matching/replace-text'

/**
 * A source laid out over the whole address, to see where in it a text can stand. RE2 can only be told "this source, and that
 * text in it" one arrangement at a time.
 */
export type Piece =
  | {readonly kind: 'text'; readonly text: string}
  /** One character of a set. */
  | {readonly kind: 'one'; readonly set: AsciiSet}
  /** Any number of characters of a set. */
  | {readonly kind: 'gap'; readonly set: AsciiSet}
  /** Something that is matched as a whole. */
  | {readonly kind: 'block'; readonly regex: string}
  /** The end of the path: a query, a fragment or the end of the address. */
  | {readonly kind: 'query'}
  /** The end of the address. */
  | {readonly kind: 'end'}

export type Layout = readonly Piece[]

export const text = (value: string): Piece => ({kind: 'text', text: value})
const gap = (without: string): Piece => ({kind: 'gap', set: complement(setOfText(without))})
export const anything = gap('#')
const scheme = gap(':/?#')
const toPort = gap('/?#')

const ofRepeat = (set: AsciiSet, repeat: string): Piece[] | undefined =>
  repeat.startsWith('*')
    ? [{kind: 'gap', set}]
    : repeat.startsWith('+')
      ? [
          {kind: 'one', set},
          {kind: 'gap', set},
        ]
      : undefined

/** The tokens of one alternative as pieces; a group or a counted repeat is a block. */
function piecesOf(tokens: readonly Token[], without: string): Piece[] | undefined {
  const pieces: Piece[] = []
  const outside = setOfText(without)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    const next = tokens[index + 1]
    if (token === undefined || token.kind === 'start' || token.kind === 'end') return undefined
    if (token.kind === 'open') {
      let depth = 0
      let last = index
      for (; last < tokens.length; last++) {
        depth += tokens[last]?.kind === 'open' ? 1 : tokens[last]?.kind === 'close' ? -1 : 0
        if (depth === 0) break
      }
      const inside = tokens.slice(index + 1, last)
      const repeated = tokens[last + 1]?.kind === 'repeat'
      const flat =
        repeated || token.look !== undefined || alternatives(inside).length > 1 ? undefined : piecesOf(inside, without)
      pieces.push(
        ...(flat ?? [
          {kind: 'block', regex: writeRegex(tokens.slice(index, last + (repeated ? 2 : 1)), {without})} as const,
        ]),
      )
      index = last + (repeated ? 1 : 0)
      continue
    }
    if (next?.kind === 'repeat') {
      const repeated = token.kind === 'set' ? ofRepeat(minus(token.set, outside), next.text) : undefined
      pieces.push(...(repeated ?? [{kind: 'block', regex: writeRegex([token, next], {without})} as const]))
      index++
    } else if (token.kind === 'text') pieces.push(text(token.text))
    else if (token.kind === 'set') pieces.push({kind: 'one', set: minus(token.set, outside)})
    else pieces.push({kind: 'block', regex: writeRegex([token], {without})})
  }
  return pieces
}

type Around = {
  readonly without: string
  /** Before a part that is anchored at its start, and before one that is not. */
  readonly start: Layout
  readonly before: (body: Layout) => Layout
  readonly end: Layout
  readonly after: Layout
}

const startsWithSlash = (layout: Layout) => layout[0]?.kind === 'text' && layout[0].text.startsWith('/')

const hostStart: Layout = [scheme, text('://')]
const pathStart: Layout = [scheme, text('://'), toPort]

const arounds: Readonly<Record<Pattern['text'], Around>> = {
  url: {without: '#', start: [], before: () => [anything], end: [{kind: 'end'}], after: [anything]},
  host: {
    without: '/:?#@',
    start: hostStart,
    before: () => [...hostStart, gap('/:?#')],
    end: [{kind: 'gap', set: setOfText(':0123456789')}, text('/'), anything],
    after: [toPort, text('/'), anything],
  },
  writtenHostPort: {
    without: '/?#@',
    start: hostStart,
    before: () => [...hostStart, toPort],
    end: [text('/'), anything],
    after: [toPort, text('/'), anything],
  },
  hostPort: {without: '/?#@', start: hostStart, before: () => hostStart, end: [text('/'), anything], after: [anything]},
  path: {
    without: '?#',
    start: pathStart,
    // A slash first keeps the compared text out of the host.
    before: body =>
      startsWithSlash(body) ? [scheme, text('://'), gap('?#')] : [scheme, text('://'), gap('?#'), text('/'), gap('?#')],
    end: [{kind: 'query'}],
    after: [gap('?#'), {kind: 'query'}],
  },
}

/** Neighbouring texts as one, and gaps that swallow each other as one. */
export function tidy(layout: Layout): Layout {
  const tidied: Piece[] = []
  for (const piece of layout) {
    const last = tidied.at(-1)
    if (piece.kind === 'text' && piece.text === '') continue
    if (piece.kind === 'text' && last?.kind === 'text') tidied.splice(-1, 1, text(last.text + piece.text))
    else if (piece.kind === 'gap' && last?.kind === 'gap' && classText(piece.set) === classText(last.set)) continue
    else tidied.push(piece)
  }
  return tidied
}

/** The arrangements of a source over the address, one for each of its alternatives; undefined where they cannot be told. */
export function layoutsOf(pattern: Pattern): Layout[] | undefined {
  const {text: where, tokens, ignoreCase} = pattern
  const around = arounds[where]
  const plain = withoutCaptures(ignoreCase ? spellOutCases(tokens) : tokens)
  const layouts = alternatives(plain).map(each => {
    const starts = each[0]?.kind === 'start'
    const ends = each.at(-1)?.kind === 'end'
    const body = piecesOf(each.slice(starts ? 1 : 0, ends ? -1 : undefined), around.without)
    if (body === undefined) return undefined
    const tidyBody = tidy(body)
    // A path that may start with anything would be looked for in the host as well.
    if (where === 'path' && starts && !startsWithSlash(tidyBody)) return undefined
    return tidy([
      ...(starts ? around.start : around.before(tidyBody)),
      ...tidyBody,
      ...(ends ? around.end : around.after),
    ])
  })
  return layouts.includes(undefined) ? undefined : (layouts as Layout[])
}

export function writePiece(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return escapeRegex(piece.text)
    case 'one':
      return classText(piece.set)
    case 'gap':
      return isEmptySet(piece.set) ? '' : `${classText(piece.set)}*?`
    case 'block':
      return piece.regex
    case 'query':
      return '(?:[?#]|$)'
    case 'end':
      return '(?:#|$)'
    default:
      return piece satisfies never
  }
}

/** The layout as a regex. A gap at the end says nothing: what follows is left as it is. */
export const writeLayout = (layout: Layout): string =>
  (layout.at(-1)?.kind === 'gap' ? layout.slice(0, -1) : layout).map(writePiece).join('')
