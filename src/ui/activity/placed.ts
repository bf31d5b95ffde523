import type {Verdict} from '../../engine/why/verdict'
import {withoutFragment} from '../../matching/address'
import type {Entry} from './entries'
import type {Activity} from './state'

/** What a rule makes of a request: of the address that was asked for, or, `isLed`, of the one that a server has led it to. */
export type Placed = {readonly verdict: Verdict; readonly entry: Entry; readonly isLed: boolean}

const movers = ['Redirect', 'Replace', 'QueryParam']

/** The request as a server has led it on; null where none did, as far as its rules tell. */
function ledOn(entry: Entry, verdicts: readonly Verdict[], acted: readonly string[]): Entry | null {
  const {asked, movedTo, movedAs = asked.method} = entry
  if (movedTo === undefined) return null
  const isMover = ({contender: {id, rule}}: Verdict) => acted.includes(id) && movers.includes(rule.ruleType)
  const isElsewhere = ({deed}: Verdict) => deed?.did === 'sent' && withoutFragment(deed.to) !== withoutFragment(movedTo)
  if (!verdicts.filter(isMover).every(isElsewhere)) return null
  return {...entry, asked: {...asked, url: movedTo, method: movedAs}}
}

/** Of each rule that has to do with a request what it makes of it; where a server leads it on, browser rules are asked again. */
export function placedOf(entry: Entry, {judge, actedOf}: Pick<Activity, 'judge' | 'actedOf'>): readonly Placed[] {
  const {verdicts} = judge(entry)
  const led = ledOn(entry, verdicts, actedOf(entry))
  const there = led ? judge(led).verdicts : []
  const isThere = ({contender: {id}}: Verdict) => there.some(each => each.contender.id === id && each.touch !== null)
  const here = verdicts.filter(each => each.touch !== null || !isThere(each))
  return [
    ...here.map(verdict => ({verdict, entry, isLed: false})),
    ...there.flatMap(verdict =>
      led === null || here.some(each => each.contender.id === verdict.contender.id)
        ? []
        : [{verdict, entry: led, isLed: true}],
    ),
  ]
}
