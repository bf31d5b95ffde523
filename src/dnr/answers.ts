import {readGroup, type Group} from '../model/group'
import {withPairIds} from '../model/pair-ids'
import {without, isRecord} from '../model/json'
import {readRule, schemaVersion, type Reading, type Rule, type StoredRecord} from '../model/rule'
import type {UpdatedGroup, UpdatedRule} from '../api/rule-service'
import {translate} from './translate'
import type {Surroundings} from './translation'
import {fault, type Fault} from '../model/faults'
import {readRulePayload, type RulePayload} from '../model/payload'
import type {Problem} from '../model/problems'
import {notARegex, theRule, theRuleNamed} from '../model/reasons'
import {invalidError} from '../api/service-error'

/** Answers share nothing with what is kept, so that a caller may change them. */
const copied = <T>(answer: T): T => structuredClone(answer)

export function answeredRule(record: StoredRecord, surroundings?: Surroundings): Reading<Rule> {
  const read = readRule(record)
  if (!read.ok) return read
  const {extensionRules} = translate(read.value, surroundings)
  const pairs = withPairIds(read.value.pairs, index => `pair_${index + 1}`)
  const rule = {isSample: false, isFavourite: false, schemaVersion, ...read.value, pairs, extensionRules}
  return {ok: true, value: copied(rule) as unknown as Rule}
}

/** In a listing one bad record must not take the others with it: it is shown as it is kept. */
export function listedRule(record: StoredRecord, surroundings?: Surroundings): StoredRecord {
  try {
    const read = answeredRule(record, surroundings)
    if (read.ok) return read.value
  } catch {
    // A record that the translation chokes on is shown like one that cannot be read.
  }
  return copied(record)
}

/** The contract shows an update's answer without these. */
export const updatedRule = (rule: Rule): UpdatedRule =>
  without(
    rule,
    'groupId',
    'isSample',
    'isFavourite',
    'schemaVersion',
    'extensionRules',
    'currentOwnerId',
  ) as unknown as UpdatedRule

export function answeredGroup(record: StoredRecord): Reading<Group> {
  const read = readGroup(record)
  return read.ok ? {ok: true, value: copied(read.value)} : read
}

export function listedGroup(record: StoredRecord): StoredRecord {
  const read = answeredGroup(record)
  return read.ok ? read.value : copied(record)
}

export const updatedGroup = (group: Group): UpdatedGroup => without(group, 'currentOwnerId')

const sourcesOf = (pairs: readonly unknown[]) =>
  pairs.flatMap((pair, index) => (isRecord(pair) && isRecord(pair['source']) ? [{index, source: pair['source']}] : []))

/** What is no regex at all is refused; what Chrome's regexes cannot do is a problem shown on the rule. */
function faultsOfRegexes(payload: RulePayload): Fault[] {
  const rule = {...payload, id: 'none yet'} as Rule
  const asFaults = (problems: readonly Problem[], pair?: number) =>
    problems
      .filter(({code}) => code === 'regex-syntax')
      .map(problem =>
        fault(
          `pairs[${pair ?? problem.pair}].${problem.field}`,
          problem.code,
          String(problem.says?.['reason'] ?? notARegex),
        ),
      )
  const inSources = sourcesOf(rule.pairs).flatMap(({index, source}) =>
    asFaults(translate({...rule, ruleType: 'Cancel', pairs: [{source}]} as unknown as Rule).problems, index),
  )
  const others = asFaults(translate(rule).problems)
  return [...inSources, ...others.filter(({path}) => !inSources.some(each => each.path === path))]
}

export const ruleNamed = (raw: unknown): string =>
  isRecord(raw) && typeof raw['name'] === 'string' && raw['name'].trim() !== '' ? theRuleNamed(raw['name']) : theRule

/** The payload of a rule, checked to the last regex; refused with 400 and every fault it has. */
export function checkedRule(raw: unknown): RulePayload {
  const what = ruleNamed(raw)
  const read = readRulePayload(raw)
  if (!read.ok) throw invalidError(what, read.faults)
  const faults = faultsOfRegexes(read.value)
  if (faults.length > 0) throw invalidError(what, faults)
  return read.value
}
