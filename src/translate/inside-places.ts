import {complement, intersects, isEmptySet, minus, setOfCharacter, type AsciiSet} from '../matching/regex/ascii-set'
import {close, repeat, text as textToken, type Token} from '../matching/regex/tokens'
import {writeRegex} from '../matching/regex/write'
import {alphabetOf, anything, portPieces, text, tidy, writePieces, type Layout} from './layout'
import {fits, repeatText, startsWithAll, type Node, type Sequence} from '../matching/regex/tree'

/**
 * A place of an expression that takes of what the source fixes: what stands before it and after, and the expression as far as it can
 * stand there. Both hold wherever this does.
 */
export type InsidePlace = {
  readonly before: Layout
  readonly regex: string
  readonly after: Layout
  /** Whether it goes on over free text in which another place could stand: then the first of them takes the others along. */
  readonly isOpen: boolean
  /** Whether it could as well have ended before what the source fixes: where both can be, it is this one that is meant. */
  readonly isContested: boolean
  /** Whether it takes all that follows, so that nothing is left behind it to be changed. */
  readonly isToEnd: boolean
}

/** More ways to stand there than this are not told: Chrome takes a thousand regexes in all. */
const mostPlaces = 8
/** Looking for them comes to an end. */
const mostSteps = 1_500
const longestPlace = 300

type Bracket = Extract<Token, {kind: 'open' | 'close'}>
type Step = Node | Bracket
type Taking = {
  readonly steps: readonly Step[]
  readonly layout: Layout
  readonly tokens: readonly Token[]
  readonly inside: boolean
  /** Whether the next character is one that it could do without. */
  readonly isChoice: boolean
  readonly isContested: boolean
}
type Taken = Omit<Taking, 'steps'>

/** A set in the fewest characters. */
function tokenOf(set: AsciiSet): Token {
  const code = set.indexOf(true)
  return set.indexOf(true, code + 1) < 0 ? textToken(String.fromCharCode(code)) : {kind: 'set', set}
}

const both = (a: AsciiSet, b: AsciiSet): AsciiSet => minus(a, complement(b))

const capturesIn = (nodes: Sequence): number =>
  nodes
    .map(node => {
      if (node.kind === 'repeated') return capturesIn([node.node])
      if (node.kind !== 'group') return 0
      return (node.open.capturing ? 1 : 0) + node.ways.map(capturesIn).reduce((sum, each) => sum + each, 0)
    })
    .reduce((sum, each) => sum + each, 0)

/** The characters of which a node takes one; undefined where it is more than that. */
const oneOf = (node: Node): AsciiSet | undefined =>
  node.kind === 'set'
    ? node.set
    : node.kind === 'text' && node.text.length === 1
      ? setOfCharacter(node.text)
      : undefined

/** What may be taken of the rest of a text after its first character. */
const restOf = (node: Node, rest: readonly Step[]): readonly Step[] =>
  node.kind === 'text' && node.text.length > 1 ? [textToken(node.text.slice(1)) as Node, ...rest] : rest

/** The one search for the places of an expression in a layout. `isClear` until something cannot be told, or is too much. */
class Search {
  isClear = true
  private left = mostSteps

  /** `goesToEnd` where the place must go on to the end of the address. */
  constructor(private readonly goesToEnd: boolean) {}

  take(taking: Taking, note: (taken: Taken) => void): void {
    if (!this.isClear) return
    if (--this.left < 0 || taking.tokens.length > longestPlace) return this.giveUp()
    const {steps, ...taken} = taking
    const [step, ...rest] = steps
    const go = (next: readonly Step[], more: Partial<Taken> = {}) => this.take({...taken, steps: next, ...more}, note)
    switch (step?.kind) {
      case undefined:
        return note(taken)
      case 'open':
      case 'close':
      case 'raw':
        return go(rest, {tokens: [...taken.tokens, step]})
      case 'group':
        if (step.open.look !== undefined || (step.ways.length > 1 && step.ways.some(way => capturesIn(way) > 0)))
          return this.giveUp()
        return step.ways.forEach(way =>
          go([step.open, ...way, close as Bracket, ...rest], {isChoice: taken.isChoice || step.ways.length > 1}),
        )
      case 'repeated':
        return this.takeRepeated(step, {...taking, steps: rest}, note)
      case 'text':
      case 'set':
        return this.takeOne(step, {...taking, steps: rest}, note)
      default:
        return this.giveUp()
    }
  }

