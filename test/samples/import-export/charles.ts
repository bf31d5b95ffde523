import type {Sample} from './sample'

const head = "<?xml version='1.0' encoding='UTF-8' ?>\n<?charles serialisation-version='2.0' ?>\n"
const tags = (values: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === '' ? `<${name}/>` : `<${name}>${value}</${name}>`))
    .join('')

type Parts = {
  readonly protocol?: string
  readonly host?: string
  readonly port?: string
  readonly path?: string
  readonly query?: string
}

const match = (location: Parts, enabled = true): string =>
  `<locationMatch><location>${tags(location)}</location><enabled>${enabled}</enabled></locationMatch>`
const patterns = (...matches: string[]): string => `<locationPatterns>${matches.join('')}</locationPatterns>`
const api = match({protocol: 'https', host: '*.example.test', port: '443', path: '/api/*'})
const onHost = match({host: 'a.test'})
const rewriteRule = (ruleType: number, values: Readonly<Record<string, string | number | boolean>>): string =>
  `<rewriteRule>${tags({active: true, ruleType, ...values})}</rewriteRule>`
const set = (rules: string, hosts = onHost, active = true): string =>
  `<rewriteSet><active>${active}</active><name>Staging</name><hosts>${patterns(hosts)}</hosts><rules>${rules}</rules></rewriteSet>`
const sets = (...all: string[]): string => `${head}<rewriteSet-array>${all.join('')}</rewriteSet-array>`
const entry = (name: string, body: string): string => `<entry><string>${name}</string>${body}</entry>`
const map = (from: Parts, to: Parts, more = '<enabled>true</enabled>'): string =>
  `<mapMapping><sourceLocation>${tags(from)}</sourceLocation><destLocation>${tags(to)}</destLocation>${more}</mapMapping>`
const maps = (...all: string[]): string =>
  `<map><toolEnabled>true</toolEnabled><mappings>${all.join('')}</mappings></map>`
const local = (from: Parts): string =>
  `<mapLocalMapping><sourceLocation>${tags(from)}</sourceLocation><dest>/a.js</dest><enabled>false</enabled><caseSensitive>false</caseSensitive></mapLocalMapping>`

