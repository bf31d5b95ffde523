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
type Effect = {readonly changes: string; readonly conflicts: readonly string[]}

/** An appended header adds to an earlier one, unless that was removed. */
function toHeaderEffect(change: HeaderModification): Effect {
  const header = `${change.target ?? 'Request'} ${change.header.toLowerCase()}`
  const removed = `no ${header}`
  if (change.type === 'Remove') return {changes: removed, conflicts: [header]}
  return {changes: header, conflicts: change.type === 'Add' && canAppend(change) ? [removed] : [header, removed]}
}

const getEffects = (rule: RulePayload, takes: string): readonly Effect[] =>
  rule.ruleType === 'Headers'
    ? rule.pairs.flatMap(({modifications}) => modifications.map(toHeaderEffect))
    : [{changes: takes, conflicts: [takes]}]

/** A cheap test: conditions that share requests mostly contain one another. */
function mayOverlap(one: Source, other: Source): boolean {
  const [a = '', b = ''] = [one, other].map(({value}) => value.toLowerCase())
  return a.includes(b) || b.includes(a) || [a, b].includes(everyUrl.value)
}

const isOn = (groups: readonly ImportedGroup[], group: number | null): boolean =>
  group === null || groups[group]?.record.status === 'Active'

/** Whether the rules of one group act whenever those of another do: a group may be off. */
export const isActiveWhenever = (groups: readonly ImportedGroup[], one: number | null, other: number | null): boolean =>
  isOn(groups, one) || !isOn(groups, other)

/** Code arrives switched off, and is meant to be turned on. */
const isIntendedToBeActive = ({rule, notes}: ImportedRecord): boolean =>
  rule?.status === 'Active' || notes.some(({code}) => code === 'code-off')

type EarlierRule = {readonly name: string; readonly source: Source; readonly group: number | null}

/** A file may hold ten thousand rules. */
const maxComparedRules = 200
/** Beyond this, only sources that mayOverlap accepts are compared by example URLs. */
const maxExactComparisons = 40

/** A Replace for every URL may say in its regex where it acts. */
function getEffectiveSource(source: Source, from: string): Source {
  const isEverywhere = source.operator === everyUrl.operator && source.value === everyUrl.value
  if (!isEverywhere || !from.startsWith('/^')) return source
  const narrowed: Source = {...source, operator: 'Matches', value: from}
  return getExampleUrls(narrowed).length > 0 ? narrowed : source
}

const getSources = (rule: RulePayload): readonly Source[] =>
  rule.ruleType === 'Replace'
    ? rule.pairs.map(({source, from}) => getEffectiveSource(source, from))
    : rule.pairs.map(({source}) => source ?? everyUrl)

/** Several of them act on one request. */
const combinableTypes: ReadonlySet<string> = new Set(['QueryParam', 'Cancel', 'Delay'])

type OrderOptions = {
  readonly groups: readonly ImportedGroup[]
  readonly getEffects: (rule: RulePayload) => readonly Effect[]
  /**
   * Whether the rule that is compared first comes before the other, by the index of their groups.
   */
  readonly isAbove: (one: number, other: number) => boolean
  readonly isReversed?: boolean
  readonly toNote: (takes: ReadonlySet<string>, blocker: string) => Note
}

const noGroup = Infinity

/** Adds a note to each record that needs what an earlier one takes for the same requests. */
function addConflictNotes(
  records: readonly ImportedRecord[],
  {groups, getEffects: getRuleEffects, isAbove, isReversed = false, toNote}: OrderOptions,
): readonly ImportedRecord[] {
  const earlierRules = new Map<string, readonly EarlierRule[]>()
  const noted = (isReversed ? records.toReversed() : records).map(record => {
    const {rule, group} = record
    if (rule === null || !isIntendedToBeActive(record) || combinableTypes.has(rule.ruleType)) return record
    const sources = getSources(rule)
    const effects = getRuleEffects(rule)
    const findEarlierRule = (target: string): EarlierRule | undefined => {
      const earlier = earlierRules.get(target) ?? []
      const canCompareAll = earlier.length <= maxExactComparisons
      return earlier.find(
        blocker =>
          isAbove(blocker.group ?? noGroup, group ?? noGroup) &&
          isActiveWhenever(groups, blocker.group, group) &&
          sources.some(
            each => (canCompareAll || mayOverlap(each, blocker.source)) && hasCommonUrl(each, blocker.source),
          ),
      )
    }
    let blocker: EarlierRule | undefined
    for (const target of new Set(effects.flatMap(({conflicts: needs}) => needs))) blocker ??= findEarlierRule(target)
    const added = sources.map(source => ({name: rule.name, source, group}))
    const takes = new Set(effects.map(effect => effect.changes))
    for (const target of takes)
      earlierRules.set(target, [...(earlierRules.get(target) ?? []), ...added].slice(-maxComparedRules))
    return blocker ? {...record, notes: [...record.notes, toNote(takes, blocker.name)]} : record
  })
  return isReversed ? noted.toReversed() : noted
}

/** For tools that apply all of their rules in turn, so that the last one wins. */
export const addSequenceNotes = (
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[] = [],
  reason = noteText('actsInTurn'),
): readonly ImportedRecord[] =>
  addConflictNotes(records, {
    groups,
    getEffects: rule => getEffects(rule, ['Redirect', 'Replace'].includes(rule.ruleType) ? address : rule.ruleType),
    isAbove: (one, other) => one <= other,
    toNote: takes => noteAt('', 'changed', takes.has(address) ? noteText('actsOnTheWay') : reason),
  })

/** For files in which the upper rule wins: here its group may stand below. */
export const addGroupOrderNotes = (
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[],
): readonly ImportedRecord[] =>
  addConflictNotes(records, {
    groups,
    getEffects: rule => getEffects(rule, rule.ruleType),
    isAbove: (one, other) => one < other,
    isReversed: true,
    toNote: () => noteAt('', 'stands-below', noteText('standsBelow')),
  })

const redirectEffects: Readonly<Partial<Record<RuleType, Effect>>> = {
  Redirect: {changes: 'redirect', conflicts: []},
  Response: {changes: 'response', conflicts: ['redirect']},
}

/** For files in which a response above a redirect wins: here the redirect does. */
export const addRedirectNotes = (
  records: readonly ImportedRecord[],
  groups: readonly ImportedGroup[],
): readonly ImportedRecord[] =>
  addConflictNotes(records, {
    groups,
    getEffects: ({ruleType}) => [redirectEffects[ruleType] ?? []].flat(),
    isAbove: () => true,
    isReversed: true,
    toNote: (_takes, blocker) => noteAt('', 'changed', noteText('redirectComesFirst', {rule: blocker})),
  })
