import {
  classText,
  complement,
  everything,
  intersects,
  minus,
  textOfSet,
  type AsciiSet,
} from '../matching/regex/ascii-set'
import {withoutCaptures, type Token} from '../matching/regex/tokens'
import {writeRegex} from '../matching/regex/write'
import {capturePieces} from '../matching/captures'
import {alphabetOf, anything, fixedCharacters, text, writeLayout, writePieces, type Layout} from './layout'
import {insidePlaces, type InsidePlace} from './inside-places'
import {occurrencesOf} from './occurrences'
import {fateOf} from './fate'
import {hopOf, type Change, type Hop, type Hops} from './hops'
import {
  canBeEmpty,
  capturingVariants,
  endsWithAll,
  firstOf,
  fits,
  flat,
  headOf,
  startsWithAll,
  tailOf,
  tokensOf,
  variantsOf,
  waysOf,
  type Sequence,
  type Variant,
} from '../matching/regex/tree'

/** A regular expression that is replaced, ready to be laid out; `sticks` when the new text is itself a place to change. */
export type SoughtRegex = {
  readonly variants: readonly Variant[]
  readonly groups: number
  readonly to: readonly (string | number)[]
  readonly sticks: boolean
}

/** Makes ready what is sought, or says why Chrome cannot be told. */
export function readSoughtRegex(
  tokens: readonly Token[],
  groups: number,
  to: string,
): SoughtRegex | 'grows' | 'unclear' | 'empty' {
  if (waysOf(tokens).some(way => way.every(canBeEmpty))) return 'empty'
  const pieces = capturePieces(to)
  const captures = groups > 0 && pieces.some(piece => typeof piece === 'number')
  const told = captures ? capturingVariants(waysOf(tokens)) : variantsOf(waysOf(withoutCaptures(tokens)).map(flat))
  // What begins with any text is found from the start of the address on, whatever the source fixes there.
  const variants = told?.map(each => ({...each, starts: each.starts || startsWithAll(each.body)}))
  if (variants === undefined || (captures && variants.length > 1 && variants.some(({starts, ends}) => starts || ends)))
    return 'unclear'
  const fate = fateOf(tokens, to)
  if (fate === 'grows') return 'grows'
  return {variants, groups: captures ? groups : 0, to: pieces, sticks: fate === 'sticks'}
}

/** Whether the whole of a place can stand among these characters. */
export const fitsIn = ({variants}: SoughtRegex, among: AsciiSet): boolean =>
  variants.some(({body}) => fits(body, among))

/** Of any other character it would take of what the source keeps apart: a query where a path is meant. */
function written(variants: readonly Variant[], among: AsciiSet): string {
  const outside = complement(among)
  const without = textOfSet(outside)
  const texts = variants.map(({body}) => writeRegex(tokensOf(body), {without, outside}))
  return texts.length === 1 ? (texts[0] ?? '') : `(?:${texts.join('|')})`
}

const holds = (set: AsciiSet, mark: string): boolean => set[mark.charCodeAt(0)] === true
const setOfGap = (piece: Layout[number] | undefined): AsciiSet => (piece?.kind === 'gap' ? piece.set : everything)

const isSlash = ({slash, other, empty}: ReturnType<typeof firstOf>): boolean => slash && !other && !empty

/** What parts of an address begin with. */
const marks = ['/', '?'] as const

const beginsWith = (body: Sequence, mark: '/' | '?'): boolean => {
  if (mark === '/') return isSlash(firstOf(body))
  const [first] = body
  return first?.kind === 'text' && first.text.startsWith(mark)
}

/** What stands between two places in one gap: what is sought goes on for as long as it can, and so nothing of that follows it at once. */
function between(bodies: readonly Sequence[], gap: Layout[number] | undefined): string {
  const [body] = bodies
  const tail = body && tailOf(body)
  if (gap?.kind !== 'gap' || body === undefined || bodies.length > 1 || tail === undefined)
    return writePieces(gap ? [gap] : [])
  const other = `${classText(minus(gap.set, tail))}${gap.written}`
  return intersects(headOf(body), tail) ? other : `(?:${other})??`
}

/** Ways to choose places, gap by gap, `times` of them in all. */
function choices(gaps: readonly number[], times: number): number[][] {
  if (times === 0) return [[]]
  return gaps.flatMap((gap, at) => choices(gaps.slice(at), times - 1).map(more => [gap, ...more]))
}

/** The places in one hop when the new text is a place itself: what is left after that stays as it is. */
export const placesWhenSticking = 3

