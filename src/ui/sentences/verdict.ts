import {shortenName} from './quote'
import {shownReason} from './faults'
import type {Problem} from '../../model/problems'
import type {Rule, RuleOf} from '../../model/rule'
import type {PairOf} from '../../model/rules'
import {resourceTypes} from '../../model/source'
import {listChecks, type Check} from '../../simulator/checks'
import type {CandidateRule} from '../../simulator/candidate-rules'
import type {DraftExplanation} from '../../simulator/explain'
import type {HeaderEffect} from '../../simulator/header-changes'
import type {NearMiss} from '../../simulator/near-miss'
import type {TestRequest} from '../../simulator/test-request'
import type {Effect, Reason, Verdict} from '../../simulator/verdict'
import {getNextUrl, type MatchedCondition} from '../../simulator/request-flow'
import {joinSegments, toTextSegments, type TextSegments, createSegmentedTexts} from '../text-segments'
import {changeOf, type Piece} from '../tester/change-of'
import {commonTexts} from '../../locales/common'
import {testerTexts} from '../../locales/tester'
import {shortAddresses} from './redirect-loop'
import {destinationText, doesFirst} from './rule-effect'
import {sayProblem} from './problems'
import {ruleHole, withRule, type Said, type SaidPiece} from './explanation-segments'

const phrase = createSegmentedTexts(testerTexts)

export const wordOfType = (type: string): string => {
  const known = resourceTypes.find(each => each === type)
  return known === undefined
    ? type
    : known === 'xmlhttprequest'
      ? testerTexts('fetch')
      : commonTexts(`resource.${known}`)
}

function spelt({condition}: MatchedCondition, header: string): string {
  const {modifications = []} = condition.pair as Partial<RuleOf<'Headers'>['pairs'][number]>
  return modifications.find(each => each.header.trim().toLowerCase() === header)?.header.trim() ?? header
}

const mostNamed = 3

function headersSaid(made: readonly HeaderEffect[]): TextSegments {
  const said = made.slice(0, mostNamed).map(effect => {
    const {operation} = effect.change
    const header = spelt(effect.match, effect.change.header)
    const change = phrase(`header.${operation}`, {header})
    if (effect.target === 'request') return change
    return operation === 'remove' ? phrase('fromAnswer', {rest: change}) : phrase('inAnswer', {rest: change})
  })
  const rest = made.length - said.length
  return [...joinSegments(said, ', '), ...(rest > 0 ? phrase('andMore', {count: rest}) : [])]
}

const changed = (pieces: readonly Piece[]): SaidPiece[] =>
  pieces.map(({text, isChanged}) => ({text, code: true, ...(isChanged ? {marked: true} : {})}))

const doesOf = (rule: Rule, {condition}: MatchedCondition): TextSegments =>
  doesFirst({...rule, pairs: [condition.pair]} as Rule)

/** Whether the user agent is sent as the rule says. Another rule may set it and leave the client hints. */
const isAsClaimed = ({changes, match}: Extract<Effect, {kind: 'headers'}>): boolean =>
  match.candidate.rule.ruleType === 'UserAgent' && changes.some(({change}) => change.header === 'user-agent')

function deedSaid(effect: Effect): Said {
  const {match} = effect
  const {rule} = match.candidate
  if (effect.kind === 'headers') return isAsClaimed(effect) ? doesOf(rule, effect.match) : headersSaid(effect.changes)
  if (effect.kind === 'redirected') {
    if (rule.ruleType === 'Replace') {
      const {from = '', to = ''} = match.condition.pair as Partial<RuleOf<'Replace'>['pairs'][number]>
      const {before, after} = changeOf(effect.from, effect.to, {from, to})
      return [...changed(before), {text: ' → '}, ...changed(after)]
    }
    if (rule.ruleType === 'Redirect') return phrase('goesTo', {url: effect.to})
    return [
      ...phrase('becomes', {url: effect.to}),
      ...(effect.joined > 1 ? phrase('together', {count: effect.joined - 1}) : []),
    ]
  }
  if (rule.ruleType === 'Cancel') return phrase('stops')
  const pair = match.condition.pair as Partial<RuleOf<'Redirect'>['pairs'][number]>
  if (rule.ruleType === 'Redirect')
    return pair.file
      ? phrase('file', {name: shortenName(pair.file.name)})
      : phrase('goesTo', {url: pair.destination ?? ''})
  return doesOf(rule, match)
}

