import {fault} from '../contract/faults'
import type {RulePayload} from '../contract/payload'
import {actsInTurn, actsOnTheWay} from '../contract/reasons'
import {canAppend, type HeaderModification} from '../contract/rules/headers'
import type {Source} from '../contract/source'
import {meet} from './addresses'
import type {ImportedGroup, ImportedRecord} from './imported'
import {everyUrl} from './sources'

const address = 'address'

/** What a rule takes for itself, and what must not be taken before it: of several that want the same, here the upper one alone gets it. */
type Claim = {readonly takes: string; readonly needs: readonly string[]}

const all = (what: string): Claim => ({takes: what, needs: [what]})

/** What is added stands beside what was added or set before, but not where that was removed. */
function claimOf(change: HeaderModification): Claim {
  const header = `${change.target ?? 'Request'} ${change.header.toLowerCase()}`
  const gone = `no ${header}`
  if (change.type === 'Remove') return {takes: gone, needs: [header]}
  return {takes: header, needs: change.type === 'Add' && canAppend(change) ? [gone] : [header, gone]}
}

function claimsOf(rule: RulePayload): readonly Claim[] {
  if (rule.ruleType === 'Redirect' || rule.ruleType === 'Replace') return [all(address)]
  return rule.ruleType === 'Headers'
    ? rule.pairs.flatMap(({modifications}) => modifications.map(claimOf))
    : [all(rule.ruleType)]
}

/** What one condition says is mostly a part of what the other does where both mean some of the same requests, which is cheap to see. */
function mayMeet(one: Source, other: Source): boolean {
  const [a = '', b = ''] = [one, other].map(({value}) => value.toLowerCase())
  return a.includes(b) || b.includes(a) || [a, b].includes(everyUrl.value)
}

const isOn = (groups: readonly ImportedGroup[], place: number | null): boolean =>
  place === null || groups[place]?.record.status === 'Active'

/** Whether what is in one group acts wherever what is in another does, by their places, null for none: the one may be off alone. */
export const actBeside = (groups: readonly ImportedGroup[], one: number | null, other: number | null): boolean =>
  isOn(groups, one) || !isOn(groups, other)

/** On, or off for no other reason than that it holds code: once read it is turned on. */
const isMeantToAct = ({rule, notes}: ImportedRecord): boolean =>
  rule?.status === 'Active' || notes.some(({code}) => code === 'code-off')

type Taken = {readonly source: Source; readonly group: number | null}

/** So many before a rule are compared with it: a file may have ten thousand. */
const mostCompared = 200
/** And with so many at every address that can be made up. */
const mostMet = 40

/**
 * The same records; on a rule that wants what one before it has taken for the same requests it is said that here it comes too late. For
 * tools that apply all of their rules in turn, so that the last one wins.
 */
export function withTurns(
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[] = [],
): readonly ImportedRecord[] {
  const taken = new Map<string, Taken[]>()
  return records.map(record => {
    const {rule, group} = record
    if (rule === null || !isMeantToAct(record) || rule.ruleType === 'QueryParam' || rule.ruleType === 'Cancel')
      return record
    const sources = rule.pairs.map(({source}) => source ?? everyUrl)
    const claims = claimsOf(rule)
    const isLate = [...new Set(claims.flatMap(({needs}) => needs))].some(what => {
      const before = taken.get(what)?.slice(-mostCompared) ?? []
      const areFew = before.length <= mostMet
      return before.some(
        by =>
          actBeside(groups, by.group, group) &&
          sources.some(each => (areFew || mayMeet(each, by.source)) && meet(each, by.source)),
      )
    })
    const own = sources.map(source => ({source, group}))
    const takes = new Set(claims.map(claim => claim.takes))
    for (const what of takes) taken.set(what, [...(taken.get(what)?.slice(-mostCompared) ?? []), ...own])
    return isLate
      ? {...record, notes: [...record.notes, fault('', 'changed', takes.has(address) ? actsOnTheWay : actsInTurn)]}
      : record
  })
}
