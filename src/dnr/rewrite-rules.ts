import {escapeRegex, writeRegex} from '../matching/regex/write'
import {complement, intersects, setOfText, type AsciiSet} from '../matching/regex/ascii-set'
import {fits, tokensOf, type Variant} from '../matching/regex/tree'
import {
  alphabetOf,
  anything,
  text,
  tidy,
  touchesBlock,
  writeLayout,
  writePieces,
  type Layout,
  type Piece,
} from './url-template'

/** One regex redirect: `regexFilter`, and the substitution of its match. */
export type Hop = {
  readonly regexFilter: string
  readonly regexSubstitution: string
  /** It only saves redirects. Where Chrome refuses its regex, the other hops give the same result. */
  readonly dispensable?: true
}

/** A text in an arrangement. `inside`: it overlaps the condition's text; `certain`: every URL of the arrangement has it. */
type Occurrence = {
  readonly before: Layout
  readonly after: Layout
  readonly inside: boolean
  readonly certain: boolean
}

type Taken = Omit<Occurrence, 'before'>

const agree = (a: string, b: string): boolean => (a.length < b.length ? b.startsWith(a) : a.startsWith(b))

function take(after: Layout, sought: string, inside = false, certain = true): Taken[] {
  if (sought === '') return [{after, inside, certain: certain && inside}]
  const [first, ...rest] = after
  const code = sought.charCodeAt(0)
  switch (first?.kind) {
    case 'text': {
      if (!agree(first.text, sought)) return []
      const length = Math.min(first.text.length, sought.length)
      return take(tidy([text(first.text.slice(length)), ...rest]), sought.slice(length), true, certain)
    }
    case 'one':
      return first.set[code] === true ? take(rest, sought.slice(1), true, false) : []
    case 'gap':
      return fromGap({after, rest, set: first.set, sought, inside, certain})
    case 'credentials':
    case 'port':
      return take(rest, sought, inside, false)
    case 'query':
      return sought.startsWith('?') ? take([anything], sought.slice(1), true, false) : []
    default:
      return []
  }
}

type InGap = {readonly after: Layout; readonly rest: Layout; readonly set: AsciiSet; readonly sought: string} & Pick<
  Taken,
  'inside' | 'certain'
>

function fromGap({after, rest, set, sought, inside, certain}: InGap): Taken[] {
  let most = 0
  while (most < sought.length && set[sought.charCodeAt(most)] === true) most++
  const taken: Taken[] = []
  for (let count = most; count >= 0; count--) {
    const left = sought.slice(count)
    if (left === '') taken.push({after, inside, certain: false})
    else for (const each of take(rest, left, inside, count === 0 && certain && !inside)) taken.push(each)
  }
  return taken
}

/** Every way in which a text can stand in an address that the layout matches. */
function occurrencesOf(layout: Layout, sought: string): Occurrence[] {
  const found = new Map<string, Occurrence>()
  const note = (before: Layout, from: Layout) => {
    for (const taken of take(from, sought)) {
      const key = `${writePieces(before)}\n${writePieces(taken.after)}`
      if (!found.has(key)) found.set(key, {before, ...taken})
    }
  }
  layout.forEach((piece, index) => {
    const before = layout.slice(0, index)
    const rest = layout.slice(index + 1)
    if (piece.kind === 'text')
      for (let cut = 0; cut < piece.text.length; cut++) {
        if (!agree(piece.text.slice(cut), sought)) continue
        note(tidy([...before, text(piece.text.slice(0, cut))]), [text(piece.text.slice(cut)), ...rest])
      }
    else if (piece.kind === 'gap') note([...before, piece], [piece, ...rest])
    else if (piece.kind === 'query') {
      note(before, [piece])
      note(tidy([...before, text('?'), anything]), [anything])
    } else if (piece.kind === 'one') note(before, [piece, ...rest])
  })
  return [...found.values()]
}

type Chain = readonly Layout[]

/** Sets of occurrences inside the condition's text, largest first. They change together, or the condition stops matching. */
function chainsOf(occurrences: readonly Occurrence[], sought: string, longest: number): Chain[] {
  const inside = occurrences.filter(each => each.inside)
  const certain = inside.findIndex(each => each.certain)
  // One that stands in every address is never passed over.
  return inside
    .slice(0, certain < 0 ? undefined : certain + 1)
    .flatMap(({before, after}): Chain[] => {
      const next = longest > 1 ? occurrencesOf(after, sought) : []
      const more = chainsOf(next, sought, longest - 1).map(chain => [before, ...chain])
      return next.some(each => each.certain) ? more : [...more, [before, after]]
    })
    .toSorted((a, b) => b.length - a.length)
}

/** A regex to replace, the number of its captures, and the new text with numbers for the captures in it. */
type Change = {
  readonly regex: string
  readonly groups: number
  readonly to: readonly (string | number)[]
}