  private giveUp(): void {
    this.isClear = false
  }

  /** `taking` is what comes after the node. */
  private takeOne(node: Node & {kind: 'text' | 'set'}, taking: Taking, note: (taken: Taken) => void): void {
    const {layout, tokens, steps} = taking
    const set = node.kind === 'set' ? node.set : setOfCharacter(node.text.charAt(0))
    const [piece, ...others] = layout
    const taken = (token: Token, after: Layout, inside: boolean) =>
      this.take(
        {
          steps: restOf(node, steps),
          layout: after,
          tokens: [...tokens, token],
          inside,
          isChoice: false,
          isContested: taking.isContested || (inside && !taking.inside && taking.isChoice),
        },
        note,
      )
    const leave = (after: Layout) => this.take({...taking, steps: [node, ...steps], layout: after}, note)
    switch (piece?.kind) {
      case 'text': {
        const character = piece.text.charAt(0)
        if (set[character.charCodeAt(0)] === true)
          taken(textToken(character), tidy([text(piece.text.slice(1)), ...others]), true)
        return
      }
      case 'one': {
        const common = both(set, piece.set)
        if (!isEmptySet(common)) taken(tokenOf(common), others, true)
        return
      }
      case 'gap': {
        const common = both(set, piece.set)
        if (!isEmptySet(common)) taken(tokenOf(common), layout, taking.inside)
        return leave(others)
      }
      case 'port':
        leave([...portPieces, ...others])
        return leave(others)
      case 'credentials':
        return leave(others)
      case 'query':
        if (set['?'.charCodeAt(0)] === true) taken(textToken('?'), [anything], true)
        return
      default:
    }
  }

  private takeRepeated(node: Node & {kind: 'repeated'}, taking: Taking, note: (taken: Taken) => void): void {
    const {least, most, lazy} = node
    const captures = capturesIn([node.node])
    if (captures > 0 && most > 1) return this.giveUp()
    const {layout, tokens, steps} = taking
    const [piece, ...others] = layout
    const set = oneOf(node.node)
    // At its end a place takes as much as it can, or as little.
    const isLast = !this.goesToEnd && steps.every(({kind}) => kind === 'close')
    const go = (more: Partial<Taking>) => this.take({...taking, ...more}, note)
    let onwards: Partial<Taking> | undefined
    let stop: Partial<Taking> | undefined
    let canGoOn: boolean
    if (set && piece?.kind === 'gap' && most === Infinity && least <= 1) {
      const common = both(set, piece.set)
      const some = (from: number): Token[] =>
        isEmptySet(common) ? [] : [tokenOf(common), repeat(repeatText(from, Infinity) + (lazy ? '?' : ''))]
      onwards = {steps: [{...node, least: 1}, ...steps], layout: others, tokens: [...tokens, ...some(0)]}
      if (least === 0 || !isEmptySet(common)) stop = {tokens: [...tokens, ...some(least)]}
      canGoOn = beginsIn(others, set)
    } else {
      const again: readonly Step[] = most > 1 ? [{...node, least: Math.max(0, least - 1), most: most - 1}] : []
      if (layout.length > 0) onwards = {steps: [node.node, ...again, ...steps]}
      // A group that is not there counts among the captures.
      const none = Array.from({length: captures}, (): Bracket[] => [{kind: 'open', capturing: true}, close as Bracket])
      if (least === 0) stop = {tokens: [...tokens, ...none.flat()]}
      canGoOn = set !== undefined && beginsIn(layout, set)
    }
    const isChoice = taking.isChoice || (stop !== undefined && !lazy)
    if (lazy && stop) go(stop)
    if (onwards && !(lazy && isLast && stop)) go({...onwards, isChoice})
    if (!lazy && stop && !(isLast && canGoOn)) go(stop)
  }
}

