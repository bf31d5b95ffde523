import {verbatim} from '../../../src/model/faults'
import type {Group} from '../../../src/model/group'
import {readRule, type RuleOf} from '../../../src/model/rule'
import type {PairOf, RuleType} from '../../../src/model/rules'
import type {RuleView} from '../../../src/model/views'

const source = (value = 'api.shop.test') => ({key: 'host', operator: 'Equals', value}) as const

const samples: {readonly [T in RuleType]: PairOf<T>} = {
  Redirect: {
    source: {key: 'url', operator: 'Wildcard_Matches', value: 'https://api.shop.test/v1/*'},
    destinationType: 'url',
    destination: 'http://localhost:3000/$1',
  },
  Cancel: {source: {key: 'host', operator: 'Wildcard_Matches', value: '*.metrics.test'}},
  Replace: {source: source('cdn.shop.test'), from: 'v1', to: 'v2'},
  Headers: {
    source: source(),
    modifications: [
      {header: 'Authorization', type: 'Modify', value: 'Bearer stg', target: 'Request'},
      {header: 'Content-Security-Policy', type: 'Remove', target: 'Response'},
    ],
  },
  UserAgent: {source: source('m.shop.test'), userAgent: 'Mozilla/5.0 (compatible; Own/1.0)'},
  QueryParam: {
    source: {key: 'url', operator: 'Contains', value: 'shop.test'},
    modifications: [
      {param: 'lang', type: 'Add', value: 'de'},
      {param: 'region', type: 'Remove'},
    ],
  },
  Request: {source: {key: 'path', operator: 'Contains', value: '/cart/items'}, type: 'static', value: '{"qty":3}'},
  Response: {
    source: {key: 'path', operator: 'Equals', value: '/v1/cart'},
    type: 'static',
    value: '{"items":[]}',
    statusCode: 200,
  },
  Delay: {source: {key: 'path', operator: 'Contains', value: '/payment'}, delay: 1500},
}

let last = 0

/** A rule of the given type with one sample condition and the given overrides. */
export function aRule<T extends RuleType>(
  ruleType: T,
  overrides: Partial<RuleOf<T>> & Record<string, unknown> = {},
): RuleOf<T> {
  const reading = readRule({
    id: `${ruleType}_${++last}`,
    name: `A ${ruleType} rule`,
    objectType: 'rule',
    ruleType,
    pairs: [samples[ruleType]],
    ...overrides,
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults))
  return reading.value as RuleOf<T>
}

export const aView = (rule: RuleOf<RuleType>, overrides: Partial<RuleView> = {}): RuleView => ({
  id: rule.id,
  rule,
  record: null,
  faults: [],
  problems: [],
  inForce: rule.status === 'Active',
  isTeam: false,
  rank: 0,
  browserRules: [],
  ...overrides,
})

export const anUnreadable = (id: string, record: Record<string, unknown>): RuleView => ({
  id,
  rule: null,
  record: {id, ...record},
  faults: [{path: 'pairs', code: 'missing', reason: verbatim('This record has no pairs.')}],
  problems: [],
  inForce: false,
  isTeam: false,
  rank: 0,
  browserRules: [],
})

export const aGroup = (name: string, overrides: Partial<Group> = {}): Group => ({
  id: `Group_${name}`,
  name,
  objectType: 'group',
  status: 'Active',
  isFavourite: false,
  ...overrides,
})
