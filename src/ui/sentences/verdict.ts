import {shortenName} from './quote'
import {formatReason} from './faults'
import type {Problem} from '../../model/problems'
import type {Rule, RuleOf} from '../../model/rule'
import type {PairOf} from '../../model/rules'
import {parsed} from '../../model/json'
import {resourceTypes} from '../../model/source'
import {isBatch} from '../../matching/filters'
import {listChecks, type Check} from '../../simulator/checks'
import type {CandidateRule} from '../../simulator/candidate-rules'
import {findDroppedAuthorization} from '../../simulator/dropped-authorization'
import type {DraftExplanation} from '../../simulator/explain'
import type {HeaderEffect} from '../../simulator/header-changes'
import type {TestRequest} from '../../simulator/test-request'
import type {Effect, Reason, Verdict} from '../../simulator/verdict'
import {getNextUrl, type MatchedCondition} from '../../simulator/request-flow'
import {joinSegments, toTextSegments, type TextSegments, createSegmentedTexts} from '../text-segments'
import {diffUrls, type DiffSegment} from '../tester/url-diff'
import {commonTexts} from '../../locales/common'
import {testerTexts} from '../../locales/tester'
import {shortenUrls} from './redirect-loop'
import {formatDestination, describeEffect} from './rule-effect'
import {explainMiss, explainSame, getMismatch} from './mismatch'
import {describeProblem} from './problems'
import {
  createRulePlaceholder,
  linkRule,
  type ExplanationSegments,
  type ExplanationSegment,
} from './explanation-segments'

const format = createSegmentedTexts(testerTexts)

export const formatResourceType = (type: string): string => {
  const known = resourceTypes.find(each => each === type)
  return known === undefined
    ? type
    : known === 'xmlhttprequest'
      ? testerTexts('fetch')
      : commonTexts(`resource.${known}`)
}

function getWrittenHeader({condition}: MatchedCondition, header: string): string {
  const {modifications = []} = condition.pair as Partial<RuleOf<'Headers'>['pairs'][number]>
  return modifications.find(each => each.header.trim().toLowerCase() === header)?.header.trim() ?? header
}

const maxHeaders = 3

function describeHeaderEffects(effects: readonly HeaderEffect[]): TextSegments {
  const segments = effects.slice(0, maxHeaders).map(effect => {
    const {operation} = effect.change
    const header = getWrittenHeader(effect.match, effect.change.header)
    const change = format(`header.${operation}`, {header})
    if (effect.target === 'request') return change
    return operation === 'remove' ? format('fromAnswer', {rest: change}) : format('inAnswer', {rest: change})
  })
  const rest = effects.length - segments.length
  return [...joinSegments(segments, ', '), ...(rest > 0 ? format('andMore', {count: rest}) : [])]
}

const toMarkedSegments = (pieces: readonly DiffSegment[]): ExplanationSegment[] =>
  pieces.map(({text, isChanged}) => ({text, code: true, ...(isChanged ? {marked: true} : {})}))

const describeMatchEffect = (rule: Rule, {condition}: MatchedCondition): TextSegments =>
  describeEffect({...rule, pairs: [condition.pair]} as Rule)

/** Whether the rule sets the user agent. Another rule may set it and leave the client hints. */
const setsUserAgent = ({changes, match}: Extract<Effect, {kind: 'headers'}>): boolean =>
  match.candidate.rule.ruleType === 'UserAgent' && changes.some(({change}) => change.header === 'user-agent')

function explainEffect(effect: Effect): ExplanationSegments {
  const {match} = effect
  const {rule} = match.candidate
  if (effect.kind === 'headers')
    return setsUserAgent(effect) ? describeMatchEffect(rule, effect.match) : describeHeaderEffects(effect.changes)
  if (effect.kind === 'redirected') {
    if (rule.ruleType === 'Replace') {
      const {from = '', to = ''} = match.condition.pair as Partial<RuleOf<'Replace'>['pairs'][number]>
      const {before, after} = diffUrls(effect.from, effect.to, {from, to})
      return [...toMarkedSegments(before), {text: ' → '}, ...toMarkedSegments(after)]
    }
    if (rule.ruleType === 'Redirect') return format('goesTo', {url: effect.to})
    return [
      ...format('becomes', {url: effect.to}),
      ...(effect.joined > 1 ? format('together', {count: effect.joined - 1}) : []),
    ]
  }
  if (rule.ruleType === 'Cancel') return format('stops')
  const pair = match.condition.pair as Partial<RuleOf<'Redirect'>['pairs'][number]>
  if (rule.ruleType === 'Redirect')
    return pair.file
      ? format('file', {name: shortenName(pair.file.name)})
      : format('goesTo', {url: pair.destination ?? ''})
  return describeMatchEffect(rule, match)
}

