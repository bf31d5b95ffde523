import type {StoredRecord} from '../../src/model/rule'
import {ruleTypes, type RuleType} from '../../src/model/rules'

const host = (index: number) => `api${index}.shop.test`

const sources = [
  (index: number) => ({key: 'host', operator: 'Equals', value: host(index)}),
  (index: number) => ({
    key: 'url',
    operator: 'Contains',
    value: `${host(index)}/v1/cart`,
    filters: [{requestMethod: ['GET']}],
  }),
  (index: number) => ({key: 'url', operator: 'Wildcard_Matches', value: `https://${host(index)}/*/items/*`}),
  (index: number) => ({key: 'url', operator: 'Equals', value: `https://${host(index)}/v1/items?page=1`}),
  (index: number) => ({key: 'path', operator: 'Contains', value: `/v1/${index}/`}),
  (index: number) => ({key: 'url', operator: 'Matches', value: `/${host(index)}\\/(v\\d+)\\/.*/i`}),
] as const

type Source = ReturnType<(typeof sources)[number]>

const pairs: {readonly [T in RuleType]: (source: Source, index: number) => object} = {
  Redirect: (source, index) => ({source, destinationType: 'url', destination: `https://local${index}.test/$1`}),
  Cancel: source => ({source}),
  Replace: source => ({source, from: 'v1', to: 'v2'}),
  Headers: (source, index) => ({
    source,
    modifications: [
      {header: 'Authorization', type: 'Modify', value: `Bearer ${index}`},
      {header: 'Content-Security-Policy', type: 'Remove', target: 'Response'},
    ],
  }),
  UserAgent: source => ({
    source,
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  }),
  QueryParam: source => ({
    source,
    modifications: [
      {param: 'lang', type: 'Add', value: 'de'},
      {param: 'region', type: 'Remove'},
    ],
  }),
  Request: source => ({source, type: 'static', value: '{"qty": 3}'}),
  Response: source => ({source, type: 'static', value: '{"error": "card_declined", "amount": 4200}'}),
  Delay: source => ({source, delay: 1500}),
}

/** Records that alternate between all nine rule types and all kinds of sources. */
export const mixedRules = (count: number): StoredRecord[] =>
  Array.from({length: count}, (_, index) => {
    const ruleType = ruleTypes[index % ruleTypes.length] ?? 'Cancel'
    const source = (sources[Math.floor(index / ruleTypes.length) % sources.length] ?? sources[0])(index)
    return aRecord(ruleType, index, pairs[ruleType](source, index))
  })

export const aRecord = (ruleType: RuleType, index: number, pair: object): StoredRecord => ({
  id: `${ruleType}_${String(index).padStart(6, '0')}`,
  name: `Rule ${index} for ${host(index)}`,
  description: '',
  objectType: 'rule',
  ruleType,
  status: 'Active',
  groupId: '',
  pairs: [{id: `pair_${index}`, ...pair}],
  creationDate: 1_760_000_000_000 + index,
  modificationDate: 1_760_000_000_000 + index,
  createdBy: 'someone',
  lastModifiedBy: 'someone',
  currentOwnerId: 'someone',
  isSample: false,
  isFavourite: false,
  schemaVersion: '3.0.0',
})

/** Headers rules without a regex, so Chrome's regex limit does not apply. */
export const headerRules = (count: number): StoredRecord[] =>
  Array.from({length: count}, (_, index) =>
    aRecord('Headers', index, {
      source: {key: 'url', operator: 'Wildcard_Matches', value: `https://${host(index)}/*`},
      modifications: [{header: 'X-Env', type: 'Modify', value: `${index}`}],
    }),
  )
