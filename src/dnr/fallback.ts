import type {RuleAction, RuleCondition} from '../model/extension-rule'
import {beyondChrome, type Problem} from '../model/problems'
import {fetchAndXhr, fetchXhrAndPages, lookAhead, lookBehind, openedPages, tooLarge} from '../model/reasons'
import type {Rule} from '../model/rule'
import type {RuleType} from '../model/rules'
import type {ResourceType, SourceFilter} from '../model/source'
import {escapeRegex} from '../matching/regex/write'
import {requiredText} from '../matching/gram-index'
import {readPattern, type Pattern} from '../matching/pattern'
import {isEndless} from '../matching/replace-text'
import type {Token} from '../matching/regex/tokens'
import {conditionFor, narrow} from './condition'
import type {Band} from './priorities'
import {waitingPage} from '../model/delay-page'
import type {Draft, Translation} from './translation'

const bandOf: Readonly<Partial<Record<RuleType, Band>>> = {
  Cancel: 'cancel',
  Redirect: 'redirect',
  Replace: 'replace',
  QueryParam: 'queryParam',
}

const navigations: readonly ResourceType[] = ['main_frame', 'sub_frame']
/** More of it would only cost Chrome memory. */
const mostRequired = 40

type Beyond<Said extends Problem | null = Problem> = {readonly drafts: readonly Draft[]; readonly problem: Said}

const isOnTheWeb = (pair: Rule['pairs'][number]): boolean =>
  !('destination' in pair) ||
  (!('file' in pair && pair.file !== undefined) && /^(?:https?:|\$[1-9])/i.test(String(pair.destination).trim()))

/** The part of a regex that RE2 never takes, however small the regex is; undefined when there is none. */
export function beyondChromeIn(tokens: readonly Token[]): string | undefined {
  const look = tokens.find(token => token.kind === 'open' && token.look !== undefined)
  return look?.kind === 'open' ? (look.look?.startsWith('(?<') ? lookBehind : lookAhead) : undefined
}

function becauseOf(pattern: Pattern, reason: string | number | undefined): string {
  if (reason === 'memoryLimitExceeded') return tooLarge
  const tokens = pattern.kind === 'expression' ? pattern.tokens : []
  return beyondChromeIn(tokens) ?? ''
}

const asksPayload = ({requestPayload}: SourceFilter) => requestPayload !== undefined

function oursOf({ruleType, pairs}: Rule, index: number) {
  const band = bandOf[ruleType]
  const pair = pairs[index]
  if (band === undefined || pair?.source === undefined || !isOnTheWeb(pair)) return null
  if ('from' in pair && isEndless(String(pair.from))) return null
  const read = readPattern(pair.source)
  const filters = (pair.source.filters ?? []).map(({requestPayload: _read, ...rest}) => rest)
  const {narrowing} = narrow(filters, index)
  if ('fault' in read || narrowing === null) return null
  const {resourceTypes: types} = narrowing
  return {band, pattern: read.pattern, narrowing, isFetched: types === null || types.includes('xmlhttprequest')}
}

/** Only of fetch and XMLHttpRequest anybody here can read what is sent; where nothing else is asked for, there is nothing to say. */
function byPayload(rule: Rule, index: number): Beyond<Problem | null> | null {
  const ours = oursOf(rule, index)
  if (!ours?.isFetched) return null
  const isAll = ours.narrowing.resourceTypes?.every(type => type === 'xmlhttprequest') === true
  return {drafts: [], problem: isAll ? null : {code: 'payload-in-part', pair: index, field: 'source.filters'}}
}

/** Every address of the web that a pattern may match, and more: all that hold a text it requires, in that part; of an address it may begin within the scheme. */
function wideFilter(pattern: Pattern): string {
  const text = requiredText(pattern).slice(0, mostRequired)
  const isUrl = pattern.text === 'url'
  const behindScheme = isUrl ? text.replace(/^(?:[a-z]*:)?\/\/?/, '') : text
  if (behindScheme === '' || (isUrl && 'https://http://'.includes(text))) return '^https?://.*'
  const before = isUrl ? '.*' : pattern.text === 'path' ? '[^?]*' : '[^/]*'
  const within = before + escapeRegex(text)
  return `^https?://${behindScheme === text ? within : `(?:${within}|${escapeRegex(behindScheme)})`}.*`
}

/** What our own matcher can still do: fetch and XHR in the page, navigations by the waiting page. Null where that is nothing. */
export function beyondOf(rule: Rule, index: number, {field, says}: Problem): Beyond | null {
  const ours = oursOf(rule, index)
  if (!ours) return null
  const {band, pattern, narrowing, isFetched} = ours
  const {resourceTypes: types, requestMethods: methods} = narrowing
  const ofGet = methods === undefined || methods.includes('get')
  const opens = ofGet && (types === null || types.some(type => navigations.includes(type)))
  if (!opens && !isFetched) return null
  const regexFilter = wideFilter(pattern)
  const condition: RuleCondition = {regexFilter, isUrlFilterCaseSensitive: false}
  const action: RuleAction = {type: 'redirect', redirect: {regexSubstitution: `${waitingPage}#0,\\0`}}
  const draft: Draft = {
    // The waiting page of a Delay looks at it as well, and what it does not mean is to wait there.
    ...(band === 'cancel' ? {band: 'delay', wait: 0} : {band}),
    pair: index,
    action,
    condition: conditionFor(condition, {...narrowing, requestMethods: ['get']}, navigations),
    portable: {action, condition} as Draft['portable'],
    isWide: true,
  }
  const works = !opens ? fetchAndXhr : isFetched ? fetchXhrAndPages : openedPages
  return {
    drafts: opens ? [draft] : [],
    problem: {
      code: 'regex-in-part',
      pair: index,
      ...(field === undefined ? {} : {field}),
      says: {...says, because: becauseOf(pattern, says?.['reason']), works},
    },
  }
}

/** The translation with what can be done of the pairs that could not be told to Chrome at all. */
export function withBeyond(rule: Rule, translation: Translation): Translation {
  const drafts = [...translation.drafts]
  const beyond = new Set<number>()
  const problems = translation.problems.flatMap(problem => {
    const {code, pair} = problem
    if (pair === undefined || !beyondChrome.has(code)) return problem
    if (beyond.has(pair)) return []
    const isOfPayload = rule.pairs[pair]?.source?.filters?.some(asksPayload) === true
    const found = isOfPayload ? byPayload(rule, pair) : beyondOf(rule, pair, problem)
    if (found === null) return problem
    drafts.push(...found.drafts)
    beyond.add(pair)
    return found.problem ?? []
  })
  return {...translation, drafts, problems, beyond: [...beyond]}
}
