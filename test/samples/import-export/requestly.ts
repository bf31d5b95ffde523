import type {Sample} from './sample'

const source = (more: object = {}) => ({key: 'Url', operator: 'Contains', value: 'shop.test', filters: [{}], ...more})
const rule = (ruleType: string, pairs: unknown, more: object = {}) => ({
  id: `${ruleType}_ab1`,
  objectType: 'rule',
  ruleType,
  name: `a ${ruleType}`,
  description: '',
  status: 'Active',
  groupId: '',
  isSample: false,
  schemaVersion: '3.0.0',
  creationDate: 1700000000000,
  modificationDate: 1700000000001,
  createdBy: 'user_1',
  currentOwner: 'user_1',
  lastModifiedBy: 'user_1',
  extensionRules: [{action: {type: 'block'}, condition: {urlFilter: 'everything'}}],
  pairs,
  ...more,
})
const group = (more: object = {}) => ({
  id: 'Group_1',
  objectType: 'group',
  name: 'Shop',
  status: 'Active',
  isFavourite: true,
  children: [],
  ...more,
})

export const requestlySamples: readonly Sample[] = [
  {
    says: 'a redirect in a group',
    file: [
      rule('Redirect', [{id: 'x', source: source(), destination: 'https://b.test/', destinationType: 'url'}], {
        groupId: 'Group_1',
      }),
      group(),
    ],
    becomes: ['group Shop, on', 'on Redirect (0) a Redirect | url Contains shop.test > https://b.test/'],
  },
  {
    says: 'a redirect to an invalid URL is reported and exported unchanged',
    file: [rule('Redirect', [{source: source(), destination: 'shop.test/new', destinationType: 'url'}])],
    becomes: ['on Redirect a Redirect | url Contains shop.test > shop.test/new ! no-counterpart pairs[0].destination'],
  },
  {
    says: 'request and response headers',
    file: [
      rule('Headers', [
        {
          source: source({key: 'host', operator: 'Equals'}),
          modifications: {
            Request: [{id: 'm', header: 'a', type: 'Add', value: '1'}],
            Response: [{id: 'n', header: 'b', type: 'Remove', value: ''}],
          },
        },
      ]),
    ],
    becomes: ['on Headers a Headers | host Equals shop.test > Request Add a = 1, Response Remove b = '],
  },
  {
    says: 'empty rows are dropped unless they are the only ones',
    file: [
      rule('Headers', [
        {
          source: source(),
          modifications: {
            Request: [{header: 'a', type: 'Modify', value: '1'}],
            Response: [{header: ' ', type: 'Modify', value: ''}],
          },
        },
      ]),
      rule('QueryParam', [
        {
          source: source(),
          modifications: [
            {param: '', type: 'Add', value: ''},
            {param: '', type: 'Remove All'},
          ],
        },
      ]),
      rule('Headers', [{source: source(), modifications: [{header: '', type: 'Modify', value: ''}]}]),
    ],
    becomes: [
      'on Headers a Headers | url Contains shop.test > Request Modify a = 1 ! not-as-documented pairs[0].modifications.Response[0].header',
      'on QueryParam a QueryParam | url Contains shop.test > Remove All  ! not-as-documented pairs[0].modifications[0].param',
      'refused $[2] a Headers: header-name pairs[0].modifications[0].header',
    ],
  },
  {
    says: 'headers of the first version',
    file: [
      rule(
        'Headers',
        [
          {source: source(), header: 'a', value: '1', type: 'Modify', target: 'Response'},
          {source: source(), header: 'b', type: 'Remove', target: 'Request'},
        ],
        {version: 1},
      ),
    ],
    becomes: [
      'on Headers a Headers | url Contains shop.test > Response Modify a = 1 | url Contains shop.test > Request Remove b',
    ],
  },
  {
    says: 'query parameters, one of which keeps an existing value',
    file: [
      rule('QueryParam', [
        {
          source: source(),
          modifications: [
            {id: 'm', param: 'a', value: '1', type: 'Add', actionWhenParamExists: 'Overwrite'},
            {id: 'n', param: 'b', value: '2', type: 'Add', actionWhenParamExists: 'Ignore'},
          ],
        },
      ]),
    ],
    becomes: [
      'on QueryParam a QueryParam | url Contains shop.test > Add a = 1, Add b = 2 ! changed pairs[0].modifications[1].actionWhenParamExists',
    ],
  },
  {
    says: 'User agent, Delay, Replace and Cancel',
    file: [
      rule('UserAgent', [{source: source(), userAgent: 'T/1', env: 'x', envType: 'device'}]),
      rule('Delay', [{source: source(), delay: '300'}]),
      rule('Replace', [{source: source(), from: 'a', to: 'b'}]),
      rule('Cancel', [{source: source({operator: 'Wildcard_Matches', value: '*://ads.test/*'})}]),
    ],
    becomes: [
      'on UserAgent a UserAgent | url Contains shop.test > {"userAgent":"T/1","env":"x","envType":"device"}',
      'on Delay a Delay | url Contains shop.test > {"delay":300}',
      'on Replace a Replace | url Contains shop.test > a to b',
      'on Cancel a Cancel | url Wildcard_Matches *://ads.test/*',
    ],
  },
  {
    says: 'request and response bodies',
    file: [
      rule('Request', [
        {source: source(), request: {type: 'static', value: '{}', statusCode: '', resourceType: 'restApi'}},
      ]),
      rule('Response', [
        {
          source: source(),
          response: {
            type: 'static',
            value: '[]',
            statusCode: '404',
            statusText: '',
            resourceType: 'graphqlApi',
            serveWithoutRequest: true,
          },
        },
      ]),
    ],
    becomes: [
      'on Request a Request | url Contains shop.test > {"type":"static","value":"{}","request":{"statusCode":"","resourceType":"restApi"}}',
      'on Response a Response | url Contains shop.test {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"[]","serveWithoutRequest":true,"statusCode":404,"statusText":"","response":{"resourceType":"graphqlApi"}}',
    ],
  },
  {
    says: 'an API response applies to fetch and XHR unless its filter differs',
    file: [
      rule('Response', [
        {source: source(), response: {type: 'static', value: '{}', resourceType: 'restApi'}},
        {
          source: source({filters: [{resourceType: ['main_frame']}]}),
          response: {type: 'static', value: '{}', resourceType: 'restApi'},
        },
        {source: source(), response: {type: 'static', value: '{}', resourceType: 'static'}},
      ]),
    ],
    becomes: [
      'on Response a Response | url Contains shop.test {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{}","response":{"resourceType":"restApi"}} | url Contains shop.test {"resourceType":["main_frame"]} > {"type":"static","value":"{}","response":{"resourceType":"restApi"}} | url Contains shop.test {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"{}","response":{"resourceType":"static"}}',
    ],
  },
  {
    says: 'code arrives off',
    file: [
      rule('Response', [
        {
          source: source(),
          response: {type: 'code', value: 'function modifyResponse(args) { return args.response }', statusCode: ''},
        },
      ]),
    ],
    becomes: [
      'off code Response a Response | url Contains shop.test > {"type":"code","value":"function modifyResponse(args) { return args.response }"} ! code-off status',
    ],
  },
  {
    says: 'inserted scripts have no counterpart',
    file: [
      rule('Script', [{source: source(), scripts: [{type: 'code', codeType: 'js', value: 'alert(1)'}], libraries: []}]),
    ],
    becomes: ['refused $[0] a Script: refused ruleType'],
  },
  {
    says: 'inactive pairs become a rule that is off',
    file: [
      rule('Cancel', [{source: source()}, {source: source({value: 'other.test', isActive: false})}]),
      rule('Cancel', [{source: source(), status: 'Inactive'}]),
    ],
    becomes: [
      'on Cancel a Cancel | url Contains shop.test',
      'off Cancel a Cancel (off) | url Contains other.test',
      'on Cancel a Cancel | url Contains shop.test ! changed pairs[0].status',
    ],
  },
  {
    says: 'source fields of older versions, and unknown ones',
    file: [
      rule('UserAgent', [{source: source({requestType: 'mainFrame'}), userAgent: 'Own/1'}]),
      rule('UserAgent', [{source: source({requestType: 'pageRequest', isRegex: false}), userAgent: 'Own/1'}]),
      rule('Cancel', [{source: source({pageUrl: 'a.test'})}]),
    ],
    becomes: [
      'on UserAgent a UserAgent | url Contains shop.test > {"userAgent":"Own/1"} ! changed pairs[0].source.requestType',
      'on UserAgent a UserAgent | url Contains shop.test > {"userAgent":"Own/1"}',
      'off Cancel a Cancel | url Contains shop.test ! switched-off pairs[0].source.pageUrl',
    ],
  },
  {
    says: 'compressed text, old switches and read-only rules',
    file: [
      rule('Response', [{source: source(), isCompressed: true, response: {type: 'static', value: 'N4Ig'}}]),
      rule('Redirect', [{source: source(), destination: 'https://b.test/', destinationType: 'url'}], {
        preserveCookie: true,
        removeCSPHeader: true,
        isReadOnly: true,
      }),
    ],
    becomes: [
      'refused $[0] a Response: refused pairs[0].response.value',
      'on Redirect a Redirect | url Contains shop.test > https://b.test/ ! no-counterpart preserveCookie, no-counterpart removeCSPHeader, changed isReadOnly',
    ],
  },
  {
    says: 'a single rule that is off',
    file: rule('Cancel', [{source: source()}], {status: 'Inactive'}),
    becomes: ['off Cancel a Cancel | url Contains shop.test'],
  },
  {
    says: 'no condition, an unknown group and an invalid record',
    file: [
      rule('Cancel', [{source: source({value: ''})}]),
      rule('Cancel', [{source: source()}], {groupId: 'Group_gone'}),
      7,
      group({name: ''}),
    ],
    becomes: [
      'group Group, on, alone ! missing $[3].name',
      'on Cancel a Cancel | url Contains ',
      'on Cancel a Cancel | url Contains shop.test ! no-counterpart groupId',
      'refused $[2] : refused',
    ],
  },
  {
    says: 'an empty condition for every request, and a page URL filter',
    file: [
      rule('Headers', [
        {source: source({value: ''}), modifications: {Request: [{header: 'X-A', type: 'Add', value: '1'}]}},
      ]),
      rule('Cancel', [
        {source: source({filters: [{pageUrl: {operator: 'Contains', value: 'admin'}, requestMethod: []}]})},
      ]),
      rule('Cancel', [{source: source({filters: [{pageUrl: {operator: '', value: ''}}]})}]),
      rule('Cancel', [{source: source({filters: [{pageUrl: {operator: 'Contains', value: ''}}]})}]),
    ],
    becomes: [
      'on Headers a Headers | url Wildcard_Matches * > Request Add X-A = 1',
      'off Cancel a Cancel | url Contains shop.test {"pageUrl":{"operator":"Contains","value":"admin"}} ! switched-off pairs[0].source.filters[0].pageUrl',
      'on Cancel a Cancel | url Contains shop.test {"pageUrl":{"operator":"","value":""}}',
      'on Cancel a Cancel | url Contains shop.test {"pageUrl":{"operator":"Contains","value":""}}',
    ],
  },
  {
    says: 'computed header values arrive off',
    file: [
      rule('Headers', [
        {
          source: source(),
          modifications: {
            Request: [{header: 'x-id', type: 'Modify', value: 'id-rq_rand(4)'}],
            Response: [
              {header: 'access-control-allow-origin', type: 'Modify', value: 'rq_request_initiator_origin()'},
              {header: 'x-gone', type: 'Remove', value: 'rq_rand(2)'},
            ],
          },
        },
      ]),
      rule('Headers', [{source: source(), header: 'x-id', value: 'rq_rand(4)', type: 'Modify', target: 'Request'}]),
    ],
    becomes: [
      'off Headers a Headers | url Contains shop.test > Request Modify x-id = id-rq_rand(4), Response Modify access-control-allow-origin = rq_request_initiator_origin(), Response Remove x-gone = rq_rand(2) ! switched-off pairs[0].modifications.Request[0].value, switched-off pairs[0].modifications.Response[0].value',
      'off Headers a Headers | url Contains shop.test > Request Modify x-id = rq_rand(4) ! switched-off pairs[0].value',
    ],
  },
  {
    says: 'static resources only get status 200, other statuses are reported',
    file: [
      rule('Response', [
        {source: source(), response: {type: 'static', value: '{}', resourceType: 'static', statusCode: '404'}},
        {source: source(), response: {type: 'static', value: '{}', resourceType: 'static', statusCode: ''}},
        {source: source(), response: {type: 'static', value: '{}', resourceType: 'static', statusCode: 200}},
        {
          source: source({filters: [{resourceType: ['xmlhttprequest']}]}),
          response: {type: 'static', value: '{}', resourceType: 'static', statusCode: 404},
        },
      ]),
    ],
    becomes: [
      'on Response a Response | url Contains shop.test {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"{}","statusCode":404,"response":{"resourceType":"static"}} | url Contains shop.test {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"{}","response":{"resourceType":"static"}} | url Contains shop.test {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"{}","statusCode":200,"response":{"resourceType":"static"}} | url Contains shop.test {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{}","statusCode":404,"response":{"resourceType":"static"}} ! changed pairs[0].response.statusCode',
    ],
  },
  {
    says: 'problems name their place in the file',
    file: [
      rule('Headers', [
        {source: source({isActive: false}), modifications: {Request: [{header: 'a', type: 'Add', value: '1'}]}},
        {
          source: source(),
          modifications: {
            Request: [
              {header: 'a', type: 'Add', value: '1'},
              {header: 'b', type: 'Add', value: '2'},
            ],
            Response: [
              {header: '', type: 'Add', value: ''},
              {header: 'bad name', type: 'Add', value: '3'},
            ],
          },
        },
      ]),
      rule('Headers', [{source: source(), header: 'bad name', value: '1', type: 'Modify', target: 'Request'}]),
      rule('Response', [{source: source(), response: {type: 'static', value: '{}', statusCode: '99'}}]),
      rule('Response', [{source: source({value: ''}), type: 'static', value: '{}', statusCode: '99'}]),
      rule('Request', [{source: source(), request: {type: 'text', value: '{}'}}]),
    ],
    becomes: [
      'refused $[0] a Headers: header-name pairs[1].modifications.Response[1].header ! not-as-documented pairs[1].modifications.Response[0].header',
      'off Headers a Headers (off) | url Contains shop.test > Request Add a = 1',
      'refused $[1] a Headers: header-name pairs[0].header',
      'refused $[2] a Response: status-code pairs[0].response.statusCode',
      'refused $[3] a Response: status-code pairs[0].statusCode',
      'refused $[4] a Request: invalid_value pairs[0].request.type',
    ],
  },
  {
    says: 'a response from a local file is rejected with its path',
    file: [
      rule('Response', [
        {source: source(), response: {type: 'local_file', value: '/home/me/mocks/a.json', statusCode: '404'}},
      ]),
      rule('Response', [{source: source(), type: 'local_file', value: 'C:\\mocks\\a.json'}]),
      rule('Response', [{source: source(), response: {type: 'stream', value: ''}}]),
    ],
    becomes: [
      'refused $[0] a Response: refused pairs[0].response.value',
      'refused $[1] a Response: refused pairs[0].value',
      'refused $[2] a Response: invalid_value pairs[0].response.type',
    ],
  },
  {
    says: 'responses with libraries arrive off; children of a group are reported',
    file: [
      rule('Response', [{source: source(), response: {type: 'static', value: '{}', libraries: ['lodash']}}]),
      rule('Response', [{source: source(), type: 'static', value: '{}', libraries: ['lodash']}]),
      rule('Response', [{source: source(), response: {type: 'static', value: '{}', libraries: []}}]),
      group({children: [{id: 'Cancel_1'}]}),
    ],
    becomes: [
      'group Shop, on, alone ! no-counterpart $[3].children',
      'off Response a Response | url Contains shop.test > {"type":"static","value":"{}","response":{"libraries":["lodash"]}} ! switched-off pairs[0].response.libraries',
      'off Response a Response | url Contains shop.test > {"type":"static","value":"{}","libraries":["lodash"]} ! switched-off pairs[0].libraries',
      'on Response a Response | url Contains shop.test > {"type":"static","value":"{}","response":{"libraries":[]}}',
    ],
  },
  {
    says: 'unreadable switches of pairs and groups',
    file: [
      rule('Cancel', [{source: source({isActive: 'false'})}]),
      rule('Cancel', [
        {source: source(), status: 'maybe'},
        {source: source({isActive: true}), status: 'Active'},
      ]),
      rule('Cancel', [{source: source({isActive: null}), status: null}]),
      group({status: 'maybe'}),
    ],
    becomes: [
      'group Shop, off, alone ! switched-off $[3].status',
      'off Cancel a Cancel | url Contains shop.test ! switched-off pairs[0].source.isActive',
      'on Cancel a Cancel | url Contains shop.test | url Contains shop.test ! changed pairs[0].status',
      'on Cancel a Cancel | url Contains shop.test',
    ],
  },
]