/** A regular expression is looked for in the free text of the source; `inPart` where it may touch the source's own. */
export function regexHops(layout: Layout, sought: SoughtRegex): Hops {
  if (layout.at(-1)?.kind !== 'query') return hopsIn(layout, sought)
  // Behind a path there may be a query: more free text.
  const queried = hopsIn([...layout.slice(0, -1), text('?'), anything], sought)
  const bare = hopsIn(layout, sought)
  return {hops: [...queried.hops, ...bare.hops], inPart: queried.inPart || bare.inPart}
}

/** A place that begins with the last character of a fixed text: what stands before it, itself, and the gap that it goes on in. */
type MarkedPlace = {readonly kept: string; readonly regex: string; readonly gap: number}

/** The slash after a host is the first of the path as well, a query has its question mark, and what is sought may begin with it. */
const markedPlaces = (layout: Layout, loose: readonly Variant[]): readonly MarkedPlace[] =>
  marks.flatMap(mark =>
    layout.flatMap((piece, at) => {
      const next = layout[at + 1]
      if (loose.length === 0 || !loose.every(({body}) => beginsWith(body, mark))) return []
      if (piece.kind !== 'text' || !piece.text.endsWith(mark)) return []
      if (next?.kind !== 'gap' || !holds(next.set, mark)) return []
      const kept = writePieces([...layout.slice(0, at), text(piece.text.slice(0, -1))])
      return [{kept, regex: written(loose, next.set), gap: at + 1}]
    }),
  )

/** The hops for places in free text, of which each may stand in any gap. */
function looseHops(
  layout: Layout,
  loose: readonly Variant[],
  {sticks, ...change}: Omit<Change, 'regex'> & {readonly sticks: boolean},
): (Hop | undefined)[] {
  if (loose.length === 0) return []
  const bodies = loose.map(({body}) => body)
  const gaps = layout.flatMap((piece, at) =>
    piece.kind === 'gap' && loose.some(({body}) => fits(body, piece.set)) ? [at] : [],
  )
  const hopsOf = (times: number, marked?: MarkedPlace) =>
    choices(
      gaps.filter(gap => gap >= (marked?.gap ?? 0)),
      times - (marked ? 1 : 0),
    ).map(places => {
      const before = (at: number) => places[at - 1] ?? (at === 0 ? marked?.gap : undefined)
      const kept = places.map((gap, at) =>
        before(at) === gap ? between(bodies, layout[gap]) : writePieces(layout.slice(before(at) ?? 0, gap + 1)),
      )
      const regex = places.map(gap => written(loose, setOfGap(layout[gap])))
      const rest = writeLayout(layout.slice(before(places.length) ?? 0))
      return marked
        ? hopOf([marked.kept, ...kept, rest], {...change, regex: [marked.regex, ...regex]})
        : hopOf([...kept, rest], {...change, regex})
    })
  const ofMarks = markedPlaces(layout, loose)
  const most = sticks ? placesWhenSticking : 1
  // Where one changes nothing any more no other has its turn: those that find more places come first, and of as many the first place in the address.
  return Array.from({length: most}, (_, less) => most - less).flatMap(times => {
    const marked = ofMarks.flatMap(each => hopsOf(times, each))
    return sticks ? [...marked, ...hopsOf(times)] : [...hopsOf(times), ...marked]
  })
}

function hopsIn(layout: Layout, {variants, groups, to, sticks}: SoughtRegex): Hops {
  const brought = to.map(each => (typeof each === 'string' ? each.replaceAll('\\', '/') : '')).join('')
  const leaves = layout.some(
    piece =>
      piece.kind === 'gap' &&
      variants.some(({body}) => fits(body, piece.set)) &&
      [...brought].some(character => piece.set[character.charCodeAt(0)] !== true),
  )
  const loose = variants.filter(({starts, ends}) => !starts && !ends)
  const hops = looseHops(layout, loose, {groups, to, sticks})
  const anchored = variants.filter(({starts, ends}) => starts || ends)
  const placed = anchored.map(variant =>
    standingIn(variant, layout).map(({kept, among}) => hopOf(kept, {regex: written([variant], among), groups, to})),
  )
  const bodies = variants.map(({body}) => body)
  const insides = variants.map(variant => insideHops(variant, layout, {groups, to}, bodies))
  const isInPart =
    sticks || leaves || insides.some((inside, at) => inside?.isInPart ?? touchesFixed(variants[at] as Variant, layout))
  // Changed again and again it would keep the others from their turn.
  const told = sticks ? [] : insides.flatMap(inside => inside?.hops ?? [])
  const found = [
    ...told.filter(({isFirst}) => isFirst).map(({hop}) => hop),
    ...hops,
    ...placed.flat(),
    ...told.filter(({isFirst}) => !isFirst).map(({hop}) => hop),
  ].filter(hop => hop !== undefined)
  const isNowhere = anchored.some(
    (variant, at) => placed[at]?.length === 0 && !insides[variants.indexOf(variant)]?.hops.length,
  )
  return {hops: onlyOnce(found), inPart: isInPart || isNowhere}
}

