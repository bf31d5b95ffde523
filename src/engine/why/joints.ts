import type {Rule} from '../../contract/rule'
import {readAddress} from '../../matching/address'
import {jointAddresses} from '../../matching/witness'
import {conditionsOf, type Condition} from './prepared'
import {holding, neededBy, requestAt, urlsOf} from './samples'
import type {Tested} from './tested'

/** So many conditions of a rule are joined with those of others. */
const mostJoined = 4

/** What a condition says of an address: host, path and query as one bit each. What it does not say, another one may. */
export type Said = number
const saidAll: Said = 7

/** A condition and an address that it matches. */
type Part = {readonly condition: Condition; readonly url: string; readonly said: Said}

function saidBy(condition: Condition, url: string): Said {
  const {protocol, origin, pathname, search: query} = new URL(url)
  // A question mark with nothing behind it is no query, and yet it can be what a condition looks for.
  const search = query === '' && url.endsWith('?') ? '?' : query
  const bit = (other: string) => Number(condition.compare(readAddress(other)) === null)
  return (
    bit(`${protocol}//else.test${pathname}${search}`) +
    2 * bit(`${origin}/else${search}`) +
    4 * bit(`${origin}${pathname}?else`)
  )
}

const ofRules = new WeakMap<Rule, readonly Part[]>()

/** The first conditions of a rule that leave something open. */
function partsOf(rule: Rule): readonly Part[] {
  const known = ofRules.get(rule)
  if (known) return known
  const made = conditionsOf(rule)
    .slice(0, mostJoined)
    .flatMap(condition =>
      urlsOf(condition)
        .slice(0, 1)
        .map(url => ({condition, url, said: saidBy(condition, url)})),
    )
    .filter(({said}) => said !== 0 && said !== saidAll)
  ofRules.set(rule, made)
  return made
}

/** What the conditions of a rule say, as far as they leave something open for another rule to say, by this and by their filters. */
export const saidIn = (rule: Rule): ReadonlyMap<string, Said> =>
  new Map(partsOf(rule).map(({said, condition}) => [`${said} ${JSON.stringify(condition.source?.filters)}`, said]))

/** Whether what is said in both has nothing in common, so that one address can be both. */
export const canJoin = (one: Said, other: Said): boolean => (one & other) === 0

function requestOf(one: Part, other: Part, {ruleType}: Rule): Tested | undefined {
  const joining = ({url, condition}: Part) => ({
    witness: url,
    required: neededBy(condition) ?? '',
    back: (address: string) => address,
  })
  const urls = new Set([
    ...jointAddresses(joining(one), joining(other)),
    ...jointAddresses(joining(other), joining(one)),
  ])
  const needed = [one, other].flatMap(({condition}) => neededBy(condition) ?? [])
  for (const url of urls) {
    const tested = requestAt(needed.reduce(holding, url), ruleType, [one.condition, other.condition])
    if (tested !== undefined) return tested
  }
  return undefined
}

function jointsOf(one: Rule, other: Rule): readonly Tested[] {
  return partsOf(one).flatMap(a =>
    partsOf(other)
      .filter(b => canJoin(a.said, b.said))
      .flatMap(b => requestOf(a, b, other) ?? []),
  )
}

const joints = new WeakMap<Rule, WeakMap<Rule, readonly Tested[]>>()

/** Requests that two rules of one type mean, each by a part of the address. */
export function jointSamples(one: Rule, other: Rule): readonly Tested[] {
  const known = joints.get(one) ?? new WeakMap<Rule, readonly Tested[]>()
  joints.set(one, known)
  const before = known.get(other)
  if (before) return before
  const made = jointsOf(one, other)
  known.set(other, made)
  return made
}