export const charlesSamples: readonly Sample[] = [
  {
    says: 'searches in host or path only change the host or path',
    file: sets(
      set(
        rewriteRule(5, {matchValue: '/api', newValue: '/v2', replaceType: 1}) +
          rewriteRule(5, {matchValue: 'api', newValue: 'v2', caseSensitive: true, replaceType: 2}) +
          rewriteRule(4, {matchValue: 'API', newValue: 'dev', replaceType: 1}) +
          rewriteRule(5, {matchValue: '/api', newValue: '/v2/api', caseSensitive: true, replaceType: 1}),
      ),
      set(
        rewriteRule(5, {matchValue: '/api', newValue: '/v2/api', caseSensitive: true, replaceType: 1}),
        match({host: 'api.a.test'}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'group Staging, on',
      'on Replace (0) Staging: Path /api | host Equals a.test > /^(\\w+:\\/\\/[^/?#]+(?:\\/[^?#]*?)??)/api/i to $1/v2 ! changed replaceType, changed matchValue',
      'on Replace (0) Staging: Path api | host Equals a.test > /^(\\w+:\\/\\/[^/?#]+\\/[^?#]*?)api/ to $1v2 ! changed matchValue',
      'on Replace (0) Staging: Host API | host Equals a.test > /^(\\w+:\\/\\/[^/?#]*?)API/i to $1dev ! changed matchValue',
      'on Replace (0) Staging: Path /api | host Equals a.test > /api to /v2/api ! changed ruleType, changed matchValue',
      'off Replace (1) Staging: Path /api | host Equals api.a.test > /api to /v2/api ! switched-off ruleType, changed matchValue',
    ],
  },
  {
    says: 'the documented rewrite',
    file: sets(
      set(
        rewriteRule(3, {
          matchHeader: 'X-Env',
          matchValue: 'prod',
          matchHeaderRegex: false,
          matchValueRegex: false,
          matchRequest: true,
          matchResponse: false,
          newHeader: 'X-Env',
          newValue: 'staging',
          newHeaderRegex: false,
          newValueRegex: false,
          matchWholeValue: false,
          caseSensitive: false,
          replaceType: 2,
        }),
        api,
      ),
    ),
    becomes: [
      'group Staging, on',
      'off Headers (0) Staging: Modify header X-Env | url Matches ^https://[^/:?#]*\\.example\\.test(?::443)?/api/[^?]*(?:\\?.*)?$ > Request Modify X-Env = staging ! switched-off matchValue',
    ],
  },
  {
    says: 'headers added, removed, changed and renamed',
    file: sets(
      set(
        rewriteRule(1, {newHeader: 'X-A', newValue: '1', matchRequest: true, matchResponse: true}) +
          rewriteRule(2, {matchHeader: 'X-B', matchResponse: true}) +
          rewriteRule(3, {matchHeader: 'X-C', newValue: '3', matchRequest: true}) +
          rewriteRule(3, {matchHeader: 'X-D', newHeader: 'X-E', newValue: '4', matchRequest: true}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'on Headers (0) Staging: Add header X-A | host Equals a.test > Request Add X-A = 1, Response Add X-A = 1 ! changed newHeader',
      'on Headers (0) Staging: Remove header X-B | host Equals a.test > Response Remove X-B',
      'on Headers (0) Staging: Modify header X-C | host Equals a.test > Request Modify X-C = 3 ! changed ruleType',
      'on Headers (0) Staging: Modify header X-E | host Equals a.test > Request Remove X-D, Request Modify X-E = 4 ! changed ruleType',
    ],
  },
  {
    says: 'an ignored header condition and an empty set',
    file: sets(
      set(
        rewriteRule(6, {matchHeader: 'X-A', newHeader: 'X-B', matchValue: 'v1', newValue: 'v2', caseSensitive: true}),
      ),
      set(''),
    ),
    becomes: [
      'group Staging, on',
      'group Staging, on, alone',
      'on Replace (0) Staging: URL v1 | host Equals a.test > v1 to v2 ! no-counterpart matchHeader, no-counterpart newHeader',
    ],
  },
  {
    says: 'query parameters',
    file: sets(
      set(
        rewriteRule(8, {newHeader: 'a', newValue: '1'}) +
          rewriteRule(9, {matchHeader: 'b', newValue: '2'}) +
          rewriteRule(10, {matchHeader: 'c'}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'on QueryParam (0) Staging: Add query parameter a | host Equals a.test > Add a = 1 ! changed newHeader',
      'on QueryParam (0) Staging: Modify query parameter b | host Equals a.test > Modify b = 2 ! changed ruleType',
      'on QueryParam (0) Staging: Remove query parameter c | host Equals a.test > Remove c',
    ],
  },
  {
    says: 'host, path and URL',
    file: sets(
      set(
        rewriteRule(4, {matchValue: 'a.test', newValue: 'b.test', matchWholeValue: true, replaceType: 1}) +
          rewriteRule(5, {matchValue: '/v(\\d)/', matchValueRegex: true, newValue: '/w$1/', replaceType: 2}) +
          rewriteRule(6, {matchValue: 'prod', newValue: 'test', caseSensitive: true, replaceType: 2}) +
          rewriteRule(6, {newValue: 'https://b.test/'}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'on Replace (0) Staging: Host a.test | host Equals a.test > /^(\\w+:\\/\\/)a\\.test([:/])/i to $1b.test$2 ! changed matchValue',
      'on Replace (0) Staging: Path /v(\\d)/ | host Equals a.test > /^(\\w+:\\/\\/[^/?#]+(?:\\/[^?#]*?)??)(?:/v(\\d)/)/i to $1/w$2/ ! changed matchValue',
      'on Replace (0) Staging: URL prod | host Equals a.test > prod to test',
      'on Redirect (0) Staging: URL | host Equals a.test > https://b.test/',
    ],
  },
  {
    says: 'bodies and status, with code off',
    file: sets(
      set(
        rewriteRule(7, {newValue: '{"a":1}', matchResponse: true}) +
          rewriteRule(7, {matchValue: 'no', newValue: 'yes', matchRequest: true, replaceType: 2}) +
          rewriteRule(11, {newValue: '404 Gone'}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'on Response (0) Staging: Body | host Equals a.test > {"type":"static","value":"{\\"a\\":1}"}',
      'off code Request (0) Staging: Body no | host Equals a.test > {"type":"code","value":"function (args) {\\n  const sought = new RegExp(\\"no\\", \\"gi\\")\\n  return args.body.replace(sought, () => \\"yes\\")\\n}"} ! changed ruleType, code-off status',
      'off code Response (0) Staging: Response status | host Equals a.test > {"type":"code","value":"function (args) {\\n  return args.response\\n}","statusCode":404,"statusText":"Gone"} ! changed ruleType, code-off status',
    ],
  },
  {
    says: 'inactive sets stay off; inactive locations are omitted',
    file: sets(
      set(
        rewriteRule(2, {matchHeader: 'X', matchRequest: true, active: false}),
        onHost + match({host: 'b.test'}, false),
        false,
      ),
    ),
    becomes: [
      'group Staging, off',
      'off Headers (0) Staging: Remove header X | host Equals a.test > Request Remove X ! no-counterpart /rewriteSet-array/rewriteSet/hosts/locationPatterns/locationMatch[2]',
    ],
  },
  {
    says: 'all exported tools at once',
    file: `${head}<charles-export><toolConfiguration><configs>${entry('Map Remote', maps(map({protocol: 'https', host: 'a.test', path: '/v1/*'}, {protocol: 'http', host: 'localhost', port: '3000', path: '/'})))}${entry('No Caching', `<selectedHostsTool><toolEnabled>true</toolEnabled><useSelectedLocations>true</useSelectedLocations><locations>${patterns(onHost)}</locations></selectedHostsTool>`)}${entry('Throttle', '<throttle><x>1</x></throttle>')}</configs></toolConfiguration></charles-export>`,
    becomes: [
      'group Map Remote, on',
      'group No Caching, on',
      'on Redirect (0) https://a.test/v1/* to http://localhost:3000/ | url Matches ^(https)://(a\\.test)((?::\\d+)?)/v1/([^?]*)((?:\\?.*)?)$ > http://localhost:3000/$4$5',
      'on Headers (1) No Caching | host Equals a.test > Request Remove If-Modified-Since, Request Remove If-None-Match, Request Modify Cache-Control = no-cache, Request Modify Pragma = no-cache, Response Remove Expires, Response Remove Last-Modified, Response Remove ETag, Response Modify Cache-Control = no-cache',
      'file ! no-counterpart /charles-export/toolConfiguration/configs/entry[3]/throttle',
    ],
  },
  {
    says: 'redirects that keep unnamed parts of the URL',
    file: `${head}${maps(map({host: 'a.test'}, {host: 'b.test'}), map({protocol: 'http', host: 'a.test', path: '/one'}, {path: '/two'}, '<preserveHostHeader>true</preserveHostHeader><enabled>false</enabled>'))}`,
    becomes: [
      'group Map Remote, on',
      'on Redirect (0) a.test to b.test | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/[^?]*)((?:\\?.*)?)$ > $1://b.test$4$5',
      'off Redirect (0) http://a.test/one to */two | url Matches ^(http)://(a\\.test)((?::\\d+)?)(/one)((?:\\?.*)?)$ > $1://$2$3/two$5 ! no-counterpart preserveHostHeader',
    ],
  },
  {
    says: 'local files that have to be chosen again',
    file: `${head}<mapLocal><toolEnabled>false</toolEnabled><mappings><mapLocalMapping><sourceLocation>${tags({host: 'a.test', path: '/app.js'})}</sourceLocation><dest>/home/me/app.js</dest><enabled>true</enabled><caseSensitive>true</caseSensitive></mapLocalMapping></mappings></mapLocal>`,
    becomes: [
      'group Map Local, off',
      'on Redirect (0) a.test/app.js to app.js | url Matches ^[a-z]+://a\\.test(?::\\d+)?/app\\.js(?:\\?.*)?$ > map_local /home/me/app.js ! changed dest',
    ],
  },
  {
    says: 'a mapping with an unreadable location arrives off',
    file: `${head}<mapLocal><toolEnabled>true</toolEnabled><mappings><mapLocalMapping><sourceLocation><location>${tags({host: 'a.test'})}</location></sourceLocation><dest>/home/me/app.js</dest><enabled>true</enabled></mapLocalMapping></mappings></mapLocal>`,
    becomes: [
      'group Map Local, on',
      'off Redirect (0) * to app.js | url Wildcard_Matches * > map_local /home/me/app.js ! no-counterpart sourceLocation.location, switched-off sourceLocation, changed dest',
    ],
  },
  {
    says: 'a block list',
    file: `${head}<blacklist><locations>${patterns(onHost, match({host: '*.ads.test', port: '8080'}))}</locations><toolEnabled>true</toolEnabled><useSelectedLocations>true</useSelectedLocations><action>1</action></blacklist>`,
    becomes: [
      'group Block List, on',
      'on Cancel (0) Block List | host Equals a.test | url Matches ^[a-z]+://[^/:?#]*\\.ads\\.test:8080/[^?]*(?:\\?.*)?$ ! changed action',
    ],
  },
  {
    says: 'tools without a name; cookies',
    file: `${head}<configuration><a>${entry('Block Cookies', '<selectedHostsTool><toolEnabled>true</toolEnabled><useSelectedLocations>false</useSelectedLocations></selectedHostsTool>')}</a><selectedHostsTool/></configuration>`,
    becomes: [
      'group Block Cookies, on',
      'on Headers (0) Block Cookies | url Wildcard_Matches * > Request Remove Cookie, Response Remove Set-Cookie',
      'refused /configuration/selectedHostsTool selectedHostsTool: refused',
    ],
  },
  {
    says: 'no location, an unknown type, an invalid regex, no target',
    file: sets(
      set(
        rewriteRule(1, {newHeader: 'a', newValue: '1', matchRequest: true}) +
          rewriteRule(12, {}) +
          rewriteRule(6, {matchValue: '(', matchValueRegex: true, newValue: 'x'}) +
          rewriteRule(1, {newHeader: 'a', newValue: '1'}),
        '',
      ),
    ),
    becomes: [
      'group Staging, on',
      'off Headers (0) Staging: Add header a | url Wildcard_Matches * > Request Add a = 1 ! switched-off /rewriteSet-array/rewriteSet/hosts, changed newHeader',
      'refused /rewriteSet-array/rewriteSet/rules/rewriteRule[2] (0) Staging: refused ruleType',
      'refused /rewriteSet-array/rewriteSet/rules/rewriteRule[3] (0) Staging: URL (: refused matchValue ! switched-off /rewriteSet-array/rewriteSet/hosts',
      'refused /rewriteSet-array/rewriteSet/rules/rewriteRule[4] (0) Staging: Add header a: refused matchRequest ! switched-off /rewriteSet-array/rewriteSet/hosts',
    ],
  },
  {
    says: 'CDATA and escaped names',
    file: sets(
      `<rewriteSet><active>true</active><name><![CDATA[A & <B>]]></name><hosts>${patterns(match({host: 'a.test', path: '/x?y', query: 'a=&amp;b=*'}))}</hosts><rules>${rewriteRule(8, {newHeader: 'q', newValue: '&lt;1&gt;'})}</rules><mood>x</mood></rewriteSet>`,
    ),
    becomes: [
      'group A & <B>, on ! no-counterpart /rewriteSet-array/rewriteSet/mood',
      'on QueryParam (0) A & <B>: Add query parameter q | url Matches ^[a-z]+://a\\.test(?::\\d+)?/x[^?]y\\?a=&b=.*$ > Add q = <1> ! changed newHeader',
    ],
  },
  {
    says: 'unsupported conditions and whole-path matches arrive off',
    file: sets(
      set(
        rewriteRule(1, {matchHeader: 'X-Env', newHeader: 'X-A', newValue: '1', matchRequest: true}) +
          rewriteRule(8, {matchHeader: 'env', matchValue: 'prod', newHeader: 'a', newValue: '1'}) +
          rewriteRule(8, {matchValue: 'prod', newHeader: 'b', newValue: '2'}) +
          rewriteRule(5, {matchValue: '/v1', newValue: '/v2', matchWholeValue: true, caseSensitive: true}) +
          rewriteRule(5, {matchValue: '^/v1', newValue: '/v2', matchValueRegex: true, caseSensitive: true}) +
          rewriteRule(5, {matchValue: '/[^/$]+\\$', newValue: '/x', matchValueRegex: true, caseSensitive: true}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'off Headers (0) Staging: Add header X-A | host Equals a.test > Request Add X-A = 1 ! switched-off matchHeader, changed newHeader',
      'off QueryParam (0) Staging: Add query parameter a | host Equals a.test > Add a = 1 ! switched-off matchHeader, changed newHeader',
      'off QueryParam (0) Staging: Add query parameter b | host Equals a.test > Add b = 2 ! switched-off matchValue, changed newHeader',
      'off Replace (0) Staging: Path /v1 | host Equals a.test > /v1 to /v2 ! changed ruleType, switched-off matchWholeValue',
      'off Replace (0) Staging: Path ^/v1 | host Equals a.test > /^/v1/ to /v2 ! changed ruleType, switched-off matchValue, changed matchValue',
      'on Replace (0) Staging: Path /[^/$]+\\$ | host Equals a.test > /^(\\w+:\\/\\/[^/?#]+(?:\\/[^?#]*?)??)(?:/[^/$?#]+\\$)/ to $1/x ! changed matchValue',
    ],
  },
  {
    says: 'case-insensitive mappings',
    file: `${head}<charles-export><mapLocal><mappings>${local({host: 'a.test', path: '/App.js'})}${local({host: 'a.test'})}</mappings></mapLocal>${maps(map({host: 'a.test', path: '/one'}, {host: 'b.test'}, '<enabled>true</enabled><caseSensitive>false</caseSensitive>'), map({host: 'c.test', path: '/one'}, {host: 'b.test'}, '<enabled>true</enabled><caseSensitive>true</caseSensitive>'))}</charles-export>`,
    becomes: [
      'group Map Local, on',
      'group Map Remote, on',
      'off Redirect (0) a.test/App.js to a.js | url Matches ^[a-z]+://a\\.test(?::\\d+)?/App\\.js(?:\\?.*)?$ > map_local /a.js ! changed dest, changed caseSensitive',
      'off Redirect (0) a.test to a.js | host Equals a.test > map_local /a.js ! changed dest',
      'on Redirect (1) a.test/one to b.test | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/one)((?:\\?.*)?)$ > $1://b.test$4$5 ! changed caseSensitive',
      'on Redirect (1) c.test/one to b.test | url Matches ^([a-z]+)://(c\\.test)((?::\\d+)?)(/one)((?:\\?.*)?)$ > $1://b.test$4$5',
    ],
  },
  {
    says: 'unknown elements next to rewrite sets',
    file: `${head}<rewrite><toolEnabled>true</toolEnabled><debugging>true</debugging><mood>x</mood><sets>${set(rewriteRule(2, {matchHeader: 'X-B', matchResponse: true}))}<extra/></sets></rewrite>`,
    becomes: [
      'group Staging, on',
      'on Headers (0) Staging: Remove header X-B | host Equals a.test > Response Remove X-B',
      'file ! no-counterpart /rewrite/mood, no-counterpart /rewrite/sets/extra',
    ],
  },
  {
    says: 'invalid header names',
    file: `<rewriteSet-array><rewriteSet><active>true</active><name>S</name><hosts/><rules>
      <rewriteRule><active>true</active><ruleType>1</ruleType><newHeader>X A</newHeader><newValue>1</newValue><matchRequest>true</matchRequest></rewriteRule>
      <rewriteRule><active>true</active><ruleType>2</ruleType><matchHeader>X B</matchHeader><matchRequest>true</matchRequest></rewriteRule>
    </rules></rewriteSet></rewriteSet-array>`,
    becomes: [
      'group S, on',
      'refused /rewriteSet-array/rewriteSet/rules/rewriteRule[1] (0) S: Add header X A: header-name newHeader ! switched-off /rewriteSet-array/rewriteSet/hosts, changed newHeader',
      'refused /rewriteSet-array/rewriteSet/rules/rewriteRule[2] (0) S: Remove header X B: header-name matchHeader ! switched-off /rewriteSet-array/rewriteSet/hosts',
    ],
  },
  {
    says: 'missing switches are off; listed locations apply',
    file: `${head}<configuration>${entry('Block List', '<blacklist><toolEnabled>true</toolEnabled><useSelectedLocations>true</useSelectedLocations><locations><locationPatterns><locationMatch><location><host>a.test</host></location></locationMatch><locationMatch><location><host>b.test</host></location><enabled>true</enabled></locationMatch></locationPatterns></locations></blacklist>')}${entry('No Caching', '<selectedHostsTool><useSelectedLocations>true</useSelectedLocations><locations><locationPatterns><locationMatch><location><host>a.test</host></location><enabled>true</enabled></locationMatch></locationPatterns></locations></selectedHostsTool>')}${entry('Block Cookies', '<selectedHostsTool><locations><locationPatterns><locationMatch><location><host>a.test</host></location><enabled>true</enabled></locationMatch></locationPatterns></locations></selectedHostsTool>')}</configuration>`,
    becomes: [
      'group Block List, on',
      'group No Caching, on',
      'group Block Cookies, on',
      'on Cancel (0) Block List | host Equals b.test ! no-counterpart /configuration/entry[1]/blacklist/locations/locationPatterns/locationMatch[1]',
      'off Headers (1) No Caching | host Equals a.test > Request Remove If-Modified-Since, Request Remove If-None-Match, Request Modify Cache-Control = no-cache, Request Modify Pragma = no-cache, Response Remove Expires, Response Remove Last-Modified, Response Remove ETag, Response Modify Cache-Control = no-cache',
      'off Headers (2) Block Cookies | host Equals a.test > Request Remove Cookie, Response Remove Set-Cookie',
    ],
  },
  {
    says: 'a port and a query; tools without a switch',
    file: `${head}<charles-export><toolConfiguration><configs>${entry('Map Remote', `<map><mappings>${map({protocol: 'https', host: 'a.test', port: '443'}, {protocol: 'http', host: 'localhost', port: '3000'})}</mappings></map>`)}${entry('Rewrite', `<rewrite><sets>${set(rewriteRule(9, {matchHeader: 'lang', newHeader: 'sprache', newValue: 'de'}))}</sets></rewrite>`)}</configs></toolConfiguration></charles-export>`,
    becomes: [
      'group Map Remote, off',
      'group Staging, off',
      'on Redirect (0) https://a.test:443 to http://localhost:3000 | url Matches ^(https)://(a\\.test)((?::443)?)(/[^?]*)((?:\\?.*)?)$ > http://localhost:3000$4$5',
      'on QueryParam (1) Staging: Modify query parameter sprache | host Equals a.test > Remove lang, Modify sprache = de ! changed ruleType',
    ],
  },
  {
    says: 'a search for a space and a replacement with spaces',
    file: sets(set(rewriteRule(7, {matchValue: ' ', newValue: ' _ ', matchResponse: true, replaceType: 2}))),
    becomes: [
      'group Staging, on',
      'off code Response (0) Staging: Body | host Equals a.test > {"type":"code","value":"function (args) {\\n  const sought = new RegExp(\\" \\", \\"gi\\")\\n  return args.response.replace(sought, () => \\" _ \\")\\n}"} ! changed ruleType, code-off status',
    ],
  },
  {
    says: 'anchored regexes for hosts; a replacement with a dollar sign',
    file: sets(
      set(
        rewriteRule(4, {matchValue: '^api1\\.(.*)$', matchValueRegex: true, newValue: 'stage1.$1'}) +
          rewriteRule(4, {
            matchValue: '^api2\\.test$',
            matchValueRegex: true,
            matchWholeValue: true,
            newValue: 'b.test',
          }) +
          rewriteRule(4, {matchValue: '^a|b$', matchValueRegex: true, matchWholeValue: true, newValue: 'b.test'}) +
          rewriteRule(6, {matchValue: 'price=1', newValue: 'price=$10'}) +
          rewriteRule(6, {matchValue: 'price=1', newValue: 'price=$10', caseSensitive: true}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'off Replace (0) Staging: Host ^api1\\.(.*)$ | host Equals a.test > /^api1\\.(.*)$/i to stage1.$1 ! changed ruleType, switched-off matchValue, changed matchValue',
      'on Replace (0) Staging: Host ^api2\\.test$ | host Equals a.test > /^(\\w+:\\/\\/)(?:api2\\.test)([:/])/i to $1b.test$2 ! changed matchValue',
      'off Replace (0) Staging: Host ^a|b$ | host Equals a.test > /^a|b$/i to b.test ! changed ruleType, switched-off matchValue, changed matchValue',
      'off Replace (0) Staging: URL price=1 | host Equals a.test > /price=1/i to price=$10 ! switched-off newValue, changed newValue',
      'on Replace (0) Staging: URL price=1 | host Equals a.test > price=1 to price=$10',
    ],
  },
  {
    says: 'headers of mapped requests',
    file: `${head}<charles-export>${maps(map({host: 'a.test', path: '/api/*'}, {host: 'b.test', path: '/'}))}${sets(
      set(rewriteRule(1, {newHeader: 'X-A', newValue: '1', matchRequest: true})),
      set(rewriteRule(1, {newHeader: 'X-B', newValue: '1', matchRequest: true}), match({host: 'b.test'})),
      set(rewriteRule(1, {newHeader: 'X-C', newValue: '1', matchRequest: true}), match({host: 'c.test'})),
    ).replace(head, '')}</charles-export>`,
    becomes: [
      'group Map Remote, on',
      'group Staging, on',
      'group Staging, on',
      'group Staging, on',
      'on Redirect (0) a.test/api/* to b.test/ | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)/api/([^?]*)((?:\\?.*)?)$ > $1://b.test/$4$5',
      'on Headers (1) Staging: Add header X-A | host Equals a.test > Request Add X-A = 1 ! changed newHeader',
      'on Headers (2) Staging: Add header X-B | host Equals b.test > Request Add X-B = 1 ! changed newHeader',
      'on Headers (3) Staging: Add header X-C | host Equals c.test > Request Add X-C = 1 ! changed newHeader',
    ],
  },
  {
    says: 'a block list with unused location settings; an empty one',
    file: `${head}<charles-export><blacklist><locations>${patterns(onHost)}</locations><toolEnabled>true</toolEnabled><useSelectedLocations>false</useSelectedLocations><action>0</action></blacklist><blacklist><locations><locationPatterns/></locations><toolEnabled>true</toolEnabled><useSelectedLocations>false</useSelectedLocations></blacklist></charles-export>`,
    becomes: ['group Block List, on', 'on Cancel (0) Block List | host Equals a.test'],
  },
  {
    says: 'unknown elements are reported in every list and tool',
    file: `${head}<configuration><proxyPort>1</proxyPort>${entry(
      'Rewrite',
      `<rewrite><toolEnabled>true</toolEnabled><sets>${set(
        `${rewriteRule(1, {newHeader: 'X-A', newValue: '1', matchRequest: true})}<scriptRule/>`,
        `${match({host: 'a.test'}).replace('</locationMatch>', '<not>true</not></locationMatch>')}<locationExclude/>`,
      )}</sets></rewrite>`,
    )}${entry('Map Remote', maps(`${map({host: 'a.test'}, {host: 'b.test'})}<mapFolder/>`))}</configuration>`,
    becomes: [
      'group Staging, on ! no-counterpart /configuration/entry[1]/rewrite/sets/rewriteSet/rules/scriptRule',
      'group Map Remote, on ! no-counterpart /configuration/entry[2]/map/mappings/mapFolder',
      'on Headers (0) Staging: Add header X-A | host Equals a.test > Request Add X-A = 1 ! no-counterpart /configuration/entry[1]/rewrite/sets/rewriteSet/hosts/locationPatterns/locationExclude, no-counterpart /configuration/entry[1]/rewrite/sets/rewriteSet/hosts/locationPatterns/locationMatch/not, changed newHeader',
      'on Redirect (1) a.test to b.test | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/[^?]*)((?:\\?.*)?)$ > $1://b.test$4$5',
      'file ! no-counterpart /configuration/proxyPort',
    ],
  },
  {
    says: 'several changes of one body',
    file: sets(
      set(
        rewriteRule(7, {matchValue: 'nothing', newValue: 'SOME', matchResponse: true}) +
          rewriteRule(7, {matchValue: 'here', newValue: 'THERE', matchResponse: true}) +
          rewriteRule(11, {newValue: '503 Busy'}),
      ),
    ),
    becomes: [
      'group Staging, on',
      'off code Response (0) Staging: Body nothing | host Equals a.test > {"type":"code","value":"function (args) {\\n  const sought = new RegExp(\\"nothing\\", \\"gi\\")\\n  return args.response.replace(sought, () => \\"SOME\\")\\n}"} ! changed ruleType, code-off status',
      'off code Response (0) Staging: Body here | host Equals a.test > {"type":"code","value":"function (args) {\\n  const sought = new RegExp(\\"here\\", \\"gi\\")\\n  return args.response.replace(sought, () => \\"THERE\\")\\n}"} ! changed ruleType, code-off status',
      'off code Response (0) Staging: Response status | host Equals a.test > {"type":"code","value":"function (args) {\\n  return args.response\\n}","statusCode":503,"statusText":"Busy"} ! changed ruleType, code-off status',
    ],
  },
  {
    says: 'directories and files mapped to another directory',
    file: `${head}${maps(
      map({host: 'a.test', path: '/charles/*.php'}, {host: 'b.test', path: '/dev/'}),
      map({host: 'a.test', path: '*.css'}, {host: 'b.test', path: '/dev/*'}),
      map({host: 'a.test', path: '/charles/*.php'}, {host: 'b.test', path: '/dev/one.php'}),
      map({host: 'a.test'}, {host: 'b.test', path: '/'}),
      map({host: 'a.test', path: '/*'}, {host: 'b.test', path: '/base'}),
      map({host: 'a.test', path: '/*'}, {host: 'b.test', path: '/base/one.html'}),
      map({host: 'a.test', path: '/x/one.html'}, {host: 'b.test', path: '/base/'}),
    )}`,
    becomes: [
      'group Map Remote, on',
      'on Redirect (0) a.test/charles/*.php to b.test/dev/ | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)/charles/([^?]*\\.php)((?:\\?.*)?)$ > $1://b.test/dev/$4$5',
      'on Redirect (0) a.test*.css to b.test/dev/* | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)/([^?]*\\.css)((?:\\?.*)?)$ > $1://b.test/dev/$4$5',
      'on Redirect (0) a.test/charles/*.php to b.test/dev/one.php | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/charles/[^?]*\\.php)((?:\\?.*)?)$ > $1://b.test/dev/one.php$5',
      'on Redirect (0) a.test to b.test/ | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)/([^?]*)((?:\\?.*)?)$ > $1://b.test/$4$5',
      'on Redirect (0) a.test/* to b.test/base | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)/([^?]*)((?:\\?.*)?)$ > $1://b.test/base/$4$5',
      'on Redirect (0) a.test/* to b.test/base/one.html | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/[^?]*)((?:\\?.*)?)$ > $1://b.test/base/one.html$5',
      'on Redirect (0) a.test/x/one.html to b.test/base/ | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/x/one\\.html)((?:\\?.*)?)$ > $1://b.test/base/$5',
    ],
  },
  {
    says: 'character classes and an IPv6 address',
    file: `${head}${maps(
      map({host: 'a[a-c].test', path: '/v[12^]/[*'}, {host: 'b.test'}),
      map({host: '[::1]', path: '/*'}, {host: 'b.test'}),
    )}`,
    becomes: [
      'group Map Remote, on',
      'on Redirect (0) a[a-c].test/v[12^]/[* to b.test | url Matches ^([a-z]+)://(a[a-c]\\.test)((?::\\d+)?)(/v[12\\^]/\\[[^?]*)((?:\\?.*)?)$ > $1://b.test$4$5',
      'on Redirect (0) [::1]/* to b.test | url Matches ^([a-z]+)://(\\[::1\\])((?::\\d+)?)(/[^?]*)((?:\\?.*)?)$ > $1://b.test$4$5',
    ],
  },
  {
    says: 'a folder with a file pattern',
    file: `${head}<mapLocal><mappings>${local({host: 'a.test', path: '/css/*.css'})}</mappings></mapLocal>`,
    becomes: [
      'group Map Local, on',
      'off Redirect (0) a.test/css/*.css to a.js | url Matches ^[a-z]+://a\\.test(?::\\d+)?/css/[^?]*\\.css(?:\\?.*)?$ > map_local /a.js ! changed dest, changed caseSensitive, changed sourceLocation.path',
    ],
  },
  {
    says: 'an inactive set redirects nothing',
    file: sets(
      set(rewriteRule(6, {matchValue: 'http://a.test', newValue: 'http://b.test'}), onHost, false),
      set(rewriteRule(10, {matchHeader: 'utm'})),
    ),
    becomes: [
      'group Staging, off',
      'group Staging, on',
      'on Replace (0) Staging: URL http://a.test | host Equals a.test > /http://a\\.test/i to http://b.test ! changed matchValue',
      'on QueryParam (1) Staging: Remove query parameter utm | host Equals a.test > Remove utm',
    ],
  },
  {
    says: 'unreadable switches',
    file: `${head}<charles-export>${entry(
      'Block Cookies',
      `<selectedHostsTool><toolEnabled>true</toolEnabled><useSelectedLocations>TRUE</useSelectedLocations><locations>${patterns(onHost)}</locations></selectedHostsTool>`,
    )}${entry(
      'No Caching',
      '<selectedHostsTool><toolEnabled>yes</toolEnabled><useSelectedLocations>false</useSelectedLocations></selectedHostsTool>',
    )}${maps().replace('true', 'on')}${set(rewriteRule(10, {matchHeader: 'utm'}), onHost.replace('true', 'maybe') + match({host: 'b.test'})).replace('true', '1')}</charles-export>`,
    becomes: [
      'group Block Cookies, on',
      'group No Caching, on',
      'group Map Remote, off ! switched-off /charles-export/map/toolEnabled',
      'group Staging, off ! switched-off /charles-export/rewriteSet/active',
      'off Headers (0) Block Cookies | host Equals a.test > Request Remove Cookie, Response Remove Set-Cookie ! switched-off /charles-export/entry[1]/selectedHostsTool/useSelectedLocations',
      'off Headers (1) No Caching | url Wildcard_Matches * > Request Remove If-Modified-Since, Request Remove If-None-Match, Request Modify Cache-Control = no-cache, Request Modify Pragma = no-cache, Response Remove Expires, Response Remove Last-Modified, Response Remove ETag, Response Modify Cache-Control = no-cache ! switched-off /charles-export/entry[2]/selectedHostsTool/toolEnabled',
      'on QueryParam (3) Staging: Remove query parameter utm | host Equals b.test > Remove utm ! no-counterpart /charles-export/rewriteSet/hosts/locationPatterns/locationMatch[1]',
    ],
  },
  {
    says: 'settings that belong to no tool are reported per section',
    file: `${head}<charles-export><proxyConfiguration><port>1</port><windowsConfiguration><useHTTP>true</useHTTP></windowsConfiguration></proxyConfiguration><recordingSettings><locations>${patterns(onHost)}</locations></recordingSettings>${entry(
      'Client Process',
      '<selectedHostsTool><toolEnabled>true</toolEnabled></selectedHostsTool>',
    )}${maps(map({host: 'a.test', path: '/css/'}, {host: 'b.test', path: '/css/'}), map({host: '::1', path: '/api*'}, {host: '::1', path: '/v2/'}))}</charles-export>`,
    becomes: [
      'group Map Remote, on',
      'on Redirect (0) a.test/css/ to b.test/css/ | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/css/)((?:\\?.*)?)$ > $1://b.test/css/$5 ! changed sourceLocation.path',
      'on Redirect (0) [::1]/api* to [::1]/v2/ | url Matches ^([a-z]+)://(\\[::1\\])((?::\\d+)?)/api/?([^?]*)((?:\\?.*)?)$ > $1://[::1]/v2/$4$5',
      'file ! no-counterpart /charles-export/entry/selectedHostsTool, no-counterpart /charles-export/proxyConfiguration, no-counterpart /charles-export/recordingSettings',
    ],
  },
  {
    says: 'wildcards and slashes at the end of paths',
    file: `${head}${maps(
      map({host: 'a.test', path: '/dir/'}, {host: 'b.test'}),
      map({host: 'a.test', path: '/dir'}, {host: 'b.test', path: '/o/*'}),
      map({host: 'a.test', path: '/dir*'}, {host: 'b.test', path: '/o/*'}),
    )}`,
    becomes: [
      'group Map Remote, on',
      'on Redirect (0) a.test/dir/ to b.test | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/dir/)((?:\\?.*)?)$ > $1://b.test$4$5 ! changed sourceLocation.path',
      'on Redirect (0) a.test/dir to b.test/o/* | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)(/dir)((?:\\?.*)?)$ > $1://b.test/o/$5',
      'on Redirect (0) a.test/dir* to b.test/o/* | url Matches ^([a-z]+)://(a\\.test)((?::\\d+)?)/dir/?([^?]*)((?:\\?.*)?)$ > $1://b.test/o/$4$5',
    ],
  },
]
