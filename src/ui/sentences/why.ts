import type {Problem} from '../../model/problems'
import type {Rule, RuleOf} from '../../model/rule'
import {resourceTypes} from '../../model/source'
import {listChecks, type Check} from '../../simulator/checks'
import type {CandidateRule} from '../../simulator/candidate-rules'
import type {DraftExplanation} from '../../simulator/explain'
import type {HeaderEffect} from '../../simulator/header-changes'
import type {NearMiss} from '../../simulator/near-miss'
import type {TestRequest} from '../../simulator/test-request'
import type {Effect, Reason, Verdict} from '../../simulator/verdict'
import {getNextUrl, type MatchedCondition} from '../../simulator/request-flow'
import {joined, plain, prose, type Phrase} from '../phrase'
import {changeOf, type Piece} from '../tester/change-of'
import {common, operatorWords, resourceWords, shortened, testerWords as words, typeWords, checkWords} from '../words'
import {shortAddresses} from './circle'
import {doesFirst} from './does'
import {sayProblem} from './problems'
import {ruleHole, withRule, type Said, type SaidPiece} from './said'

export const wordOfType = (type: string): string => {
  const known = resourceTypes.find(each => each === type)
  return known === undefined ? type : known === 'xmlhttprequest' ? words.fetch : resourceWords[known]
}

function spelt({condition}: MatchedCondition, header: string): string {
  const {modifications = []} = condition.pair as Partial<RuleOf<'Headers'>['pairs'][number]>
  return modifications.find(each => each.header.trim().toLowerCase() === header)?.header.trim() ?? header
}

const mostNamed = 3

function headersSaid(made: readonly HeaderEffect[]): Phrase {
  const said = made.slice(0, mostNamed).map(effect => {
    const {operation} = effect.change
    const header = spelt(effect.match, effect.change.header)
    const phrase = {append: words.adds, set: words.sets, remove: words.removes}[operation](header)
    if (effect.target === 'request') return phrase
    return operation === 'remove' ? words.fromAnswer(phrase) : words.inAnswer(phrase)
  })
  const rest = made.length - said.length
  return [...joined(said, ', '), ...(rest > 0 ? words.andMore(rest) : [])]
}

const changed = (pieces: readonly Piece[]): SaidPiece[] =>
  pieces.map(({text, isChanged}) => ({text, code: true, ...(isChanged ? {marked: true} : {})}))

const doesOf = (rule: Rule, {condition}: MatchedCondition): Phrase =>
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
    if (rule.ruleType === 'Redirect') return words.goesTo(effect.to)
    return [...words.becomes(effect.to), ...(effect.joined > 1 ? words.together(effect.joined - 1) : [])]
  }
  if (rule.ruleType === 'Cancel') return words.stops
  const pair = match.condition.pair as Partial<RuleOf<'Redirect'>['pairs'][number]>
  if (rule.ruleType === 'Redirect')
    return pair.file ? words.file(shortened(pair.file.name)) : words.goesTo(pair.destination ?? '')
  return doesOf(rule, match)
}

const wanted = (list: readonly string[] | undefined) => (list ?? []).join(', ')

function filterSaid({filter: name, at, condition}: Extract<Reason, {why: 'filter'}>, tested: TestRequest): Phrase {
  const {source} = condition
  const before = condition.filters().filter((each, index) => index < at && each.name === name).length
  const filters = source?.filters ?? []
  const listOf = (kind: 'pageDomains' | 'requestMethod' | 'resourceType') =>
    filters.map(each => each[kind]).filter(list => (list?.length ?? 0) > 0)[before]
  switch (name) {
    case 'requestMethod':
      if (tested.resourceType === 'websocket') return prose(words.filters.webSocketMethod)
      return words.filters.requestMethod(wanted(listOf(name)), tested.method)
    case 'resourceType':
      return words.filters.resourceType(wanted(listOf(name)?.map(wordOfType)), wordOfType(tested.resourceType))
    case 'requestPayload': {
      const payload = filters.flatMap(each => each.requestPayload ?? [])[before]
      const operator = operatorWords[payload?.operator ?? 'Equals']
      return words.filters.requestPayload([
        {text: payload?.key ?? '', code: true},
        ...prose(` ${operator} `),
        {text: payload?.value ?? '', code: true},
      ])
    }
    default: {
      // A navigation belongs to the page that it opens.
      const asking = tested.resourceType === 'main_frame' ? '' : tested.page.trim()
      return words.filters.pageDomains(wanted(listOf('pageDomains')), asking || tested.url)
    }
  }
}

