import {leadsBackByOthers} from '../../../contract/reasons'
import {withoutFragment} from '../../../matching/address'
import {switchedOff} from '../../making'
import type {Answered} from './answered'

/** A browser follows no more redirects than these. */
const longestChain = 20

/** The redirect that an exchange becomes, from where to where: a rule keeps the method. */
function wayOf({exchange: {method, url}, records: [record]}: Answered): readonly [string, string] | undefined {
  const {rule} = record ?? {}
  if (rule?.ruleType !== 'Redirect' || rule.status !== 'Active') return undefined
  return [`${method} ${url}`, `${method} ${withoutFragment(rule.pairs[0]?.destination ?? '')}`]
}

/** Redirects that lead one to the other and back, as those of a login do, come off, and how long they took with them. */
export function withoutCircles(all: readonly Answered[]): readonly Answered[] {
  const goals = new Map(all.flatMap(each => [wayOf(each)].filter(way => way !== undefined)))
  const isRound = (start: string): boolean => {
    let at = goals.get(start)
    for (let steps = 1; at !== undefined && at !== start && steps < longestChain; steps++) at = goals.get(at)
    return at === start
  }
  return all.map(each => {
    const [start] = wayOf(each) ?? []
    if (start === undefined || !isRound(start)) return each
    return {
      ...each,
      records: each.records.map(record => switchedOff(record, 'response.redirectURL', leadsBackByOthers)),
    }
  })
}
