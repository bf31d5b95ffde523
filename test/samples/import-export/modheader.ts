import type {Sample} from './sample'

const header = (name: string, value = '', more: object = {}) => ({enabled: true, name, value, ...more})

export const modHeaderSamples: readonly Sample[] = [
  {
    says: 'the documented profile: headers, URL replacement, filters and expiry',
    file: [
      {
        version: 2,
        title: 'Staging',
        shortTitle: 'S',
        backgroundColor: '#0b7285',
        textColor: '#ffffff',
        hideComment: false,
        headers: [header('X-Env', 'staging', {comment: 'route to staging'}), header('Referer')],
        respHeaders: [header('Vary', 'Origin', {appendMode: 'append'})],
        urlReplacements: [header('^https://cdn\\.example\\.test/(.*)', 'http://localhost:8080/$1')],
        urlFilters: [{enabled: true, urlRegex: '.*://api\\.example\\.test/.*'}],
        resourceFilters: [{enabled: true, resourceType: ['xmlhttprequest']}],
        timeFilters: [{enabled: true, expirationTimeMs: 1798761600000}],
      },
    ],
    becomes: [
      'group Staging, on',
      'off Headers (0) Staging | url Matches .*://api\\.example\\.test/.* {"resourceType":["xmlhttprequest"]} > Request Modify X-Env = staging, Request Remove Referer, Response Add Vary = Origin ! switched-off timeFilters[0], changed respHeaders[0].appendMode',
      'off Redirect (0) Staging: URL | url Matches ^https://cdn\\.example\\.test/(.*) {"resourceType":["xmlhttprequest"]} > http://localhost:8080/$1 ! switched-off timeFilters[0], switched-off urlReplacements[0].name, changed urlReplacements[0].value',
    ],
  },
  {
    says: 'three profiles: the selected and the always-on one are on',
    file: [
      {version: 2, title: 'One', headers: [header('a', '1')]},
      {version: 2, title: 'Two', headers: [header('b', '2')]},
      {version: 2, title: 'Three', alwaysOn: true, headers: [header('c', '3')]},
    ],
    becomes: [
      'group One, on',
      'group Two, off',
      'group Three, on',
      'on Headers (0) One | url Wildcard_Matches * > Request Modify a = 1',
      'on Headers (1) Two | url Wildcard_Matches * > Request Modify b = 2',
      'on Headers (2) Three | url Wildcard_Matches * > Request Modify c = 3',
    ],
  },
  {
    says: 'unknown or unreadable filters switch the rule off',
    file: [
      {
        version: 2,
        title: 'New',
        headers: [header('a', '1')],
        requestDomainFilters: [{enabled: true, domain: 'a.test'}],
      },
      {
        version: 2,
        title: 'Idle',
        headers: [header('a', '1')],
        requestDomainFilters: [{enabled: false, domain: 'a.test'}],
      },
      {version: 2, title: 'Text', headers: [header('a', '1')], urlFilters: ['https://a.test/.*']},
      {version: 2, title: 'Record', headers: [header('a', '1')], urlFilters: {enabled: true, urlRegex: 'a'}},
      {version: 2, title: 'List', headers: [header('a', '1')], urlFilters: [{enabled: true, urlRegex: ['a']}]},
      {version: 2, title: 'Domain', headers: [header('a', '1')], initiatorDomainFilters: [{enabled: true, domain: {}}]},
      {
        title: 'Old',
        headers: [header('a', '1')],
        filters: [{enabled: true, type: 'hosts', urlRegex: 'a'}],
        shortTitle: 'O',
      },
    ],
    becomes: [
      'group New, on',
      'group Idle, off',
      'group Text, off',
      'group Record, off',
      'group List, off',
      'group Domain, off',
      'group Old, off',
      'off Headers (0) New | url Wildcard_Matches * > Request Modify a = 1 ! switched-off requestDomainFilters',
      'on Headers (1) Idle | url Wildcard_Matches * > Request Modify a = 1 ! no-counterpart requestDomainFilters',
      'off Headers (2) Text | url Wildcard_Matches * > Request Modify a = 1 ! switched-off urlFilters[0]',
      'off Headers (3) Record | url Wildcard_Matches * > Request Modify a = 1 ! switched-off urlFilters',
      'off Headers (4) List | url Matches .* > Request Modify a = 1 ! switched-off urlFilters[0].urlRegex',
      'off Headers (5) Domain | url Wildcard_Matches * > Request Modify a = 1 ! switched-off initiatorDomainFilters[0].domain',
      'off Headers (6) Old | url Wildcard_Matches * > Request Modify a = 1 ! switched-off filters',
    ],
  },
  {
    says: 'inactive headers become rules that are off',
    file: [{version: 2, title: 'Mixed', headers: [header('a', '1'), header('b', '2', {enabled: false})]}],
    becomes: [
      'group Mixed, on',
      'on Headers (0) Mixed | url Wildcard_Matches * > Request Modify a = 1',
      'off Headers (0) Mixed: b | url Wildcard_Matches * > Request Modify b = 2',
    ],
  },
  {
    says: 'version 1: one list of filters, and a profile that appends',
    file: [
      {
        title: 'Old',
        appendMode: 'comma',
        headers: [header('accept', 'text/x')],
        filters: [
          {enabled: true, type: 'urls', urlRegex: 'shop\\.test'},
          {enabled: true, type: 'types', resourceType: ['main_frame', 'xmlhttprequest']},
          {enabled: true, type: 'excludeUrls', urlRegex: '/private'},
        ],
      },
    ],
    becomes: [
      'group Old, on',
      'off Headers (0) Old | url Matches shop\\.test {"resourceType":["main_frame","xmlhttprequest"]} > Request Add accept = text/x ! switched-off excludeUrlFilters[0]',
    ],
  },
  {
    says: 'an early version 1: a URL with asterisks',
    file: [
      {
        title: 'Old',
        headers: [header('X-Env', 'staging')],
        respHeaders: [],
        filters: [{enabled: true, type: 'urls', urlPattern: '*://shop.test/*'}],
        appendMode: '',
      },
    ],
    becomes: ['group Old, on', 'on Headers (0) Old | url Matches .*://shop\\.test/.* > Request Modify X-Env = staging'],
  },
  {
    says: 'a single profile; an empty value removes or is sent empty',
    file: {title: 'Bare', headers: [header('a'), header('b', '', {sendEmptyHeader: true})]},
    becomes: ['group Bare, on', 'on Headers (0) Bare | url Wildcard_Matches * > Request Remove a, Request Modify b = '],
  },
  {
    says: 'URL filters are conditions; methods and pages restrict all of them',
    file: [
      {
        version: 2,
        title: 'Narrow',
        headers: [header('a', '1')],
        urlFilters: [
          {enabled: true, urlRegex: '^https://a\\.test/'},
          {enabled: true, urlRegex: '/v2/', methods: ['post']},
        ],
        requestMethodFilters: [{enabled: true, methods: ['get', 'post']}],
        initiatorDomainFilters: [{enabled: true, domain: 'shop.test'}],
      },
    ],
    becomes: [
      'group Narrow, on',
      'on Headers (0) Narrow | url Matches ^https://a\\.test/ {"pageDomains":["shop.test"]} {"requestMethod":["GET","POST"]} > Request Modify a = 1 | url Matches \\/v2/ {"requestMethod":["POST"]} {"pageDomains":["shop.test"]} {"requestMethod":["GET","POST"]} > Request Modify a = 1',
    ],
  },
  {
    says: 'cookies become parts of their headers; removing one is unsupported',
    file: [
      {
        version: 2,
        title: 'Cookies',
        cookieHeaders: [header('sid', '42'), header('old'), header('^x', '1', {regexEnabled: true})],
        setCookieHeaders: [header('seen', 'yes', {path: '/', secure: true, sameSite: 'Lax', maxAge: 60})],
      },
    ],
    becomes: [
      'group Cookies, on',
      'on Headers (0) Cookies | url Wildcard_Matches * > Request Add Cookie = sid=42, Response Add Set-Cookie = seen=yes; Path=/; Max-Age=60; SameSite=Lax; Secure ! changed cookieHeaders[0], changed setCookieHeaders[0]',
      'refused $[0].cookieHeaders[1] (0) Cookies: old: refused cookieHeaders[1].value',
      'refused $[0].cookieHeaders[2] (0) Cookies: ^x: refused cookieHeaders[2].regexEnabled',
    ],
  },
  {
    says: 'CSP directives become one policy',
    file: [{version: 2, title: 'CSP', cspHeaders: [header('default-src', "'self'"), header('img-src', '*')]}],
    becomes: [
      'group CSP, on',
      "on Headers (0) CSP | url Wildcard_Matches * > Response Modify Content-Security-Policy = default-src 'self'; img-src * ! changed cspHeaders[0], changed cspHeaders[1]",
    ],
  },
  {
    says: 'tab and window filters are dropped, inactive filters as well',
    file: [
      {
        version: 2,
        title: 'Tabs',
        headers: [header('a', '1')],
        tabFilters: [{enabled: true, tabId: 7}],
        windowFilters: [{enabled: true, windowId: 3}],
        urlFilters: [{enabled: false, urlRegex: 'shop'}],
      },
    ],
    becomes: [
      'group Tabs, on',
      'on Headers (0) Tabs | url Wildcard_Matches * > Request Modify a = 1 ! no-counterpart urlFilters[0], no-counterpart tabFilters[0], no-counterpart windowFilters[0]',
    ],
  },
  {
    says: 'only the header without a name is rejected',
    file: [{version: 2, title: 'Broken', headers: [header('', '1'), header('a b', '2'), header('fine', '3')]}],
    becomes: [
      'group Broken, on',
      'on Headers (0) Broken | url Wildcard_Matches * > Request Modify fine = 3',
      'refused $[0].headers[0] (0) Broken: refused headers[0].name',
      'refused $[0].headers[1] (0) Broken: a b: refused headers[1].name',
    ],
  },
  {
    says: 'version 1: leftover values of another filter type are ignored',
    file: [
      {
        title: 'Types',
        shortTitle: '1',
        headers: [header('a', '1')],
        filters: [
          {enabled: true, type: 'types', urlRegex: '.*://a.test/.*', comment: '', resourceType: ['xmlhttprequest']},
        ],
      },
      {
        title: 'Urls',
        headers: [header('a', '1')],
        filters: [{enabled: true, type: 'urls', urlRegex: 'a', comment: false, id: 7, resourceType: ['image']}],
      },
    ],
    becomes: [
      'group Types, on',
      'group Urls, off',
      'on Headers (0) Types | url Wildcard_Matches * {"resourceType":["xmlhttprequest"]} > Request Modify a = 1',
      'on Headers (1) Urls | url Matches a > Request Modify a = 1 ! not-as-documented urlFilters[0].comment, no-counterpart urlFilters[0].id',
    ],
  },
  {
    says: 'empty rows are ignored',
    file: [
      {
        version: 2,
        title: 'Rows of none',
        headers: [header('a', '1'), header('', '', {comment: ''}), header(' ', '', {enabled: false})],
        urlReplacements: [header('')],
      },
      {version: 2, title: 'Other names', headers: [{enabled: true, header: 'X-B', val: '2'}]},
      {
        title: 'New profile',
        headers: [{comment: '', enabled: true, name: '', value: ''}],
        respHeaders: [],
        filters: [],
      },
    ],
    becomes: [
      'group Rows of none, on',
      'group Other names, off',
      'group New profile, off, alone',
      'on Headers (0) Rows of none | url Wildcard_Matches * > Request Modify a = 1',
      'refused $[1].headers[0] (1) Other names: refused headers[0].name, no-counterpart headers[0].header, no-counterpart headers[0].val',
    ],
  },
  {
    says: 'replacing every occurrence is reported if there can be several',
    file: [
      {
        version: 2,
        title: 'Places',
        urlReplacements: [header('/api/(v1|old.*)', '/api/v2'), header('cdn\\.test/(?<rest>.*)', 'a.test/$1')],
      },
    ],
    becomes: [
      'group Places, on',
      'on Replace (0) Places: URL | url Wildcard_Matches * > //api/(v1|old.*)/ to /api/v2 ! changed urlReplacements[0].name, changed urlReplacements[0].value',
      'on Replace (0) Places: URL | url Wildcard_Matches * > /cdn\\.test/(?<rest>.*)/ to a.test/$1 ! changed urlReplacements[1].value, changed urlReplacements[1].name',
    ],
  },
  {
    says: 'a replaced part of the URL, and unsupported syntax',
    file: [
      {
        version: 2,
        title: 'URLs',
        urlReplacements: [
          header('/v1/', '/v2/'),
          header('staging', 'live'),
          header('(a)(b)', '$&$2'),
          header('(', 'x'),
        ],
      },
    ],
    becomes: [
      'group URLs, on',
      'on Replace (0) URLs: URL | url Wildcard_Matches * > /v1/ to /v2/ ! changed urlReplacements[0].name, changed urlReplacements[0].value',
      'on Replace (0) URLs: URL | url Wildcard_Matches * > staging to live ! changed urlReplacements[1].name, changed urlReplacements[1].value',
      'off Replace (0) URLs: URL | url Wildcard_Matches * > /(a)(b)/ to $&$2 ! switched-off urlReplacements[2].value, changed urlReplacements[2].name, changed urlReplacements[2].value, changed urlReplacements[2].name',
      'refused $[0].urlReplacements[3] (0) URLs: URL: refused urlReplacements[3].name ! changed urlReplacements[3].name, changed urlReplacements[3].value',
    ],
  },
  {
    says: 'a text that occurs once is replaced as in ModHeader',
    file: [
      {
        version: 2,
        title: 'Once',
        urlReplacements: [
          header('^https://staging\\.test', 'https://live.test'),
          header('/v1$', '/v2'),
          header('//staging\\.test/(.*)', '//live.test/$1'),
          header('.*/v1/', 'https://live.test/v2/'),
          header('^a|b', 'c'),
          header('/v1/.*?/', '/v2/'),
          header('staging(?=.*)', 'live'),
          header('/v\\d+/', '/v3/'),
          header('//cdn\\.test(/.*)', '//localhost$1'),
        ],
      },
    ],
    becomes: [
      'group Once, on',
      'on Replace (0) Once: URL | url Wildcard_Matches * > /^https://staging\\.test/ to https://live.test ! changed urlReplacements[0].value, changed urlReplacements[0].name',
      'on Replace (0) Once: URL | url Wildcard_Matches * > //v1$/ to /v2 ! changed urlReplacements[1].value, changed urlReplacements[1].name',
      'on Replace (0) Once: URL | url Wildcard_Matches * > ///staging\\.test/(.*)/ to //live.test/$1 ! changed urlReplacements[2].value, changed urlReplacements[2].name',
      'on Replace (0) Once: URL | url Wildcard_Matches * > /.*/v1// to https://live.test/v2/ ! changed urlReplacements[3].value',
      'on Replace (0) Once: URL | url Wildcard_Matches * > /^a|b/ to c ! changed urlReplacements[4].name, changed urlReplacements[4].value, changed urlReplacements[4].name',
      'on Replace (0) Once: URL | url Wildcard_Matches * > //v1/.*?// to /v2/ ! changed urlReplacements[5].name, changed urlReplacements[5].value',
      'on Replace (0) Once: URL | url Wildcard_Matches * > /staging(?=.*)/ to live ! changed urlReplacements[6].name, changed urlReplacements[6].value, changed urlReplacements[6].name',
      'on Replace (0) Once: URL | url Wildcard_Matches * > //v\\d+// to /v3/ ! changed urlReplacements[7].name, changed urlReplacements[7].value, changed urlReplacements[7].name',
      'on Replace (0) Once: URL | url Wildcard_Matches * > ///cdn\\.test(/.*)/ to //localhost$1 ! changed urlReplacements[8].value, changed urlReplacements[8].name',
    ],
  },
  {
    says: 'unknown types and fields, and a paused profile',
    file: [
      {
        version: 2,
        title: 'Odd',
        paused: true,
        liveProfileUrl: 'https://live.test/p',
        headers: [header('a', '1', {colour: 'red'}), 'no header'],
        resourceFilters: [{enabled: true, resourceType: ['telepathy']}],
      },
      {version: 2, title: 'Empty', hideComment: true},
      {version: 2, title: 'Narrow', alwaysOn: true, urlFilters: [{enabled: true, urlRegex: 'x'}]},
    ],
    becomes: [
      'group Odd, off',
      'group Empty, off, alone',
      'group Narrow, on, alone ! no-counterpart',
      'off Headers (0) Odd | url Wildcard_Matches * > Request Modify a = 1 ! switched-off resourceFilters, no-counterpart headers[0].colour, no-counterpart liveProfileUrl',
      'refused $[0].headers[1] (0) Odd: refused headers[1]',
    ],
  },
  {
    says: 'an invalid header does not affect the others',
    file: [
      {
        title: 'Lines',
        headers: [
          {enabled: true, name: 'X-Good', value: '1'},
          {enabled: true, name: 'X-Bad', value: 'two\nlines'},
          {enabled: true, name: 'X Bad', value: '1'},
        ],
        setCookieHeaders: [{enabled: true, name: 'a', value: 'b\n'}],
      },
    ],
    becomes: [
      'group Lines, on',
      'on Headers (0) Lines | url Wildcard_Matches * > Request Modify X-Good = 1',
      'refused $[0].headers[1] (0) Lines: X-Bad: refused headers[1].value',
      'refused $[0].headers[2] (0) Lines: X Bad: refused headers[2].name',
      'refused $[0].setCookieHeaders[0] (0) Lines: a: refused setCookieHeaders[0].value',
    ],
  },
  {
    says: 'appending to a header that Chrome can only set is reported',
    file: [
      {
        title: 'Adding',
        headers: [
          {enabled: true, name: 'X-Tag', value: 'a', appendMode: 'append'},
          {enabled: true, name: 'X-Tag', value: 'b', appendMode: 'append'},
          {enabled: true, name: 'Accept', value: 'text/csv', appendMode: 'append'},
        ],
        respHeaders: [{enabled: true, name: 'X-Tag', value: 'c', appendMode: 'append'}],
      },
    ],
    becomes: [
      'group Adding, on',
      'on Headers (0) Adding | url Wildcard_Matches * > Request Add X-Tag = a, Request Add X-Tag = b, Request Add Accept = text/csv, Response Add X-Tag = c ! changed headers[0].name, changed headers[1].name, changed headers[2].appendMode, changed respHeaders[0].appendMode',
    ],
  },
  {
    says: 'append modes: without a separator and with a comma',
    file: [
      {
        title: 'Behind',
        appendMode: true,
        headers: [header('Accept', 'text/csv'), header('Via', 'b', {appendMode: 'comma'}), header('Range')],
        respHeaders: [header('X-Tag', 'c', {appendMode: ''})],
      },
      {title: 'Comma', appendMode: 'comma', headers: [header('Accept', 'text/csv')]},
    ],
    becomes: [
      'group Behind, on',
      'group Comma, off',
      'on Headers (0) Behind | url Wildcard_Matches * > Request Add Accept = text/csv, Request Add Via = b, Request Remove Range, Response Modify X-Tag = c ! changed appendMode',
      'on Headers (1) Comma | url Wildcard_Matches * > Request Add Accept = text/csv',
    ],
  },
  {
    says: 'appending with several alternative filters',
    file: [
      {
        version: 2,
        title: 'R',
        respHeaders: [{enabled: true, name: 'X-Test', value: '1', appendMode: 'append'}],
        urlFilters: [
          {enabled: true, urlRegex: 'shop'},
          {enabled: true, urlRegex: '/api/'},
        ],
      },
    ],
    becomes: [
      'group R, on',
      'on Headers (0) R | url Matches shop > Response Add X-Test = 1 | url Matches \\/api/ > Response Add X-Test = 1 ! changed respHeaders[0].appendMode, changed',
    ],
  },
  {
    says: 'values computed per request, and empty filters',
    file: [
      {
        version: 2,
        title: 'Alive',
        headers: [header('X-Id', '{{uuid}}'), header('X-Fn', 'function (arg) { return arg.url }'), header('X-A', '1')],
        urlReplacements: [header('//a.test/', '//{{url_hostname}}/')],
      },
      {version: 2, title: 'None', headers: [header('X-B', '2')], resourceFilters: [{enabled: true, resourceType: []}]},
    ],
    becomes: [
      'group Alive, on',
      'group None, off',
      'on Headers (0) Alive | url Wildcard_Matches * > Request Modify X-A = 1',
      'off Replace (0) Alive: URL | url Wildcard_Matches * > ///a.test// to //{{url_hostname}}/ ! changed urlReplacements[0].name, switched-off urlReplacements[0].value, changed urlReplacements[0].value, changed urlReplacements[0].name',
      'off Headers (0) Alive: X-Id | url Wildcard_Matches * > Request Modify X-Id = {{uuid}} ! switched-off headers[0].value',
      'refused $[0].headers[1] (0) Alive: X-Fn: refused headers[1].value',
      'off Headers (1) None | url Wildcard_Matches * > Request Modify X-B = 2 ! switched-off resourceFilters[0]',
    ],
  },
  {
    says: 'unreadable switches are off; a missing one is on',
    file: [
      {version: 2, title: 'Rows', headers: [header('a', '1', {enabled: 'no'}), header('b', '2', {enabled: null})]},
      {version: 2, title: 'Whole', alwaysOn: true, enabled: 'no', headers: [header('c', '3')]},
    ],
    becomes: [
      'group Rows, on',
      'group Whole, off',
      'on Headers (0) Rows | url Wildcard_Matches * > Request Modify b = 2',
      'off Headers (0) Rows: a | url Wildcard_Matches * > Request Modify a = 1 ! switched-off headers[0].enabled',
      'on Headers (1) Whole | url Wildcard_Matches * > Request Modify c = 3 ! switched-off enabled',
    ],
  },
]