// A long name would leave no room for the verdict.
const nameOf = ({name}: {readonly name: string}) => ruleHole(shortened(name.trim() || common.untitled))

type ActsFirst = Extract<Reason, {why: 'acts-first'}>

const isLonger = ({by, isAlike}: ActsFirst): boolean => by.ruleType === 'Delay' && !isAlike

function actsFirst(reason: ActsFirst): Phrase {
  const {by, isAlike} = reason
  const other = by.band
  const {label} = typeWords[by.ruleType]
  if (isLonger(reason)) return words.waitsLonger(nameOf(by))
  if (isAlike) return words.sameType(label.toLowerCase(), nameOf(by))
  if (other === 'cancel') return words.stopsFirst(nameOf(by))
  if (other === 'response') return words.answersFirst(nameOf(by))
  return words.otherType(label, nameOf(by))
}

function missSaid({miss}: NearMiss): Phrase {
  if (miss.kind === 'never') return prose(miss.reason)
  if (miss.kind === 'equals') return words.equals(miss.part, miss.actual, miss.at, miss.wanted)
  if (miss.kind === 'contains') return words.contains(miss.part, miss.wanted, miss.longest)
  return words.pattern(miss.part, miss.wanted)
}

function circleSaid({chain, by}: Extract<Reason, {why: 'loop'}>, {id, isDraft}: CandidateRule): Said {
  const [first = '', ...others] = shortAddresses(chain)
  const ledTo = others.flatMap((address, index) => {
    const rule = by[index]
    if (!rule) return []
    if (isDraft && rule.id === id) return words.circleBy(address, prose(words.thisRule))
    return withRule(words.circleBy(address, nameOf(rule)), rule.id)
  })
  return [...words.circle(first), ...ledTo, ...prose('.')]
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

function ofSeveral(said: Phrase, index: number, {rule: {pairs}}: CandidateRule): Phrase {
  return pairs.length > 1 ? words.nearest(index + 1, pairs.length, said) : said
}

export function reasonSaid(reason: Reason, {candidate, match}: Verdict, tested: TestRequest): Said {
  switch (reason.why) {
    case 'off':
      return prose(words.offWords[reason.off](reason.group) + (reason.wouldMatch ? words.wouldMatch : ''))
    case 'faulty': {
      const [first] = reason.faults
      const said = words.faulty(first?.reason ?? '', reason.faults.length - 1)
      return prose(said + (reason.wouldMatch ? words.wouldMatch : ''))
    }
    case 'left-out': {
      if (!reason.problem) return words.same
      const {title, sentence} = sayProblem(reason.problem)
      return prose(`${title}. ${sentence}`)
    }
    case 'source':
      return ofSeveral(missSaid(reason.nearMiss), reason.index, candidate)
    case 'filter':
      return ofSeveral(filterSaid(reason, tested), reason.condition.index, candidate)
    case 'no-text': {
      const {from = ''} = reason.condition.pair as Partial<RuleOf<'Replace'>['pairs'][number]>
      return words.noText(from)
    }
    case 'request-type': {
      const {ruleType} = candidate.rule
      if (tested.resourceType === 'websocket' && !reason.problem && /^Re(?:direct|place)$|^Query/.test(ruleType))
        return prose(words.webSocket)
      const kind = wordOfType(tested.resourceType)
      if (reason.problem && saysWhichKinds(reason.problem, tested.resourceType))
        return prose(words.beyond(sayProblem(reason.problem).sentence, kind))
      const isOfFrame = ruleType === 'Response' && tested.resourceType === 'sub_frame'
      if (isOfFrame && match && isText(match.condition)) return prose(words.framesByName)
      const isOfPicture = ruleType === 'Response' && ['image', 'font'].includes(tested.resourceType)
      if (isOfPicture && match && isText(match.condition))
        return prose(words.beyond(sayProblem({code: 'no-picture', pair: match.condition.index}).sentence, kind))
      const lacksBody = ruleType === 'Request' && tested.resourceType === 'xmlhttprequest'
      return prose(lacksBody ? words.noBody : words.wrongKind(typeWords[ruleType].label, kind))
    }
    case 'acts-first':
      return withRule(actsFirst(reason), reason.by.id)
    case 'goes-elsewhere':
      return withRule(words.elsewhere(nameOf(reason.by), reason.url), reason.by.id)
    case 'header-taken':
      return withRule(
        words.taken(nameOf(reason.by), match ? spelt(match, reason.header) : reason.header, reason.others),
        reason.by.id,
      )
    case 'same':
      return words.same
    case 'invalid-url':
      return words.noAddress(shortened(reason.url))
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
  return out ? withRule(words.leavesOut(nameOf(out.candidate.rule)), out.candidate.id) : []
}

/** DevTools shows response headers as the server sent them. */
const changesResponse = (effect: Effect | null): boolean =>
  effect?.kind === 'headers' && effect.changes.some(({target}) => target === 'response')

export function verdictSaid(verdict: Verdict, tested: TestRequest): Said {
  const {effect, reason, limitation} = verdict
  return [
    ...(effect ? deedSaid(effect) : []),
    ...(effect && reason ? prose('. ') : []),
    ...(reason ? reasonSaid(reason, verdict, tested) : []),
    ...(effect && limitation ? words.inPart(sayProblem(limitation).sentence) : []),
    ...(changesResponse(effect) ? words.inPart(words.inDevTools) : []),
  ]
}

function wouldDo({candidate: {rule}, match}: Verdict): Phrase {
  const does = match ? doesOf(rule, match) : doesFirst(rule)
  if (rule.ruleType !== 'Redirect') return does
  const next = match && match.dnrRules.length > 0 ? getNextUrl(match) : undefined
  return words.arrow(next ?? plain(does).replace(/^to /, ''))
}

/** The middle of a row: the effect, or why there is none. */
export function rowSaid(verdict: Verdict, tested: TestRequest): Said {
  const {effect, reason, candidate} = verdict
  if (effect?.kind === 'redirected' && candidate.rule.ruleType !== 'Replace') return words.arrow(effect.to)
  if (effect) return deedSaid(effect)
  if (reason?.why === 'source' && candidate.rule.pairs.length === 1) {
    const {miss} = reason.nearMiss
    if (miss.kind !== 'never') return words.short[miss.kind](miss.part, miss.wanted)
  }
  const does = wouldDo(verdict)
  if (verdict.kind === 'hidden' && reason?.why === 'acts-first') {
    const first = isLonger(reason) ? words.shortLonger : words.shortFirst
    return [...does, ...first(reason.by.name)]
  }
  return reason ? reasonSaid(reason, verdict, tested).map(({rule: _rule, ...piece}) => piece) : does
}

export type SaidCheck = {readonly name: Check['check']; readonly passed: boolean; readonly said: Said}

function passedSaid(check: Check): Phrase {
  switch (check.check) {
    case 'source': {
      const {source, matchesAnyUrl} = check.condition
      return matchesAnyUrl || !source ? checkWords.anyFetch : checkWords.source(source)
    }
    case 'filter':
      return checkWords.filters[check.filter]
    default:
      return checkWords.passed[check.check]
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
        ? checkWords.allOn
        : check.passed || !reason
          ? passedSaid(check)
          : reasonSaid(reason, verdict, tested)
    return {name: check.check, passed: check.passed, said}
  })
}