const joinValues = (list: readonly string[] | undefined) => (list ?? []).join(', ')

const explainPageDomains = (domains: string, actual: string): TextSegments =>
  actual === ''
    ? format('filters.noPage', {expected: domains})
    : format('filters.pageDomains', {expected: domains, actual})

function explainFilter(
  {filter: name, at, condition}: Extract<Reason, {why: 'filter'}>,
  testRequest: TestRequest,
): TextSegments {
  const {source} = condition
  const before = condition.filters().filter((each, index) => index < at && each.name === name).length
  const filters = source?.filters ?? []
  const getExpectedValues = (kind: 'pageDomains' | 'requestMethod' | 'resourceType') =>
    filters.map(each => each[kind]).filter(list => (list?.length ?? 0) > 0)[before]
  switch (name) {
    case 'requestMethod':
      if (testRequest.resourceType === 'websocket') return toTextSegments(testerTexts('filters.webSocketMethod'))
      return format('filters.requestMethod', {
        expected: joinValues(getExpectedValues(name)),
        actual: testRequest.method,
      })
    case 'resourceType':
      return format('filters.resourceType', {
        expected: joinValues(getExpectedValues(name)?.map(formatResourceType)),
        actual: formatResourceType(testRequest.resourceType),
      })
    case 'requestPayload': {
      const payload = filters.flatMap(each => each.requestPayload ?? [])[before]
      const body = parsed(testRequest.payload)
      if (isBatch(body)) return format('filters.batch', {count: body.length, key: `0.${payload?.key ?? ''}`})
      const operator = commonTexts(`operator.${payload?.operator ?? 'Equals'}`)
      return format('filters.requestPayload', {
        expected: [
          {text: payload?.key ?? '', code: true},
          ...toTextSegments(` ${operator} `),
          {text: payload?.value ?? '', code: true},
        ],
      })
    }
    default: {
      // A navigation belongs to the page that it opens.
      const asking = testRequest.resourceType === 'main_frame' ? '' : testRequest.page.trim()
      return explainPageDomains(joinValues(getExpectedValues('pageDomains')), asking || testRequest.url)
    }
  }
}

// A long name would leave no room for the verdict.
const toRulePlaceholder = ({name}: {readonly name: string}) =>
  createRulePlaceholder(shortenName(name.trim() || commonTexts('untitled')))

type ActsFirstReason = Extract<Reason, {why: 'acts-first'}>

const isLongerDelay = ({by, isAlike}: ActsFirstReason): boolean => by.ruleType === 'Delay' && !isAlike

function explainActsFirst(reason: ActsFirstReason): TextSegments {
  const {by, isAlike} = reason
  const other = by.band
  const label = commonTexts(`type.${by.ruleType}.label`)
  if (isLongerDelay(reason)) return format('waitsLonger', {by: toRulePlaceholder(by)})
  if (isAlike) return format('sameType', {label: label.toLowerCase(), by: toRulePlaceholder(by)})
  if (other === 'cancel') return format('stopsFirst', {by: toRulePlaceholder(by)})
  if (other === 'response') return format('answersFirst', {by: toRulePlaceholder(by)})
  return format('otherType', {label, by: toRulePlaceholder(by)})
}

function explainLoop({chain, by}: Extract<Reason, {why: 'loop'}>, {id, isDraft}: CandidateRule): ExplanationSegments {
  const [first = '', ...others] = shortenUrls(chain)
  const ledTo = others.flatMap((address, index) => {
    const rule = by[index]
    if (!rule) return []
    if (isDraft && rule.id === id) return format('circleBy', {address, by: toTextSegments(testerTexts('thisRule'))})
    return linkRule(format('circleBy', {address, by: toRulePlaceholder(rule)}), rule.id)
  })
  return [...format('circle', {first}), ...ledTo, ...toTextSegments('.')]
}

/** Resource types that a static body can answer. */
const staticBodyTypes: ReadonlySet<string> = new Set([
  'main_frame',
  'sub_frame',
  'script',
  'stylesheet',
  'image',
  'font',
])

