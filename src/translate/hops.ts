import {escapeRegex, writeRegex} from '../matching/regex/write'
import {complement, intersects, setOfText, textOfSet, type AsciiSet} from '../matching/regex/ascii-set'
import {fits, tokensOf, type Variant} from '../matching/regex/tree'
import {alphabetOf, anything, text, touchesBlock, writeLayout, writePieces, type Layout, type Piece} from './layout'
import {chainsOf, occurrencesOf, type Chain, type Occurrence} from './occurrences'

/** One regex redirect: `regexFilter`, and the substitution of its match. */
export type Hop = {
  readonly regexFilter: string
  readonly regexSubstitution: string
  /** It only saves redirects. Where Chrome refuses its regex, the other hops give the same result. */
  readonly dispensable?: true
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

// Most addresses hold the text once or twice; those that hold it more often take another hop.
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
  const around = {without: textOfSet(outside), outside}
  const texts = variants.map(({body}) => writeRegex(tokensOf(body), around))
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
