import type {Verdict} from '../../engine/why/verdict'
import {withoutFragment} from '../../matching/address'
import type {Entry} from './entries'
import type {Activity} from './state'

/** What a rule makes of a request: of the address that was asked for, or, `isLed`, of the one that a server has led it to. */
export type Placed = {readonly verdict: Verdict; readonly entry: Entry; readonly isLed: boolean}

const movers = ['Redirect', 'Replace', 'QueryParam']

/** Where servers have led it; of what the browser leads on by itself, to https or for another extension, it is known as far as our rules tell. */
function ledTo({ledTo: known, movedTo}: Entry, verdicts: readonly Verdict[], acted: readonly string[]) {
  if (known !== undefined) return known
  if (movedTo === undefined) return []
  const isMover = ({contender: {id, rule}}: Verdict) => acted.includes(id) && movers.includes(rule.ruleType)
  const isElsewhere = ({deed}: Verdict) => deed?.did === 'sent' && withoutFragment(deed.to) !== withoutFragment(movedTo)
  return verdicts.filter(isMover).every(isElsewhere) ? [movedTo] : []
}

/** Of each rule that has to do with a request what it makes of it; where a server leads it on, browser rules are asked again. */
export function placedOf(entry: Entry, {judge, actedOf}: Pick<Activity, 'judge' | 'actedOf'>): readonly Placed[] {
  const {asked, movedAs = asked.method} = entry
  const {verdicts} = judge(entry)
  const acted = actedOf(entry)
  const led = ledTo(entry, verdicts, acted).map(url => ({...entry, asked: {...asked, url, method: movedAs}}))
  const all: readonly Placed[] = [
    ...verdicts.map(verdict => ({verdict, entry, isLed: false})),
    ...led.flatMap(there => judge(there).verdicts.map(verdict => ({verdict, entry: there, isLed: true}))),
  ]
  const places = new Map<string, Placed[]>()
  for (const each of all) {
    const {id} = each.verdict.contender
    places.set(id, [...(places.get(id) ?? []), each])
  }
  /** Where a rule can have acted, if it did; else where it has most to do with the request. */
  const placeOf = ([id, found]: [string, readonly Placed[]]) =>
    (acted.includes(id) ? found.find(({verdict}) => verdict.deed !== null) : undefined) ??
    found.find(({verdict}) => verdict.touch !== null) ??
    found[0]
  const chosen = new Set([...places].map(placeOf))
  return all.filter(each => chosen.has(each))
}
