import type {Group} from '../../../contract/group'
import type {RuleType} from '../../../contract/rules'
import type {RuleView} from '../../../contract/views'
import {explainKept} from '../../../engine/why/explain'
import {onlyRemoves} from '../../../engine/why/header-changes'
import {isFixed} from '../../../engine/why/in-page'
import {conditionsOf} from '../../../engine/why/prepared'
import {samplesOf} from '../../../engine/why/samples'
import type {Tested} from '../../../engine/why/tested'
import {isInPage, type Verdict} from '../../../engine/why/verdict'
import {readAddress} from '../../../matching/address'
import {plain} from '../../phrase'
import {reasonSaid} from '../../sentences/why'
import {isOn, nameOf} from '../../state/sections'
import {common, popupIdleWords as words} from '../../words'
import type {Idle} from '../shelves'
import type {SeenPage, SeenRequest} from '../surface'
import {isForFetchOnly} from './idle'
import {asIfRemembered, isGuessed, isUnknown} from './not-remembered'

/** Some rules in the order of the list, and all groups. */
type Few = {readonly rules: readonly RuleView[]; readonly groups: readonly Group[]}

/** What becomes of a rule on a request, of these rules; at once, since they are few. */
function verdictOn(id: string, tested: Tested, few: Few): Verdict | undefined {
  const work = explainKept({tested, library: {...few, paused: false}, about: [id]})
  let step = work.next()
  while (!step.done) step = work.next()
  return 'not' in step.value ? undefined : step.value.verdicts.find(({contender}) => contender.id === id)
}

/** The id of the rule that comes first on a request, if one does. */
function hiderOn(id: string, tested: Tested, few: Few): string | undefined {
  const {kind, reason, touch} = verdictOn(id, tested, few) ?? {}
  if (kind !== 'hidden' || touch?.hop !== 0) return undefined
  return reason?.why === 'acts-first' || reason?.why === 'header-taken' || reason?.why === 'goes-elsewhere'
    ? reason.by.id
    : undefined
}

/** The rule that comes first on every request that this one is for; both among these. */
function hiderOf({id, rule}: RuleView, few: Few): RuleView | undefined {
  const by = (rule ? samplesOf(rule) : []).map(({tested}) => hiderOn(id, tested, few))
  return by.every(each => each !== undefined) ? few.rules.find(each => each.id === by[0]) : undefined
}

const movers: ReadonlySet<RuleType> = new Set(['Redirect', 'Replace', 'QueryParam'])

/** Addresses like those at which a page was opened that these rules acted on, where they may have led it elsewhere. */
export const openedLike = (led: readonly RuleView[]): readonly string[] =>
  led.flatMap(({rule}) => (rule && movers.has(rule.ruleType) ? samplesOf(rule).map(({tested}) => tested.url) : []))

/** A rule that has led the page elsewhere, perhaps from where this one is for: the address that was opened is not known then. */
function leaderOf({id, rule}: RuleView, few: Few, {led}: OnTab): RuleView | undefined {
  if (!rule || isForFetchOnly(rule)) return undefined
  return few.rules.find(
    other =>
      other.rule &&
      led.includes(other.id) &&
      movers.has(other.rule.ruleType) &&
      [...samplesOf(other.rule), ...samplesOf(rule)].some(
        ({tested}) => hiderOn(id, {...tested, resourceType: 'main_frame', page: ''}, few) === other.id,
      ),
  )
}

/**
 * What is known of the tab: the page that is open, and what it remembers, null where that cannot be known, as of an error of the browser's own;
 * `led` are the ids of the rules that acted before the page came; `toldUntil`: until when Chrome and the page have told what rules did, and
 * `steadySince` when rules or groups changed last while that was watched, in milliseconds since 1970.
 */
type OnTab = {
  readonly url: string
  readonly seen: SeenPage | null
  readonly led: readonly string[]
  readonly toldUntil: {readonly byChrome: number; readonly byPage: number}
  readonly steadySince: number
}

/** Whether Chrome, asked again, may say that it did act. */
export const mayHaveActed = ({reason}: Idle): boolean => reason === words.notToldYet

/** So many requests of one rule are explained, and of what nobody has told of yet: pages ask for the same again and again. */
const mostExplained = 5

/** Another request may pass the filter; what else keeps a rule from acting says more. */
const isByFilter = ({reason}: Verdict) => reason?.why === 'filter'

type Found = SeenRequest & {readonly tested: Tested; readonly verdict: Verdict}

const lastOf = ({ended}: SeenRequest): number => ended.at(-1) ?? 0

