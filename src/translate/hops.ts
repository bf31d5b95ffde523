import {escapeRegex} from '../matching/escape-regex'
import {intersects, setOfText, type AsciiSet} from '../matching/regex/ascii-set'
import {placesOf} from '../matching/replace-text'
import {anything, blockCharacters, writeLayout, writePieces, type Layout} from './layout'
import {notEndingWith, notStartingWith} from './not-inside'
import {fits} from '../matching/regex/tree'
import {chainsOf, occurrencesOf, type Chain, type Occurrence} from './occurrences'

/** One arrangement for Chrome: the regex, and what its match becomes. */
export type Hop = {
  readonly regexFilter: string
  readonly regexSubstitution: string
  /** Only spares hops: where Chrome refuses the regex, the others do as well without it. */
  readonly dispensable?: true
}

/** What is done to the addresses of one arrangement, first things first; `inPart` where some places are not reached. */
export type Hops = {readonly hops: readonly Hop[]; readonly inPart: boolean}

/** A regex that is replaced, or one for each of some places, the number of its captures, and the new text with theirs in it. */
export type Change = {
  readonly regex: string | readonly string[]
  readonly groups: number
  readonly to: readonly (string | number)[]
}

/** `kept` stands around and between the changed places. Chrome knows nine groups; undefined where that takes more. */
export function hopOf(kept: readonly string[], {regex, groups, to}: Change): Hop | undefined {
  let count = 0
  let regexFilter = '^'
  let regexSubstitution = ''
  kept.forEach((each, index) => {
    if (index > 0) {
      const before = count
      regexFilter += typeof regex === 'string' ? regex : (regex[index - 1] ?? '')
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

/** Occurrences in the text after all that the source fixes: several in one hop where Chrome takes that regex, then one. */
function behind({before, after}: Occurrence, change: Change): (Hop | undefined)[] {
  const several = manyPlaces.map(places =>
    hopOf(keptOf([before, ...Array.from({length: places}, () => after)]), change),
  )
  return [...several.map(hop => hop && {...hop, dispensable: true as const}), hopOf(keptOf([before, after]), change)]
}

/** Where the new text holds the old one: only occurrences that do not already stand inside the new text. */
function notInside({before, after}: Occurrence, sought: string, to: string): Hops {
  const at = to.indexOf(sought)
  const ahead = notEndingWith(before, to.slice(0, at))
  const back = notStartingWith(after, to.slice(at + sought.length))
  const change = {regex: escapeRegex(sought), groups: 0, to: [to]}
  const hops = [
    typeof ahead === 'string' ? hopOf([ahead, writeLayout(after)], change) : undefined,
    typeof back === 'string' ? hopOf([writePieces(before), back], change) : undefined,
  ]
  return {hops: hops.filter(hop => hop !== undefined), inPart: ahead === undefined || back === undefined}
}

/** A text that is replaced wherever it stands in the addresses of one arrangement. */
export function textHops(layout: Layout, sought: string, to: string): Hops {
  const occurrences = occurrencesOf(layout, sought)
  const chains = chainsOf(occurrences, sought, 8)
  const outside = occurrences.filter(({inside}) => !inside)
  const hasBlock = layout.some(({kind}) => kind === 'block')
  const touchesBlock = hasBlock && intersects(blockCharacters(layout), setOfText(sought))
  if (placesOf(sought, to).length > 0) {
    const inside = occurrences.filter(each => each.inside)
    const done = [...outside, ...inside].map(each => notInside(each, sought, to))
    const inPart = hasBlock || chains.some(chain => chain.length > 2) || done.some(each => each.inPart)
    return {hops: done.flatMap(each => each.hops), inPart}
  }
  const change: Change = {regex: escapeRegex(sought), groups: 0, to: [to]}
  // What the source does not fix goes first: once its own text is changed, it matches no more.
  const ahead = outside.filter(each => !endsFreely(each))
  const hops = [
    ...ahead.map(({before, after}) => hopOf(keptOf([before, after]), change)),
    ...outside.filter(endsFreely).flatMap(each => behind(each, change)),
    ...chains.map(chain => hopOf(keptOf(chain), change)),
  ]
  return {hops: hops.filter(hop => hop !== undefined), inPart: touchesBlock || !staysInGaps(layout, sought, to)}
}

/** Whether the new text fits wherever the old one did, so that the source matches until every place is changed. */
function staysInGaps(layout: Layout, sought: string, to: string): boolean {
  const isIn = (given: string, set: AsciiSet) => fits([{kind: 'text', text: given}], set)
  // A backslash in a path or a host is a slash.
  const slashed = to.replaceAll('\\', '/')
  return layout.every(piece => piece.kind !== 'gap' || !isIn(sought, piece.set) || isIn(slashed, piece.set))
}

/** The arrangement of a source that every address with the sought text fulfils. */
export const everywhere: Layout = [anything]
