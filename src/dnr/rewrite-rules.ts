import {escapeRegex, writeRegex} from '../matching/regex/write'
import {complement, intersects, toCharacterSet, type AsciiSet} from '../matching/regex/ascii-set'
import {canMatchWithin, toTokens, type Variant} from '../matching/regex/tree'
import {
  collectCharacters,
  anyText,
  textSegment,
  normalizeTemplate,
  overlapsBlock,
  writeTemplate,
  writeSegments,
  type UrlTemplate,
  type Segment,
} from './url-template'

/** A redirect that replaces the match of `regexFilter` by `regexSubstitution`. */
export type RewriteRule = {
  readonly regexFilter: string
  readonly regexSubstitution: string
  /** Only saves redirects: without this rule, the others give the same result. */
  readonly isOptional?: true
}

/**
 * One occurrence of a text in a template. `isOverlapping`: it overlaps text of the condition.
 * `isCertain`: every URL of the template contains it.
 */
type Occurrence = {
  readonly before: UrlTemplate
  readonly after: UrlTemplate
  readonly isOverlapping: boolean
  readonly isCertain: boolean
}

type Match = Omit<Occurrence, 'before'>

const sharePrefix = (a: string, b: string): boolean => (a.length < b.length ? b.startsWith(a) : a.startsWith(b))

function matchText(after: UrlTemplate, search: string, isOverlapping = false, isCertain = true): Match[] {
  if (search === '') return [{after, isOverlapping, isCertain: isCertain && isOverlapping}]
  const [first, ...rest] = after
  const code = search.charCodeAt(0)
  switch (first?.kind) {
    case 'text': {
      if (!sharePrefix(first.text, search)) return []
      const length = Math.min(first.text.length, search.length)
      return matchText(
        normalizeTemplate([textSegment(first.text.slice(length)), ...rest]),
        search.slice(length),
        true,
        isCertain,
      )
    }
    case 'character':
      return first.set[code] === true ? matchText(rest, search.slice(1), true, false) : []
    case 'wildcard':
      return matchFromWildcard({after, rest, set: first.set, search, isOverlapping, isCertain})
    case 'credentials':
    case 'port':
      return matchText(rest, search, isOverlapping, false)
    case 'query':
      return search.startsWith('?') ? matchText([anyText], search.slice(1), true, false) : []
    default:
      return []
  }
}

type WildcardMatchInput = {
  readonly after: UrlTemplate
  readonly rest: UrlTemplate
  readonly set: AsciiSet
  readonly search: string
} & Pick<Match, 'isOverlapping' | 'isCertain'>

function matchFromWildcard({after, rest, set, search, isOverlapping, isCertain}: WildcardMatchInput): Match[] {
  let most = 0
  while (most < search.length && set[search.charCodeAt(most)] === true) most++
  const matches: Match[] = []
  for (let count = most; count >= 0; count--) {
    const left = search.slice(count)
    if (left === '') matches.push({after, isOverlapping, isCertain: false})
    else
      for (const each of matchText(rest, left, isOverlapping, count === 0 && isCertain && !isOverlapping))
        matches.push(each)
  }
  return matches
}

/** All positions where a text can occur in a URL that the template matches. */
function findOccurrences(template: UrlTemplate, search: string): Occurrence[] {
  const occurrences = new Map<string, Occurrence>()
  const addOccurrences = (before: UrlTemplate, from: UrlTemplate) => {
    for (const match of matchText(from, search)) {
      const key = `${writeSegments(before)}\n${writeSegments(match.after)}`
      if (!occurrences.has(key)) occurrences.set(key, {before, ...match})
    }
  }
  template.forEach((segment, index) => {
    const before = template.slice(0, index)
    const rest = template.slice(index + 1)
    if (segment.kind === 'text')
      for (let cut = 0; cut < segment.text.length; cut++) {
        if (!sharePrefix(segment.text.slice(cut), search)) continue
        addOccurrences(normalizeTemplate([...before, textSegment(segment.text.slice(0, cut))]), [
          textSegment(segment.text.slice(cut)),
          ...rest,
        ])
      }
    else if (segment.kind === 'wildcard') addOccurrences([...before, segment], [segment, ...rest])
    else if (segment.kind === 'query') {
      addOccurrences(before, [segment])
      addOccurrences(normalizeTemplate([...before, textSegment('?'), anyText]), [anyText])
    } else if (segment.kind === 'character') addOccurrences(before, [segment, ...rest])
  })
  return [...occurrences.values()]
}

