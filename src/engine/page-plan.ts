import {hasNoBody, faultOfAnswerHeader, isStatusCode, isStatusText, type AnswerHeader} from '../contract/rules/response'
import {
  pageBodyPrefix,
  partOf,
  type PageBody,
  type PageClaims,
  type PageDeed,
  type PageRule,
  type PreparedSource,
} from '../contract/page-plan'
import {isLeftOut, type Problem} from '../contract/problems'
import type {Rule} from '../contract/rule'
import {longestDelay} from '../contract/rules/delay'
import type {Source} from '../contract/source'
import {typeOfText} from '../contract/type-of-text'
import {prepareSource, prepareFilters} from '../matching/prepare'
import {navigatorClaims} from '../translate/navigator-claims'
import {waysForPages} from './page-ways'
import type {PageInstall} from './ports'

const mostInPlan = 16_000

/** A text's name by what it says, so that what is kept under a name never changes. */
async function nameOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return pageBodyPrefix + Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Without a source it is every fetch and XHR; undefined is a source that no request can match. */
function sourceOf(source: Source | undefined): PreparedSource | undefined {
  if (source === undefined || source.value.trim() === '')
    return {text: 'url', compare: {kind: 'contains', value: ''}, filters: prepareFilters(source?.filters ?? [])}
  const read = prepareSource(source)
  return 'fault' in read ? undefined : read.prepared
}

const contentType = 'content-type'

/** As pages are told them: names in lower case, what is given twice in one, and none that a page could not be given. */
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

/** What each pair of a rule does in the page. */
function deedsOf(rule: Rule, keep: KeepBody): PageDeed[] {
  switch (rule.ruleType) {
    case 'Request':
      return rule.pairs.map(({type, value}) => ({kind: 'request', body: keep(type, value)}))
    case 'Response':
      return rule.pairs.map(({type, value, statusCode, statusText, responseHeaders, serveWithoutRequest = false}) => ({
        kind: 'response',
        // Where no body is given, nobody makes one.
        body: hasNoBody(statusCode) ? keep('static', '') : keep(type, value),
        headers: {...(type === 'static' ? {[contentType]: typeOfText(value)} : {}), ...fieldsOf(responseHeaders)},
        isServed: serveWithoutRequest,
        isFixed: serveWithoutRequest || type === 'static',
        // Of one that no response can have, the page's own request would fail.
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

/** A rule, which of its pairs are done inside pages, and what is wrong with it. */
export type InForce = {
  readonly rule: Rule
  readonly inPage: readonly number[]
  /** Those that Chrome cannot look for. */
  readonly beyond: readonly number[]
  readonly problems: readonly Problem[]
}

/** The user agents that are sent, for documents that nobody sends. */
function claimsOf({rule, problems}: InForce): PageClaims[] {
  if (rule.ruleType !== 'UserAgent') return []
  return rule.pairs.flatMap(({source: given, userAgent}, pair) => {
    const source = problems.some(each => each.pair === pair && isLeftOut(each)) ? null : sourceOf(given)
    return source ? [{source, claims: navigatorClaims(userAgent)}] : []
  })
}

const isLong = (text: string) => text.length > mostInPlan

/** The texts that are too long for the plan, and what they are kept under. */
async function longBodies(inForce: readonly InForce[]): Promise<ReadonlyMap<string, string>> {
  const texts = inForce.flatMap(({rule}) =>
    rule.ruleType === 'Request' || rule.ruleType === 'Response'
      ? rule.pairs.map(({value}) => value).filter(isLong)
      : [],
  )
  return new Map(await Promise.all([...new Set(texts)].map(async text => [text, await nameOf(text)] as const)))
}

/** What pages have to know of the rules that are in force, in the user's order. */
export const planForPages = async (inForce: readonly InForce[]): Promise<PageInstall> => {
  const names = await longBodies(inForce)
  const keep: KeepBody = (type, text) => {
    const kept = names.get(text)
    const body = kept === undefined ? {value: text} : {kept}
    // Read here once: pages would at each request.
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
