import type {StoredRecord} from '../../src/model/rule'
import type {RuleType} from '../../src/model/rules'

/** The content of a storage, in the order of the rules list. */
export type StoredLibrary = {
  readonly groups: readonly StoredRecord[]
  readonly rules: readonly StoredRecord[]
  readonly trash: readonly {readonly record: StoredRecord; readonly from: string; readonly deletedAt: number}[]
  readonly paused: boolean
}

/** The current time in pictures of this library: a Friday, 10:43 local time. */
export const now = new Date(2026, 10, 20, 10, 43).getTime()
const minute = 60_000
const day = 24 * 60 * minute

const source = (key: string, operator: string, value: string, ...filters: readonly object[]) => ({
  key,
  operator,
  value,
  filters,
})

type Given = {readonly groupId?: string; readonly status?: string; readonly isFavourite?: boolean; readonly id?: string}

export const aRecord = (
  ruleType: RuleType,
  name: string,
  pairs: readonly object[],
  more: Given = {},
): StoredRecord => ({
  id: `${ruleType}_${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  name,
  description: '',
  objectType: 'rule',
  ruleType,
  status: 'Active',
  groupId: '',
  pairs: pairs.map((pair, index) => ({id: `pair_${index}`, ...pair})),
  creationDate: now - 10 * day,
  modificationDate: now - minute,
  isFavourite: false,
  schemaVersion: '3.0.0',
  ...more,
})

export const aGroup = (id: string, name: string, more: object = {}): StoredRecord => ({
  id,
  name,
  objectType: 'group',
  status: 'Active',
  isFavourite: false,
  creationDate: now - 10 * day,
  modificationDate: now - minute,
  ...more,
})

/** 214 bytes, as shown in the picture. */
const emptyCart = JSON.stringify({items: [], total: 0, currency: 'EUR', note: 'x'.repeat(165)})

const declined = `function modifyResponse(args) {
  const { method, url, response, responseJSON } = args
  // Every third try goes through.
  $sharedState.tries = ($sharedState.tries ?? 0) + 1
  if ($sharedState.tries % 3 === 0) return response

  return { error: 'card_declined',
           decline_code: 'insufficient_funds',
           amount: responseJSON?.amount ?? 4200 }
}`

const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.2 Mobile/15E148 Safari/604.1'

const checkout = {groupId: 'group_checkout'}
const localisation = {groupId: 'group_localisation'}
const fixtures = {groupId: 'group_qa'}
const off = {status: 'Inactive'}

const rules: readonly StoredRecord[] = [
  aRecord(
    'Headers',
    'Staging auth token',
    [
      {
        source: source('host', 'Equals', 'api.shop.test'),
        modifications: [
          {header: 'Authorization', type: 'Modify', value: 'Bearer stg_4f9c…e21', target: 'Request'},
          {header: 'X-Env', type: 'Modify', value: 'staging', target: 'Request'},
        ],
      },
    ],
    checkout,
  ),
  aRecord(
    'Redirect',
    'API to localhost',
    [
      {
        source: source('url', 'Contains', 'api.shop.test/v1/'),
        destinationType: 'url',
        destination: 'http://localhost:3000/v1/',
      },
    ],
    checkout,
  ),
  aRecord(
    'Response',
    'Empty cart',
    [{source: source('path', 'Equals', '/v1/cart'), type: 'static', value: emptyCart, statusCode: 200}],
    checkout,
  ),
  aRecord('Delay', 'Slow payment', [{source: source('path', 'Contains', '/payment'), delay: 1500}], checkout),
  aRecord('Cancel', 'Block analytics', [{source: source('host', 'Wildcard_Matches', '*.metrics.test')}], {
    ...checkout,
    ...off,
  }),
  aRecord(
    'QueryParam',
    'Force German',
    [
      {
        source: source('url', 'Contains', 'shop.test'),
        modifications: [
          {param: 'lang', type: 'Add', value: 'de'},
          {param: 'region', type: 'Remove'},
        ],
      },
    ],
    {...localisation, isFavourite: true},
  ),
  aRecord(
    'Headers',
    'Accept-Language de',
    [
      {
        source: source('url', 'Contains', 'shop.test'),
        modifications: [{header: 'Accept-Language', type: 'Modify', value: 'de', target: 'Request'}],
      },
    ],
    localisation,
  ),
  aRecord(
    'Replace',
    'Copy deck v2',
    [{source: source('url', 'Matches', '/copy\\/(en|de)\\.json/'), from: 'v1', to: 'v2'}],
    localisation,
  ),
  aRecord(
    'Response',
    'Payment declined',
    [
      {
        source: source(
          'path',
          'Contains',
          '/payments',
          {requestPayload: {key: 'operationName', operator: 'Equals', value: 'Pay'}},
          {requestMethod: ['POST']},
        ),
        type: 'code',
        value: declined,
        statusCode: 402,
        statusText: 'Payment Required',
      },
    ],
    fixtures,
  ),
  aRecord(
    'Request',
    'Always buy 3',
    [
      {
        source: source('path', 'Contains', '/cart/items'),
        type: 'code',
        value: 'function modifyRequestBody(args) {\n  return { ...args.bodyAsJson, qty: 3 }\n}',
      },
    ],
    {...fixtures, ...off},
  ),
  aRecord(
    'Redirect',
    'Legacy API',
    [
      {
        source: source('url', 'Contains', 'api.shop.test/'),
        destinationType: 'url',
        destination: 'https://old.shop.test/$1',
      },
    ],
    fixtures,
  ),
  aRecord(
    'UserAgent',
    'iPhone 17, Safari',
    [{source: source('host', 'Equals', 'm.shop.test'), userAgent: safariOnIphone}],
    {
      ...fixtures,
      ...off,
      isFavourite: true,
    },
  ),
  aRecord('Replace', 'CDN bundle by hash', [
    {
      source: source('url', 'Matches', '/cdn\\.shop\\.test\\/(?<h>[0-9a-f]{8})(?=\\/main\\.js)/'),
      from: 'main.js',
      to: 'main.dev.js',
    },
  ]),
  aRecord('Cancel', 'No chat bubble', [{source: source('host', 'Equals', 'chat.shop.test')}], off),
]

/** The rules of the reference pictures. */
export const pictured: StoredLibrary = {
  groups: [
    aGroup('group_checkout', 'Checkout'),
    aGroup('group_localisation', 'Localisation'),
    aGroup('group_qa', 'QA fixtures'),
  ],
  rules,
  trash: [
    {
      record: aRecord('Redirect', 'Old checkout flow', [
        {source: source('path', 'Equals', '/checkout'), destinationType: 'url', destination: 'https://old.shop.test/'},
      ]),
      from: 'Checkout',
      deletedAt: now - minute,
    },
    {
      record: aRecord('Cancel', 'Stop the survey', [{source: source('host', 'Equals', 'survey.test')}]),
      from: '',
      deletedAt: now - 8 * day,
    },
  ],
  paused: false,
}

/** The rule with two problems in the popup's third picture. */
export const cartExperiment = aRecord('Headers', 'Cart experiment B', [
  {
    source: source('path', 'Contains', '/checkout'),
    modifications: [
      {header: 'X Experiment', type: 'Modify', value: 'b', target: 'Request'},
      {header: 'X-Bucket', type: 'Modify', value: 'b\n', target: 'Request'},
    ],
  },
])

/** When each rule last applied; the others never did. */
export const lastSeen: Readonly<Record<string, {readonly times: number; readonly at: number}>> = {
  'Staging auth token': {times: 18, at: now - minute},
  'API to localhost': {times: 12, at: now - minute},
  'Empty cart': {times: 1, at: now - 2 * minute},
  'Accept-Language de': {times: 0, at: now - minute},
}
