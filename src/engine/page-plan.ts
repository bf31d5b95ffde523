import {hasNoBody, faultOfAnswerHeader, isStatusCode, isStatusText, type AnswerHeader} from '../model/rules/response'
import {
  pageBodyPrefix,
  partOf,
  type PageBody,
  type PageClaims,
  type PageDeed,
  type PageRule,
  type PreparedSource,
  type PageWay,
} from '../model/page-rules'
import {isLeftOut, type Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {longestDelay} from '../model/rules/delay'
import type {Source} from '../model/source'
import {typeOfText} from '../model/type-of-text'
import {prepareSource, prepareFilters} from '../matching/prepare'
import {serializeNavigatorOverride} from '../dnr/user-agent-override'
import type {PageInstall} from './ports'
import {bands} from '../dnr/priorities'
import {mergeByPlace} from './desired-rules'
import {moveOf, type Move} from '../simulator/moves'

const mostInPlan = 16_000

async function nameOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return pageBodyPrefix + Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Without a source it matches every fetch and XHR; undefined for a source that matches nothing. */
function sourceOf(source: Source | undefined): PreparedSource | undefined {
  if (source === undefined || source.value.trim() === '')
    return {text: 'url', compare: {kind: 'contains', value: ''}, filters: prepareFilters(source?.filters ?? [])}
  const read = prepareSource(source)
  return 'fault' in read ? undefined : read.prepared
}

const contentType = 'content-type'

/** Header names in lower case, repeated ones joined, without those that no response may have. */
function fieldsOf(headers: readonly AnswerHeader[] = []): Record<string, string> {
  const fields = new Map<string, string>()
  for (const {header, value} of headers) {
    const name = header.trim().toLowerCase()
    if (faultOfAnswerHeader({header, value}) !== undefined) continue
    const before = name === contentType ? undefined : fields.get(name)
    fields.set(name, before === undefined ? value.trim() : `${before}, ${value.trim()}`)
  }
  return Object.fromEntries([...fields].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

type KeepBody = (type: PageBody['type'], text: string) => PageBody

function deedsOf(rule: Rule, keep: KeepBody): PageDeed[] {
  switch (rule.ruleType) {
    case 'Request':
      return rule.pairs.map(({type, value}) => ({kind: 'request', body: keep(type, value)}))
    case 'Response':
      return rule.pairs.map(({type, value, statusCode, statusText, responseHeaders, serveWithoutRequest = false}) => ({
        kind: 'response',
        // A response with this status has no body.
        body: hasNoBody(statusCode) ? keep('static', '') : keep(type, value),
        headers: {...(type === 'static' ? {[contentType]: typeOfText(value)} : {}), ...fieldsOf(responseHeaders)},
        isServed: serveWithoutRequest,
        isFixed: serveWithoutRequest || type === 'static',
        // A status that no response can have would make the page's own request fail.
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

type InForce = {
  readonly rule: Rule
  readonly inPage: readonly number[]
  readonly beyond: readonly number[]
  readonly problems: readonly Problem[]
}

function claimsOf({rule, problems}: InForce): PageClaims[] {
  if (rule.ruleType !== 'UserAgent') return []
  return rule.pairs.flatMap(({source: given, userAgent}, pair) => {
    const source = problems.some(each => each.pair === pair && isLeftOut(each)) ? null : sourceOf(given)
    return source ? [{source, claims: serializeNavigatorOverride(userAgent)}] : []
  })
}

/** For GET navigations a payload filter would match the query, so such a rule is for fetch and XHR only. */
const forFetchIfPayload = (source: Source): Source =>
  source.filters?.some(each => each.requestPayload)
    ? {...source, filters: [...source.filters, {resourceType: ['xmlhttprequest']}]}
    : source

type Placed = PageWay & Move

/** All redirects, blocks, replacements and query changes in the order in which they act. */
export function waysForPages(inForce: readonly InForce[], watches: boolean): PageWay[] {
  const isNeeded = inForce.some(({beyond}) => beyond.length > 0)
  if (!isNeeded && !watches) return []
  const placed = inForce.flatMap(({rule, beyond, problems}) =>
    rule.pairs.flatMap((pair, index): Placed[] => {
      const isOurs = beyond.includes(index)
      const found = moveOf(rule, pair)
      // Without one of its modifications the pair still acts.
      const isWhole = ({field}: Problem) => field?.startsWith('modifications') !== true
      const isOut = problems.some(each => isLeftOut(each) && isWhole(each) && (each.pair ?? index) === index)
      if (found === undefined || pair.source === undefined || isOut) return []
      const read = prepareSource(isOurs ? forFetchIfPayload(pair.source) : pair.source)
      return 'fault' in read ? [] : [{ids: [partOf(rule, index)], source: read.prepared, isOurs, ...found}]
    }),
  )
  const ordered = placed.toSorted((a, b) => bands[b.band] - bands[a.band])
  const merged = mergeByPlace(
    ordered,
    ({move}) => (move.kind === 'query' ? move : undefined),
    ({isOurs, source}) => `${isOurs}${JSON.stringify(source)}`,
    (upper, {ids}, both) =>
      both === upper.move ? upper : {...upper, ids: [...upper.ids, ...ids], move: {kind: 'query' as const, ...both}},
  )
  return merged.map(({band: _band, ...way}) => way)
}

const isLong = (text: string) => text.length > mostInPlan

/** The texts that are too long for the plan, and the keys under which they are stored. */
async function longBodies(inForce: readonly InForce[]): Promise<ReadonlyMap<string, string>> {
  const texts = inForce.flatMap(({rule}) =>
    rule.ruleType === 'Request' || rule.ruleType === 'Response'
      ? rule.pairs.map(({value}) => value).filter(isLong)
      : [],
  )
  return new Map(await Promise.all([...new Set(texts)].map(async text => [text, await nameOf(text)] as const)))
}

export const planForPages = async (inForce: readonly InForce[]): Promise<PageInstall> => {
  const names = await longBodies(inForce)
  const keep: KeepBody = (type, text) => {
    const kept = names.get(text)
    const body = kept === undefined ? {value: text} : {kept}
    // Detected here once instead of at each request in a page.
    return type === 'static' ? {type, contentType: typeOfText(text), ...body} : {type, ...body}
  }
  const planned = inForce.flatMap(({rule, inPage}) =>
    deedsOf(rule, keep).flatMap((does, pair): PageRule[] => {
      const source = inPage.includes(pair) ? sourceOf(rule.pairs[pair]?.source) : undefined
      return source === undefined ? [] : [{id: partOf(rule, pair), pair, source, does}]
    }),
  )
  return {
    plan: {
      rules: planned,
      ways: waysForPages(inForce, planned.length > 0),
      claims: inForce.flatMap(claimsOf),
    },
    bodies: Object.fromEntries([...names].map(([text, name]) => [name, text])),
  }
}