type OccurrenceChain = readonly UrlTemplate[]

/**
 * Sets of occurrences that overlap the condition, largest first. They change in one redirect,
 * because the condition no longer matches after the first one.
 */
function findOverlappingChains(occurrences: readonly Occurrence[], search: string, longest: number): OccurrenceChain[] {
  const overlapping = occurrences.filter(each => each.isOverlapping)
  const firstCertain = overlapping.findIndex(each => each.isCertain)
  // An occurrence in every URL is part of each later set.
  return overlapping
    .slice(0, firstCertain < 0 ? undefined : firstCertain + 1)
    .flatMap(({before, after}): OccurrenceChain[] => {
      const next = longest > 1 ? findOccurrences(after, search) : []
      const more = findOverlappingChains(next, search, longest - 1).map(chain => [before, ...chain])
      return next.some(each => each.isCertain) ? more : [...more, [before, after]]
    })
    .toSorted((a, b) => b.length - a.length)
}

/** A regex, the number of its captures, and the new text with numbers for captures. */
type RegexChange = {
  readonly regex: string
  readonly groups: number
  readonly to: readonly (string | number)[]
}

/**
 * A rule that keeps the text around the replaced parts; undefined above nine captures, Chrome's
 * limit.
 */
function createRewriteRule(
  preservedParts: readonly string[],
  {regex, groups, to}: RegexChange,
): RewriteRule | undefined {
  let count = 0
  let regexFilter = '^'
  let regexSubstitution = ''
  preservedParts.forEach((each, index) => {
    if (index > 0) {
      const before = count
      regexFilter += regex
      for (const segment of to)
        if (typeof segment === 'string') regexSubstitution += segment.replaceAll('\\', '\\\\')
        else if (segment <= groups) regexSubstitution += `\\${before + segment}`
      count += groups
    }
    if (each === '') return
    regexFilter += `(${each})`
    regexSubstitution += `\\${++count}`
  })
  return count > 9 ? undefined : {regexFilter, regexSubstitution}
}

const writePreservedParts = (chain: OccurrenceChain): string[] => [
  ...chain.slice(0, -1).map(writeSegments),
  writeTemplate(chain.at(-1) ?? []),
]

const occurrenceCounts = [4, 3, 2]

const endsInWildcard = ({after}: Occurrence) => after.length === 1 && after[0]?.kind === 'wildcard'

/** Rules for occurrences after the condition: first several per redirect, then one. */
function createTrailingRules({before, after}: Occurrence, change: RegexChange): (RewriteRule | undefined)[] {
  const several = occurrenceCounts.map(count =>
    createRewriteRule(writePreservedParts([before, ...Array.from({length: count}, () => after)]), change),
  )
  return [
    ...several.map(rule => rule && {...rule, isOptional: true as const}),
    createRewriteRule(writePreservedParts([before, after]), change),
  ]
}

/**
 * Whether a wildcard of the condition can contain the new text. The browser turns backslashes in
 * paths and hosts into slashes.
 */
const fitsSegment = (to: string, set: AsciiSet): boolean =>
  canMatchWithin([{kind: 'text', text: to.replaceAll('\\', '/')}], set)

/**
 * Rules that replace a text everywhere in a matching URL; null where they would miss occurrences.
 */
