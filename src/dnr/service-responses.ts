import {readGroup, type Group} from '../model/group'
import {withPairIds} from '../model/pair-ids'
import {without, isRecord} from '../model/json'
import {readRule, schemaVersion, type Reading, type Rule, type StoredRecord} from '../model/rule'
import type {UpdatedGroup, UpdatedRule} from '../api/rule-service'
import {translateRule} from './translate'
import type {TranslateOptions} from './translation'
import {fault, type Fault, faultText, type FaultText} from '../model/faults'
import {readRulePayload, type RulePayload} from '../model/payload'
import type {Problem} from '../model/problems'
import {invalidError} from '../api/service-error'

/** Responses are copies, so a caller may change them. */
const copied = <T>(answer: T): T => structuredClone(answer)

export function toRuleResponse(record: StoredRecord, options?: TranslateOptions): Reading<Rule> {
  const read = readRule(record)
  if (!read.ok) return read
  const {extensionRules} = translateRule(read.value, options)
  const pairs = withPairIds(read.value.pairs, index => `pair_${index + 1}`)
  const rule = {isSample: false, isFavourite: false, schemaVersion, ...read.value, pairs, extensionRules}
  return {ok: true, value: copied(rule) as unknown as Rule}
}

/** Returns an invalid record as it is stored, so that one bad record does not break the list. */
export function toListedRule(record: StoredRecord, options?: TranslateOptions): StoredRecord {
  try {
    const read = toRuleResponse(record, options)
    if (read.ok) return read.value
  } catch {
    // A record whose translation throws is listed like an invalid one.
  }
  return copied(record)
}

/** The contract omits these fields from the response to an update. */
export const toUpdatedRule = (rule: Rule): UpdatedRule =>
  without(
    rule,
    'groupId',
    'isSample',
    'isFavourite',
    'schemaVersion',
    'extensionRules',
    'currentOwnerId',
  ) as unknown as UpdatedRule

export function toGroupResponse(record: StoredRecord): Reading<Group> {
  const read = readGroup(record)
  return read.ok ? {ok: true, value: copied(read.value)} : read
}

export function toListedGroup(record: StoredRecord): StoredRecord {
  const read = toGroupResponse(record)
  return read.ok ? read.value : copied(record)
}

export const toUpdatedGroup = (group: Group): UpdatedGroup => without(group, 'currentOwnerId')

const getIndexedSources = (pairs: readonly unknown[]) =>
  pairs.flatMap((pair, index) => (isRecord(pair) && isRecord(pair['source']) ? [{index, source: pair['source']}] : []))

/** An invalid regex is a fault of the payload. A regex that only Chrome rejects is a problem. */
function findRegexFaults(payload: RulePayload): Fault[] {
  const rule = {...payload, id: 'none yet'} as Rule
  const asFaults = (problems: readonly Problem[], pair?: number) =>
    problems
      .filter(({code}) => code === 'regex-syntax')
      .map(problem =>
        fault(
          `pairs[${pair ?? problem.pair}].${problem.field}`,
          problem.code,
          typeof problem.params?.['reason'] === 'object' ? problem.params['reason'] : faultText('notARegex'),
        ),
      )
  const inSources = getIndexedSources(rule.pairs).flatMap(({index, source}) =>
    asFaults(translateRule({...rule, ruleType: 'Cancel', pairs: [{source}]} as unknown as Rule).problems, index),
  )
  const others = asFaults(translateRule(rule).problems)
  return [...inSources, ...others.filter(({path}) => !inSources.some(each => each.path === path))]
}

export const describeRule = (raw: unknown): FaultText =>
  isRecord(raw) && typeof raw['name'] === 'string' && raw['name'].trim() !== ''
    ? faultText('theRuleNamed', {name: raw['name']})
    : faultText('theRule')

/** Parses the payload of a rule, regexes included; throws a 400 error with every fault. */
export function validateRulePayload(raw: unknown): RulePayload {
  const what = describeRule(raw)
  const read = readRulePayload(raw)
  if (!read.ok) throw invalidError(what, read.faults)
  const faults = findRegexFaults(read.value)
  if (faults.length > 0) throw invalidError(what, faults)
  return read.value
}
