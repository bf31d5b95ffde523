import type {Rule} from '../../contract/rule'
import {readAddress} from '../../matching/address'
import type {Contest} from './rule-index'
import {holding, neededBy, requestAt, type Sample} from './samples'
import {readTested, type Tested} from './tested'

/** So many other rules are met at one address. */
const mostMet = 8

/** A request and the other rule that it is meant for as well. */
export type Shared = {readonly tested: Tested; readonly other: Rule}

/**
 * Requests at the address of a sample that other rules of its type mean too, but only as these requests are: of two lists of methods, types or
 * pages what is in both, and with what the others look for. What others mean of the sample itself needs no request of its own.
 */
export function meetingsOf(contest: Contest, rule: Rule, {condition, tested}: Sample): readonly Shared[] {
  const read = readTested(tested)
  if ('not' in read) return []
  const request = read.at(read.url)
  const address = readAddress(tested.url)
  const found = new Map<string, Shared>()
  let met = 0
  for (const {contender, condition: other} of contest.asked(address.url)) {
    if (contender.rule === rule || contender.off !== null || contender.rule.ruleType !== rule.ruleType) continue
    if (other.compare(address) === null) continue
    const url = holding(tested.url, neededBy(other) ?? '')
    if (url === tested.url && other.filters().every(each => each.holds(request))) continue
    if (++met > mostMet) break
    const meeting = requestAt(url, rule.ruleType, [condition, other])
    if (meeting !== undefined) found.set(JSON.stringify(meeting), {tested: meeting, other: contender.rule})
  }
  return [...found.values()]
}
