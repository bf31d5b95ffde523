import type {Sample} from './sample'

const source = {key: 'url', operator: 'Contains', value: 'shop.test'}
const rule = (ruleType: string, pair: object, more: object = {}) => ({
  id: `${ruleType}_1`,
  name: `a ${ruleType}`,
  objectType: 'rule',
  ruleType,
  status: 'Active',
  pairs: [{id: 'pair_1', ...pair}],
  groupId: '',
  ...more,
})
const file = (rules: unknown, groups: unknown = [], more: object = {}) => ({
  format: 'switchyard',
  version: 1,
  groups,
  rules,
  ...more,
})

export const switchyardSamples: readonly Sample[] = [
  {
    says: 'rules in groups, on and off',
    file: file(
      [rule('Cancel', {source}, {groupId: 'Group_1'}), rule('Cancel', {source}, {status: 'Inactive'})],
      [{id: 'Group_1', name: 'Shop', objectType: 'group', status: 'Inactive', isFavourite: true}],
    ),
    becomes: [
      'group Shop, off',
      'on Cancel (0) a Cancel | url Contains shop.test > {"id":"pair_1"}',
      'off Cancel a Cancel | url Contains shop.test > {"id":"pair_1"}',
    ],
  },
  {
    says: 'ungrouped rules are placed below grouped ones',
    file: file(
      [
        rule('Redirect', {source, destinationType: 'url', destination: 'https://a.test/'}),
        rule('Redirect', {source, destinationType: 'url', destination: 'https://b.test/'}, {groupId: 'Group_1'}),
        rule('Cancel', {source}),
        rule('Replace', {source: {...source, value: 'else.test'}, from: 'a', to: 'b'}),
        rule('Replace', {source, from: 'a', to: 'b'}, {groupId: 'Group_1'}),
        rule('Redirect', {source, destinationType: 'url', destination: 'https://c.test/'}),
      ],
      [{id: 'Group_1', name: 'Shop', objectType: 'group', status: 'Active', isFavourite: false}],
    ),
    becomes: [
      'group Shop, on',
      'on Redirect a Redirect | url Contains shop.test > https://a.test/',
      'on Redirect (0) a Redirect | url Contains shop.test > https://b.test/',
      'on Cancel a Cancel | url Contains shop.test > {"id":"pair_1"}',
      'on Replace a Replace | url Contains else.test > a to b',
      'on Replace (0) a Replace | url Contains shop.test > a to b',
      'on Redirect a Redirect | url Contains shop.test > https://c.test/',
    ],
  },
  {
    says: 'each of the nine types',
    file: file([
      rule('Redirect', {source, destinationType: 'url', destination: 'https://b.test/'}),
      rule('Cancel', {source}),
      rule('Replace', {source, from: 'a', to: 'b'}),
      rule('Headers', {source, modifications: [{header: 'x', type: 'Modify', value: '1', target: 'Response'}]}),
      rule('UserAgent', {source, userAgent: 'Tester/1.0'}),
      rule('QueryParam', {source, modifications: [{param: '', type: 'Remove All'}]}),
      rule('Request', {type: 'static', value: '{}'}),
      rule('Response', {source, type: 'static', value: 'hi', statusCode: 404, serveWithoutRequest: true}),
      rule('Delay', {source, delay: 100}),
    ]),
    becomes: [
      'on Redirect a Redirect | url Contains shop.test > https://b.test/',
      'on Cancel a Cancel | url Contains shop.test > {"id":"pair_1"}',
      'on Replace a Replace | url Contains shop.test > a to b',
      'on Headers a Headers | url Contains shop.test > Response Modify x = 1',
      'on UserAgent a UserAgent | url Contains shop.test > {"id":"pair_1","userAgent":"Tester/1.0"}',
      'on QueryParam a QueryParam | url Contains shop.test > Remove All ',
      'on Request a Request | any > {"id":"pair_1","type":"static","value":"{}"}',
      'on Response a Response | url Contains shop.test > {"id":"pair_1","type":"static","value":"hi","serveWithoutRequest":true,"statusCode":404}',
      'on Delay a Delay | url Contains shop.test > {"id":"pair_1","delay":100}',
    ],
  },
  {
    says: 'unknown fields are kept',
    file: file([rule('Cancel', {source, mark: 1}, {colour: 'red'})]),
    becomes: ['on Cancel a Cancel | url Contains shop.test > {"id":"pair_1","mark":1}'],
  },
  {
    says: 'code arrives off',
    file: file([rule('Request', {type: 'code', value: 'function (args) { return args.body }'})]),
    becomes: [
      'off code Request a Request | any > {"id":"pair_1","type":"code","value":"function (args) { return args.body }"} ! code-off status',
    ],
  },
  {
    says: 'code that is off stays off without a note',
    file: file([rule('Response', {source, type: 'code', value: 'function (args) {}'}, {status: 'Inactive'})]),
    becomes: [
      'off code Response a Response | url Contains shop.test > {"id":"pair_1","type":"code","value":"function (args) {}"}',
    ],
  },
  {
    says: 'a group that is not in the file',
    file: file([rule('Cancel', {source}, {groupId: 'Group_9'})]),
    becomes: ['on Cancel a Cancel | url Contains shop.test > {"id":"pair_1"} ! no-counterpart groupId'],
  },
  {
    says: 'an unknown type, no pairs, no name and no rule',
    file: file([
      rule('Teleport', {source}),
      {...rule('Cancel', {source}), pairs: []},
      rule('Cancel', {source}, {name: ' '}),
      5,
    ]),
    becomes: [
      'refused $.rules[0] a Teleport: unknown-type ruleType',
      'refused $.rules[1] a Cancel: missing pairs',
      'refused $.rules[2]  : missing name',
      'refused $.rules[3] : not-a-record',
    ],
  },
  {
    says: 'a group without a name',
    file: file([rule('Cancel', {source}, {groupId: 'g'})], [{id: 'g', name: '', status: 'Active'}]),
    becomes: [
      'group Group, on ! missing $.groups[0].name',
      'on Cancel (0) a Cancel | url Contains shop.test > {"id":"pair_1"}',
    ],
  },
  {
    says: 'record shapes of accounts',
    file: file([
      rule('Delay', {source: {...source, key: 'Url', filters: [{}]}, delay: '250'}),
      rule('Headers', {source, modifications: {Request: [{header: 'a', type: 'Remove'}], Response: []}}),
    ]),
    becomes: [
      'on Delay a Delay | url Contains shop.test > {"id":"pair_1","delay":250}',
      'on Headers a Headers | url Contains shop.test > Request Remove a',
    ],
  },
  {
    says: 'an unknown field beside the lists',
    file: file([], [], {$schema: './rules-1.json', note: 'mine'}),
    becomes: ['file ! no-counterpart $.note'],
  },
  {
    says: 'unknown filters are kept and reported, on or off',
    file: file([
      rule('Cancel', {source: {...source, filters: [{requestMethods: ['POST']}]}}),
      rule('Cancel', {
        source: {...source, filters: [{}, {pageDomain: 'a.test', resourceTypes: [], payload: {value: ''}}]},
      }),
      rule('Cancel', {source: {...source, filter: [{requestMethod: ['POST']}]}}, {status: 'Inactive'}),
      rule('Cancel', {source: {...source, isActive: true, filters: {}, page: '', methods: []}}),
      rule('Cancel', {source: {...source, isActive: false}}),
      rule('Cancel', {source: {...source, id: 's1', filters: [{id: 'f1', isActive: true, page: [{value: ''}]}]}}),
      rule('Request', {type: 'static', value: '{}'}),
    ]),
    becomes: [
      'on Cancel a Cancel | url Contains shop.test {"requestMethods":["POST"]} > {"id":"pair_1"} ! no-counterpart pairs[0].source.filters[0].requestMethods',
      'on Cancel a Cancel | url Contains shop.test {"pageDomain":"a.test","resourceTypes":[],"payload":{"value":""}} > {"id":"pair_1"} ! no-counterpart pairs[0].source.filters[0].pageDomain',
      'off Cancel a Cancel | url Contains shop.test > {"id":"pair_1"} ! no-counterpart pairs[0].source.filter',
      'on Cancel a Cancel | url Contains shop.test > {"id":"pair_1"}',
      'on Cancel a Cancel | url Contains shop.test > {"id":"pair_1"} ! no-counterpart pairs[0].source.isActive',
      'on Cancel a Cancel | url Contains shop.test {"id":"f1","isActive":true,"page":[{"value":""}]} > {"id":"pair_1"}',
      'on Request a Request | any > {"id":"pair_1","type":"static","value":"{}"}',
    ],
  },
  {says: 'an empty file', file: file([]), becomes: []},
  {
    says: 'groups with an unreadable switch',
    file: file(
      [rule('Cancel', {source}, {groupId: 'g'})],
      [
        {id: 'g', name: 'One', status: false},
        {id: 'h', name: 'Two', status: 'inactive'},
        {id: 'i', name: 'Three', status: 'Inactive', isFavourite: 'no'},
        {id: 'j', name: 'Four', status: null, isFavourite: 'no'},
      ],
    ),
    becomes: [
      'group One, off ! switched-off $.groups[0].status',
      'group Two, off, alone ! switched-off $.groups[1].status',
      'group Three, off, alone ! invalid_type $.groups[2].isFavourite',
      'group Four, on, alone ! invalid_type $.groups[3].isFavourite',
      'on Cancel (0) a Cancel | url Contains shop.test > {"id":"pair_1"}',
    ],
  },
]
