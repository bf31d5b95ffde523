import {problemEffects, type Problem} from '../model/problems'
import type {RuleType} from '../model/rules'
import {keepsPathAndQuery} from '../model/rules/redirect'
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
import {matchWildcard} from '../matching/pattern-search'
import {listCandidates, type CandidateRule, type DraftRule, type Library} from './candidate-rules'
import {getConditions, getTranslation, type AnyPair, type Condition} from './conditions'

/** A rule that acts first on every request that another rule matches. */
export type Override = {
  readonly by: CandidateRule
  /** The overridden header. Null when the whole request is taken. */
  readonly header: string | null
  /** The delay in milliseconds, when the rule acts first because its delay is longer. */
  readonly delay: number | null
}
export type Overrides = ReadonlyMap<string, Override>

type ActiveCondition = {readonly candidate: CandidateRule; readonly condition: Condition; readonly position: number}

type PairWith<Name extends string> = Extract<AnyPair, {readonly [N in Name]: unknown}>
type HeaderChange = PairWith<'modifications'>['modifications'][number] & {readonly header: string}
const getHeaderChanges = (pair: AnyPair): readonly HeaderChange[] =>
  (pair as {modifications: HeaderChange[]}).modifications

/**
 * The rule types that a type overrides. Pairs whose result depends on the request are not listed.
 */
const overriddenTypes: Readonly<Partial<Record<RuleType, readonly RuleType[]>>> = {
  Cancel: ['Redirect', 'Response', 'Replace', 'QueryParam', 'Headers'],
  Redirect: ['Redirect', 'Replace', 'QueryParam'],
  Replace: ['Replace'],
  Response: ['Response'],
  Request: ['Request'],
  Delay: ['Delay'],
  UserAgent: ['UserAgent'],
  Headers: ['Headers'],
}