/** Whether all that a layout stands for begins with a character of a set. */
function beginsIn([first]: Layout, set: AsciiSet): boolean {
  if (first?.kind === 'text') return set[first.text.charCodeAt(0)] === true
  return first?.kind === 'one' && isEmptySet(minus(first.set, set))
}

/** Where in a layout a place can start: what stands before it, and what it can take of. */
function startsIn(layout: Layout): {readonly before: Layout; readonly from: Layout}[] {
  return layout.flatMap((piece, at) => {
    const before = layout.slice(0, at)
    const rest = layout.slice(at + 1)
    switch (piece.kind) {
      case 'text':
        return Array.from({length: piece.text.length}, (_, cut) => ({
          before: tidy([...before, text(piece.text.slice(0, cut))]),
          from: [text(piece.text.slice(cut)), ...rest],
        }))
      case 'gap':
        return [{before: [...before, piece], from: [piece, ...rest]}]
      case 'port': {
        const [colon, digits] = portPieces
        return [
          {before, from: [...portPieces, ...rest]},
          {before: [...before, colon, digits], from: [digits, ...rest]},
        ]
      }
      case 'one':
      case 'query':
        return [{before, from: [piece, ...rest]}]
      default:
        return []
    }
  })
}

/** Whether tokens end with all that a gap can hold. */
function takesRestOf(tokens: readonly Token[], gap: AsciiSet): boolean {
  const last = tokens.findLastIndex(({kind}) => kind !== 'close')
  const [set, repeated] = [tokens[last - 1], tokens[last]]
  return (
    repeated?.kind === 'repeat' &&
    (repeated.text === '*' || repeated.text === '+') &&
    set?.kind === 'set' &&
    isEmptySet(minus(gap, set.set))
  )
}

/** Whether an expression can stand in free text over which its place goes on. */
const goesOver = (tokens: readonly Token[], body: Sequence): boolean =>
  tokens.some((token, at) => token.kind === 'set' && tokens[at + 1]?.kind === 'repeat' && fits(body, token.set))

/** More arrangements than this are not looked through. */
const mostLayouts = 8

/** The layout with one of the ways of each block in its place; undefined for one that holds such a character, and cannot be told. */
function unblocked(layout: Layout, alphabet: AsciiSet): readonly Layout[] | undefined {
  const at = layout.findIndex(piece => piece.kind === 'block' && intersects(piece.set, alphabet))
  const block = layout[at]
  if (block?.kind !== 'block') return [layout]
  const told = block.ways?.map(way =>
    unblocked(tidy([...layout.slice(0, at), ...way, ...layout.slice(at + 1)]), alphabet),
  )
  if (told === undefined || told.includes(undefined)) return undefined
  const layouts = told.flatMap(each => each ?? [])
  return layouts.length > mostLayouts ? undefined : layouts
}

type Anchors = {readonly starts: boolean; readonly ends: boolean}

/**
 * The places of an expression that take of what the source fixes, first those that it prefers; undefined where they cannot be told.
 * It may have to stand at the start of the address, or at its end.
 */
export function insidePlaces(
  layout: Layout,
  body: Sequence,
  {starts, ends}: Anchors = {starts: false, ends: false},
): readonly InsidePlace[] | undefined {
  const layouts = unblocked(layout, alphabetOf(body))
  if (layouts === undefined) return undefined
  const isAtStart = starts || startsWithAll(body)
  const search = new Search(ends)
  const found = new Map<string, InsidePlace>()
  for (const {before, from} of layouts.flatMap(each => (isAtStart ? [{before: [], from: each}] : startsIn(each))))
    search.take(
      {steps: body, layout: from, tokens: [], inside: false, isChoice: false, isContested: false},
      ({tokens, layout: after, inside, isContested}) => {
        if (!inside) return
        const regex = writeRegex(tokens, {without: '#'})
        const [gap] = after
        const isToEnd = after.length === 1 && gap?.kind === 'gap' && takesRestOf(tokens, gap.set)
        const key = [writePieces(before), regex, writePieces(after)].join('\n')
        const isOpen = goesOver(tokens, body)
        if (!found.has(key)) found.set(key, {before, regex, after, isOpen, isContested, isToEnd})
        if (found.size > mostPlaces) search.isClear = false
      },
    )
  return search.isClear ? [...found.values()] : undefined
}
