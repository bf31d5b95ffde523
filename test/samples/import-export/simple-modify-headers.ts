import type {Sample} from './sample'

const header = (more: object) => ({
  url_contains: '',
  action: 'add',
  header_name: 'x-a',
  header_value: '1',
  comment: '',
  apply_on: 'req',
  status: 'on',
  ...more,
})
const file = (headers: unknown, more: object = {}) => ({
  format_version: '1.2',
  target_page: 'https://*/*;http://*/*',
  headers,
  debug_mode: false,
  show_comments: true,
  use_url_contains: false,
  ...more,
})

export const simpleModifyHeadersSamples: readonly Sample[] = [
  {
    says: 'repeated additions and a removal',
    file: file([
      header({action: 'cookie_add_or_modify', header_name: 'a'}),
      header({action: 'cookie_add_or_modify', header_name: 'b'}),
      header({apply_on: 'res'}),
      header({apply_on: 'res', header_value: '2'}),
      header({apply_on: 'res', action: 'delete', header_name: 'x-b'}),
      header({apply_on: 'res', header_name: 'x-b'}),
    ]),
    becomes: [
      'on Headers cookie_add_or_modify a | url Wildcard_Matches * > Request Add Cookie = a=1 ! changed action',
      'on Headers cookie_add_or_modify b | url Wildcard_Matches * > Request Add Cookie = b=1 ! changed action',
      'on Headers add x-a | url Wildcard_Matches * > Response Add x-a = 1',
      'on Headers add x-a | url Wildcard_Matches * > Response Add x-a = 2',
      'on Headers delete x-b | url Wildcard_Matches * > Response Remove x-b',
      'on Headers add x-b | url Wildcard_Matches * > Response Add x-b = 1',
    ],
  },
  {
    says: 'each action',
    file: file(['add', 'modify', 'delete', 'cookie_add_or_modify', 'cookie_delete'].map(action => header({action}))),
    becomes: [
      'on Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name',
      'on Headers modify x-a | url Wildcard_Matches * > Request Modify x-a = 1 ! changed action',
      'on Headers delete x-a | url Wildcard_Matches * > Request Remove x-a',
      'on Headers cookie_add_or_modify x-a | url Wildcard_Matches * > Request Add Cookie = x-a=1 ! changed action',
      'refused $.headers[4] cookie_delete x-a: refused action',
    ],
  },
  {
    says: 'response headers',
    file: file(['add', 'delete', 'cookie_add_or_modify'].map(action => header({action, apply_on: 'res'}))),
    becomes: [
      'on Headers add x-a | url Wildcard_Matches * > Response Add x-a = 1',
      'on Headers delete x-a | url Wildcard_Matches * > Response Remove x-a',
      'on Headers cookie_add_or_modify x-a | url Wildcard_Matches * > Response Add Set-Cookie = x-a=1 ! changed action',
    ],
  },
  {
    says: 'inactive headers stay off, comments are kept',
    file: file([header({status: 'off', comment: 'why not'})]),
    becomes: ['off Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name'],
  },
  {
    says: 'one page pattern',
    file: file([header({})], {target_page: 'https://shop.test/*'}),
    becomes: [
      'on Headers add x-a | url Matches ^https://shop\\.test(?::\\d+)?/.*$ > Request Add x-a = 1 ! changed header_name',
    ],
  },
  {
    says: 'page patterns with ports, including default ports',
    file: file([header({})], {
      target_page: 'http://localhost/*;http://*.a.test:8080/x;https://b.test:443/*;http://[::1]:*/*;*://*:3000/*',
    }),
    becomes: [
      [
        'on Headers add x-a | url Matches ^http://localhost(?::\\d+)?/.*$ > Request Add x-a = 1',
        'url Matches ^http://(?:[^/]+\\.)?a\\.test:8080/x$ > Request Add x-a = 1',
        'url Matches ^https://b\\.test(?::443)?/.*$ > Request Add x-a = 1',
        'url Matches ^http://\\[::1\\](?::\\d+)?/.*$ > Request Add x-a = 1',
        'url Matches ^https?://[^/]+:3000/.*$ > Request Add x-a = 1 ! changed header_name',
      ].join(' | '),
    ],
  },
  {
    says: 'page patterns with subdomains and any scheme',
    file: file([header({})], {target_page: '*://*.shop.test/api/*;https://a.test/*'}),
    becomes: [
      'on Headers add x-a | url Matches ^https?://(?:[^/]+\\.)?shop\\.test(?::\\d+)?/api/.*$ > Request Add x-a = 1 | url Matches ^https://a\\.test(?::\\d+)?/.*$ > Request Add x-a = 1 ! changed header_name',
    ],
  },
  {
    says: 'a part of the URL',
    file: file([header({url_contains: 'api/v2'})], {use_url_contains: true}),
    becomes: ['on Headers add x-a | url Contains api/v2 > Request Add x-a = 1 ! changed header_name'],
  },
  {
    says: 'an unused part of the URL',
    file: file([header({url_contains: 'api/v2'})]),
    becomes: [
      'on Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name, no-counterpart url_contains',
    ],
  },
  {
    says: 'page patterns and a part of the URL',
    file: file([header({url_contains: 'v2'})], {use_url_contains: true, target_page: 'https://shop.test/*'}),
    becomes: [
      'off Headers add x-a | url Contains v2 > Request Add x-a = 1 ! changed header_name, switched-off url_contains',
    ],
  },
  {
    says: 'several parts of the URL',
    file: file([header({url_contains: 'api/;v2;'})], {use_url_contains: true}),
    becomes: [
      'on Headers add x-a | url Contains api/ > Request Add x-a = 1 | url Contains v2 > Request Add x-a = 1 ! changed header_name',
    ],
  },
  {
    says: 'no page pattern means all pages',
    file: file([header({})], {target_page: ''}),
    becomes: ['on Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name'],
  },
  {
    says: 'an invalid pattern',
    file: file([header({})], {target_page: 'shop'}),
    becomes: [
      'off Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! switched-off target_page, changed header_name',
    ],
  },
  {
    says: 'invalid records and unknown fields',
    file: file([1, header({action: 'sing'}), header({header_name: ''}), header({tone: 'c'})], {mood: 'x'}),
    becomes: [
      'refused $.headers[0] : refused',
      'refused $.headers[1] sing x-a: refused action',
      'refused $.headers[2] add: header-name header_name ! changed header_name',
      'on Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name, no-counterpart tone',
      'file ! no-counterpart mood',
    ],
  },
  {
    says: 'an invalid header value',
    file: {
      format_version: '1.2',
      headers: [{action: 'modify', header_name: 'X-A', header_value: '1\n2', apply_on: 'req', status: 'on'}],
    },
    becomes: ['refused $.headers[0] modify X-A: header-value header_value ! changed action'],
  },
  {
    says: 'a header with an unreadable switch or target arrives off',
    file: file([
      header({status: 'OFF'}),
      header({status: false}),
      header({apply_on: 'response'}),
      header({status: '', apply_on: ''}),
    ]),
    becomes: [
      'off Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name, switched-off status',
      'off Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name, switched-off status',
      'off Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name, switched-off apply_on',
      'on Headers add x-a | url Wildcard_Matches * > Request Add x-a = 1 ! changed header_name',
    ],
  },
]