/** Matches a destination that is a URL with any captures. */
const fixedDestination = /^https?:\/\/[^$/?#\s]+(?:[/?#]|$)/

const serializeEffect = (pair: AnyPair) => JSON.stringify({...pair, id: null, source: null})

/** Whether the upper condition overrides the lower one on requests that both match. */
function takesRequest(upper: ActiveCondition, lower: ActiveCondition): boolean {
  const [type, other] = [upper.candidate.rule.ruleType, lower.candidate.rule.ruleType]
  if (!overriddenTypes[type]?.includes(other)) return false
  const [one, two] = [upper.condition.pair, lower.condition.pair]
  const isAbove = upper.position < lower.position
  if (type === 'Redirect') {
    const {destinationType, destination} = one as PairWith<'destinationType'>
    if (destinationType !== 'url' || !fixedDestination.test(destination)) return false
    // A redirect to the same host changes only URLs with another scheme or port.
    const staysOnHost = upper.condition.compare(readAddress(canonicalUrl(destination) ?? '')) !== null
    if (keepsPathAndQuery(one as PairWith<'destinationType'>) && staysOnHost) return false
  }
  if (type !== other) return true
  // Both rules have the same effect, so nothing is overridden.
  if (serializeEffect(one) === serializeEffect(two) && !JSON.stringify(one).includes('$')) return false
  if (type === 'Delay') return (one as PairWith<'delay'>).delay > (two as PairWith<'delay'>).delay
  if (type === 'Replace') {
    const [{from, to}, {from: lowerText}] = [one as PairWith<'from'>, two as PairWith<'from'>]
    return (
      isAbove && !from.startsWith('/') && !lowerText.startsWith('/') && !to.includes(from) && lowerText.includes(from)
    )
  }
  return isAbove
}

/**
 * Whether the upper condition overrides a header change. Chrome lets lower rules append to a header
 * that was set.
 */
const takesHeader = (upper: ActiveCondition, {header, target = 'Request', type}: HeaderChange): boolean =>
  getHeaderChanges(upper.condition.pair).some(
    each =>
      each.header.trim().toLowerCase() === header.trim().toLowerCase() &&
      (each.target ?? 'Request') === target &&
      (each.type === 'Remove' || type !== 'Add'),
  )
const makesSameChange = (upper: ActiveCondition, change: HeaderChange): boolean =>
  getHeaderChanges(upper.condition.pair).some(
    each => each.header === change.header && each.type === change.type && each.value === change.value,
  )

/** The request types that a condition acts on, in the browser and in the page. */
function getResourceTypes({candidate, condition: {index}}: ActiveCondition): readonly ResourceType[] {
  const {templates, inPagePairs, fallbackPairs = []} = getTranslation(candidate)
  const own = templates.filter(({pair}) => pair === index)
  return [
    ...own.flatMap(each => each.condition.resourceTypes ?? resourceTypes),
    ...(inPagePairs.includes(index) || fallbackPairs.includes(index) ? (['xmlhttprequest'] as const) : []),
  ]
}

/** Whether the lower filters imply this filter. Resource types are compared separately. */
function impliesFilter(
  lower: readonly SourceFilter[],
  {pageDomains, requestMethod, requestPayload}: SourceFilter,
): boolean {
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
const serializeSource = ({key, operator, value}: Source) => `${key} ${operator} ${value.trim()}`

/** Stands for any text in a pattern. No URL contains it, so only a `*` matches it. */
const anyText = '\0'
const toSampleText = ({kind, value}: LiteralPattern): string =>
  kind === 'contains' ? `${anyText}${value}${anyText}` : kind === 'equals' ? value : value.replaceAll('*', anyText)

/** The host of all matching URLs, if the pattern contains it literally. */
const getFixedHost = ({kind, text, value}: LiteralPattern): string | undefined =>
  text === 'url' && kind !== 'contains' ? /^(?:http|ws)s?:\/\/([^/?#*:@]+)\//.exec(value)?.[1] : undefined

/**
 * Whether the upper condition matches every URL of the lower one. False when the patterns cannot be
 * compared.
 */
function coversUrls(upper: Condition, lower: Condition): boolean {
  if (upper.matchesAnyUrl) return true
  const [one, two] = [upper.pattern, lower.pattern]
  if (!one || !two || !upper.source || !lower.source) return false
  if (serializeSource(upper.source) === serializeSource(lower.source)) return true
  if (one.kind === 'wildcard' ? /^\*+$/.test(one.value) : one.kind === 'expression' && one.value === '.*') return true
  // The only URL that the lower condition matches.
  const only = two.kind === 'equals' && two.text === 'url' ? canonicalUrl(two.value) : undefined
  if (only !== undefined) return upper.compare(readAddress(only)) !== null
  if (one.kind === 'expression' || two.kind === 'expression') return false
  const compared = one.text === two.text ? toSampleText(two) : one.text === 'host' ? getFixedHost(two) : undefined
  if (compared === undefined) return false
  if (one.kind === 'equals') return compared === one.value
  return one.kind === 'contains' ? compared.includes(one.value) : matchWildcard(one.value, compared) !== null
}

function covers(upper: ActiveCondition, lower: ActiveCondition): boolean {
  const [own, other] = [upper.condition.source, lower.condition.source]
  if ((own && isForeign(own)) || (other && isForeign(other))) return false
  if (!coversUrls(upper.condition, lower.condition)) return false
  if (!(own?.filters ?? []).every(filter => impliesFilter(other?.filters ?? [], filter))) return false
  const [types, lowerTypes] = [new Set(getResourceTypes(upper)), getResourceTypes(lower)]
  return lowerTypes.length > 0 && lowerTypes.every(type => types.has(type))
}

/** Delay rules with the same type filter are limited in the same way. */
const isNote = ({code}: Problem) => code === 'delay-in-part' || problemEffects[code] === 'note'

/** Rules with other problems act on only some of their requests. */
const isFullyActive = ({off, problems, validation}: CandidateRule): boolean =>
  off === null &&
  [...problems, ...(validation?.translation.problems ?? [])].every(isNote) &&
  (validation?.faults ?? []).length === 0

const inPageTypes: ReadonlySet<RuleType> = new Set(['Request', 'Response', 'Delay'])
/**
 * Chrome has no access to payloads, so other types with a payload filter apply to fetch and XHR
 * only.
 */
const isDecidable = ({candidate: {rule}, condition}: ActiveCondition): boolean =>
  inPageTypes.has(rule.ruleType) || !condition.source?.filters?.some(each => each.requestPayload)

/**
 * Finds overridden rules by comparing conditions and effects. A rule without an entry may still be
 * overridden on some requests.
 */
export function* findOverridden(library: Library, draft: DraftRule | null): Generator<undefined, Overrides, unknown> {
  const parts: ActiveCondition[] = []
  const index = createGramIndex<ActiveCondition>()
  const bySource = new Map<string, ActiveCondition[]>()
  const anyUrl: ActiveCondition[] = []
  for (const [position, candidate] of listCandidates({...library, paused: false}, draft).entries()) {
    yield
    if (!isFullyActive(candidate)) continue
    for (const condition of getConditions(candidate.rule)) {
      const part = {candidate, condition, position}
      parts.push(part)
      if (!isDecidable(part)) continue
      if (condition.matchesAnyUrl) anyUrl.push(part)
      if (!condition.pattern || !condition.source) continue
      index.add(part, condition.pattern)
      const key = serializeSource(condition.source)
      bySource.set(key, [...(bySource.get(key) ?? []), part])
    }
  }
  const found = new Map<string, Override | null>()
  const findRelated = ({condition: {source, pattern}}: ActiveCondition) => [
    ...anyUrl,
    ...(source && pattern
      ? [...(bySource.get(serializeSource(source)) ?? []), ...index.candidates(pattern.value)]
      : []),
  ]
  for (const part of parts) {
    yield
    const {id} = part.candidate
    if (found.get(id) === null) continue
    const own = isDecidable(part)
      ? findOverride(
          part,
          findRelated(part).filter(each => each.candidate.id !== id),
        )
      : null
    found.set(id, own && (found.get(id) ?? own))
  }
  return new Map([...found].flatMap(([id, override]) => (override ? [[id, override]] : [])))
}

function findOverride(lower: ActiveCondition, uppers: readonly ActiveCondition[]): Override | null {
  const {ruleType} = lower.candidate.rule
  const first = uppers.toSorted((a, b) => a.position - b.position)
  const whole = first.find(
    each =>
      (ruleType !== 'Headers' || each.candidate.rule.ruleType !== 'Headers') &&
      takesRequest(each, lower) &&
      covers(each, lower),
  )
  if (whole) {
    const {pair} = whole.condition
    const delay = ruleType === 'Delay' && 'delay' in pair ? (pair as PairWith<'delay'>).delay : null
    return {by: whole.candidate, header: null, delay}
  }
  if (ruleType !== 'Headers') return null
  const covering = first.filter(
    each => each.candidate.rule.ruleType === 'Headers' && each.position < lower.position && covers(each, lower),
  )
  const changes = getHeaderChanges(lower.condition.pair)
  const takers = changes.map(change => covering.find(each => takesHeader(each, change)))
  const [taker] = takers
  if (!taker || !takers.every(each => each !== undefined)) return null
  if (changes.every((change, at) => makesSameChange(takers[at] ?? taker, change))) return null
  return {by: taker.candidate, header: changes[0]?.header ?? null, delay: null}
}
