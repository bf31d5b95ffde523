import {areAsOne} from './as-one'
import type {Contest} from './rule-index'
import {tell} from './telling'
import {readTested, type Tested} from './tested'
import {conditionsOf, translationOf, type Condition} from './prepared'
import {waitOf} from './walk'
import {means} from './samples'
import type {Contender} from './contest'
import type {Verdict} from './verdict'

/** A rule that another one hides, and the request that proves it. */
export type Collision = {
  readonly hidden: string
  readonly by: Contender
  /** The order of the list decides, as between two of one type. */
  readonly isAlike: boolean
  readonly tested: Tested
  /** The condition of the other rule that takes it. */
  readonly taking: Condition
  /** The header that the other rule has taken; null where it takes the whole request. */
  readonly header: string | null
  /** How long the other one waits, in milliseconds, where it comes first since it waits longer; null where it is the upper one that does. */
  readonly waits: number | null
  /** The other rule acts on fetch and XHR alone, and the hidden one on more. */
  readonly isOfFetch: boolean
}

/** Rules of so many types may stand before one another on a single request. */
const mostBefore = 4

type Beaten = Pick<Collision, 'isAlike' | 'header'> & {readonly by: string}

/** Hidden where the request is first asked about: further on it is another request. But headers are changed where it is sent in the end. */
function beatenBy({kind, reason, touch}: Verdict): Beaten | null {
  // Of its headers one may be lost, and the others changed.
  if ((kind !== 'hidden' && kind !== 'changed') || (touch?.hop !== 0 && reason?.why !== 'header-taken')) return null
  switch (reason?.why) {
    case 'acts-first':
      return {by: reason.by.id, isAlike: reason.isAlike, header: null}
    case 'header-taken':
      return {by: reason.by.id, isAlike: true, header: reason.header}
    // Headers are changed where a request is sent, and it is sent where this rule is not meant.
    case 'goes-elsewhere':
      return {by: reason.by.id, isAlike: false, header: null}
    default:
      return null
  }
}

/** Whether all that a rule does by the condition that took the request is done in pages, to what they fetch. */
function isForFetch({contender, touch}: Verdict): boolean {
  if (touch === null) return false
  const {inPage, drafts} = translationOf(contender)
  const {index} = touch.condition
  return inPage.includes(index) && !drafts.some(({pair}) => pair === index)
}

type Step<T> = Generator<undefined, T, unknown>

/** What an answer rests on: the rules that have to do with the request, and where it goes. */
export type Met = {readonly rules: Set<string>; readonly urls: Set<string>}

function* verdicts(contest: Contest, tested: Tested, met: Met): Step<readonly Verdict[]> {
  const read = readTested(tested)
  if ('not' in read) return []
  const told = yield* tell(contest, read, [], () => [])
  for (const {contender, deed, reason} of told.verdicts) {
    met.rules.add(contender.id)
    if (deed?.did === 'sent') met.urls.add(deed.to)
    if (reason?.why !== 'circle') continue
    for (const url of reason.chain) met.urls.add(url)
    for (const {id} of reason.by) met.rules.add(id)
  }
  return told.verdicts
}

/** Whether a rule would act on the request, or change the header that it loses, were those not there that act first. */
function* wouldAct(contest: Contest, tested: Tested, id: string, {by: first, header}: Beaten, met: Met): Step<boolean> {
  const out = new Map([[first, true]])
  for (let kinds = 0; kinds < mostBefore; kinds++) {
    const all = yield* verdicts(contest.without(out), tested, met)
    const own = all.find(({contender}) => contender.id === id)
    if (!own) return false
    const {deed} = own
    // Headers are changed where a request is sent in the end.
    if (deed?.did === 'headers' && (header === null || deed.made.some(({change}) => change.header === header)))
      return true
    if (deed && deed.did !== 'headers') return own.touch?.hop === 0
    const beaten = beatenBy(own)
    const by = all.find(({contender}) => contender.id === beaten?.by)?.contender.rule.ruleType
    if (!beaten || out.has(beaten.by)) return false
    // Ten of one type are as one: the second is no other answer than the first.
    for (const {contender} of all)
      if (contender.id !== id && contender.rule.ruleType === by) out.set(contender.id, true)
  }
  return false
}

/** Whether it concerns anybody that one rule hides the other; `isAlike` where the order of the list decides. */
export type Concern = (hidden: Contender, by: Contender, isAlike: boolean) => boolean

/**
 * Which rules are hidden on a request, of those that `concerns` lets through. A rule counts as hidden where another acts first on what it
 * would act on itself, were the other not there. Adds to `met`.
 */
export function* collisionsAt(
  contest: Contest,
  tested: Tested,
  concerns: Concern,
  met: Met = {rules: new Set(), urls: new Set()},
): Step<readonly Collision[]> {
  const all = yield* verdicts(contest, tested, met)
  const collisions: Collision[] = []
  // Who goes round in circles from this address alone may be in force all the same: the worker walks from other ones.
  const mayTakeIt = ({reason, contender: {rule}}: Verdict) =>
    reason?.why === 'circle' && conditionsOf(rule).some(each => means(each, tested))
  if (all.some(mayTakeIt)) return []
  for (const verdict of all) {
    const {contender} = verdict
    const beaten = beatenBy(verdict)
    if (!beaten) continue
    const winner = all.find(each => each.contender.id === beaten.by)
    if (!winner?.touch || !winner.deed || !concerns(contender, winner.contender, beaten.isAlike)) continue
    const {ruleType} = contender.rule
    const isOfOneType = winner.contender.rule.ruleType === ruleType
    if (isOfOneType && verdict.touch && areAsOne(winner.touch, verdict.touch, beaten.header)) continue
    if (!(yield* wouldAct(contest, tested, contender.id, beaten, met))) continue
    collisions.push({
      hidden: contender.id,
      by: winner.contender,
      isAlike: beaten.isAlike,
      tested,
      taking: winner.touch.condition,
      header: beaten.header,
      waits: isOfOneType && ruleType === 'Delay' && !beaten.isAlike ? waitOf(winner.touch) : null,
      isOfFetch: isForFetch(winner) && !isForFetch(verdict),
    })
  }
  return collisions
}