/** Whether the problem explains why the rule does not apply to this resource type. */
const explainsResourceType = ({code, params}: Problem, type: string): boolean =>
  code === 'fetch-only'
    ? params?.['because'] === 'regex' || staticBodyTypes.has(type)
    : ['regex-in-part', 'payload-in-part', 'delay-in-part', 'type-not-named'].includes(code)

/** Whether the response is a static text, which can answer other types than fetch and XHR. */
function hasStaticText({pair, source}: MatchedCondition['condition']): boolean {
  const {type} = pair as Partial<RuleOf<'Response'>['pairs'][number]>
  return type === 'static' && source?.filters?.some(each => each.requestPayload !== undefined) !== true
}

function addConditionNumber(segments: TextSegments, index: number, {rule: {pairs}}: CandidateRule): TextSegments {
  return pairs.length > 1 ? format('nearest', {number: index + 1, total: pairs.length, rest: segments}) : segments
}

export function explainReason(
  reason: Reason,
  {candidate, match}: Verdict,
  testRequest: TestRequest,
): ExplanationSegments {
  switch (reason.why) {
    case 'off':
      return toTextSegments(
        testerTexts(`offWords.${reason.off}`, {name: shortenName(reason.group)}) +
          (reason.wouldMatch ? testerTexts('wouldMatch') : ''),
      )
    case 'faulty': {
      const [first] = reason.faults
      const segments = testerTexts('faulty', {
        reason: first ? formatReason(first.reason) : '',
        more: reason.faults.length - 1,
      })
      return toTextSegments(segments + (reason.wouldMatch ? testerTexts('wouldMatch') : ''))
    }
    case 'left-out': {
      if (!reason.problem) return format('same')
      const {title, sentence} = describeProblem(reason.problem)
      return toTextSegments(`${title}. ${sentence}`)
    }
    case 'source':
      return addConditionNumber(
        explainMiss(reason.nearMiss, getMismatch(reason, candidate, testRequest)),
        reason.index,
        candidate,
      )
    case 'filter':
      return addConditionNumber(explainFilter(reason, testRequest), reason.condition.index, candidate)
    case 'no-text': {
      const {from = ''} = reason.condition.pair as Partial<RuleOf<'Replace'>['pairs'][number]>
      return format('noText', {from})
    }
    case 'request-type': {
      const {ruleType} = candidate.rule
      if (testRequest.resourceType === 'websocket' && !reason.problem && /^Re(?:direct|place)$|^Query/.test(ruleType))
        return toTextSegments(testerTexts('webSocket'))
      const kind = formatResourceType(testRequest.resourceType)
      if (reason.problem && explainsResourceType(reason.problem, testRequest.resourceType))
        return toTextSegments(testerTexts('beyond', {sentence: describeProblem(reason.problem).sentence, kind}))
      const isOfPicture = ruleType === 'Response' && ['image', 'font'].includes(testRequest.resourceType)
      if (isOfPicture && match && hasStaticText(match.condition))
        return toTextSegments(
          testerTexts('beyond', {
            sentence: describeProblem({code: 'no-picture', pair: match.condition.index}).sentence,
            kind,
          }),
        )
      const lacksBody = ruleType === 'Request' && testRequest.resourceType === 'xmlhttprequest'
      return toTextSegments(
        lacksBody
          ? testerTexts('noBody')
          : testerTexts('wrongKind', {label: commonTexts(`type.${ruleType}.label`), kind}),
      )
    }
    case 'acts-first':
      return linkRule(explainActsFirst(reason), reason.by.id)
    case 'goes-elsewhere':
      return linkRule(format('elsewhere', {by: toRulePlaceholder(reason.by), url: reason.url}), reason.by.id)
    case 'header-taken':
      return linkRule(
        format('taken', {
          by: toRulePlaceholder(reason.by),
          header: match ? getWrittenHeader(match, reason.header) : reason.header,
          others: reason.others,
        }),
        reason.by.id,
      )
    case 'same':
      return explainSame(match)
    case 'invalid-url':
      return format('noAddress', {url: shortenName(reason.url)})
    case 'loop':
      return explainLoop(reason, candidate)
  }
}

/** The Authorization that a redirect loses. */
export function explainDroppedAuthorization(verdicts: readonly Verdict[], redirect: Verdict): ExplanationSegments {
  const dropped = findDroppedAuthorization(verdicts, redirect)
  if (dropped === null) return []
  return linkRule(format('dropped', {host: dropped.host, by: toRulePlaceholder(dropped.by)}), dropped.by.id)
}

