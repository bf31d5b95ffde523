import {allCharacters, intersects, type AsciiSet} from './ascii-set'
import {splitAlternatives, close, open as openGroup, or, repeat as repeatToken, type Token} from './tokens'

type Open = Extract<Token, {kind: 'open'}>
type Leaf = Exclude<Token, {kind: 'open' | 'close' | 'or' | 'repeat'}>

/** A regex as a tree. */
export type Node =
  | Leaf
  | {readonly kind: 'group'; readonly open: Open; readonly alternatives: readonly (readonly Node[])[]}
  | {
      readonly kind: 'repeated'
      readonly node: Node
      readonly least: number
      readonly most: number
      readonly lazy: boolean
    }

export type Sequence = readonly Node[]

const createGroup = (...alternatives: readonly Sequence[]): Node => ({
  kind: 'group',
  open: openGroup(false) as Open,
  alternatives,
})

function repeated(node: Node, text: string): Node {
  const lazy = text.length > 1 && text.endsWith('?')
  const [, from = '', comma = '', to = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(text) ?? []
  const [least, most] =
    from === ''
      ? [text.startsWith('+') ? 1 : 0, text.startsWith('?') ? 1 : Infinity]
      : [Number(from), comma === '' ? Number(from) : to === '' ? Infinity : Number(to)]
  return {kind: 'repeated', node, least, most, lazy}
}

function parseSequence(tokens: readonly Token[]): Node[] {
  const nodes: Node[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (token === undefined || token.kind === 'close' || token.kind === 'or') continue
    if (token.kind === 'repeat') {
      const last = nodes.pop()
      if (last) nodes.push(repeated(last, token.text))
    } else if (token.kind === 'open') {
      const from = index + 1
      for (let depth = 1; depth > 0;) {
        const kind = tokens[++index]?.kind
        if (kind === 'open') depth++
        if (kind === 'close' || kind === undefined) depth--
      }
      nodes.push({kind: 'group', open: token, alternatives: parseAlternatives(tokens.slice(from, index))})
    } else nodes.push(token)
  }
  return nodes
}

export const parseAlternatives = (tokens: readonly Token[]): Node[][] => splitAlternatives(tokens).map(parseSequence)

const repeatText = (least: number, most: number): string => {
  if (least === 0 && most === 1) return '?'
  if (most === Infinity) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`
  return least === most ? `{${least}}` : `{${least},${most}}`
}

export const toTokens = (sequence: Sequence): Token[] =>
  sequence.flatMap((node): Token[] => {
    if (node.kind === 'repeated')
      return [...toTokens([node.node]), repeatToken(repeatText(node.least, node.most) + (node.lazy ? '?' : ''))]
    if (node.kind !== 'group') return [node]
    return [
      node.open,
      ...node.alternatives.flatMap((alternative, at) =>
        at === 0 ? toTokens(alternative) : [or, ...toTokens(alternative)],
      ),
      close,
    ]
  })

/** Removes groups with one alternative, for patterns whose captures do not matter. */
export const flattenGroups = (sequence: Sequence): Sequence =>
  sequence.flatMap(node =>
    node.kind === 'group' && node.open.lookaround === undefined && node.alternatives.length === 1
      ? flattenGroups(node.alternatives[0] ?? [])
      : [node],
  )

/** Whether a node can match the empty text. An assertion always does. */
export function canBeEmpty(node: Node): boolean {
  if (node.kind === 'group')
    return node.open.lookaround !== undefined || node.alternatives.some(alternative => alternative.every(canBeEmpty))
  if (node.kind === 'repeated') return node.least === 0 || canBeEmpty(node.node)
  return node.kind !== 'text' && node.kind !== 'set'
}

const isAssertion = (node: Node): boolean =>
  node.kind === 'raw' ||
  (node.kind === 'group' && node.alternatives.every(alternative => alternative.every(isAssertion)))

function hasAnchor(sequence: Sequence, kind: 'start' | 'end'): boolean {
  return sequence.some(node => {
    if (node.kind === 'group') return node.alternatives.some(alternative => hasAnchor(alternative, kind))
    return node.kind === 'repeated' ? hasAnchor([node.node], kind) : node.kind === kind
  })
}

/** A pattern whose `^` and `$` are at the ends, or absent. */
export type Variant = {readonly starts: boolean; readonly ends: boolean; readonly body: Sequence}

/** Chrome would refuse a larger regex. */
const maxVariants = 24

type Side = {readonly kind: 'start' | 'end'; readonly body: Sequence; readonly anchored: boolean}

/**
 * Moves an anchor of one side to the end of the pattern. `$` is handled as a mirrored `^`.
 * Undefined where that is not possible.
 */
function moveAnchorsOut({kind, body, anchored}: Side): Side[] | undefined {
  const inwards = kind === 'start' ? body : body.toReversed()
  const ordered = (nodes: Sequence) => (kind === 'start' ? nodes : nodes.toReversed())
  const at = inwards.findIndex(node => hasAnchor([node], kind))
  if (at < 0) return [{kind, body, anchored}]
  const found = inwards[at]
  const outer = inwards.slice(0, at)
  const inner = inwards.slice(at + 1)
  if (found === undefined || outer.some(isAssertion)) return undefined
  const sides: Side[] = []
  const addSides = (nodes: Sequence, isAnchored: boolean): boolean => {
    const moved = moveAnchorsOut({kind, body: ordered(nodes), anchored: isAnchored})
    if (moved) sides.push(...moved)
    return moved !== undefined && sides.length <= maxVariants
  }
  // An anchor cannot match next to a required part. An optional part must be empty there.
  const reachable = outer.every(canBeEmpty)
  if (found.kind === kind) {
    if (reachable && !addSides(inner, true)) return undefined
    return sides
  }
  if (found.kind === 'repeated') {
    if (found.most !== 1) return undefined
    if (!addSides([...outer, ...inner], anchored)) return undefined
    return addSides([...outer, found.node, ...inner], anchored) ? sides : undefined
  }
  if (found.kind !== 'group' || found.open.lookaround !== undefined) return undefined
  const free = found.alternatives.filter(alternative => !hasAnchor(alternative, kind))
  const [only] = free
  const others: Sequence = only !== undefined && free.length === 1 ? ordered(only) : [{...found, alternatives: free}]
  if (free.length > 0 && !addSides([...outer, ...others, ...inner], anchored)) return undefined
  for (const alternative of found.alternatives)
    if (hasAnchor(alternative, kind) && !addSides([...outer, ...ordered(alternative), ...inner], anchored))
      return undefined
  return sides
}

/**
 * Splits a pattern into variants without `^` and `$` in their body. Undefined where that is not
 * possible.
 */
export function splitAnchors(alternatives: readonly Sequence[]): Variant[] | undefined {
  const variants: Variant[] = []
  for (const alternative of alternatives) {
    const starts = moveAnchorsOut({kind: 'start', body: alternative, anchored: false})
    if (starts === undefined) return undefined
    for (const start of starts) {
      const ends = moveAnchorsOut({kind: 'end', body: start.body, anchored: false})
      if (ends === undefined || variants.length + ends.length > maxVariants) return undefined
      variants.push(...ends.map(end => ({starts: start.anchored, ends: end.anchored, body: end.body})))
    }
  }
  return variants
}

/**
 * Like `splitAnchors`, but keeps the order of captures: no anchor leaves its group, and nothing is
 * duplicated.
 */
export function splitCapturingAnchors(alternatives: readonly Sequence[]): Variant[] | undefined {
  const variants = alternatives.map(alternative => {
    const starts = alternative[0]?.kind === 'start'
    const ends = alternative.length > (starts ? 1 : 0) && alternative.at(-1)?.kind === 'end'
    return {starts, ends, body: alternative.slice(starts ? 1 : 0, ends ? -1 : undefined)}
  })
  const isClear = variants.every(({body}) => !hasAnchor(body, 'start') && !hasAnchor(body, 'end'))
  // The first matching alternative wins, so an alternative with `^` must come before those without.
  const isOrdered = variants.every(({starts}, at) => !starts || at === 0 || variants[at - 1]?.starts === true)
  return isClear && isOrdered ? variants : undefined
}

export const isAnyText = (node: Node | undefined): boolean =>
  node?.kind === 'repeated' && node.node.kind === 'set' && node.node.set === allCharacters && node.most === Infinity

/** Whether a match always begins at the start of the text, because it begins with `.*`. */
export function startsWithAnyText([first]: Sequence): boolean {
  if (first?.kind === 'group') return first.open.lookaround === undefined && first.alternatives.every(startsWithAnyText)
  return isAnyText(first)
}

/** Removes optional repeats at both ends of a search: `a*x` finds the same texts as `x`. */
export function trimOptionalEnds({starts, ends, body}: Variant): Variant {
  const isRemovable = (node: Node | undefined, anchored: boolean) =>
    node?.kind === 'repeated' && node.least === 0 && (!anchored || isAnyText(node))
  let [from, to, opens, closes] = [0, body.length, starts, ends]
  for (; from < to && isRemovable(body[from], opens); from++) opens = false
  for (; from < to && isRemovable(body[to - 1], closes); to--) closes = false
  // An empty pattern matches at the start and at the end of any text.
  const isEmpty = from === to && !(opens && closes)
  return {starts: opens && !isEmpty, ends: closes && !isEmpty, body: body.slice(from, to)}
}

const slash = '/'.charCodeAt(0)

/** Whether a node matches the empty text at the start of a path: before a slash, after no word. */
export function canBeEmptyBeforeSlash(node: Node): boolean {
  if (node.kind === 'raw') return node.text === '\\B'
  if (node.kind === 'text' || node.kind === 'set') return false
  if (node.kind === 'group') return node.alternatives.some(alternative => alternative.every(canBeEmptyBeforeSlash))
  if (node.kind === 'repeated') return node.least === 0 || canBeEmptyBeforeSlash(node.node)
  return false
}

/** Returns the rest of the pattern after a slash was matched, for each way to match it. */
export function consumeSlash([node, ...rest]: Sequence): Sequence[] {
  if (node === undefined) return []
  const skipped = canBeEmptyBeforeSlash(node) ? consumeSlash(rest) : []
  switch (node.kind) {
    case 'text': {
      if (!node.text.startsWith('/')) return []
      return [node.text.length > 1 ? [{kind: 'text', text: node.text.slice(1)}, ...rest] : rest]
    }
    case 'set':
      return node.set[slash] === true ? [rest] : []
    case 'group': {
      const alternatives = node.alternatives.flatMap(consumeSlash)
      const taken: Sequence[] =
        alternatives.length === 0 ? [] : alternatives.length === 1 ? alternatives : [[createGroup(...alternatives)]]
      return [...taken.map(alternative => [...alternative, ...rest]), ...skipped]
    }
    case 'repeated': {
      const {least, most} = node
      const again: Sequence = most === 1 ? [] : [{...node, least: Math.max(0, least - 1), most: most - 1}]
      return [...consumeSlash([node.node]).map(alternative => [...alternative, ...again, ...rest]), ...skipped]
    }
    default:
      return skipped
  }
}

/** Returns the possible first characters: a slash, another character, or none. */
export function getFirstCharacters([node, ...rest]: Sequence): {slash: boolean; other: boolean; empty: boolean} {
  const nothing = {slash: false, other: false, empty: true}
  if (node === undefined) return nothing
  let own = {slash: false, other: false, empty: false}
  if (node.kind === 'text') own = {...own, slash: node.text.startsWith('/'), other: !node.text.startsWith('/')}
  else if (node.kind === 'set')
    own = {...own, slash: node.set[slash] === true, other: node.set.some((held, code) => held && code !== slash)}
  else if (node.kind === 'repeated') {
    const once = getFirstCharacters([node.node])
    own = {...once, empty: once.empty || node.least === 0}
  } else if (node.kind === 'group')
    for (const alternative of node.alternatives.map(getFirstCharacters))
      own = {
        slash: own.slash || alternative.slash,
        other: own.other || alternative.other,
        empty: own.empty || alternative.empty,
      }
  // An assertion depends on the text before, which differs inside a whole URL.
  else own = {slash: true, other: true, empty: true}
  if (!own.empty) return own
  const next = getFirstCharacters(rest)
  return {slash: own.slash || next.slash, other: own.other || next.other, empty: next.empty}
}

/** Whether the pattern can match within these characters. */
export const canMatchWithin = (nodes: Sequence, among: AsciiSet): boolean =>
  nodes.every(node => {
    if (node.kind === 'text') return [...node.text].every(character => among[character.charCodeAt(0)] === true)
    if (node.kind === 'set') return intersects(node.set, among)
    if (node.kind === 'repeated') return node.least === 0 || canMatchWithin([node.node], among)
    return node.kind !== 'group' || node.alternatives.some(alternative => canMatchWithin(alternative, among))
  })

/** Returns the literal texts that all matches of an alternative contain. */
export function getFixedTexts(alternative: Sequence): string[] {
  const texts = ['']
  for (const node of alternative)
    if (node.kind === 'text') texts.push(`${texts.pop() ?? ''}${node.text}`)
    else texts.push('')
  return texts
}