const inList = (list: readonly string[] | undefined) => (list ?? []).join(', ')

const pageDomainsSaid = (domains: string, actual: string): TextSegments =>
  actual === '' ? phrase('filters.noPage', {wanted: domains}) : phrase('filters.pageDomains', {wanted: domains, actual})

function filterSaid(
  {filter: name, at, condition}: Extract<Reason, {why: 'filter'}>,
  tested: TestRequest,
): TextSegments {
  const {source} = condition
  const before = condition.filters().filter((each, index) => index < at && each.name === name).length
  const filters = source?.filters ?? []
  const listOf = (kind: 'pageDomains' | 'requestMethod' | 'resourceType') =>
    filters.map(each => each[kind]).filter(list => (list?.length ?? 0) > 0)[before]
  switch (name) {
    case 'requestMethod':
      if (tested.resourceType === 'websocket') return toTextSegments(testerTexts('filters.webSocketMethod'))
      return phrase('filters.requestMethod', {wanted: inList(listOf(name)), actual: tested.method})
    case 'resourceType':
      return phrase('filters.resourceType', {
        wanted: inList(listOf(name)?.map(wordOfType)),
        actual: wordOfType(tested.resourceType),
      })
    case 'requestPayload': {
      const payload = filters.flatMap(each => each.requestPayload ?? [])[before]
      const operator = commonTexts(`operator.${payload?.operator ?? 'Equals'}`)
      return phrase('filters.requestPayload', {
        wanted: [
          {text: payload?.key ?? '', code: true},
          ...toTextSegments(` ${operator} `),
          {text: payload?.value ?? '', code: true},
        ],
      })
    }
    default: {
      // A navigation belongs to the page that it opens.
      const asking = tested.resourceType === 'main_frame' ? '' : tested.page.trim()
      return pageDomainsSaid(inList(listOf('pageDomains')), asking || tested.url)
    }
  }
}

// A long name would leave no room for the verdict.
const nameOf = ({name}: {readonly name: string}) => ruleHole(shortenName(name.trim() || commonTexts('untitled')))

type ActsFirst = Extract<Reason, {why: 'acts-first'}>

const isLonger = ({by, isAlike}: ActsFirst): boolean => by.ruleType === 'Delay' && !isAlike

function actsFirst(reason: ActsFirst): TextSegments {
  const {by, isAlike} = reason
  const other = by.band
  const label = commonTexts(`type.${by.ruleType}.label`)
  if (isLonger(reason)) return phrase('waitsLonger', {by: nameOf(by)})
  if (isAlike) return phrase('sameType', {label: label.toLowerCase(), by: nameOf(by)})
  if (other === 'cancel') return phrase('stopsFirst', {by: nameOf(by)})
  if (other === 'response') return phrase('answersFirst', {by: nameOf(by)})
  return phrase('otherType', {label, by: nameOf(by)})
}

type Miss<Kind extends NearMiss['miss']['kind']> = Extract<NearMiss['miss'], {kind: Kind}>

const equalsSaid = ({part, actual, at, wanted}: Miss<'equals'>): TextSegments =>
  actual === '' ? phrase('equalsEmpty', {part, wanted}) : phrase('equals', {part, actual, wanted, place: at + 1})

const containsSaid = ({part, wanted, longest}: Miss<'contains'>): TextSegments =>
  longest === '' ? phrase('containsNothing', {part, wanted}) : phrase('contains', {part, wanted, longest})

function missSaid({miss}: NearMiss): TextSegments {
  if (miss.kind === 'never') return toTextSegments(miss.reason ? shownReason(miss.reason) : '')
  if (miss.kind === 'equals') return equalsSaid(miss)
  if (miss.kind === 'contains') return containsSaid(miss)
  return phrase('pattern', {part: miss.part, wanted: miss.wanted})
}

function circleSaid({chain, by}: Extract<Reason, {why: 'loop'}>, {id, isDraft}: CandidateRule): Said {
  const [first = '', ...others] = shortAddresses(chain)
  const ledTo = others.flatMap((address, index) => {
    const rule = by[index]
    if (!rule) return []
    if (isDraft && rule.id === id) return phrase('circleBy', {address, by: toTextSegments(testerTexts('thisRule'))})
    return withRule(phrase('circleBy', {address, by: nameOf(rule)}), rule.id)
  })
  return [...phrase('circle', {first}), ...ledTo, ...toTextSegments('.')]
}

