import {resourceTypes} from '../../../src/model/source'
import type {Sample} from './sample'

const rule = (ruleType: string, condition: object, more: object = {}) => ({
  enable: true,
  name: ruleType,
  ruleType,
  isFunction: false,
  code: '',
  group: 'Ungrouped',
  condition,
  ...more,
})

export const headerEditorSamples: readonly Sample[] = [
  {
    says: 'unreadable conditions switch the rule off',
    file: {
      request: [
        rule('cancel', {all: true, method: {}}, {name: 'Method'}),
        rule('cancel', {all: true, resourceTypes: 7}, {name: 'Types'}),
        rule('cancel', {domain: ['a.test'], excludeDomain: {a: 1}}, {name: 'Domain'}),
        rule('cancel', {domain: ['a.test'], tabs: [1]}, {name: 'Tabs'}),
      ],
    },
    becomes: [
      'off Cancel Method | url Wildcard_Matches * ! switched-off condition.method',
      'off Cancel Types | url Wildcard_Matches * ! switched-off condition.resourceTypes',
      'off Cancel Domain | host Equals a.test ! switched-off condition.excludeDomain',
      'off Cancel Tabs | host Equals a.test ! switched-off condition.tabs',
    ],
  },
  {
    says: 'the documented file: each list',
    file: {
      request: [
        rule('cancel', {domain: ['stats.example.test'], resourceTypes: ['ping']}, {name: 'No beacon'}),
        rule(
          'redirect',
          {regex: '^https://cdn\\.example\\.test/(.+)$'},
          {name: 'To local', group: 'Dev', to: 'http://localhost:3000/$1'},
        ),
      ],
      sendHeader: [
        rule(
          'modifySendHeader',
          {urlPrefix: 'https://api.example.test/', method: ['get']},
          {name: 'Drop referer', group: 'Dev', headers: {referer: '_header_editor_remove_', 'x-env': 'dev'}},
        ),
      ],
      receiveHeader: [
        rule(
          'modifyReceiveHeader',
          {all: true},
          {name: 'CORS', group: 'Dev', headers: {'access-control-allow-origin': '*'}},
        ),
      ],
      receiveBody: [
        rule(
          'modifyReceiveBody',
          {url: 'https://api.example.test/flags'},
          {
            name: 'Flag',
            group: 'Dev',
            encoding: 'UTF-8',
            body: {stage: 'Request', type: 'text', fileName: '', value: '{"on":true}'},
          },
        ),
      ],
    },
    becomes: [
      'group Dev, on',
      'on Cancel No beacon | host Equals stats.example.test {"resourceType":["ping"]}',
      'on Redirect (0) To local | url Matches ^https://cdn\\.example\\.test/(.+)$ > http://localhost:3000/$1',
      'on Headers (0) Drop referer | url Wildcard_Matches https://api.example.test/* {"requestMethod":["GET"]} > Request Remove referer, Request Modify x-env = dev',
      'on Headers (0) CORS | url Wildcard_Matches * > Response Modify access-control-allow-origin = *',
      'on Response (0) Flag | url Equals https://api.example.test/flags > {"type":"static","value":"{\\"on\\":true}","serveWithoutRequest":true}',
    ],
  },
  {
    says: 'grouped rules are placed above ungrouped ones',
    file: {
      sendHeader: [
        rule('modifySendHeader', {domain: ['shop.test']}, {name: 'Prod', headers: {'x-env': 'prod'}}),
        rule('modifySendHeader', {domain: ['shop.test']}, {name: 'Branch', group: 'Dev', headers: {'x-env': 'branch'}}),
        rule('modifySendHeader', {domain: ['shop.test']}, {name: 'Last', headers: {'x-env': 'last'}}),
      ],
    },
    becomes: [
      'group Dev, on',
      'on Headers Prod | host Equals shop.test > Request Modify x-env = prod',
      'on Headers (0) Branch | host Equals shop.test > Request Modify x-env = branch',
      'on Headers Last | host Equals shop.test > Request Modify x-env = last',
    ],
  },
  {
    says: 'legacy: match types, actions, 0 and 1',
    file: {
      request: [
        {
          enable: 1,
          name: 'Old cancel',
          ruleType: 'cancel',
          matchType: 'domain',
          pattern: 'ads.test',
          exclude: '',
          isFunction: 0,
          group: '',
          action: 'cancel',
          id: 3,
          _reg: {},
        },
        {
          enable: 0,
          name: 'Old redirect',
          ruleType: 'redirect',
          type: 'prefix',
          pattern: 'http://a.test/',
          to: 'http://b.test/',
          isFunction: 0,
        },
      ],
      sendHeader: [
        {
          enable: 1,
          name: 'Old header',
          ruleType: 'modifySendHeader',
          matchType: 'all',
          isFunction: 0,
          action: {name: 'x-a', value: '1'},
        },
      ],
    },
    becomes: [
      'on Cancel Old cancel | host Equals ads.test',
      'off Redirect Old redirect | url Wildcard_Matches http://a.test/* > http://b.test/',
      'on Headers Old header | url Wildcard_Matches * > Request Modify x-a = 1',
    ],
  },
  {
    says: 'legacy: omitted fields',
    file: {
      receiveHeader: [
        {
          enable: 1,
          name: 'Old',
          ruleType: 'modifyReceiveHeader',
          matchType: 'regexp',
          pattern: 'a\\.test',
          exclude: '/x',
          action: {name: 'x', value: '_header_editor_remove_'},
        },
      ],
    },
    becomes: ['off Headers Old | url Matches a\\.test > Response Remove x ! switched-off condition.excludeRegex'],
  },
  {
    says: 'code for a body arrives off',
    file: {
      receiveBody: [
        rule('modifyReceiveBody', {all: true}, {isFunction: true, code: 'return val.toUpperCase()', encoding: 'UTF-8'}),
      ],
    },
    becomes: [
      'off code Response modifyReceiveBody | url Wildcard_Matches * > {"type":"code","value":"function (args) {\\n  const run = function (val, detail) {\\nreturn val.toUpperCase()\\n  }\\n  return run(args.response, {url: args.url, method: args.method})\\n}"} ! changed code, code-off status',
    ],
  },
  {
    says: 'other code has no counterpart',
    file: {
      sendHeader: [rule('modifySendHeader', {all: true}, {isFunction: true, code: 'val.push(1)'})],
      request: [rule('redirect', {all: true}, {isFunction: true, code: 'return val'})],
    },
    becomes: ['refused $.request[0] redirect: refused code', 'refused $.sendHeader[0] modifySendHeader: refused code'],
  },
  {
    says: 'a redirect that cancels',
    file: {request: [rule('redirect', {url: 'https://a.test/'}, {to: '_header_editor_cancel_'})]},
    becomes: ['on Cancel redirect | url Equals https://a.test/ ! changed to'],
  },
  {
    says: 'a replaced part of the URL',
    file: {
      request: [rule('redirect', {regex: '/v\\d/'}, {to: '/v9/'}), rule('redirect', {regex: 'http:'}, {to: 'https:'})],
    },
    becomes: [
      'on Replace redirect | url Wildcard_Matches * > //v\\d// to /v9/ ! changed condition.regex',
      'on Replace redirect | url Wildcard_Matches * > http: to https:',
    ],
  },
  {
    says: 'several domains are several conditions; excluded methods and types',
    file: {
      request: [
        rule('cancel', {
          domain: ['a.test', 'b.test'],
          excludeMethod: ['post'],
          excludeResourceTypes: ['main_frame', 'sub_frame'],
        }),
      ],
    },
    becomes: [
      'on Cancel cancel | host Equals a.test {"requestMethod":["GET","PUT","PATCH","DELETE","HEAD","OPTIONS","CONNECT"]} {"resourceType":["stylesheet","script","image","font","object","xmlhttprequest","ping","csp_report","media","websocket","webtransport","webbundle","other"]} | host Equals b.test {"requestMethod":["GET","PUT","PATCH","DELETE","HEAD","OPTIONS","CONNECT"]} {"resourceType":["stylesheet","script","image","font","object","xmlhttprequest","ping","csp_report","media","websocket","webtransport","webbundle","other"]}',
    ],
  },
  {
    says: 'several conditions on the URL',
    file: {request: [rule('cancel', {domain: ['a.test'], urlPrefix: 'https://', excludeDomain: ['c.test']})]},
    becomes: [
      'off Cancel cancel | url Wildcard_Matches https://* ! switched-off condition.excludeDomain, switched-off condition',
    ],
  },
  {
    says: 'no condition, and an asterisk in a prefix',
    file: {request: [rule('cancel', {}), rule('cancel', {urlPrefix: 'https://a.test/*x'})]},
    becomes: [
      'off Cancel cancel | url Wildcard_Matches * ! switched-off condition',
      'on Cancel cancel | url Matches ^https://a\\.test/\\*x',
    ],
  },
  {
    says: 'a file, another charset and a changed response body',
    file: {
      receiveBody: [
        rule('modifyReceiveBody', {all: true}, {body: {stage: 'Request', type: 'file', fileName: 'a.json', value: ''}}),
        rule('modifyReceiveBody', {all: true}, {encoding: 'GBK', body: {stage: 'Response', type: 'text', value: 'x'}}),
      ],
    },
    becomes: [
      'refused $.receiveBody[0] modifyReceiveBody: refused body.fileName',
      'on Response modifyReceiveBody | url Wildcard_Matches * {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"x","serveWithoutRequest":false} ! changed encoding',
    ],
  },
  {
    says: 'unsupported actions and invalid rules',
    file: {
      request: ['x', rule('teleport', {all: true})],
      sendHeader: [rule('modifySendHeader', {all: true}, {headers: {a: 1}, forceRunner: 'dnr', mystery: 'm'})],
    },
    becomes: [
      'refused $.request[0] : refused',
      'refused $.request[1] teleport: refused ruleType',
      'refused $.sendHeader[0] modifySendHeader: missing headers ! not-as-documented headers.a, no-counterpart mystery',
    ],
  },
  {
    says: 'a condition that excludes every method or type',
    file: {
      request: [
        rule('cancel', {
          url: 'https://a.test/',
          excludeMethod: ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'connect'],
        }),
        rule('cancel', {excludeResourceTypes: [...resourceTypes]}),
      ],
    },
    becomes: [
      'off Cancel cancel | url Equals https://a.test/ ! switched-off condition.excludeMethod',
      'off Cancel cancel | url Wildcard_Matches * ! switched-off condition.excludeResourceTypes',
    ],
  },
  {
    says: 'invalid header names; a redirect without a destination',
    file: {
      request: [{enable: true, name: 'go', ruleType: 'redirect', condition: {url: 'https://a.test/'}, to: ''}],
      sendHeader: [
        {enable: true, name: 'two', condition: {all: true}, headers: {'x-a': '1\n2', 'x-b': '1'}},
        {enable: true, name: 'one', condition: {all: true}, headers: {'x a': '1'}},
      ],
    },
    becomes: [
      'refused $.request[0] go: missing to',
      'on Headers two | url Wildcard_Matches * > Request Modify x-b = 1 ! not-as-documented headers.x-a',
      'refused $.sendHeader[1] one: refused headers.x a',
    ],
  },
  {
    says: '$1 as literal text',
    file: {
      request: [
        {
          enable: true,
          name: 'go',
          ruleType: 'redirect',
          condition: {urlPrefix: 'https://a.test/'},
          to: 'https://b.test/?p=$1',
        },
      ],
    },
    becomes: ['off Redirect go | url Wildcard_Matches https://a.test/* > https://b.test/?p=$1 ! switched-off to'],
  },
  {
    says: 'an invalid regex is reported once',
    file: {
      request: [
        {enable: true, name: 'go', ruleType: 'redirect', condition: {regex: '^https://(a'}, to: 'https://b.test/$1'},
      ],
      sendHeader: [{enable: true, name: 'set', condition: {regex: '(b'}, headers: {'x-b': '1'}}],
    },
    becomes: [
      'refused $.request[0] go: refused condition.regex',
      'refused $.sendHeader[0] set: refused condition.regex',
    ],
  },
  {
    says: 'a rule with an unreadable switch is off',
    file: {request: [rule('cancel', {domain: ['a.test']}, {enable: 'no'})], sendHeader: []},
    becomes: ['off Cancel cancel | host Equals a.test ! switched-off enable'],
  },
]
