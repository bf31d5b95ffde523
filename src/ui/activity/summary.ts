import type {Rule, RuleOf} from '../../contract/rule'
import type {RuleType} from '../../contract/rules'
import {onlyRemoves} from '../../engine/why/header-changes'
import {isInPage, type Verdict} from '../../engine/why/verdict'
import {withActedPairs} from './acted-pairs'
import type {Judged} from './judging'
import type {Entry} from './entries'
import {aborted, blocked} from './log'
import {makingOf} from './making'
import {unsentBy} from './preflight'

/** A rule as a row names it; undefined as long as it is not known, or where it is gone. */
type KnownRule = (id: string) => Rule | null | undefined
type NamedRule = {readonly id: string; readonly name: string; readonly ruleType: RuleType}

export type Result =
  /** Rules acted. `status`: the one that a rule answers with, or an error of the server's; `failed`: nothing came; `query`: the rule that says it. */
  | {readonly result: 'applied'; readonly status?: number; readonly failed?: string; readonly query?: Rule}
  | {readonly result: 'stopped'}
  | {readonly result: 'code-failed'; readonly kind: 'request' | 'response'}
  /** Rules that are on match, and none acted. */
  | {readonly result: 'not-applied'}
  /** No rule has to do with it. */
  | {readonly result: 'answered'; readonly status: number}
  | {readonly result: 'failed'; readonly why: string}
  | {readonly result: 'waits'}
  /** Nobody watched when it ended. */
  | {readonly result: 'unheard'}

export type Summary = {
  /** Those that acted; where none did, those that match and did not. */
  readonly rules: readonly NamedRule[]
  readonly result: Result
}

export type SummaryNeeds = {
  readonly judged: Judged | undefined
  /** The ids of the rules that were seen to act. */
  readonly acted: readonly string[]
  readonly ruleOf: KnownRule
  /** Chrome says what its rules do; where it does not, what they would do is believed. */
  readonly tellsRules: boolean
  readonly now: number
}

/** Pages gather for a second what they tell, and a busy one tells it later; in milliseconds. */
const longestSilence = 4_000

/** Code may take five seconds of its own before anything is sent. */
const longestMaking = 8_000

/** Whether a page has told of it and Chrome never has, as where a service worker of the page's own answers: browser rules were not asked then. */
export const isUnseen = ({asked, isServed, isGivenUp, sentAt}: Entry, now: number): boolean =>
  asked.id === '' && !isServed && !isGivenUp && sentAt === undefined && now - asked.time > longestMaking

/** Why a rule that was to act had nothing to do. */
export type Idle =
  | 'not-sent'
  | 'not-led'
  | 'not-allowed'
  | 'not-answered'
  | 'no-answer'
  | 'nothing-to-remove'
  | 'not-sent-or-nothing-to-remove'
  | 'same'

/** Whether it changes what the server answers. */
const changesAnswer = ({deed, contender}: Verdict): boolean =>
  deed !== null &&
  contender.rule.ruleType === 'Response' &&
  (deed.touch.condition.pair as RuleOf<'Response'>['pairs'][number]).serveWithoutRequest !== true

/**
 * Why Chrome tells nothing of a rule that was to act, once a request is over, or why there was nothing to do; null where neither is so.
 * `tellsRules`: it tells at all.
 */
export function idleOf(verdict: Verdict, entry: Entry, tellsRules: boolean): Idle | null {
  const {deed, reason} = verdict
  const {status, failed, browserRules} = entry
  if (reason?.why === 'same') return 'same'
  if (deed !== null && entry.isGivenUp) return 'not-sent'
  const isUnanswered = failed !== undefined && status === undefined
  if (isUnanswered && changesAnswer(verdict)) return 'no-answer'
  const changes = deed?.did === 'headers' && (status !== undefined || failed !== undefined) ? deed.made : null
  const open = failed === undefined ? changes : changes?.filter(({target}) => target === 'request')
  if (open?.length === 0) return 'no-answer'
  const isOnlyToRemove = open && onlyRemoves(open)
  // Chrome asks its rules a moment after it has told of a request, and not of one that is given up by then.
  const isUnasked = failed === aborted && isUnanswered && browserRules.length === 0
  if (deed !== null && !isInPage(verdict) && isUnasked)
    // It tells of no header that is not there to be removed, either.
    return isOnlyToRemove ? 'not-sent-or-nothing-to-remove' : 'not-sent'
  if (deed?.did !== 'headers') return null
  if (entry.isHeldBack && deed.touch.hop > 0) return 'not-led'
  // Chrome tells of headers that rules set when it sends them.
  const unsent = unsentBy(entry, tellsRules)
  if (!isOnlyToRemove || unsent?.isSure) return unsent?.why ?? null
  return unsent ? 'not-sent-or-nothing-to-remove' : 'nothing-to-remove'
}

/** Whether it had nothing to do for certain, also where Chrome says of no rule that it acted. */
const isIdle = (idle: Idle | null): boolean =>
  idle === 'no-answer' || idle === 'not-allowed' || idle === 'not-answered' || idle === 'not-led'

/** Whether its page may have told what it did before anybody listened, and sent it later, by the rules that have to do with it. */
export const isUntold = ({asked, heardSince}: Entry, verdicts: readonly Verdict[]): boolean =>
  asked.time - makingOf(verdicts.map(({contender}) => contender.rule)).most < heardSince

type Then = Pick<SummaryNeeds, 'tellsRules' | 'now'> & {readonly verdicts: readonly Verdict[]}

