import type {Sample} from './sample'

const rule = (pageType: string, more: object = {}) => ({
  name: `a ${pageType}`,
  pageType,
  conditions: [{matchType: 'contain', source: 'shop.test/api'}],
  enabled: true,
  requestMethods: [],
  resourceTypes: [],
  ...more,
})

export const inssmanSamples: readonly Sample[] = [
  {
    says: 'a redirect, to an address without a scheme as well',
    file: [rule('redirect', {destination: 'https://new.test/'}), rule('redirect', {destination: 'new.test'})],
    becomes: [
      'on Redirect a redirect | url Contains shop.test/api > https://new.test/',
      'on Redirect a redirect | url Contains shop.test/api > https://new.test ! changed destination',
    ],
  },
  {
    says: 'a block with methods and kinds',
    file: [rule('block', {requestMethods: ['get', 'post'], resourceTypes: ['script', 'image']})],
    becomes: [
      'on Cancel a block | url Contains shop.test/api {"requestMethod":["GET","POST"]} {"resourceType":["script","image"]}',
    ],
  },
  {
    says: 'header changes of both messages',
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
      'on Headers a modify-header | url Contains shop.test/api > Request Modify x-a = 1, Response Add x-b = 2, Response Remove x-c ! no-counterpart headers[3].operation',
    ],
  },
  {
    says: 'an answer',
    file: [rule('modify-response', {editorValue: '{"a":1}', editorLang: 'json'})],
    becomes: [
      'on Response a modify-response | url Contains shop.test/api > {"type":"static","value":"{\\"a\\":1}","serveWithoutRequest":true}',
    ],
  },
  {
    says: 'parameters',
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
      'on QueryParam a query-param | url Contains shop.test/api > Add a = 1, Modify b = 2, Remove c ! changed queryParams[1]',
    ],
  },
  {
    says: 'a request body; code arrives off',
    file: [
      rule('modify-request-body', {editorValue: '{}', editorLang: 'json'}),
      rule('modify-request-body', {editorValue: 'function (args) { return args.body }', editorLang: 'javascript'}),
    ],
    becomes: [
      'on Request a modify-request-body | url Contains shop.test/api > {"type":"static","value":"{}"}',
      'off code Request a modify-request-body | url Contains shop.test/api > {"type":"code","value":"function (args) { return args.body }"} ! code-off status',
    ],
  },
  {
    says: 'injecting has no counterpart',
    file: [rule('inject-file', {editorValue: 'alert(1)', editorLang: 'javascript'})],
    becomes: ['refused $[0] a inject-file: refused pageType'],
  },
  {
    says: 'each way to match',
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
      'on Cancel a block | url Equals https://a.test/x | url Matches ^https?://a\\.test/x/?$ | url Wildcard_Matches *://a.test/* | url Matches ^https',
    ],
  },
  {
    says: 'off stays off; the condition of older files',
    file: [{name: 'Old', pageType: 'block', matchType: 'contain', source: 'ads', enabled: false}],
    becomes: ['off Cancel Old | url Contains ads'],
  },
  {
    says: 'an unknown way to match, an unknown kind of request',
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
      'off Cancel a block | url Contains y ! switched-off conditions[0].source',
      'off Cancel a block | url Contains shop.test/api ! switched-off resourceTypes',
    ],
  },
  {
    says: 'what is none, what says nothing',
    file: [rule('block', {conditions: []}), 5, rule('dance'), rule('redirect', {destination: '', mood: 'fine'})],
    becomes: [
      'refused $[0] a block: missing conditions',
      'refused $[1] : refused',
      'refused $[2] a dance: refused pageType',
      'refused $[3] a redirect: missing destination ! no-counterpart mood',
    ],
  },
  {
    says: 'a header that no rule can hold, beside others and alone',
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
      'on Headers two | url Contains a.test > Request Modify X-B = 1 ! not-as-documented headers[0].value',
      'refused $[1] one: refused headers[0].header',
      'refused $[2] none: refused conditions[0].source',
    ],
  },
]
