import type {Sample} from './sample'

const group = (matchUrl: string, rules: unknown, more: object = {}) => ({id: 'd1', matchUrl, on: true, rules, ...more})
const file = (...data: unknown[]) => ({v: 1, data})
const to = (match: string, replace: string, more: object = {}) => ({
  type: 'normalOverride',
  match,
  replace,
  on: true,
  ...more,
})

export const resourceOverrideSamples: readonly Sample[] = [
  {
    says: 'the documented file: each kind of rule',
    file: file(
      group('https://app.example.test/*', [
        to('https://cdn.example.test/*/v1/**', 'http://localhost:8000/*/**'),
        {
          type: 'fileOverride',
          match: 'https://app.example.test/config.js',
          file: 'window.CFG={debug:true};',
          fileId: 'f1',
          on: true,
        },
        {
          type: 'fileInject',
          fileName: 'probe.js',
          file: "console.info('probe')",
          fileId: 'f2',
          fileType: 'js',
          injectLocation: 'head',
          on: false,
        },
        {
          type: 'headerRule',
          match: 'https://api.example.test/*',
          requestRules: 'set X-Env: dev;remove Referer',
          responseRules: 'set Access-Control-Allow-Origin: *',
          on: true,
        },
      ]),
    ),
    becomes: [
      'group https://app.example.test/*, on',
      'on Redirect (0) Redirect https://cdn.example.test/*/v1/** | url Wildcard_Matches https://cdn.example.test/*/v1/* {"pageDomains":["app.example.test"]} > http://localhost:8000/$1/$2 ! changed matchUrl',
      'on Response (0) Text for https://app.example.test/config.js | url Wildcard_Matches https://app.example.test/config.js {"pageDomains":["app.example.test"]} {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"window.CFG={debug:true};","serveWithoutRequest":true} ! changed matchUrl',
      'refused $.data[0].rules[2] (0) probe.js: refused file',
      'on Headers (0) Headers of https://api.example.test/* | url Wildcard_Matches https://api.example.test/* {"pageDomains":["app.example.test"]} > Request Modify X-Env = dev, Request Remove Referer, Response Modify Access-Control-Allow-Origin = * ! changed matchUrl',
    ],
  },
  {
    says: 'all tabs',
    file: file(group('*', [to('http://a.test/*', 'http://b.test/*')])),
    becomes: [
      'group *, on',
      'on Redirect (0) Redirect http://a.test/* | url Wildcard_Matches http://a.test/* > http://b.test/$1',
    ],
  },
  {
    says: 'asterisks of equal length capture in order',
    file: file(group('*', [to('https://*.a.test/**/*', 'https://b.test/*/*/**')])),
    becomes: [
      'group *, on',
      'on Redirect (0) Redirect https://*.a.test/**/* | url Wildcard_Matches https://*.a.test/*/* > https://b.test/$1/$3/$2',
    ],
  },
  {
    says: 'an asterisk without a capture stays',
    file: file(group('*', [to('https://a.test/', 'https://b.test/*')])),
    becomes: [
      'group *, on',
      'on Redirect (0) Redirect https://a.test/ | url Wildcard_Matches https://a.test/ > https://b.test/*',
    ],
  },
  {
    says: 'an inactive group and an inactive rule',
    file: file(group('https://*.shop.test/*', [to('http://a.test/*', 'http://b.test/', {on: false})], {on: false})),
    becomes: [
      'group https://*.shop.test/*, off',
      'off Redirect (0) Redirect http://a.test/* | url Wildcard_Matches http://a.test/* {"pageDomains":["shop.test"]} > http://b.test/ ! changed matchUrl',
    ],
  },
  {
    says: 'tab patterns without a counterpart',
    file: file(group('*shop*', [to('http://a.test/', 'http://b.test/')])),
    becomes: [
      'group *shop*, on',
      'off Redirect (0) Redirect http://a.test/ | url Wildcard_Matches http://a.test/ > http://b.test/ ! switched-off matchUrl',
    ],
  },
  {
    says: 'tab patterns with a path',
    file: file(group('http://shop.test:8080/cart*', [to('http://a.test/', 'http://b.test/')])),
    becomes: [
      'group http://shop.test:8080/cart*, on',
      'on Redirect (0) Redirect http://a.test/ | url Wildcard_Matches http://a.test/ {"pageDomains":["shop.test"]} > http://b.test/ ! changed matchUrl',
    ],
  },
  {
    says: 'escaped names and values',
    file: file(
      group('*', [
        {type: 'headerRule', match: '*', requestRules: 'set X%2DA: a%3Bb;set B: %', responseRules: '', on: true},
      ]),
    ),
    becomes: [
      'group *, on',
      'on Headers (0) Headers of * | url Wildcard_Matches * > Request Modify X-A = a;b ! no-counterpart requestRules',
    ],
  },
  {
    says: '$1 as literal text',
    file: file(group('*', [to('http://a.test/*', 'http://b.test/$1')])),
    becomes: [
      'group *, on',
      'off Redirect (0) Redirect http://a.test/* | url Wildcard_Matches http://a.test/* > http://b.test/$1 ! switched-off replace',
    ],
  },
  {
    says: 'two groups, one of them empty',
    file: file(
      group('https://a.test/*', []),
      group('https://b.test/*', [{type: 'fileOverride', match: '*.css', file: 'a{}', on: true}]),
    ),
    becomes: [
      'group https://a.test/*, on, alone',
      'group https://b.test/*, on',
      'on Response (1) Text for *.css | url Wildcard_Matches *.css {"pageDomains":["b.test"]} {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"a{}","serveWithoutRequest":true} ! changed matchUrl',
    ],
  },
  {
    says: 'invalid records',
    file: {...file(3, group('*', [4, {type: 'other'}, to('', 'http://b.test/')], {colour: 1}), {id: 'd1'}), w: 1},
    becomes: [
      'group *, on ! no-counterpart colour',
      'refused $.data[0] : refused',
      'refused $.data[1].rules[0] (0) : refused',
      'refused $.data[1].rules[1] (0) : refused type',
      'refused $.data[1].rules[2] (0) Redirect: missing match',
      'refused $.data[2] : refused',
      'file ! no-counterpart $.w',
    ],
  },
  {
    says: 'invalid header names, and nothing to search for',
    file: {
      v: 1,
      data: [
        {
          id: 'd1',
          matchUrl: '*',
          on: true,
          rules: [
            {type: 'headerRule', match: 'https://a.test/*', requestRules: 'set X-A: 1%0A2;set X-B: 1', on: true},
            {type: 'headerRule', match: 'https://a.test/*', responseRules: 'set X%20A: 1', on: true},
            {type: 'normalOverride', match: 'https://a.test/*', replace: '', on: true},
          ],
        },
      ],
    },
    becomes: [
      'group *, on',
      'on Headers (0) Headers of https://a.test/* | url Wildcard_Matches https://a.test/* > Request Modify X-B = 1 ! not-as-documented requestRules',
      'refused $.data[0].rules[1] (0) Headers of https://a.test/*: refused responseRules',
      'refused $.data[0].rules[2] (0) Redirect https://a.test/*: missing replace',
    ],
  },
  {
    says: 'a file above a redirect, and a declared MIME type',
    file: file(
      group('*', [
        {
          type: 'fileOverride',
          match: 'https://a.test/api/app.js',
          file: '/* mime: text/javascript */\nlet a',
          on: true,
        },
        {type: 'fileOverride', match: 'https://b.test/x.json', file: '{}', on: true},
        to('https://a.test/api/*', 'https://dev.test/api/*'),
      ]),
    ),
    becomes: [
      'group *, on',
      'on Response (0) Text for https://a.test/api/app.js | url Wildcard_Matches https://a.test/api/app.js {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"let a","serveWithoutRequest":true,"responseHeaders":[{"header":"Content-Type","value":"text/javascript"}]}',
      'on Response (0) Text for https://b.test/x.json | url Wildcard_Matches https://b.test/x.json {"resourceType":["main_frame","script","stylesheet","xmlhttprequest"]} > {"type":"static","value":"{}","serveWithoutRequest":true}',
      'on Redirect (0) Redirect https://a.test/api/* | url Wildcard_Matches https://a.test/api/* > https://dev.test/api/$1',
    ],
  },
]