/** Types that a static body can answer. */
const answered: ReadonlySet<string> = new Set(['main_frame', 'sub_frame', 'script', 'stylesheet', 'image', 'font'])

/** Whether the sentence of the problem explains why this type is left alone. */
const saysWhichKinds = ({code, says}: Problem, type: string): boolean =>
  code === 'fetch-only'
    ? says?.['because'] === 'regex' || answered.has(type)
    : ['regex-in-part', 'payload-in-part', 'delay-in-part'].includes(code)

/** Whether the answer is a static text, which could stand in for a frame as well. */
function isText({pair, source}: MatchedCondition['condition']): boolean {
  const {
    type,
    file,
    destination = '',
  } = pair as Partial<RuleOf<'Response'>['pairs'][number]> & Partial<RuleOf<'Redirect'>['pairs'][number]>
  const hasPayload = source?.filters?.some(each => each.requestPayload !== undefined) === true
  return (type === 'static' && !hasPayload) || file !== undefined || /^data:/i.test(destination)
}

function ofSeveral(said: TextSegments, index: number, {rule: {pairs}}: CandidateRule): TextSegments {
  return pairs.length > 1 ? phrase('nearest', {number: index + 1, total: pairs.length, rest: said}) : said
}

export function reasonSaid(reason: Reason, {candidate, match}: Verdict, tested: TestRequest): Said {
  switch (reason.why) {
    case 'off':
      return toTextSegments(
        testerTexts(`offWords.${reason.off}`, {name: shortenName(reason.group)}) +
          (reason.wouldMatch ? testerTexts('wouldMatch') : ''),
      )
    case 'faulty': {
      const [first] = reason.faults
      const said = testerTexts('faulty', {
        reason: first ? shownReason(first.reason) : '',
        more: reason.faults.length - 1,
      })
      return toTextSegments(said + (reason.wouldMatch ? testerTexts('wouldMatch') : ''))
    }
    case 'left-out': {
      if (!reason.problem) return phrase('same')
      const {title, sentence} = sayProblem(reason.problem)
      return toTextSegments(`${title}. ${sentence}`)
    }
    case 'source':
      return ofSeveral(missSaid(reason.nearMiss), reason.index, candidate)
    case 'filter':
      return ofSeveral(filterSaid(reason, tested), reason.condition.index, candidate)
    case 'no-text': {
      const {from = ''} = reason.condition.pair as Partial<RuleOf<'Replace'>['pairs'][number]>
      return phrase('noText', {from})
    }
    case 'request-type': {
      const {ruleType} = candidate.rule
      if (tested.resourceType === 'websocket' && !reason.problem && /^Re(?:direct|place)$|^Query/.test(ruleType))
        return toTextSegments(testerTexts('webSocket'))
      const kind = wordOfType(tested.resourceType)
      if (reason.problem && saysWhichKinds(reason.problem, tested.resourceType))
        return toTextSegments(testerTexts('beyond', {sentence: sayProblem(reason.problem).sentence, kind}))
      const isOfFrame = ruleType === 'Response' && tested.resourceType === 'sub_frame'
      if (isOfFrame && match && isText(match.condition)) return toTextSegments(testerTexts('framesByName'))
      const isOfPicture = ruleType === 'Response' && ['image', 'font'].includes(tested.resourceType)
      if (isOfPicture && match && isText(match.condition))
        return toTextSegments(
          testerTexts('beyond', {
            sentence: sayProblem({code: 'no-picture', pair: match.condition.index}).sentence,
            kind,
          }),
        )
      const lacksBody = ruleType === 'Request' && tested.resourceType === 'xmlhttprequest'
      return toTextSegments(
        lacksBody
          ? testerTexts('noBody')
          : testerTexts('wrongKind', {label: commonTexts(`type.${ruleType}.label`), kind}),
      )
    }
    case 'acts-first':
      return withRule(actsFirst(reason), reason.by.id)
    case 'goes-elsewhere':
      return withRule(phrase('elsewhere', {by: nameOf(reason.by), url: reason.url}), reason.by.id)
    case 'header-taken':
      return withRule(
        phrase('taken', {
          by: nameOf(reason.by),
          header: match ? spelt(match, reason.header) : reason.header,
          others: reason.others,
        }),
        reason.by.id,
      )
    case 'same':
      return phrase('same')
    case 'invalid-url':
      return phrase('noAddress', {made: shortenName(reason.url)})
    case 'loop':
      return circleSaid(reason, candidate)
  }
}