/** Whether a rule was to act by what it says, nobody has said that it did, and nobody will any more. */
export function isMissed(verdict: Verdict, entry: Entry, {tellsRules, now, verdicts}: Then) {
  if (verdict.contender.off !== null || idleOf(verdict, entry, tellsRules) !== null) return false
  if (verdict.deed === null) return ['hidden', 'not-applied', 'refused'].includes(verdict.kind)
  if (isInPage(verdict)) return now - entry.asked.time > longestSilence && !isUntold(entry, verdicts)
  return tellsRules && (entry.status !== undefined || entry.failed !== undefined)
}

const named = ({id, name, ruleType}: Pick<Rule, 'id' | 'name' | 'ruleType'>): NamedRule => ({id, name, ruleType})

/** A rule with the condition alone that acted; null where it has several and that is not known. */
function actedPart(rule: Rule, verdicts: readonly Verdict[]): Rule | null {
  if (rule.pairs.length === 1) return rule
  const {deed} = verdicts.find(({contender}) => contender.id === rule.id) ?? {}
  return deed ? ({...rule, pairs: [deed.touch.condition.pair]} as Rule) : null
}

/** Whether a page did not let in what a rule led it to, or gave it in the place of a file. Of a text Chrome tells the end where it failed alone. */
export const isNotTaken = ({asked: {type}, isHeldBack, failed, status}: Entry): boolean =>
  failed === aborted &&
  status === undefined &&
  isHeldBack === true &&
  /^(?:script|stylesheet|image|font|xmlhttprequest|sub_frame)$/.test(type)

const isOfThisMachine = (url: string): boolean =>
  /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(url)?.hostname ?? '')

/** Whether it was not let in since it is over http, and its page over https. Pictures are. */
export const isMixed = ({asked: {type, page}, movedTo = ''}: Entry): boolean =>
  type !== 'image' && page.startsWith('https:') && /^(?:http|ws):/.test(movedTo) && !isOfThisMachine(movedTo)

/** What came of a request that did not go well. */
function errorOf({failed, status = 0}: Entry): {readonly status?: number; readonly failed?: string} {
  if (failed !== undefined) return failed === blocked ? {} : {failed}
  return status >= 400 ? {status} : {}
}

function resultOf(entry: Entry, acted: readonly Rule[], verdicts: readonly Verdict[], isMatched: boolean): Result {
  const {failed, status, codeFailed = [], isUnheard} = entry
  const [lastFailed] = codeFailed.slice(-1)
  if (lastFailed) return {result: 'code-failed', kind: lastFailed.kind}
  if (acted.some(({ruleType}) => ruleType === 'Cancel') && (failed === blocked || status === undefined))
    return {result: 'stopped'}
  if (acted.length > 0) {
    const parts = acted.flatMap(rule => actedPart(withActedPairs(rule, entry.pageParts), verdicts) ?? [])
    const answers = parts.find(({ruleType}) => ruleType === 'Response')
    const made = answers?.ruleType === 'Response' ? answers.pairs[0]?.statusCode : undefined
    // An answer by a rule is given for one that does not come; to fetch and XHR inside the page, which lets in all that is.
    const isTaken = entry.asked.type === 'xmlhttprequest' ? !entry.isGivenUp : !isNotTaken(entry)
    const isGiven = answers !== undefined && isTaken
    const ended = isGiven ? {} : errorOf(entry)
    const query = parts.find(({ruleType}) => ruleType === 'QueryParam')
    return {
      result: 'applied',
      ...ended,
      ...(made === undefined || !isGiven ? {} : {status: made}),
      ...(query ? {query} : {}),
    }
  }
  if (isMatched) return {result: 'not-applied'}
  if (failed !== undefined) return {result: 'failed', why: failed}
  if (status !== undefined) return {result: 'answered', status}
  return {result: isUnheard ? 'unheard' : 'waits'}
}

/**
 * Those that acted, of those that Chrome tells of: of a user agent in whose place another one was sent it tells, too, since documents are brought
 * both, of which the other one is read.
 */
export function withoutOutdone(acted: readonly string[], verdicts: readonly Verdict[]): readonly string[] {
  const isOutdone = ({contender: {rule}, deed, reason}: Verdict) =>
    rule.ruleType === 'UserAgent' && deed === null && reason?.why === 'header-taken' && acted.includes(reason.by.id)
  const outdone = new Set(verdicts.filter(isOutdone).map(({contender}) => contender.id))
  return acted.filter(id => !outdone.has(id))
}

/** What a row says of a request. */
export function summaryOf(entry: Entry, needs: SummaryNeeds): Summary {
  const {judged, acted, ruleOf, tellsRules} = needs
  const verdicts = judged?.verdicts ?? []
  const isBelieved = (each: Verdict) =>
    each.deed !== null && !isInPage(each) && !entry.isGivenUp && !isIdle(idleOf(each, entry, tellsRules))
  const believed = tellsRules ? [] : verdicts.filter(isBelieved)
  const ids = [...new Set([...acted, ...believed.map(({contender}) => contender.id)])]
  const did = ids.flatMap(id => ruleOf(id) ?? [])
  const missed = verdicts.filter(
    each => !ids.includes(each.contender.id) && isMissed(each, entry, {...needs, verdicts}),
  )
  return {
    rules: (did.length > 0 ? did : missed.map(({contender}) => contender.rule)).map(named),
    result: resultOf(entry, did, verdicts, missed.length > 0),
  }
}