export function createTextRewriteRules(
  template: UrlTemplate,
  search: string,
  to: string,
): readonly RewriteRule[] | null {
  const staysInWildcards = template.every(
    segment =>
      segment.kind !== 'wildcard' ||
      !canMatchWithin([{kind: 'text', text: search}], segment.set) ||
      fitsSegment(to, segment.set),
  )
  if (!staysInWildcards || overlapsBlock(template, toCharacterSet(search))) return null
  const occurrences = findOccurrences(template, search)
  const outside = occurrences.filter(({isOverlapping}) => !isOverlapping)
  const change: RegexChange = {regex: escapeRegex(search), groups: 0, to: [to]}
  // Text of the condition changes last, because the condition does not match without it.
  const rules = [
    ...outside
      .filter(each => !endsInWildcard(each))
      .map(({before, after}) => createRewriteRule(writePreservedParts([before, after]), change)),
    ...outside.filter(endsInWildcard).flatMap(each => createTrailingRules(each, change)),
    ...findOverlappingChains(occurrences, search, 8).map(chain =>
      createRewriteRule(writePreservedParts(chain), change),
    ),
  ]
  return rules.filter(rule => rule !== undefined)
}

/** A search regex, split into its alternatives. */
export type RegexSearch = {readonly variants: readonly Variant[]} & Omit<RegexChange, 'regex'>

/** Writes the alternatives as one regex that matches only characters of this set. */
function writeVariants(variants: readonly Variant[], allowed: AsciiSet): string {
  const outside = complement(allowed)
  const texts = variants.map(({body}) => writeRegex(toTokens(body), {outside}))
  return texts.length === 1 ? (texts[0] ?? '') : `(?:${texts.join('|')})`
}

/** Rules for a regex whose matches lie in one wildcard of the condition each, else null. */
export function createRegexRewriteRules(template: UrlTemplate, search: RegexSearch): readonly RewriteRule[] | null {
  if (template.at(-1)?.kind !== 'query') return createWildcardRewriteRules(template, search)
  const withQuery = createWildcardRewriteRules([...template.slice(0, -1), textSegment('?'), anyText], search)
  const withoutQuery = createWildcardRewriteRules(template, search)
  return withQuery && withoutQuery && [...withQuery, ...withoutQuery]
}

function createWildcardRewriteRules(
  template: UrlTemplate,
  {variants, groups, to}: RegexSearch,
): readonly RewriteRule[] | null {
  if (variants.some(({starts, ends}) => starts || ends)) return null
  const alphabet = collectCharacters(variants.flatMap(({body}) => body))
  if (
    overlapsBlock(template, alphabet) ||
    template.some((segment, at) => mayOverlap(segment, template[at + 1], variants, alphabet))
  )
    return null
  const newText = to.filter(segment => typeof segment === 'string').join('')
  const rules: RewriteRule[] = []
  for (const [at, segment] of template.entries()) {
    if (segment.kind !== 'wildcard' || !variants.some(({body}) => canMatchWithin(body, segment.set))) continue
    const preservedParts = [writeSegments(template.slice(0, at + 1)), writeTemplate(template.slice(at))]
    const rule = createRewriteRule(preservedParts, {regex: writeVariants(variants, segment.set), groups, to})
    if (rule === undefined || !fitsSegment(newText, segment.set)) return null
    rules.push(rule)
  }
  return rules.length > 0 ? rules : null
}

/** Whether a match of these characters may overlap text of the condition or span two wildcards. */
function mayOverlap(
  segment: Segment,
  next: Segment | undefined,
  variants: readonly Variant[],
  alphabet: AsciiSet,
): boolean {
  if (segment.kind === 'wildcard') return next?.kind === 'wildcard'
  if (segment.kind === 'character') return intersects(segment.set, alphabet)
  if (segment.kind !== 'text') return false
  const ends = toCharacterSet(segment.text.charAt(0) + segment.text.slice(-1))
  return intersects(ends, alphabet) || variants.some(({body}) => canMatchWithin(body, toCharacterSet(segment.text)))
}
