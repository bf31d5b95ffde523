import {isInPage, type Verdict} from '../../engine/why/verdict'
import {withoutFragment} from '../../matching/address'
import type {Entry} from './entries'
import type {Activity} from './state'
import {idleOf, type Idle} from './summary'

/** What a rule makes of a request: of the address that was asked for, or, `isLed`, of the one that a server has led it to. */
export type Placed = {
  readonly verdict: Verdict
  readonly entry: Entry
  readonly isLed: boolean
  /** Why nobody tells of it there, or why it had nothing to do. */
  readonly idle: Idle | null
}

const movers = ['Redirect', 'Replace', 'QueryParam']

/** Where servers have led it; of what the browser leads on by itself, to https or for another extension, it is known as far as our rules tell. */
function ledTo({ledTo: known, movedTo}: Entry, verdicts: readonly Verdict[], acted: readonly string[]) {
  if (known !== undefined) return known
  if (movedTo === undefined) return []
  const isMover = ({contender: {id, rule}}: Verdict) => acted.includes(id) && movers.includes(rule.ruleType)
  const isElsewhere = ({deed}: Verdict) => deed?.did === 'sent' && withoutFragment(deed.to) !== withoutFragment(movedTo)
  return verdicts.filter(isMover).every(isElsewhere) ? [movedTo] : []
}

/** Whether it set out to an address that its server led it to. */
function isReached(url: string, {asked, movedTo = url, wentTo = asked.url}: Entry): boolean {
  const [to, ...others] = [url, movedTo, wentTo].map(withoutFragment)
  return others[0] !== to || others[1] === to
}

/** What it does, as far as it may do something else at another address. */
function workOf({verdict: {deed}}: Placed): string {
  if (deed?.did !== 'headers') return String(deed?.touch.condition.index)
  return JSON.stringify(deed.made.map(({target, change}) => [target, change]))
}

/**
 * Where a rule that acted can have done so, `through` so many browser rules: at each address where it does something else; if that is not
 * told of all of them, not where it may have had nothing to do.
 */
function actedAt(found: readonly Placed[], through: number): readonly Placed[] {
  const deeds = found.filter(({verdict}) => verdict.deed !== null)
  const byBrowser = deeds.filter(
    (each, at) => !isInPage(each.verdict) && deeds.findIndex(other => workOf(other) === workOf(each)) === at,
  )
  if (through === 0 || byBrowser.length === 0) return deeds.slice(0, 1)
  const sure = byBrowser.filter(({idle}) => idle === null)
  const did = byBrowser.length > through && sure.length > 0 ? sure : byBrowser
  const inPage = deeds.find(
    ({verdict, entry: {pageRules}}) => isInPage(verdict) && pageRules.includes(verdict.contender.id),
  )
  return inPage ? [inPage, ...did] : did
}

type Needs = Pick<Activity, 'judge' | 'actedOf' | 'actedThrough' | 'tellsRules'>

/** Of each rule that has to do with a request what it makes of it; where a server leads it on, browser rules are asked again. */
export function placedOf(entry: Entry, {judge, actedOf, actedThrough, tellsRules}: Needs): readonly Placed[] {
  const {asked, movedAs = asked.method} = entry
  const {verdicts} = judge(entry)
  const acted = actedOf(entry)
  const led = ledTo(entry, verdicts, acted).map(url => ({
    ...entry,
    asked: {...asked, url, method: movedAs},
    isHeldBack: !isReached(url, entry),
  }))
  const placed = (there: Entry, isLed: boolean) => (verdict: Verdict) => {
    const isUnsent = isLed && there.isHeldBack === true && verdict.deed !== null
    return {verdict, entry: there, isLed, idle: isUnsent ? 'not-led' : idleOf(verdict, there, tellsRules)}
  }
  const all: readonly Placed[] = [
    ...verdicts.map(placed(entry, false)),
    ...led.flatMap(there => judge(there, true).verdicts.map(placed(there, true))),
  ]
  const places = new Map<string, Placed[]>()
  for (const each of all) {
    const {id} = each.verdict.contender
    places.set(id, [...(places.get(id) ?? []), each])
  }
  /** Where a rule can have acted, if it did; else where it has most to do with the request. */
  const placesOf = ([id, found]: [string, readonly Placed[]]): readonly (Placed | undefined)[] => {
    const did = acted.includes(id) ? actedAt(found, actedThrough(entry, id)) : []
    return did.length > 0 ? did : [found.find(({verdict}) => verdict.touch !== null) ?? found[0]]
  }
  const chosen = new Set([...places].flatMap(placesOf))
  return all.filter(each => chosen.has(each))
}
