import type {RuleView} from '../model/views'
import type {Told} from './explain-request'
import {isServed} from './in-page'
import {readTested, type Tested} from './test-request'

/** A request as Chrome is asked about it. */
export type BrowserQuestion = {
  readonly url: string
  readonly type: string
  /** In lower case. */
  readonly method: string
  readonly initiator?: string
  readonly topUrl?: string
}

/** Undefined for what is no request. */
export function questionOf(tested: Tested): BrowserQuestion | undefined {
  const read = readTested(tested)
  if ('not' in read) return undefined
  const {url} = read
  const {method, resourceType, pageHost} = read.at(url)
  const asks = {url, type: resourceType, method: method.toLowerCase()}
  // Of an IPv6 address we keep the bracket alone; no rule can name such a page, so that any stands for it.
  const initiator = `https://${pageHost === '[' ? '[::1]' : pageHost}`
  return resourceType === 'main_frame' ? {...asks, topUrl: url} : {...asks, initiator}
}

/** The rules that act on the request as it is asked: the one that sends or ends it, else all header rules that match. */
export function actingFirst({verdicts}: Told): readonly string[] {
  // Of what is done inside the page Chrome knows nothing.
  const acts = verdicts.filter(({deed}) => deed && !['headers', 'in-page'].includes(deed.did) && deed.touch.hop === 0)
  const waits = acts.filter(({contender}) => contender.rule.ruleType === 'Delay')
  const first = waits.length > 0 ? waits : acts
  const headers = verdicts.filter(
    ({deed, reason}) => deed?.did === 'headers' || (!deed && reason?.why === 'header-taken'),
  )
  return (first.length > 0 ? first : headers).map(({contender}) => contender.id).toSorted()
}

/** The ids of the rules that act: by what we say, and by what Chrome says. */
export type Difference = {readonly ours: readonly string[]; readonly theirs: readonly string[]}

/**
 * Where Chrome answers otherwise than we do, of the rules as they are installed; null where both agree, or where it cannot be told.
 * `matched` are the ids of browser rules.
 */
export function differenceOf(told: Told, rules: readonly RuleView[], matched: readonly number[]): Difference | null {
  const known = new Set(rules.flatMap(({browserRules}) => browserRules))
  // What the page answers by itself Chrome is never asked.
  if (told.verdicts.some(({deed}) => deed?.did === 'in-page' && isServed(deed.touch))) return null
  // Some browser rules only lead to where our own matcher decides.
  if (matched.some(id => !known.has(id)) || told.verdicts.some(({touch}) => touch?.isBeyond)) return null
  // Of user agents at one place the upper one alone is installed: whether Chrome names a lower one says nothing.
  const lower = new Set(
    told.verdicts.flatMap(({contender: {id, rule}, reason}) =>
      rule.ruleType === 'UserAgent' && reason?.why === 'header-taken' ? [id] : [],
    ),
  )
  const ours = actingFirst(told).filter(id => !lower.has(id))
  const theirs = rules
    .filter(({id, browserRules}) => !lower.has(id) && browserRules.some(each => matched.includes(each)))
    .map(({id}) => id)
    .toSorted()
  return ours.join() === theirs.join() ? null : {ours, theirs}
}
