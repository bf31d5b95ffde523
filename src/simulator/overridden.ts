import {problemEffects, type Problem} from '../model/problems'
import type {RuleType} from '../model/rules'
import {
  foreignIn,
  foreignInSource,
  resourceTypes,
  type ResourceType,
  type Source,
  type SourceFilter,
} from '../model/source'
import {canonicalUrl, isOnDomain, readAddress} from '../matching/address'
import {createGramIndex} from '../matching/gram-index'
import type {LiteralPattern} from '../matching/pattern'
import {matchWildcard} from '../matching/comparing'
import {contestOf, type Contender, type Drafted, type Library} from './contest'
import {conditionsOf, translationOf, type AnyPair, type Condition} from './prepared'

/** A rule that acts first on every request that another rule matches. */
export type Override = {
  readonly by: Contender
  /** The header that it changes; null where it takes the whole request. */
  readonly header: string | null
  /** Its delay in milliseconds, where it comes first because it is the longer one. */
  readonly waits: number | null
}
export type Overrides = ReadonlyMap<string, Override>

/** One condition of a rule that is in force. */
type Part = {readonly contender: Contender; readonly condition: Condition; readonly place: number}

type PairWith<Name extends string> = Extract<AnyPair, {readonly [N in Name]: unknown}>
type HeaderChange = PairWith<'modifications'>['modifications'][number] & {readonly header: string}
const changesOf = (pair: AnyPair): readonly HeaderChange[] => (pair as {modifications: HeaderChange[]}).modifications

/** Types whose requests a rule of this type takes, by the order of types. Where that depends on the request, nothing is listed. */
const taken: Readonly<Partial<Record<RuleType, readonly RuleType[]>>> = {
  Cancel: ['Redirect', 'Response', 'Replace', 'QueryParam', 'Headers'],
  Redirect: ['Redirect', 'Replace', 'QueryParam'],
  Replace: ['Replace'],
  Response: ['Response'],
  Request: ['Request'],
  Delay: ['Delay'],
  UserAgent: ['UserAgent'],
  Headers: ['Headers'],
}