/** Whether a rule is left out because this one leads back to it. */
const isLeftOutBy =
  (id: string) =>
  ({reason}: Verdict): boolean =>
    reason?.why === 'loop' && reason.by.some(each => each.id === id)

/** A rule that acts can put a lower one out of force, where both would form a loop. */
export function othersLeftOut({draft, verdicts}: DraftExplanation): Said {
  const {id} = draft.candidate
  const out = draft.effect && verdicts.find(each => each !== draft && isLeftOutBy(id)(each))
  return out ? withRule(phrase('leavesOut', {other: nameOf(out.candidate.rule)}), out.candidate.id) : []
}

/** DevTools shows response headers as the server sent them. */
const changesResponse = (effect: Effect | null): boolean =>
  effect?.kind === 'headers' && effect.changes.some(({target}) => target === 'response')

export function verdictSaid(verdict: Verdict, tested: TestRequest): Said {
  const {effect, reason, limitation} = verdict
  return [
    ...(effect ? deedSaid(effect) : []),
    ...(effect && reason ? toTextSegments('. ') : []),
    ...(reason ? reasonSaid(reason, verdict, tested) : []),
    ...(effect && limitation ? phrase('inPart', {sentence: sayProblem(limitation).sentence}) : []),
    ...(changesResponse(effect) ? phrase('inPart', {sentence: testerTexts('inDevTools')}) : []),
  ]
}

function wouldDo({candidate: {rule}, match}: Verdict): TextSegments {
  if (rule.ruleType !== 'Redirect') return match ? doesOf(rule, match) : doesFirst(rule)
  const next = match && match.dnrRules.length > 0 ? getNextUrl(match) : undefined
  const pair: Partial<PairOf<'Redirect'>> =
    (match?.condition.pair as Partial<PairOf<'Redirect'>>) ?? rule.pairs[0] ?? {}
  return phrase('arrow', {url: next ?? destinationText(pair)})
}

/** The middle of a row: the effect, or why there is none. */
export function rowSaid(verdict: Verdict, tested: TestRequest): Said {
  const {effect, reason, candidate} = verdict
  if (effect?.kind === 'redirected' && candidate.rule.ruleType !== 'Replace') return phrase('arrow', {url: effect.to})
  if (effect) return deedSaid(effect)
  if (reason?.why === 'source' && candidate.rule.pairs.length === 1) {
    const {miss} = reason.nearMiss
    if (miss.kind !== 'never') return phrase(`short.${miss.kind}`, {part: miss.part, wanted: miss.wanted})
  }
  const does = wouldDo(verdict)
  if (verdict.kind === 'hidden' && reason?.why === 'acts-first') {
    return [...does, ...phrase(isLonger(reason) ? 'shortLonger' : 'shortFirst', {name: shortenName(reason.by.name)})]
  }
  return reason ? reasonSaid(reason, verdict, tested).map(({rule: _rule, ...piece}) => piece) : does
}

export type SaidCheck = {readonly name: Check['check']; readonly passed: boolean; readonly said: Said}

function passedSaid(check: Check): TextSegments {
  switch (check.check) {
    case 'source': {
      const {source, matchesAnyUrl} = check.condition
      return matchesAnyUrl || !source
        ? phrase('check.anyFetch')
        : phrase('check.source', {key: source.key, operator: source.operator, value: source.value})
    }
    case 'filter':
      return phrase(`check.filters.${check.filter}`)
    default:
      return phrase(`check.passed.${check.check}`)
  }
}

/** One line for each check that passed, and last the failed one with its reason in full. */
export function checksSaid(verdict: Verdict, tested: TestRequest): readonly SaidCheck[] {
  const checks = listChecks(verdict)
  const {reason} = verdict
  const isAllOn = checks.some(({check, passed}) => check === 'in-force' && passed) || reason?.why !== 'off'
  const isShown = ({check, passed}: Check) =>
    !(isAllOn && (check === 'rule-on' || check === 'group-on')) && !(check === 'in-force' && passed)
  return checks.filter(isShown).map(check => {
    const said =
      check.check === 'rules-on' && isAllOn
        ? phrase('check.allOn')
        : check.passed || !reason
          ? passedSaid(check)
          : reasonSaid(reason, verdict, tested)
    return {name: check.check, passed: check.passed, said}
  })
}
