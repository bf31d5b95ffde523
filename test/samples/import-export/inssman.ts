import type {Sample} from './sample'

const rule = (pageType: string, more: object = {}) => ({
  name: `a ${pageType}`,
  pageType,
  conditions: [{matchType: 'contain', source: 'https://shop.test/'}],
  enabled: true,
  requestMethods: [],
  resourceTypes: [],
  ...more,
})

export const inssmanSamples: readonly Sample[] = [
  {
    says: 'a redirect, also to a URL without a scheme',
    file: [rule('redirect', {destination: 'https://new.test/'}), rule('redirect', {destination: 'new.test'})],
    becomes: [
      'on Redirect a redirect | url Contains https://shop.test/ > https://new.test/',
      'on Redirect a redirect | url Contains https://shop.test/ > http://new.test ! changed destination',
    ],
  },
  {
    says: 'a block with methods and types',
    file: [rule('block', {requestMethods: ['get', 'post'], resourceTypes: ['script', 'image']})],
    becomes: [
      'on Cancel a block | url Contains https://shop.test/ {"requestMethod":["GET","POST"]} {"resourceType":["script","image"]}',
    ],
  },
  {
    says: 'request and response headers',
    file: [
      rule('modify-header', {
        headers: [
          {header: 'x-a', operation: 'set', value: '1', type: 'request'},
          {header: 'x-b', operation: 'append', value: '2', type: 'response'},
          {header: 'x-c', operation: 'remove', value: 'left over', type: 'response'},
          {header: 'x-d', operation: 'twist', value: '', type: 'request'},
        ],
      }),
    ],
    becomes: [
      'on Headers a modify-header | url Contains https://shop.test/ > Request Modify x-a = 1, Response Add x-b = 2, Response Remove x-c ! no-counterpart headers[3].operation',
    ],
  },
  {
    says: 'a response',
    file: [rule('modify-response', {editorValue: '{"a":1}', editorLang: 'json'})],
    becomes: [
      'on Response a modify-response | url Contains https://shop.test/ > {"type":"static","value":"{\\"a\\":1}","serveWithoutRequest":true}',
    ],
  },
  {
    says: 'a response by code arrives off; an unknown mode is reported',
    file: [
      rule('modify-response', {editorValue: 'function (args) { return args.response }', responseMode: 'dynamic'}),
      rule('modify-response', {editorValue: '{}', responseMode: 'static'}),
      rule('modify-response', {editorValue: '{}', responseMode: 'dreamt'}),
    ],
    becomes: [
      'off code Response a modify-response | url Contains https://shop.test/ > {"type":"code","value":"function (args) { return args.response }"} ! code-off status',
      'on Response a modify-response | url Contains https://shop.test/ > {"type":"static","value":"{}","serveWithoutRequest":true}',
      'on Response a modify-response | url Contains https://shop.test/ > {"type":"static","value":"{}","serveWithoutRequest":true} ! no-counterpart responseMode',
    ],
  },
  {
    says: 'inactive parts are omitted and reported; without any the rule is off',
    file: [
      rule('modify-header', {
        conditions: [
          {matchType: 'contain', source: '//a.test/', enabled: true},
          {matchType: 'contain', source: '//b.test/', enabled: false},
        ],
        headers: [
          {header: 'x-a', operation: 'set', value: '1', type: 'request', enabled: false},
          {header: 'x-b', operation: 'set', value: '2', type: 'request', enabled: true},
        ],
      }),
      rule('block', {conditions: [{matchType: 'contain', source: '//c.test/', enabled: false}]}),
      rule('query-param', {queryParams: [{key: 'a', value: '1', action: 'add', enabled: false}]}),
    ],
    becomes: [
      'on Headers a modify-header | url Contains //a.test/ > Request Modify x-b = 2 ! no-counterpart conditions[1], no-counterpart headers[0]',
      'off Cancel a block | url Contains //c.test/ ! switched-off conditions',
      'off QueryParam a query-param | url Contains https://shop.test/ > Add a = 1 ! switched-off queryParams',
    ],
  },
  {
    says: 'a wildcard for part of the URL, and a host with its port',
    file: [
      rule('redirect', {
        conditions: [{matchType: 'wildcard', source: 'a.test:8080/*/end'}],
        destination: 'localhost:3000/$1',
      }),
    ],
    becomes: [
      'on Redirect a redirect | url Matches /a\\.test:8080/(.*)/end/i > http://localhost:3000/$1 ! changed destination',
    ],
  },
  {
    says: 'query parameters',
    file: [
      rule('query-param', {
        queryParams: [
          {key: 'a', value: '1', action: 'add'},
          {key: 'b', value: '2', action: 'replace'},
          {key: 'c', value: '', action: 'remove'},
        ],
      }),
    ],
    becomes: [
      'on QueryParam a query-param | url Contains https://shop.test/ > Add a = 1, Modify b = 2, Remove c ! changed queryParams[1]',
    ],
  },
  {
    says: 'a request body; code arrives off',
    file: [
      rule('modify-request-body', {editorValue: '{}', editorLang: 'json'}),
      rule('modify-request-body', {editorValue: 'function (args) { return args.body }', editorLang: 'javascript'}),
    ],
    becomes: [
      'on Request a modify-request-body | url Contains https://shop.test/ > {"type":"static","value":"{}"}',
      'off code Request a modify-request-body | url Contains https://shop.test/ > {"type":"code","value":"function (args) { return args.body }"} ! code-off status',
    ],
  },
  {
    says: 'injected scripts have no counterpart',
    file: [rule('inject-file', {editorValue: 'alert(1)', editorLang: 'javascript'})],
    becomes: ['refused $[0] a inject-file: refused pageType'],
  },
  {
    says: 'each match type',
    file: [
      rule('block', {
        conditions: [
          {matchType: 'equal', source: 'https://a.test/x'},
          {matchType: 'equal', source: 'a.test/x'},
          {matchType: 'wildcard', source: '*://a.test/*'},
          {matchType: 'regexp', source: '^https'},
        ],
      }),
    ],
    becomes: [
      'on Cancel a block | url Equals https://a.test/x | url Matches /^https?://a\\.test/x/?$/i | url Wildcard_Matches *://a.test/* | url Matches /^https/i ! changed conditions[0].source',
    ],
  },
  {
    says: 'inactive rules stay off; the condition of older files',
    file: [{name: 'Old', pageType: 'block', matchType: 'contain', source: 'ads', enabled: false}],
    becomes: ['off Cancel Old | url Contains ads ! changed source'],
  },
  {
    says: 'an unknown match type and request type',
    file: [
      rule('block', {
        conditions: [
          {matchType: 'smell', source: 'x'},
          {matchType: 'contain', source: 'y'},
        ],
      }),
      rule('block', {resourceTypes: ['dream']}),
    ],
    becomes: [
      'off Cancel a block | url Contains y ! switched-off conditions[0].source, changed conditions[1].source',
      'off Cancel a block | url Contains https://shop.test/ ! switched-off resourceTypes',
    ],
  },
  {
    says: 'invalid and empty rules',
    file: [rule('block', {conditions: []}), 5, rule('dance'), rule('redirect', {destination: '', mood: 'fine'})],
    becomes: [
      'refused $[0] a block: missing conditions',
      'refused $[1] : refused',
      'refused $[2] a dance: refused pageType',
      'refused $[3] a redirect: missing destination ! no-counterpart mood',
    ],
  },
  {
    says: 'invalid header names, beside others and alone',
    file: [
      {
        name: 'two',
        pageType: 'modify-header',
        conditions: [{matchType: 'contain', source: 'a.test'}],
        enabled: true,
        headers: [
          {header: 'X-A', operation: 'set', value: '1\n2', type: 'request'},
          {header: 'X-B', operation: 'set', value: '1', type: 'request'},
        ],
      },
      {
        name: 'one',
        pageType: 'modify-header',
        conditions: [{matchType: 'contain', source: 'a.test'}],
        headers: [{header: 'X A', operation: 'set', value: '1', type: 'request'}],
      },
      {name: 'none', pageType: 'block', conditions: [{matchType: 'contain', source: ''}]},
    ],
    becomes: [
      'on Headers two | url Contains a.test > Request Modify X-B = 1 ! changed conditions[0].source, not-as-documented headers[0].value',
      'refused $[1] one: refused headers[0].header ! changed conditions[0].source',
      'refused $[2] none: refused conditions[0].source',
    ],
  },
]