/** A hop that keeps what is around and between the changed places; undefined above the nine captures that Chrome has. */
function hopOf(kept: readonly string[], {regex, groups, to}: Change): Hop | undefined {
  let count = 0
  let regexFilter = '^'
  let regexSubstitution = ''
  kept.forEach((each, index) => {
    if (index > 0) {
      const before = count
      regexFilter += regex
      for (const piece of to)
        if (typeof piece === 'string') regexSubstitution += piece.replaceAll('\\', '\\\\')
        else if (piece <= groups) regexSubstitution += `\\${before + piece}`
      count += groups
    }
    if (each === '') return
    regexFilter += `(${each})`
    regexSubstitution += `\\${++count}`
  })
  return count > 9 ? undefined : {regexFilter, regexSubstitution}
}

const keptOf = (chain: Chain): string[] => [...chain.slice(0, -1).map(writePieces), writeLayout(chain.at(-1) ?? [])]

const manyPlaces = [4, 3, 2]

const endsFreely = ({after}: Occurrence) => after.length === 1 && after[0]?.kind === 'gap'

/** Occurrences behind all text of the condition: several in one hop where Chrome accepts that regex, then one. */
function behind({before, after}: Occurrence, change: Change): (Hop | undefined)[] {
  const several = manyPlaces.map(places =>
    hopOf(keptOf([before, ...Array.from({length: places}, () => after)]), change),
  )
  return [...several.map(hop => hop && {...hop, dispensable: true as const}), hopOf(keptOf([before, after]), change)]
}

/** Whether the new text fits into this wildcard of the condition. A backslash in a path or a host becomes a slash. */
const isRoomFor = (to: string, set: AsciiSet): boolean => fits([{kind: 'text', text: to.replaceAll('\\', '/')}], set)

/** The hops that replace a text wherever it is in a matching URL; null where they would miss some of its places. */
export function textHops(layout: Layout, sought: string, to: string): readonly Hop[] | null {
  const staysInGaps = layout.every(
    piece => piece.kind !== 'gap' || !fits([{kind: 'text', text: sought}], piece.set) || isRoomFor(to, piece.set),
  )
  if (!staysInGaps || touchesBlock(layout, setOfText(sought))) return null
  const occurrences = occurrencesOf(layout, sought)
  const outside = occurrences.filter(({inside}) => !inside)
  const change: Change = {regex: escapeRegex(sought), groups: 0, to: [to]}
  // The text of the condition is changed last: without it the condition no longer matches.
  const hops = [
    ...outside.filter(each => !endsFreely(each)).map(({before, after}) => hopOf(keptOf([before, after]), change)),
    ...outside.filter(endsFreely).flatMap(each => behind(each, change)),
    ...chainsOf(occurrences, sought, 8).map(chain => hopOf(keptOf(chain), change)),
  ]
  return hops.filter(hop => hop !== undefined)
}

/** A regex to replace, cut into its alternatives. */
export type SoughtRegex = {readonly variants: readonly Variant[]} & Omit<Change, 'regex'>

/** Alternatives as one regex that matches only characters of this set. */
function writeVariants(variants: readonly Variant[], among: AsciiSet): string {
  const outside = complement(among)
  const texts = variants.map(({body}) => writeRegex(tokensOf(body), {outside}))
  return texts.length === 1 ? (texts[0] ?? '') : `(?:${texts.join('|')})`
}

/** The hops that replace a regex whose matches each lie in one wildcard of the condition; null for any other regex. */
export function regexHops(layout: Layout, sought: SoughtRegex): readonly Hop[] | null {
  if (layout.at(-1)?.kind !== 'query') return hopsInGaps(layout, sought)
  const queried = hopsInGaps([...layout.slice(0, -1), text('?'), anything], sought)
  const bare = hopsInGaps(layout, sought)
  return queried && bare && [...queried, ...bare]
}

function hopsInGaps(layout: Layout, {variants, groups, to}: SoughtRegex): readonly Hop[] | null {
  if (variants.some(({starts, ends}) => starts || ends)) return null
  const alphabet = alphabetOf(variants.flatMap(({body}) => body))
  if (touchesBlock(layout, alphabet) || layout.some((piece, at) => mayMeet(piece, layout[at + 1], variants, alphabet)))
    return null
  const newText = to.filter(piece => typeof piece === 'string').join('')
  const hops: Hop[] = []
  for (const [at, piece] of layout.entries()) {
    if (piece.kind !== 'gap' || !variants.some(({body}) => fits(body, piece.set))) continue
    const kept = [writePieces(layout.slice(0, at + 1)), writeLayout(layout.slice(at))]
    const hop = hopOf(kept, {regex: writeVariants(variants, piece.set), groups, to})
    if (hop === undefined || !isRoomFor(newText, piece.set)) return null
    hops.push(hop)
  }
  return hops.length > 0 ? hops : null
}

/** Whether a match, made of these characters, may take of a text of the condition, or of two wildcards side by side. */
function mayMeet(piece: Piece, next: Piece | undefined, variants: readonly Variant[], alphabet: AsciiSet): boolean {
  if (piece.kind === 'gap') return next?.kind === 'gap'
  if (piece.kind === 'one') return intersects(piece.set, alphabet)
  if (piece.kind !== 'text') return false
  const ends = setOfText(piece.text.charAt(0) + piece.text.slice(-1))
  return intersects(ends, alphabet) || variants.some(({body}) => fits(body, setOfText(piece.text)))
}
