import type {RulePayload} from '../model/payload'
import {noteText, noteAt, type Note} from './notes'
import type {RuleType} from '../model/rules'
import {canAppend, type HeaderModification} from '../model/rules/headers'
import type {Source} from '../model/source'
import {getExampleUrls, hasCommonUrl} from './example-urls'
import type {ImportedGroup, ImportedRecord} from './import-types'
import {everyUrl} from './sources'

const address = 'address'

/** Of several rules that take the same, only the upper one acts. */
type Claim = {readonly takes: string; readonly needs: readonly string[]}

/** An appended header adds to an earlier one, unless that was removed. */
function claimOf(change: HeaderModification): Claim {
  const header = `${change.target ?? 'Request'} ${change.header.toLowerCase()}`
  const gone = `no ${header}`
  if (change.type === 'Remove') return {takes: gone, needs: [header]}
  return {takes: header, needs: change.type === 'Add' && canAppend(change) ? [gone] : [header, gone]}
}

const claimsOf = (rule: RulePayload, takes: string): readonly Claim[] =>
  rule.ruleType === 'Headers'
    ? rule.pairs.flatMap(({modifications}) => modifications.map(claimOf))
    : [{takes, needs: [takes]}]

/** A cheap test: conditions that share requests mostly contain one another. */
function mayMeet(one: Source, other: Source): boolean {
  const [a = '', b = ''] = [one, other].map(({value}) => value.toLowerCase())
  return a.includes(b) || b.includes(a) || [a, b].includes(everyUrl.value)
}

const isOn = (groups: readonly ImportedGroup[], place: number | null): boolean =>
  place === null || groups[place]?.record.status === 'Active'

/** Whether the rules of one group act whenever those of another do: a group may be off. */
export const isActiveWhenever = (groups: readonly ImportedGroup[], one: number | null, other: number | null): boolean =>
  isOn(groups, one) || !isOn(groups, other)

/** Code arrives switched off, and is meant to be turned on. */
const isMeantToAct = ({rule, notes}: ImportedRecord): boolean =>
  rule?.status === 'Active' || notes.some(({code}) => code === 'code-off')

type Taken = {readonly name: string; readonly source: Source; readonly group: number | null}

/** A file may hold ten thousand rules. */
const mostCompared = 200
/** Beyond this, only sources that mayMeet accepts are compared by example URLs. */
const mostMet = 40

/** A Replace for every URL may say in its regex where it acts. */
function whereActs(source: Source, from: string): Source {
  const isEverywhere = source.operator === everyUrl.operator && source.value === everyUrl.value
  if (!isEverywhere || !from.startsWith('/^')) return source
  const asked: Source = {...source, operator: 'Matches', value: from}
  return getExampleUrls(asked).length > 0 ? asked : source
}

const sourcesOf = (rule: RulePayload): readonly Source[] =>
  rule.ruleType === 'Replace'
    ? rule.pairs.map(({source, from}) => whereActs(source, from))
    : rule.pairs.map(({source}) => source ?? everyUrl)

/** Several of them act on one request. */
const actTogether: ReadonlySet<string> = new Set(['QueryParam', 'Cancel', 'Delay'])

type Order = {
  readonly groups: readonly ImportedGroup[]
  readonly claims: (rule: RulePayload) => readonly Claim[]
  /** Whether a rule that is compared first stands above another one, by the places of their groups. */
  readonly isAbove: (one: number, other: number) => boolean
  readonly isFromBelow?: boolean
  readonly noteOf: (takes: ReadonlySet<string>, by: string) => Note
}

const noGroup = Infinity

/** Adds a note to each record that needs what an earlier one takes for the same requests. */
function withNotesOnLate(
  records: readonly ImportedRecord[],
  {groups, claims: claimsIn, isAbove, isFromBelow = false, noteOf}: Order,
): readonly ImportedRecord[] {
  const taken = new Map<string, readonly Taken[]>()
  const noted = (isFromBelow ? records.toReversed() : records).map(record => {
    const {rule, group} = record
    if (rule === null || !isMeantToAct(record) || actTogether.has(rule.ruleType)) return record
    const sources = sourcesOf(rule)
    const claims = claimsIn(rule)
    const takenBefore = (what: string): Taken | undefined => {
      const before = taken.get(what) ?? []
      const areFew = before.length <= mostMet
      return before.find(
        by =>
          isAbove(by.group ?? noGroup, group ?? noGroup) &&
          isActiveWhenever(groups, by.group, group) &&
          sources.some(each => (areFew || mayMeet(each, by.source)) && hasCommonUrl(each, by.source)),
      )
    }
    let by: Taken | undefined
    for (const what of new Set(claims.flatMap(({needs}) => needs))) by ??= takenBefore(what)
    const own = sources.map(source => ({name: rule.name, source, group}))
    const takes = new Set(claims.map(claim => claim.takes))
    for (const what of takes) taken.set(what, [...(taken.get(what) ?? []), ...own].slice(-mostCompared))
    return by ? {...record, notes: [...record.notes, noteOf(takes, by.name)]} : record
  })
  return isFromBelow ? noted.toReversed() : noted
}

/** For tools that apply all of their rules in turn, so that the last one wins. */
export const addSequenceNotes = (
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[] = [],
  reason = noteText('actsInTurn'),
): readonly ImportedRecord[] =>
  withNotesOnLate(records, {
    groups,
    claims: rule => claimsOf(rule, ['Redirect', 'Replace'].includes(rule.ruleType) ? address : rule.ruleType),
    isAbove: (one, other) => one <= other,
    noteOf: takes => noteAt('', 'changed', takes.has(address) ? noteText('actsOnTheWay') : reason),
  })

/** For files in which the upper rule wins: here its group may stand below. */
export const addGroupOrderNotes = (
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[],
): readonly ImportedRecord[] =>
  withNotesOnLate(records, {
    groups,
    claims: rule => claimsOf(rule, rule.ruleType),
    isAbove: (one, other) => one < other,
    isFromBelow: true,
    noteOf: () => noteAt('', 'stands-below', noteText('standsBelow')),
  })

const claimsOfRedirects: Readonly<Partial<Record<RuleType, Claim>>> = {
  Redirect: {takes: 'redirect', needs: []},
  Response: {takes: 'response', needs: ['redirect']},
}

/** For files in which a response above a redirect wins: here the redirect does. */
export const addRedirectNotes = (
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[],
): readonly ImportedRecord[] =>
  withNotesOnLate(records, {
    groups,
    claims: ({ruleType}) => [claimsOfRedirects[ruleType] ?? []].flat(),
    isAbove: () => true,
    isFromBelow: true,
    noteOf: (_takes, by) => noteAt('', 'changed', noteText('redirectComesFirst', {rule: by})),
  })