/** The destination is a URL whatever the captures are. */
const alwaysLeads = /^https?:\/\/[^$/?#\s]+(?:[/?#]|$)/

const withoutPlace = (pair: AnyPair) => JSON.stringify({...pair, id: null, source: null})

/** Whether the upper condition takes the request from the lower one, where both match. */
function takes(upper: Part, lower: Part): boolean {
  const [type, other] = [upper.contender.rule.ruleType, lower.contender.rule.ruleType]
  if (!taken[type]?.includes(other)) return false
  const [one, two] = [upper.condition.pair, lower.condition.pair]
  const isAbove = upper.place < lower.place
  if (type === 'Redirect') {
    const {destinationType, destination} = one as PairWith<'destinationType'>
    if (destinationType !== 'url' || !alwaysLeads.test(destination)) return false
  }
  if (type !== other) return true
  // The lower rule has its effect all the same.
  if (withoutPlace(one) === withoutPlace(two) && !JSON.stringify(one).includes('$')) return false
  if (type === 'Delay') return (one as PairWith<'delay'>).delay > (two as PairWith<'delay'>).delay
  if (type === 'Replace') {
    const [{from, to}, {from: sought}] = [one as PairWith<'from'>, two as PairWith<'from'>]
    return isAbove && !from.startsWith('/') && !sought.startsWith('/') && !to.includes(from) && sought.includes(from)
  }
  return isAbove
}

/** Whether the upper condition changes a header so that the lower change is ignored. Chrome lets lower rules append to a header that was set. */
const takesHeader = (upper: Part, {header, target = 'Request', type}: HeaderChange): boolean =>
  changesOf(upper.condition.pair).some(
    each =>
      each.header.trim().toLowerCase() === header.trim().toLowerCase() &&
      (each.target ?? 'Request') === target &&
      (each.type === 'Remove' || type !== 'Add'),
  )
const changesAlike = (upper: Part, change: HeaderChange): boolean =>
  changesOf(upper.condition.pair).some(
    each => each.header === change.header && each.type === change.type && each.value === change.value,
  )

/** The types of the requests that a condition acts on, in the browser and in the page. */
function typesOf({contender, condition: {index}}: Part): readonly ResourceType[] {
  const {templates, inPagePairs, fallbackPairs = []} = translationOf(contender)
  const own = templates.filter(({pair}) => pair === index)
  return [
    ...own.flatMap(each => each.condition.resourceTypes ?? resourceTypes),
    ...(inPagePairs.includes(index) || fallbackPairs.includes(index) ? (['xmlhttprequest'] as const) : []),
  ]
}

/** Whether requests that fulfil the lower filters fulfil this one, apart from its resource types. */
function fulfils(lower: readonly SourceFilter[], {pageDomains, requestMethod, requestPayload}: SourceFilter): boolean {
  const isIn = (list: readonly string[] | undefined, fits: (each: string) => boolean) =>
    !!list?.length && list.every(fits)
  return (
    (!pageDomains?.length ||
      lower.some(each =>
        isIn(each.pageDomains, page => pageDomains.some(one => isOnDomain(page, one.toLowerCase()))),
      )) &&
    (!requestMethod?.length ||
      lower.some(each => isIn(each.requestMethod, method => requestMethod.includes(method)))) &&
    (!requestPayload || lower.some(each => JSON.stringify(each.requestPayload) === JSON.stringify(requestPayload)))
  )
}

const isForeign = (source: Source): boolean =>
  foreignInSource(source).length > 0 || (source.filters ?? []).some(each => foreignIn(each).length > 0)
const wordsOf = ({key, operator, value}: Source) => `${key} ${operator} ${value.trim()}`

/** Stands for any text in a pattern. No URL holds it, so only the `*` of another pattern matches it. */
const anyText = '\0'
const asText = ({kind, value}: LiteralPattern): string =>
  kind === 'contains' ? `${anyText}${value}${anyText}` : kind === 'equals' ? value : value.replaceAll('*', anyText)

/** The host of every URL that the pattern matches, where the pattern spells it out. */
const hostIn = ({kind, text, value}: LiteralPattern): string | undefined =>
  text === 'url' && kind !== 'contains' ? /^(?:http|ws)s?:\/\/([^/?#*:@]+)\//.exec(value)?.[1] : undefined

/** Whether every URL of the lower condition is one of the upper condition. False where the patterns do not show it. */
function coversUrls(upper: Condition, lower: Condition): boolean {
  if (upper.everywhere) return true
  const [one, two] = [upper.pattern, lower.pattern]
  if (!one || !two || !upper.source || !lower.source) return false
  if (wordsOf(upper.source) === wordsOf(lower.source)) return true
  if (one.kind === 'wildcard' ? /^\*+$/.test(one.value) : one.kind === 'expression' && one.value === '.*') return true
  // It is the one URL that the lower condition matches.
  const only = two.kind === 'equals' && two.text === 'url' ? canonicalUrl(two.value) : undefined
  if (only !== undefined) return upper.compare(readAddress(only)) !== null
  if (one.kind === 'expression' || two.kind === 'expression') return false
  const compared = one.text === two.text ? asText(two) : one.text === 'host' ? hostIn(two) : undefined
  if (compared === undefined) return false
  if (one.kind === 'equals') return compared === one.value
  return one.kind === 'contains' ? compared.includes(one.value) : matchWildcard(one.value, compared) !== null
}

function covers(upper: Part, lower: Part): boolean {
  const [own, other] = [upper.condition.source, lower.condition.source]
  if ((own && isForeign(own)) || (other && isForeign(other))) return false
  if (!coversUrls(upper.condition, lower.condition)) return false
  if (!(own?.filters ?? []).every(filter => fulfils(other?.filters ?? [], filter))) return false
  const [types, wanted] = [new Set(typesOf(upper)), typesOf(lower)]
  return wanted.length > 0 && wanted.every(type => types.has(type))
}

/** A Delay acts where any other Delay of the same type filter does. */
const isHarmless = ({code}: Problem) => code === 'delay-in-part' || problemEffects[code] === 'note'

/** Rules with other problems act on a part of their requests only. */
const isPlain = ({off, problems, judged}: Contender): boolean =>
  off === null &&
  [...problems, ...(judged?.translation.problems ?? [])].every(isHarmless) &&
  (judged?.faults ?? []).length === 0

const ofFallback: ReadonlySet<RuleType> = new Set(['Request', 'Response', 'Delay'])
/** Chrome sees no payloads, so such a rule of another type is for fetch and XHR alone. */
const isDecidable = ({contender: {rule}, condition}: Part): boolean =>
  ofFallback.has(rule.ruleType) || !condition.source?.filters?.some(each => each.requestPayload)

/** Compares the conditions and effects of rules. A rule without an entry may be overridden on some requests; the tester tells for any of them. */
export function* findOverridden(library: Library, draft: Drafted | null): Generator<undefined, Overrides, unknown> {
  const parts: Part[] = []
  const index = createGramIndex<Part>()
  const alike = new Map<string, Part[]>()
  const everywhere: Part[] = []
  for (const [place, contender] of contestOf({...library, paused: false}, draft).entries()) {
    yield
    if (!isPlain(contender)) continue
    for (const condition of conditionsOf(contender.rule)) {
      const part = {contender, condition, place}
      parts.push(part)
      if (!isDecidable(part)) continue
      if (condition.everywhere) everywhere.push(part)
      if (!condition.pattern || !condition.source) continue
      index.add(part, condition.pattern)
      const words = wordsOf(condition.source)
      alike.set(words, [...(alike.get(words) ?? []), part])
    }
  }
  const found = new Map<string, Override | null>()
  const above = ({condition: {source, pattern}}: Part) => [
    ...everywhere,
    ...(source && pattern ? [...(alike.get(wordsOf(source)) ?? []), ...index.candidates(pattern.value)] : []),
  ]
  for (const part of parts) {
    yield
    const {id} = part.contender
    if (found.get(id) === null) continue
    const own = isDecidable(part)
      ? findTaking(
          part,
          above(part).filter(each => each.contender.id !== id),
        )
      : null
    found.set(id, own && (found.get(id) ?? own))
  }
  return new Map([...found].flatMap(([id, override]) => (override ? [[id, override]] : [])))
}

function findTaking(lower: Part, uppers: readonly Part[]): Override | null {
  const {ruleType} = lower.contender.rule
  const first = uppers.toSorted((a, b) => a.place - b.place)
  const whole = first.find(
    each =>
      (ruleType !== 'Headers' || each.contender.rule.ruleType !== 'Headers') &&
      takes(each, lower) &&
      covers(each, lower),
  )
  if (whole) {
    const {pair} = whole.condition
    const waits = ruleType === 'Delay' && 'delay' in pair ? (pair as PairWith<'delay'>).delay : null
    return {by: whole.contender, header: null, waits}
  }
  if (ruleType !== 'Headers') return null
  const covering = first.filter(
    each => each.contender.rule.ruleType === 'Headers' && each.place < lower.place && covers(each, lower),
  )
  const changes = changesOf(lower.condition.pair)
  const takers = changes.map(change => covering.find(each => takesHeader(each, change)))
  const [taker] = takers
  if (!taker || !takers.every(each => each !== undefined)) return null
  if (changes.every((change, at) => changesAlike(takers[at] ?? taker, change))) return null
  return {by: taker.contender, header: changes[0]?.header ?? null, waits: null}
}
