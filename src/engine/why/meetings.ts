import type {Rule} from '../../contract/rule'
import {readAddress} from '../../matching/address'
import {twinOf} from '../../matching/witness'
import type {Contest} from './rule-index'
import {conditionsOf, type Condition} from './prepared'
import {holding, neededBy, requestAt, type Sample} from './samples'
import {readTested, type Tested} from './tested'

/** So many other rules are met at one address. */
const mostMet = 8

/** A request and the other rule that it is meant for as well. */
export type Shared = {readonly tested: Tested; readonly other: Rule}

/** The address of a sample, and the same with the other scheme where its condition leaves that open. */
const addressesOf = ({tested: {url}, condition}: Sample): readonly string[] =>
  condition.compare(readAddress(twinOf(url))) === null ? [url] : [url, twinOf(url)]

/** The address at which another condition could mean what is like a sample; undefined where it means the sample itself, or nothing there. */
function meetingPlace(sample: Sample, other: Condition): string | undefined {
  const {tested} = sample
  const read = readTested(tested)
  const at = addressesOf(sample).find(each => other.compare(readAddress(each)) !== null)
  if ('not' in read || at === undefined) return undefined
  const url = holding(at, neededBy(other) ?? '')
  const isSample = url === tested.url && other.filters().every(each => each.holds(read.at(read.url)))
  return isSample ? undefined : url
}

/**
 * Requests at the address of a sample that other rules of its type mean too, but only as these requests are: of two lists of methods, types or
 * pages what is in both, and with what the others look for. What others mean of the sample itself needs no request of its own.
 */
export function meetingsOf(contest: Contest, rule: Rule, sample: Sample): readonly Shared[] {
  const found = new Map<string, Shared>()
  let met = 0
  const asked = new Map(
    addressesOf(sample).flatMap(each => contest.asked(readAddress(each).url).map(one => [one.condition, one] as const)),
  )
  for (const {contender, condition: other} of asked.values()) {
    if (contender.rule === rule || contender.off !== null || contender.rule.ruleType !== rule.ruleType) continue
    const url = meetingPlace(sample, other)
    if (url === undefined) continue
    if (++met > mostMet) break
    const tested = requestAt(url, rule.ruleType, [sample.condition, other])
    if (tested !== undefined) found.set(JSON.stringify(tested), {tested, other: contender.rule})
  }
  return [...found.values()]
}

/** Requests where another rule of its type meets a sample, as above. */
export const meetingsWith = (other: Rule, sample: Sample): readonly Tested[] =>
  conditionsOf(other).flatMap(condition => {
    const url = meetingPlace(sample, condition)
    return url === undefined ? [] : (requestAt(url, other.ruleType, [sample.condition, condition]) ?? [])
  })
