import * as z from 'zod/mini'
import type {ExtensionRule} from './extension-rule'
import {fault, faultsOfIssues, type Fault, faultText} from './faults'
import {isRecord, without, withoutNulls, type JsonRecord} from './json'
import {isRuleType, pairKinds, ruleTypes, type PairOf, type RuleType} from './rules'

const statuses = ['Active', 'Inactive'] as const
export const status = z.enum(statuses)
export type Status = z.infer<typeof status>

export const schemaVersion = '3.0.0'

/** The fields that every rule has, whatever its type. Dates are milliseconds since 1970. */
const ruleFields = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  objectType: z.literal('rule'),
  ruleType: z.enum(ruleTypes as [RuleType, ...RuleType[]]),
  status,
  groupId: z.string(),
  pairs: z.array(z.unknown()),
  creationDate: z.optional(z.number()),
  modificationDate: z.optional(z.number()),
  createdBy: z.optional(z.string()),
  lastModifiedBy: z.optional(z.string()),
  currentOwnerId: z.optional(z.string()),
  isSample: z.optional(z.boolean()),
  isFavourite: z.optional(z.boolean()),
  schemaVersion: z.optional(z.string()),
  // Derived, and never read: what comes from outside is dropped.
  extensionRules: z.optional(z.array(z.unknown())),
}

const ruleWithoutPairs = z.looseObject(ruleFields)
/** The names of the fields that the contract knows; all others are kept as they came. */
export const ruleFieldNames: readonly string[] = Object.keys(ruleFields)
// Known fields only: an index signature would break Omit and Extract.
type RuleFields = z.infer<z.ZodMiniObject<typeof ruleFields>>

/** A rule in the documented shape, with every unknown field. */
export type Rule = {
  [T in RuleType]: Omit<RuleFields, 'ruleType' | 'pairs' | 'extensionRules'> & {
    readonly ruleType: T
    readonly pairs: readonly PairOf<T>[]
    readonly extensionRules?: readonly ExtensionRule[]
  }
}[RuleType]
export type RuleOf<T extends RuleType> = Extract<Rule, {ruleType: T}>

export type StoredRecord = JsonRecord

export type Reading<T> =
  {readonly ok: true; readonly value: T} | {readonly ok: false; readonly faults: readonly Fault[]}

const refused = (faults: readonly Fault[]): Reading<never> => ({ok: false, faults})

function readPairs(ruleType: RuleType, raw: unknown): Reading<unknown[]> {
  if (!Array.isArray(raw))
    return refused([
      (raw ?? null) === null
        ? fault('pairs', 'missing', faultText('noPairs'))
        : fault('pairs', 'invalid_type', faultText('mustBe', {what: faultText('aList')})),
    ])
  const kind = pairKinds[ruleType]
  const known = Object.keys(kind.schema.shape)
  const pairs: unknown[] = []
  const faults: Fault[] = []
  raw.forEach((given, index) => {
    const lifted = kind.lift(given)
    const present = isRecord(lifted) ? withoutNulls(lifted, known) : lifted
    const parsed = z.safeParse(kind.schema, present, {reportInput: true})
    if (parsed.success) pairs.push(parsed.data)
    else faults.push(...faultsOfIssues(parsed.error.issues, ['pairs', index]))
  })
  return faults.length > 0 ? refused(faults) : {ok: true, value: pairs}
}

/** The documented defaults, also for null where a field was simply not used. */
const withDefaults = (raw: JsonRecord): JsonRecord => ({
  name: '',
  description: '',
  status: 'Active',
  groupId: '',
  objectType: 'rule',
  ...withoutNulls(raw, ruleFieldNames),
})

/** Fields of rules and groups that nothing needs: one of a wrong type sets no record aside. */
const unneeded = [
  'description',
  'creationDate',
  'modificationDate',
  'createdBy',
  'lastModifiedBy',
  'currentOwnerId',
  'isSample',
  'isFavourite',
  'schemaVersion',
]

/** A stored record without the optional fields that have a wrong type. */
export const withoutMisfits = (raw: unknown, shape: Readonly<Record<string, z.ZodMiniType>>): unknown =>
  isRecord(raw) ? without(raw, ...unneeded.filter(name => shape[name]?.safeParse(raw[name]).success === false)) : raw

/** Reads a stored rule leniently: optional fields that cannot be read are left out. */
export const readRule = (raw: unknown): Reading<Rule> => readRuleStrictly(withoutMisfits(raw, ruleFields))

/** Reads any stored shape and keeps unknown fields. Drops `extensionRules`, which is derived. */
export function readRuleStrictly(raw: unknown): Reading<Rule> {
  if (!isRecord(raw)) return refused([fault('', 'not-a-record', faultText('notRuleRecord'))])
  if (!isRuleType(raw['ruleType'])) {
    const {ruleType} = raw
    // Converting a value that is not a string to text may throw.
    const reason = typeof ruleType === 'string' ? faultText('notARuleType', {type: ruleType}) : faultText('noRuleType')
    return refused([fault('ruleType', 'unknown-type', reason)])
  }
  const pairs = readPairs(raw['ruleType'], raw['pairs'])
  const {extensionRules: _derived, ...given} = withDefaults(raw)
  const fields = z.safeParse(ruleWithoutPairs, {...given, pairs: []}, {reportInput: true})
  if (!fields.success || !pairs.ok)
    return refused([...(fields.success ? [] : faultsOfIssues(fields.error.issues)), ...(pairs.ok ? [] : pairs.faults)])
  // The pairs were parsed by the kind of this very ruleType, which the compiler cannot follow.
  return {ok: true, value: {...fields.data, pairs: pairs.value} as unknown as Rule}
}

export function faultsOfRule(rule: Pick<Rule, 'ruleType' | 'pairs' | 'name'>): Fault[] {
  const faults: Fault[] = []
  if (rule.name.trim() === '') faults.push(fault('name', 'missing', faultText('nameTheRule')))
  if (rule.pairs.length === 0) faults.push(fault('pairs', 'missing', faultText('needsCondition')))
  const {faults: faultsOfPair} = pairKinds[rule.ruleType]
  rule.pairs.forEach((pair, index) => faults.push(...faultsOfPair(pair as never, `pairs[${index}]`)))
  return faults
}

/** Whether a rule contains code, in any stored shape, even an invalid one. */
export function hasCode({ruleType, pairs}: StoredRecord): boolean {
  if ((ruleType !== 'Request' && ruleType !== 'Response') || !Array.isArray(pairs)) return false
  const {lift} = pairKinds[ruleType]
  return pairs.map(lift).some(pair => isRecord(pair) && pair['type'] === 'code')
}