/** What becomes of the rule on the requests of the tab that its source means. */
function verdictsOn({id, rule}: RuleView, few: Few, {url, seen, toldUntil}: OnTab): readonly Found[] {
  if (!rule) return []
  const conditions = conditionsOf(rule)
  const isByWorker = seen?.isByWorker === true
  // Where the browser shows an error of its own, there may have been no answer.
  const page = {url, type: 'main_frame', ended: [0], isByWorker, isUnanswered: seen === null, isOfRules: false} as const
  const opening = isForFetchOnly(rule) ? [] : [page]
  const requests = [...opening, ...(seen?.requests ?? [])]
  const all = requests.filter(each => {
    const address = readAddress(each.url)
    return conditions.some(({compare}) => compare(address) !== null)
  })
  const known = Math.min(toldUntil.byChrome, toldUntil.byPage)
  const untold = all.slice(mostExplained).filter(each => lastOf(each) > known)
  const meant = [...all.slice(0, mostExplained), ...untold.slice(-mostExplained)]
  if (isForFetchOnly(rule) && meant.every(({type}) => type !== 'xmlhttprequest')) return []
  return meant.flatMap(each => {
    // What a rule took may have had a body; if the browser had seen one, a rule for bodies would have acted.
    const mayHaveBody = each.type === 'ping' || (each.isOfRules && rule.ruleType === 'Request')
    const method = mayHaveBody ? 'POST' : 'GET'
    const tested = {url: each.url, method, resourceType: each.type, page: url, payload: ''}
    const verdict = verdictOn(id, tested, few)
    return verdict && verdict.reason?.why !== 'source' ? [{...each, tested, verdict}] : []
  })
}

/** Whether it would have changed an answer. */
function changesAnswer({deed, contender}: Verdict): boolean {
  if (deed === null) return false
  if (deed.did === 'headers') return deed.made.every(({target}) => target === 'response') && !onlyRemoves(deed.made)
  return contender.rule.ruleType === 'Response' && !isFixed(deed.touch)
}

const changesNothing = ({deed}: Verdict): boolean => deed?.did === 'headers' && onlyRemoves(deed.made)

/** The rule above that took the request, if its method and body were as that asks: of those that acted, the page remembers neither. */
function takerOn({id}: RuleView, {tested}: Found, {rules, groups}: Few): RuleView | undefined {
  const asIf = rules.map(each => (each.id === id ? each : (asIfRemembered(each) ?? each)))
  const hider = hiderOn(id, tested, {rules: asIf, groups})
  return rules.find(each => each.id === hider)
}

/** When a rule, or its group, became what it is, in milliseconds since 1970. */
const changedAt = ({rule}: RuleView, groups: readonly Group[]): number =>
  Math.max(...[rule, groups.find(({id}) => id === rule?.groupId)].map(each => each?.modificationDate ?? 0))

/**
 * Whether it may have been acted on without that having been told. Who did nothing to a request is taken to do nothing to the same one
 * again, as long as nothing has changed.
 */
function isUntold({ended}: Found, view: RuleView, few: Few, until: number, {steadySince}: OnTab): boolean {
  const changed = changedAt(view, few.groups)
  const isKnown = ended.some(each => each >= Math.max(changed, steadySince) && each <= until)
  return !isKnown && ended.some(each => each >= changed && each > until)
}

/** Why a rule that would act on a request by now may have done nothing to it, or not be known to have; undefined where nothing says so. */
function excuseFor(found: Found, view: RuleView, few: Few, onTab: OnTab): string | undefined {
  const {tested, verdict} = found
  const {seen, toldUntil} = onTab
  const changed = changedAt(view, few.groups)
  if (isUntold(found, view, few, isInPage(verdict) ? toldUntil.byPage : toldUntil.byChrome, onTab))
    return words.notToldYet
  // It has been changed since, and would act by now.
  if (changed > (found.isOfRules ? lastOf(found) : (seen?.openedAt ?? Infinity))) return undefined
  if (changesAnswer(verdict) && found.isUnanswered) return words.noAnswer
  if (isGuessed(verdict, tested)) return words.notRemembered
  const taker = changesNothing(verdict) ? undefined : takerOn(view, found, few)
  if (taker) return words.maybeTaken(nameOf(taker, common.untitled))
  if (changesAnswer(verdict) && found.isOfRules) return words.awaitsAnswer
  // With a body it would have been changed, in the page.
  if (found.isOfRules && view.rule?.ruleType === 'Request') return words.bodiesOnly
  return found.isByWorker ? words.byWorker : undefined
}

/** What acts in pages they tell themselves. */
const isByChrome = ({browserRules}: RuleView): boolean => browserRules.length > 0

