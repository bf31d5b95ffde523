import {fault} from '../contract/faults'
import type {RulePayload} from '../contract/payload'
import {actsInTurn, actsOnTheWay, standsBelow} from '../contract/reasons'
import type {RuleType} from '../contract/rules'
import {canAppend, type HeaderModification} from '../contract/rules/headers'
import type {Source} from '../contract/source'
import {addressesOf, meet} from './addresses'
import type {ImportedGroup, ImportedRecord} from './imported'
import {everyUrl} from './sources'

const address = 'address'

/** Of several rules that take the same, only the upper one acts. */
type Claim = {readonly takes: string; readonly needs: readonly string[]}

const all = (what: string): Claim => ({takes: what, needs: [what]})

/** An appended header adds to an earlier one, unless that was removed. */
function claimOf(change: HeaderModification): Claim {
  const header = `${change.target ?? 'Request'} ${change.header.toLowerCase()}`
  const gone = `no ${header}`
  if (change.type === 'Remove') return {takes: gone, needs: [header]}
  return {takes: header, needs: change.type === 'Add' && canAppend(change) ? [gone] : [header, gone]}
}

const claimsOf = (rule: RulePayload, takes: string): readonly Claim[] =>
  rule.ruleType === 'Headers' ? rule.pairs.flatMap(({modifications}) => modifications.map(claimOf)) : [all(takes)]

/** A cheap test: conditions that share requests mostly contain one another. */
function mayMeet(one: Source, other: Source): boolean {
  const [a = '', b = ''] = [one, other].map(({value}) => value.toLowerCase())
  return a.includes(b) || b.includes(a) || [a, b].includes(everyUrl.value)
}

const isOn = (groups: readonly ImportedGroup[], place: number | null): boolean =>
  place === null || groups[place]?.record.status === 'Active'

/** Whether the rules of one group act whenever those of another do: a group may be off. */
export const actBeside = (groups: readonly ImportedGroup[], one: number | null, other: number | null): boolean =>
  isOn(groups, one) || !isOn(groups, other)

/** Code arrives switched off, and is meant to be turned on. */
const isMeantToAct = ({rule, notes}: ImportedRecord): boolean =>
  rule?.status === 'Active' || notes.some(({code}) => code === 'code-off')

type Taken = {readonly source: Source; readonly group: number | null}

/** A file may hold ten thousand rules. */
const mostCompared = 200
/** Beyond this, only sources that mayMeet accepts are compared by example URLs. */
const mostMet = 40

/** A Replace for every URL may say in its regex where it acts. */
function whereActs(source: Source, from: string): Source {
  const isEverywhere = source.operator === everyUrl.operator && source.value === everyUrl.value
  if (!isEverywhere || !from.startsWith('/^')) return source
  const asked: Source = {...source, operator: 'Matches', value: from}
  return addressesOf(asked).length > 0 ? asked : source
}

const sourcesOf = (rule: RulePayload): readonly Source[] =>
  rule.ruleType === 'Replace'
    ? rule.pairs.map(({source, from}) => whereActs(source, from))
    : rule.pairs.map(({source}) => source ?? everyUrl)

/** Several of them act on one request. */
const actTogether: ReadonlySet<string> = new Set(['QueryParam', 'Cancel', 'Delay'])

type Order = {
  readonly groups: readonly ImportedGroup[]
  readonly wants: (type: RuleType) => string
  readonly isAbove: (one: number, other: number) => boolean
}

const noGroup = Infinity

function lateOnes(
  records: readonly ImportedRecord[],
  {groups, wants, isAbove}: Order,
): ReadonlyMap<ImportedRecord, ReadonlySet<string>> {
  const taken = new Map<string, Taken[]>()
  const late = new Map<ImportedRecord, ReadonlySet<string>>()
  for (const record of records) {
    const {rule, group} = record
    if (rule === null || !isMeantToAct(record) || actTogether.has(rule.ruleType)) continue
    const sources = sourcesOf(rule)
    const claims = claimsOf(rule, wants(rule.ruleType))
    const isLate = [...new Set(claims.flatMap(({needs}) => needs))].some(what => {
      const before = taken.get(what)?.slice(-mostCompared) ?? []
      const areFew = before.length <= mostMet
      return before.some(
        by =>
          isAbove(by.group ?? noGroup, group ?? noGroup) &&
          actBeside(groups, by.group, group) &&
          sources.some(each => (areFew || mayMeet(each, by.source)) && meet(each, by.source)),
      )
    })
    const own = sources.map(source => ({source, group}))
    const takes = new Set(claims.map(claim => claim.takes))
    for (const what of takes) taken.set(what, [...(taken.get(what)?.slice(-mostCompared) ?? []), ...own])
    if (isLate) late.set(record, takes)
  }
  return late
}

const withNote = (record: ImportedRecord, reason: string, code = 'changed'): ImportedRecord => ({
  ...record,
  notes: [...record.notes, fault('', code, reason)],
})

export function withTurns(
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[] = [],
): readonly ImportedRecord[] {
  const late = lateOnes(records, {
    groups,
    wants: type => (type === 'Redirect' || type === 'Replace' ? address : type),
    isAbove: (one, other) => one <= other,
  })
  return records.map(record => {
    const takes = late.get(record)
    return takes ? withNote(record, takes.has(address) ? actsOnTheWay : actsInTurn) : record
  })
}

export function withFirsts(records: readonly ImportedRecord[], reason: string): readonly ImportedRecord[] {
  const late = lateOnes(records, {groups: [], wants: type => type, isAbove: () => true})
  return records.map(record => (late.has(record) ? withNote(record, reason) : record))
}

export function withPlaces(
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[],
): readonly ImportedRecord[] {
  const late = lateOnes(records.toReversed(), {
    groups,
    wants: type => type,
    isAbove: (one, other) => one < other,
  })
  return records.map(record => (late.has(record) ? withNote(record, standsBelow, 'stands-below') : record))
}