/** Whether a rule is left out because this rule redirects back to it. */
const isInLoopWith =
  (id: string) =>
  ({reason}: Verdict): boolean =>
    reason?.why === 'loop' && reason.by.some(each => each.id === id)

/** A rule that applies can exclude a lower one with which it would form a loop. */
export function explainOtherLeftOut({draft, verdicts}: DraftExplanation): ExplanationSegments {
  const {id} = draft.candidate
  const out = draft.effect && verdicts.find(each => each !== draft && isInLoopWith(id)(each))
  return out ? linkRule(format('leavesOut', {other: toRulePlaceholder(out.candidate.rule)}), out.candidate.id) : []
}

/** DevTools shows response headers as the server sent them. */
const changesResponse = (effect: Effect | null): boolean =>
  effect?.kind === 'headers' && effect.changes.some(({target}) => target === 'response')

export function explainVerdict(verdict: Verdict, testRequest: TestRequest): ExplanationSegments {
  const {effect, reason, limitation} = verdict
  return [
    ...(effect ? explainEffect(effect) : []),
    ...(effect && reason ? toTextSegments('. ') : []),
    ...(reason ? explainReason(reason, verdict, testRequest) : []),
    ...(effect && limitation ? format('inPart', {sentence: describeProblem(limitation).sentence}) : []),
    ...(changesResponse(effect) ? format('inPart', {sentence: testerTexts('inDevTools')}) : []),
  ]
}

function describeWouldBeEffect({candidate: {rule}, match}: Verdict): TextSegments {
  if (rule.ruleType !== 'Redirect') return match ? describeMatchEffect(rule, match) : describeEffect(rule)
  const next = match && match.dnrRules.length > 0 ? getNextUrl(match) : undefined
  const pair: Partial<PairOf<'Redirect'>> =
    (match?.condition.pair as Partial<PairOf<'Redirect'>>) ?? rule.pairs[0] ?? {}
  return format('arrow', {url: next ?? formatDestination(pair)})
}

/** The middle of a row: the effect, or why there is none. */
export function explainVerdictInRow(verdict: Verdict, testRequest: TestRequest): ExplanationSegments {
  const {effect, reason, candidate} = verdict
  if (effect?.kind === 'redirected' && candidate.rule.ruleType !== 'Replace') return format('arrow', {url: effect.to})
  if (effect) return explainEffect(effect)
  if (reason?.why === 'source' && candidate.rule.pairs.length === 1) {
    const {miss} = reason.nearMiss
    if (miss.kind !== 'never') return format(`short.${miss.kind}`, {part: miss.part, expected: miss.expected})
  }
  const does = describeWouldBeEffect(verdict)
  if (verdict.kind === 'hidden' && reason?.why === 'acts-first') {
    return [
      ...does,
      ...format(isLongerDelay(reason) ? 'shortLonger' : 'shortFirst', {name: shortenName(reason.by.name)}),
    ]
  }
  return reason ? explainReason(reason, verdict, testRequest).map(({rule: _rule, ...piece}) => piece) : does
}

export type ExplainedCheck = {
  readonly name: Check['check']
  readonly passed: boolean
  readonly text: ExplanationSegments
}

function explainPassedCheck(check: Check): TextSegments {
  switch (check.check) {
    case 'source': {
      const {source, pattern, matchesAnyUrl} = check.condition
      if (!source || (matchesAnyUrl && pattern === null)) return format('check.anyFetch')
      return matchesAnyUrl
        ? format('check.everyRequest')
        : format('check.source', {key: source.key, operator: source.operator, value: source.value})
    }
    case 'filter':
      return format(`check.filters.${check.filter}`)
    default:
      return format(`check.passed.${check.check}`)
  }
}

/** One line for each check that passed, and last the failed one with its reason in full. */
export function explainChecks(verdict: Verdict, testRequest: TestRequest): readonly ExplainedCheck[] {
  const checks = listChecks(verdict)
  const {reason} = verdict
  const isAllOn = checks.some(({check, passed}) => check === 'in-force' && passed) || reason?.why !== 'off'
  const isShown = ({check, passed}: Check) =>
    !(isAllOn && (check === 'rule-on' || check === 'group-on')) && !(check === 'in-force' && passed)
  return checks.filter(isShown).map(check => {
    const segments =
      check.check === 'rules-on' && isAllOn
        ? format('check.allOn')
        : check.passed || !reason
          ? explainPassedCheck(check)
          : explainReason(reason, verdict, testRequest)
    return {name: check.check, passed: check.passed, text: segments}
  })
}