/** The first of hops that look for the same. */
const onlyOnce = (hops: readonly Hop[]): Hop[] =>
  hops.filter((hop, at) => hops.findIndex(({regexFilter}) => regexFilter === hop.regexFilter) === at)

type InsideHops = {
  readonly hops: readonly {readonly hop: Hop; readonly isFirst: boolean}[]
  readonly isInPart: boolean
}

/**
 * The hops for places that take of what the source fixes; undefined where they cannot be told. Those that may take other places along come
 * before all others. `bodies` are of all that is sought.
 */
function insideHops(
  {starts, ends, body}: Variant,
  layout: Layout,
  change: Omit<Change, 'regex'>,
  bodies: readonly Sequence[],
): InsideHops | undefined {
  const places = insidePlaces(layout, body, {starts, ends})?.filter(({after}) => !ends || endsHere(after))
  const told = places?.map(({before, regex, after}) =>
    hopOf([writePieces(before), ends ? end : writeLayout(after)], {...change, regex}),
  )
  if (places === undefined || told === undefined) return undefined
  const hops = told.flatMap((hop, at) => {
    const {isOpen = false, isContested = false, isToEnd = false} = places[at] ?? {}
    return hop ? {hop, isFirst: isOpen || isContested || isToEnd} : []
  })
  // Once such a place is changed the source may match no more, and another one of them is left.
  const leavesOthers = ({isOpen, isContested, isToEnd, after}: InsidePlace) =>
    !isToEnd && (isOpen || isContested || bodies.some(each => insidePlaces(after, each)?.length !== 0))
  return {hops, isInPart: hops.length < places.length || places.some(leavesOthers)}
}

/** Whether the address can end where this is left of a layout. */
const endsHere = (after: Layout): boolean =>
  after.every(({kind}) => kind === 'gap' || kind === 'end' || kind === 'query')

/** Whether a place may take of what the source fixes, where it cannot be told how; but for the slash before a last gap. */
function touchesFixed({starts, ends, body}: Variant, layout: Layout): boolean {
  const [first] = body
  const alphabet = alphabetOf(body)
  if (starts || !ends || first?.kind !== 'text') return intersects(fixedCharacters(layout), alphabet)
  const inside = occurrencesOf(layout, first.text).filter(each => each.inside)
  if (inside.length >= Math.max(1, standingIn({starts, ends, body}, layout).length)) return true
  // Begun in a gap before the last one, it goes on over all that follows.
  const lastGap = layout.findLastIndex(({kind}) => kind === 'gap')
  return layout.some(
    (piece, at) =>
      at < lastGap &&
      piece.kind === 'gap' &&
      fits([first], piece.set) &&
      layout.slice(at + 1, lastGap).every(each => each.kind !== 'text' || fits([each], alphabet)),
  )
}

/** The end of the address, before its fragment. */
const end = '(?:#|$)'

/** What stands around a place, and the characters that it can take. */
type Standing = {readonly kept: readonly string[]; readonly among: AsciiSet}

/** A place at the start or the end of the address, in every way that the arrangement has room for it. */
function standingIn({starts, ends, body}: Variant, layout: Layout): Standing[] {
  const [first] = layout
  if (starts) {
    // At the start of the address there is its scheme, and no room for more in a source that has the host after it.
    if (first?.kind !== 'gap' || (ends ? layout.length > 1 : !fits(body, first.set))) return []
    // It would go on over all that follows.
    if (layout.length > 1 && endsWithAll(body)) return []
    return [{kept: ['', ends ? end : writeLayout(layout)], among: first.set}]
  }
  const free = layout.at(-1)?.kind === 'gap' ? layout : layout.slice(0, -1)
  const [before, last] = [free.at(-2), free.at(-1)]
  if (last?.kind !== 'gap' || !fits(body, last.set)) return []
  const whole = {kept: [writePieces(free), end], among: last.set}
  const isWhole = before?.kind !== 'text' || !before.text.endsWith('/') || !holds(last.set, '/')
  if (isWhole || !isSlash(firstOf(body))) return [whole]
  const withSlash = [writePieces([...free.slice(0, -2), text(before.text.slice(0, -1))]), end]
  return [{kept: withSlash, among: last.set}, whole]
}
