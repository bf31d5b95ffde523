import type {RuleType} from '../../../../src/model/rules'
import {aCase, type Case} from './case'

/** Request is left out: it becomes no browser rule. */
const types: readonly RuleType[] = [
  'Redirect',
  'Cancel',
  'Replace',
  'Headers',
  'UserAgent',
  'QueryParam',
  'Response',
  'Delay',
]

/**
 * Every key with every operator. All requests are http, because the Replace rule of these tests
 * changes the scheme.
 */
const sources: readonly Parameters<typeof aCase>[] = [
  [
    'url Equals',
    'http://shop.test/cart?id=1',
    ['http://shop.test/cart?id=1', 'http://shop.test/cart?id=1#top'],
    ['http://shop.test/cart?id=12', 'http://shop.test/cart', 'http://my.test/?u=http://shop.test/cart?id=1'],
  ],
  [
    'url Contains',
    'shop.test/cart',
    ['http://shop.test/cart', 'http://my.shop.test/cart/1', 'http://a.test/?u=shop.test/cart'],
    ['http://shop.test/', 'http://a.test/#shop.test/cart', 'http://shop.test/Cart'],
  ],
  [
    'url Matches',
    '^http://shop\\.test/(cart|order)/\\d+',
    ['http://shop.test/cart/1', 'http://shop.test/order/22?a'],
    ['http://shop.test/cart/x', 'http://a.test/#http://shop.test/cart/1', 'http://a.test/?http://shop.test/cart/1'],
  ],
  [
    'url Wildcard_Matches',
    'http://*.shop.test/*/view',
    ['http://my.shop.test/cart/view', 'http://a.b.shop.test//view', 'http://my.shop.test/cart/view#x'],
    ['http://shop.test/cart/view', 'http://my.shop.test/cart/views', 'http://my.shop.test/cart#/view'],
  ],
  [
    'host Equals',
    'shop.test',
    ['http://shop.test/', 'http://shop.test:8080/a', 'http://me:pw@shop.test/'],
    [
      'http://my.shop.test/',
      'http://shop.test.evil.test/',
      'http://a.test/?u=http://shop.test/',
      'http://shop.test:1@a.test/',
    ],
  ],
  [
    'host Contains',
    'op.te',
    ['http://shop.test/', 'http://my.shop.test:8080/'],
    ['http://a.test/op.te', 'http://op.te@a.test/', 'http://a.test/?http://shop.test/'],
  ],
  [
    'host Matches',
    '^(my|your)\\.shop\\.',
    ['http://my.shop.test/', 'http://your.shop.test:81/?a'],
    ['http://our.shop.test/', 'http://xmy.shop.test/', 'http://a.test/my.shop.'],
  ],
  [
    'host Wildcard_Matches',
    '*.shop.test',
    ['http://my.shop.test/', 'http://a.b.shop.test:8080/x'],
    ['http://shop.test/', 'http://my.shop.test.evil.test/', 'http://a.test/.shop.test'],
  ],
  [
    'path Equals',
    '/cart/view',
    ['http://a.test/cart/view', 'http://a.test:81/cart/view?x', 'http://a.test/cart/view#x'],
    ['http://a.test/cart/views', 'http://a.test/my/cart/view', 'http://a.test/?/cart/view'],
  ],
  [
    'path Contains',
    'cart/v',
    ['http://a.test/cart/view', 'http://a.test/my/cart/v?x'],
    ['http://a.test/?cart/v', 'http://a.test/#cart/v', 'http://cart.test/v'],
  ],
  [
    'path Matches',
    '/v\\d+/?$',
    ['http://a.test/v1', 'http://a.test/b/v22/?x'],
    ['http://a.test/v1/b', 'http://a.test/?/v1', 'http://a.test/v#/v1'],
  ],
  [
    'path Wildcard_Matches',
    '/api/*/items',
    ['http://a.test/api/v1/items', 'http://a.test/api/a/b/items?x'],
    ['http://a.test/api/items', 'http://a.test/api/v1/items/2', 'http://a.test/x?/api/v1/items'],
  ],
]

export const matrix: readonly Case[] = sources.flatMap(([words, value, hits, misses]) =>
  types.map(type => {
    const filters = type === 'Response' ? [{resourceType: ['main_frame']}] : []
    return aCase(words, value, hits, misses, {type, filters})
  }),
)
