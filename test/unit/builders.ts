import {readRule, type RuleOf} from '../../src/model/rule'
import type {PairOf, RuleType} from '../../src/model/rules'
import type {Operator, Source, SourceKey} from '../../src/model/source'

/** Builds a source: `aSource('url', 'Contains', 'shop')`. */
export const aSource = (
  key: SourceKey = 'url',
  operator: Operator = 'Contains',
  value = 'shop.test',
  filters: Source['filters'] = [],
): Source => ({key, operator, value, filters})

const pairs: {readonly [T in RuleType]: PairOf<T>} = {
  Redirect: {source: aSource(), destinationType: 'url', destination: 'https://other.test/'},
  Cancel: {source: aSource()},
  Replace: {source: aSource(), from: 'old', to: 'new'},
  Headers: {source: aSource(), modifications: [{header: 'x-test', type: 'Modify', value: '1'}]},
  UserAgent: {source: aSource(), userAgent: 'Tester/1.0'},
  QueryParam: {source: aSource(), modifications: [{param: 'a', type: 'Modify', value: '1'}]},
  Request: {source: aSource(), type: 'static', value: '{}'},
  Response: {source: aSource(), type: 'static', value: 'hello'},
  Delay: {source: aSource(), delay: 100},
}

/** A pair of the given type with default values for all other fields. */
export const aPair = <T extends RuleType>(type: T, overrides: Partial<PairOf<T>> = {}): PairOf<T> => ({
  ...pairs[type],
  ...overrides,
})

/** A rule of the given type with one default pair unless overridden. */
export function aRule<T extends RuleType>(type: T, overrides: Partial<RuleOf<T>> = {}): RuleOf<T> {
  const raw = {id: `${type}_1`, name: `a ${type}`, ruleType: type, pairs: [aPair(type)], ...overrides}
  const read = readRule(raw)
  if (!read.ok) throw new Error(`not a rule: ${JSON.stringify(read.faults)}`)
  return read.value as RuleOf<T>
}
