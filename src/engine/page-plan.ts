import {hasNoBody, faultOfAnswerHeader, isStatusCode, isStatusText, type AnswerHeader} from '../model/rules/response'
import {
  pageBodyPrefix,
  toPairId,
  type PageBody,
  type NavigatorOverrideRule,
  type InPageAction,
  type PageRule,
  type PreparedSource,
  type NavigationRule,
} from '../model/page-rules'
import {isLeftOut, type Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {longestDelay} from '../model/rules/delay'
import type {Source} from '../model/source'
import {guessContentType} from '../model/content-type'
import {prepareSource, prepareFilters} from '../matching/prepare'
import {serializeNavigatorOverride} from '../dnr/user-agent-override'
import type {PageInstall} from './ports'
import {bands} from '../dnr/priorities'
import {mergeQueryChanges} from './desired-rules'
import {getUrlTransform, type UrlTransform} from '../simulator/url-transforms'

const maxInlineLength = 16_000

async function createBodyName(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return pageBodyPrefix + Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Without a source it matches every fetch and XHR; undefined for a source that matches nothing. */
function toPreparedSource(source: Source | undefined): PreparedSource | undefined {
  if (source === undefined || source.value.trim() === '')
    return {text: 'url', compare: {kind: 'contains', value: ''}, filters: prepareFilters(source?.filters ?? [])}
  const read = prepareSource(source)
  return 'fault' in read ? undefined : read.prepared
}

const contentType = 'content-type'

/** Lower-cases names, joins repeated headers, and drops those that a `Response` cannot have. */
function toHeaderFields(headers: readonly AnswerHeader[] = []): Record<string, string> {
  const fields = new Map<string, string>()
  for (const {header, value} of headers) {
    const name = header.trim().toLowerCase()
    if (faultOfAnswerHeader({header, value}) !== undefined) continue
    const before = name === contentType ? undefined : fields.get(name)
    fields.set(name, before === undefined ? value.trim() : `${before}, ${value.trim()}`)
  }
  return Object.fromEntries([...fields].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

type ToPageBody = (type: PageBody['type'], text: string) => PageBody

function createPageActions(rule: Rule, toBody: ToPageBody): InPageAction[] {
  switch (rule.ruleType) {
    case 'Request':
      return rule.pairs.map(({type, value}) => ({kind: 'request', body: toBody(type, value)}))
    case 'Response':
      return rule.pairs.map(({type, value, statusCode, statusText, responseHeaders, serveWithoutRequest = false}) => ({
        kind: 'response',
        // A response with this status has no body.
        body: hasNoBody(statusCode) ? toBody('static', '') : toBody(type, value),
        headers: {
          ...(type === 'static' ? {[contentType]: guessContentType(value)} : {}),
          ...toHeaderFields(responseHeaders),
        },
        isServed: serveWithoutRequest,
        isFixed: serveWithoutRequest || type === 'static',
        // An invalid status would make the page's own request fail.
        ...(statusCode !== undefined && isStatusCode(statusCode) ? {status: statusCode} : {}),
        ...(statusText !== undefined && isStatusText(statusText) ? {statusText} : {}),
      }))
    case 'Delay':
      return rule.pairs.map(({delay}) => ({
        kind: 'delay',
        milliseconds: Math.min(Math.max(0, Math.round(delay)), longestDelay),
      }))
    default:
      return []
  }
}

type ActiveRule = {
  readonly rule: Rule
  readonly inPagePairs: readonly number[]
  readonly fallbackPairs: readonly number[]
  readonly problems: readonly Problem[]
}

function createNavigatorOverrides({rule, problems}: ActiveRule): NavigatorOverrideRule[] {
  if (rule.ruleType !== 'UserAgent') return []
  return rule.pairs.flatMap(({source: pairSource, userAgent}, pair) => {
    const source = problems.some(each => each.pair === pair && isLeftOut(each)) ? null : toPreparedSource(pairSource)
    return source ? [{source, claims: serializeNavigatorOverride(userAgent)}] : []
  })
}

/** On a navigation a payload filter would match the query, so restrict it to fetch and XHR. */
const restrictPayloadToFetch = (source: Source): Source =>
  source.filters?.some(each => each.requestPayload)
    ? {...source, filters: [...source.filters, {resourceType: ['xmlhttprequest']}]}
    : source

type BandedRule = NavigationRule & UrlTransform

/** All redirects, blocks, replacements and query changes in the order in which they apply. */
export function createNavigationRules(activeRules: readonly ActiveRule[], hasPageRules: boolean): NavigationRule[] {
  const hasFallback = activeRules.some(({fallbackPairs}) => fallbackPairs.length > 0)
  if (!hasFallback && !hasPageRules) return []
  const rules = activeRules.flatMap(({rule, fallbackPairs, problems}) =>
    rule.pairs.flatMap((pair, index): BandedRule[] => {
      const isOurs = fallbackPairs.includes(index)
      const move = getUrlTransform(rule, pair)
      // Without one of its modifications the pair still applies.
      const affectsWholePair = ({field}: Problem) => field?.startsWith('modifications') !== true
      const isOut = problems.some(each => isLeftOut(each) && affectsWholePair(each) && (each.pair ?? index) === index)
      if (move === undefined || pair.source === undefined || isOut) return []
      const read = prepareSource(isOurs ? restrictPayloadToFetch(pair.source) : pair.source)
      return 'fault' in read ? [] : [{ids: [toPairId(rule, index)], source: read.prepared, isOurs, ...move}]
    }),
  )
  const ordered = rules.toSorted((a, b) => bands[b.band] - bands[a.band])
  const merged = mergeQueryChanges(
    ordered,
    ({move}) => (move.kind === 'query' ? move : undefined),
    ({isOurs, source}) => `${isOurs}${JSON.stringify(source)}`,
    (upper, {ids}, both) =>
      both === upper.move ? upper : {...upper, ids: [...upper.ids, ...ids], move: {kind: 'query' as const, ...both}},
  )
  return merged.map(({band: _band, ...rule}) => rule)
}

/** The bodies that are too long for the plan, and the keys under which they are stored. */
async function collectLongBodies(activeRules: readonly ActiveRule[]): Promise<ReadonlyMap<string, string>> {
  const texts = activeRules.flatMap(({rule}) =>
    rule.ruleType === 'Request' || rule.ruleType === 'Response'
      ? rule.pairs.map(({value}) => value).filter(text => text.length > maxInlineLength)
      : [],
  )
  return new Map(await Promise.all([...new Set(texts)].map(async text => [text, await createBodyName(text)] as const)))
}

export const createPageInstall = async (activeRules: readonly ActiveRule[]): Promise<PageInstall> => {
  const names = await collectLongBodies(activeRules)
  const toBody: ToPageBody = (type, text) => {
    const storedName = names.get(text)
    const body = storedName === undefined ? {value: text} : {kept: storedName}
    // Detected once here instead of at each request in a page.
    return type === 'static' ? {type, contentType: guessContentType(text), ...body} : {type, ...body}
  }
  const rules = activeRules.flatMap(({rule, inPagePairs}) =>
    createPageActions(rule, toBody).flatMap((action, pair): PageRule[] => {
      const source = inPagePairs.includes(pair) ? toPreparedSource(rule.pairs[pair]?.source) : undefined
      return source === undefined ? [] : [{id: toPairId(rule, pair), pair, source, does: action}]
    }),
  )
  return {
    plan: {
      rules,
      ways: createNavigationRules(activeRules, rules.length > 0),
      claims: activeRules.flatMap(createNavigatorOverrides),
    },
    bodies: Object.fromEntries([...names].map(([text, name]) => [name, text])),
  }
}