/** Why the rule did nothing to them; null where there is none of them. */
function reasonOn(view: RuleView, verdicts: readonly Found[], few: Few, onTab: OnTab): string | null {
  const {rule} = view
  if (!rule) return null
  // It would act by now: it has been changed since, or the page has kept what it asked for.
  const doing = verdicts.filter(({verdict}) => verdict.deed)
  const excuses = new Set(doing.map(each => excuseFor(each, view, few, onTab)))
  if (excuses.has(words.notToldYet)) return words.notToldYet
  const [excuse] = excuses
  if (excuse !== undefined && !excuses.has(undefined)) return excuse
  const deeds = doing.flatMap(({verdict}) => verdict.deed ?? [])
  const isYounger = changedAt(view, few.groups) > (onTab.seen?.openedAt ?? Infinity)
  if (deeds.some(deed => isYounger || deed.did !== 'headers' || !onlyRemoves(deed.made))) return words.reload
  const taken = verdicts.find(({verdict: {reason}}) => reason?.why === 'header-taken')
  if (deeds.length > 0)
    return taken?.verdict.reason
      ? plain(reasonSaid(taken.verdict.reason, taken.verdict, taken.tested))
      : words.nothingToRemove
  const [first] = verdicts.toSorted((a, b) => Number(isByFilter(a.verdict)) - Number(isByFilter(b.verdict)))
  const {reason} = first?.verdict ?? {}
  if (!first || !reason) return null
  const unknown = verdicts.filter(each => isUnknown(each.verdict, each.tested))
  if (unknown.includes(first) || (reason.why === 'filter' && unknown.length > 0)) {
    const changed = changedAt(view, few.groups)
    const isNew = ({ended}: Found) => ended.some(each => each >= changed && each > onTab.toldUntil.byChrome)
    return isByChrome(view) && unknown.some(isNew) ? words.notToldYet : words.notRemembered
  }
  // A fetch may have been one that has a body, before the rule was as it is, or its page is about to tell of it.
  if (rule.ruleType === 'Request' && reason.why === 'kind')
    return verdicts.some(each => isUntold(each, view, few, onTab.toldUntil.byPage, onTab))
      ? words.notToldYet
      : words.bodiesOnly
  // For which kinds it is would be too long for a row.
  const shown = reason.why === 'kind' ? {...reason, problem: undefined} : reason
  return plain(reasonSaid(shown, first.verdict, first.tested))
}

/** What a page that was led elsewhere asked for says why a rule did nothing, where it could have done something to that at all. */
const saysMore = ({tested, verdict: {deed, reason}}: Found): boolean =>
  deed !== null || (tested.resourceType !== 'main_frame' && reason?.why !== 'kind' && reason?.why !== 'same')

/**
 * The same rows, first those that need a look or that another rule comes before; of those that a rule which acted here hides it is said which,
 * and of the others why they did nothing to what the page asked for. `rules` are those that acted and those of the rows.
 */
export function withReasons(idle: readonly Idle[], {rules, groups}: Few, onTab: OnTab): readonly Idle[] {
  const own = new Set(idle.map(({id}) => id))
  const placeOf = (id: string) => rules.findIndex(each => each.id === id)
  const [first, rest]: [Idle[], Idle[]] = [[], []]
  for (const each of idle) {
    const view = rules[placeOf(each.id)]
    if (!view || each.warn || !isOn(view)) {
      first.push(each)
      continue
    }
    const few = {rules: rules.filter(({id}) => id === each.id || !own.has(id)), groups}
    const verdicts = verdictsOn(view, few, onTab)
    // To stand higher would help it with none of what the page asked for.
    const isOfOtherKind = verdicts.length > 0 && verdicts.every(({verdict}) => verdict.reason?.why === 'kind')
    const hider = isOfOtherKind ? undefined : hiderOf(view, few)
    const leader = hider || verdicts.some(saysMore) ? undefined : leaderOf(view, few, onTab)
    if (hider) {
      const isAbove = placeOf(hider.id) < placeOf(each.id)
      first.push({...each, reason: words.hidden(nameOf(hider, common.untitled), isAbove), warn: true})
    } else if (leader) first.push({...each, reason: words.ledElsewhere(nameOf(leader, common.untitled))})
    else {
      const isBeaten = verdicts.some(({verdict}) => verdict.kind === 'hidden')
      ;(isBeaten ? first : rest).push(withOwnReason(each, reasonOn(view, verdicts, few, onTab), onTab))
    }
  }
  return [...first, ...rest]
}

function withOwnReason(idle: Idle, reason: string | null, {seen}: OnTab): Idle {
  if (reason !== null && (reason !== words.reload || idle.reason !== words.openAnew)) return {...idle, reason}
  // What waited for the page tells of it once it has come.
  return seen === null && idle.reason === words.openAnew ? {...idle, reason: words.noPage} : idle
}
