import type {Sample} from './sample'

export const curlSamples: readonly Sample[] = [
  {
    says: 'headers only',
    file: 'curl https://api.shop.test/v1/cart -H \'Authorization: Bearer 7\' -H "X-Env: dev"',
    becomes: [
      'on Headers GET api.shop.test/v1/cart: headers | url Equals https://api.shop.test/v1/cart {"requestMethod":["GET"]} > Request Modify Authorization = Bearer 7, Request Modify X-Env = dev',
    ],
  },
  {
    says: 'a command copied from a browser',
    file: "curl 'https://api.shop.test/cart' \\\n  -X 'PUT' \\\n  -H 'content-type: application/json' \\\n  --data-raw $'{\"it\\'s\":\"\\u00fc\"}' \\\n  --compressed",
    becomes: [
      'on Headers PUT api.shop.test/cart: headers | url Equals https://api.shop.test/cart {"requestMethod":["PUT"]} > Request Modify content-type = application/json',
      'on Request PUT api.shop.test/cart: body | url Equals https://api.shop.test/cart {"requestMethod":["PUT"]} > {"type":"static","value":"{\\"it\'s\\":\\"ü\\"}"}',
    ],
  },
  {
    says: 'a command copied for cmd',
    file: 'curl ^"https://a.test/x^" ^\r\n  -H ^"x-a: 1^" ^\r\n  --data-raw ^"{^\\^"a^\\^":^\r\n\r\n1}^"',
    becomes: [
      'on Headers POST a.test/x: headers | url Equals https://a.test/x {"requestMethod":["POST"]} > Request Modify x-a = 1, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/x: body | url Equals https://a.test/x {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":\\n1}"}',
    ],
  },
  {
    says: 'data only, which is posted as a form',
    file: 'curl -d a=1 -d b=2 a.test',
    becomes: [
      'on Headers POST a.test: headers | url Equals http://a.test {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test: body | url Equals http://a.test {"requestMethod":["POST"]} > {"type":"static","value":"a=1&b=2"}',
    ],
  },
  {
    says: 'data in the query with --get',
    file: "curl -G 'https://a.test/s?x=0' --data-urlencode 'q=a b&c' -H 'x: 1'",
    becomes: [
      'on Headers GET a.test/s: headers | url Equals https://a.test/s?x=0&q=a%20b%26c {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'user, user agent, referer and cookies',
    file: "curl -u me:secret -A 'T/1' -e https://r.test/ -b 'a=1; b=2' https://a.test/",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify User-Agent = T/1, Request Modify Referer = https://r.test/, Request Modify Cookie = a=1; b=2, Request Modify Authorization = Basic bWU6c2VjcmV0',
    ],
  },
  {
    says: '--json and a bearer token',
    file: 'curl --json \'{"a":1}\' --oauth2-bearer T https://a.test/',
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify Authorization = Bearer T, Request Modify Content-Type = application/json, Request Modify Accept = application/json',
      'on Request POST a.test/: body | url Equals https://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":1}"}',
    ],
  },
  {
    says: 'combined short options, and options without a counterpart',
    file: 'curl -sSLk -XPOST -dx=1 -o out.txt --proxy http://p.test:1 https://a.test/',
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart word 2, no-counterpart word 5, no-counterpart word 7',
      'on Request POST a.test/: body | url Equals https://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"x=1"} ! no-counterpart word 2, no-counterpart word 5, no-counterpart word 7',
    ],
  },
  {
    says: 'a removed header, an empty header and an invalid one',
    file: "curl -H 'Accept:' -H 'X-Empty;' -H 'nothing' https://a.test/",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Remove Accept, Request Modify X-Empty =  ! not-as-documented word 6',
    ],
  },
  {
    says: 'a file and a form, which cannot be read',
    file: 'curl -d @body.json https://a.test/ -H "x: 1"; rm -rf /',
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify x = 1, Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart',
      'refused body POST a.test/: body: refused word 2 ! no-counterpart',
    ],
  },
  {
    says: 'a multipart form',
    file: 'curl -F a=@b.png https://a.test/',
    becomes: ['refused body POST a.test/: body: refused word 2'],
  },
  {
    says: 'nothing that a rule could change; a prompt before it',
    file: '$ curl -I https://a.test/',
    becomes: ['refused line 1 HEAD a.test/: refused'],
  },
  {
    says: 'a user in the URL, sent as a header',
    file: "curl 'https://me:p%40ss@a.test/?x=@1'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/?x=@1 {"requestMethod":["GET"]} > Request Modify Authorization = Basic bWU6cEBzcw==',
    ],
  },
  {
    says: 'several URLs',
    file: "curl -H 'x: 1' https://a.test/1 --url https://a.test/2 -- https://a.test/3",
    becomes: [
      'on Headers GET a.test/1: headers | url Equals https://a.test/1 {"requestMethod":["GET"]} > Request Modify x = 1 | url Equals https://a.test/2 {"requestMethod":["GET"]} > Request Modify x = 1 | url Equals https://a.test/3 {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'several cookies in one header; a cookie file is reported',
    file: 'curl -b a=1 -b jar.txt --cookie b=2 https://a.test/',
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify Cookie = a=1; b=2 ! no-counterpart word 4',
    ],
  },
  {
    says: '--next: options of one request do not reach the next',
    file: "curl http://a.test/ -H 'Authorization: Bearer of-a' -d a=1 --next http://b.test/ -H 'X-B: 2' -: -I http://c.test/ --next -H 'X-D: --next'",
    becomes: [
      'on Headers POST a.test/: headers | url Equals http://a.test/ {"requestMethod":["POST"]} > Request Modify Authorization = Bearer of-a, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/: body | url Equals http://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"a=1"}',
      'on Headers GET b.test/: headers | url Equals http://b.test/ {"requestMethod":["GET"]} > Request Modify X-B = 2',
      'refused request 3 HEAD c.test/: refused',
      'refused request 4 GET: refused',
    ],
  },
  {
    says: 'an option value that looks like another command',
    file: 'curl -H --next -A -: https://a.test/ -- --next',
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify User-Agent = -: | url Equals http://--next {"requestMethod":["GET"]} > Request Modify User-Agent = -: ! not-as-documented word 2',
    ],
  },
  {
    says: 'several commands, on lines or after separators',
    file: "curl 'https://a.test/' \\\n  -H 'x: 1' ;\ncurl 'https://b.test/'\n  -H 'x: 2' && curl https://c.test/ -H 'x: 3'\n$ curl https://d.test/ --json 'curl\ncurl '\ncurl https://e.test/ -H 'x: 5' | jq '.a",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1',
      'on Headers GET b.test/: headers | url Equals https://b.test/ {"requestMethod":["GET"]} > Request Modify x = 2',
      'on Headers GET c.test/: headers | url Equals https://c.test/ {"requestMethod":["GET"]} > Request Modify x = 3',
      'on Headers POST d.test/: headers | url Equals https://d.test/ {"requestMethod":["POST"]} > Request Modify Content-Type = application/json, Request Modify Accept = application/json',
      'on Request POST d.test/: body | url Equals https://d.test/ {"requestMethod":["POST"]} > {"type":"static","value":"curl\\ncurl "}',
      'on Headers GET e.test/: headers | url Equals https://e.test/ {"requestMethod":["GET"]} > Request Modify x = 5 ! no-counterpart',
    ],
  },
  {
    says: 'text after a command, and a continued line',
    file: [
      `curl https://a.test/ -H 'x: 1'`,
      `\nThis one doesn't work, please check:\n- since https://b.test/`,
      `curl https://c.test/ -v -d`,
      `'{"a":1}'`,
      `{"error":"bad request"}`,
      `sleep 2`,
      `$ curl`,
      `-H 'x: 2'`,
      `https://d.test/`,
      `> GET / HTTP/2\n< HTTP/2 200`,
    ].join('\n'),
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1 ! no-counterpart',
      'on Headers POST c.test/: headers | url Equals https://c.test/ {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart',
      'on Request POST c.test/: body | url Equals https://c.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":1}"} ! no-counterpart',
      'on Headers GET d.test/: headers | url Equals https://d.test/ {"requestMethod":["GET"]} > Request Modify x = 2 ! no-counterpart',
    ],
  },
  {
    says: 'a space after a backslash, and a backslash at the end',
    file: "curl https://a.test/ \\\n  -H 'x: 1' \\ \n  -H 'y: 2' \\\n",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1, Request Modify y = 2',
    ],
  },
  {
    says: 'option values that look like URLs',
    file: [
      `curl -s -o a.json -e https://r.test/ --resolve a.test:443:127.0.0.1 -H 'x: 1'`,
      `"https://a.test/"`,
      `curl --url https://b.test/ -H 'x: 2'`,
      `So it is.`,
    ].join('\n'),
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1, Request Modify Referer = https://r.test/ ! no-counterpart word 3, no-counterpart word 7',
      'on Headers GET b.test/: headers | url Equals https://b.test/ {"requestMethod":["GET"]} > Request Modify x = 2 ! no-counterpart',
    ],
  },
  {
    says: 'joined lines, and dashes changed by a chat',
    file: `curl --location --request POST 'https://a.test/x' \\ --header 'x: 1' \\ —header "y: a\\ -b" \\  --data-raw '{ "a": "b \\\\ -c" }' \\ 'https://b.test/'`,
    becomes: [
      'on Headers POST a.test/x: headers | url Equals https://a.test/x {"requestMethod":["POST"]} > Request Modify x = 1, Request Modify y = a\\ -b, Request Modify Content-Type = application/x-www-form-urlencoded | url Equals https://b.test/ {"requestMethod":["POST"]} > Request Modify x = 1, Request Modify y = a\\ -b, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/x: body | url Equals https://a.test/x {"requestMethod":["POST"]} > {"type":"static","value":"{ \\"a\\": \\"b \\\\\\\\ -c\\" }"} | url Equals https://b.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{ \\"a\\": \\"b \\\\\\\\ -c\\" }"}',
    ],
  },
  {
    says: "a browser's command with joined lines and changed dashes",
    file: `curl 'https://a.test/x' \\   -X 'PUT' \\   -H 'x: 1' \\ –H 'y: 2' \\ --data-raw '{"a":1}' \\ > out.json`,
    becomes: [
      'on Headers PUT a.test/x: headers | url Equals https://a.test/x {"requestMethod":["PUT"]} > Request Modify x = 1, Request Modify y = 2, Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart',
      'on Request PUT a.test/x: body | url Equals https://a.test/x {"requestMethod":["PUT"]} > {"type":"static","value":"{\\"a\\":1}"} ! no-counterpart',
    ],
  },
  {
    says: 'a fenced block inside a list, with an info string',
    file: '\n  ```bash title="x"\n  curl https://a.test/ -H \'x: 1\'\n  ```\n',
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'inline code in a sentence',
    file: "`$ curl https://a.test/ -H 'x: 1'`.",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'code blocks of documents and chats',
    file: "```bash\n$ curl https://a.test/ \\\n  -H 'x: 1'\n```\n",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'inline code',
    file: "`curl https://a.test/ -H 'x: 1'`",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'prompts inside a quoted text, and a redirect to a file',
    file: "curl https://a.test/ --data-binary '# Install\n1. Run $ curl b\nme@host:~$ curl c\n' \\\n> out.json",
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart',
      'on Request POST a.test/: body | url Equals https://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"# Install\\n1. Run $ curl b\\nme@host:~$ curl c\\n"} ! no-counterpart',
    ],
  },
  {
    says: 'variables exported before the command',
    file: "export TOKEN=abc\ncurl https://a.test/ -H 'x: 1'\n",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1 ! no-counterpart',
    ],
  },
  {
    says: 'a GET request with a body, which browsers cannot send',
    file: `curl -XGET https://a.test/_search -H 'x: 1' -d '{"query":{}}'`,
    becomes: [
      'on Headers GET a.test/_search: headers | url Equals https://a.test/_search {"requestMethod":["GET"]} > Request Modify x = 1, Request Modify Content-Type = application/x-www-form-urlencoded',
      'refused body GET a.test/_search: body: refused body',
    ],
  },
  {
    says: 'several commands for one URL',
    file: [
      `curl https://a.test/graphql -H 'x-env: 1' --data-raw '{"op":"A"}'`,
      `curl https://a.test/graphql -H 'x-env: 2' --data-raw '{"op":"B"}'`,
      `curl https://a.test/graphql -H 'x-other: 3'`,
    ].join('\n'),
    becomes: [
      'on Headers POST a.test/graphql: headers | url Equals https://a.test/graphql {"requestMethod":["POST"]} > Request Modify x-env = 1, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/graphql: body | url Equals https://a.test/graphql {"requestMethod":["POST"]} > {"type":"static","value":"{\\"op\\":\\"A\\"}"}',
      'on Headers POST a.test/graphql: headers | url Equals https://a.test/graphql {"requestMethod":["POST"]} > Request Modify x-env = 2, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/graphql: body | url Equals https://a.test/graphql {"requestMethod":["POST"]} > {"type":"static","value":"{\\"op\\":\\"B\\"}"}',
      'on Headers GET a.test/graphql: headers | url Equals https://a.test/graphql {"requestMethod":["GET"]} > Request Modify x-other = 3',
    ],
  },
  {
    says: 'a URL that no rule can match is rejected',
    file: 'curl ftp://a.test/x -H "x-a: 1"\ncurl "javascript:alert(1)" -H "x-a: 1"',
    becomes: ['refused request 1 GET a.test/x: refused URL', 'refused request 2 GET javascript:alert(1): refused URL'],
  },
  {
    says: 'a command copied by older browsers for cmd: doubled quotes',
    file: 'curl "https://a.test/api" -X POST -H "sec-ch-ua: ""Chromium"";v=""128""" --data-raw "{""a"":""100"%"""}"',
    becomes: [
      'on Headers POST a.test/api: headers | url Equals https://a.test/api {"requestMethod":["POST"]} > Request Modify sec-ch-ua = "Chromium";v="128", Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/api: body | url Equals https://a.test/api {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":\\"100%\\"}"}',
    ],
  },
  {
    says: 'an empty JSON string, which is no doubled quote',
    file: `curl "https://a.test/api" -H "x-a: 1" -d '{"a":""}'`,
    becomes: [
      'on Headers POST a.test/api: headers | url Equals https://a.test/api {"requestMethod":["POST"]} > Request Modify x-a = 1, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/api: body | url Equals https://a.test/api {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":\\"\\"}"}',
    ],
  },
  {
    says: 'several commands copied for cmd',
    file: 'curl ^"https://a.test/?x=1^&y=2^" ^\r\n  -H ^"x-a: 1^" &\r\ncurl ^"https://b.test/^" ^\r\n  -H ^"x-b: 2^"',
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/?x=1&y=2 {"requestMethod":["GET"]} > Request Modify x-a = 1',
      'on Headers GET b.test/: headers | url Equals https://b.test/ {"requestMethod":["GET"]} > Request Modify x-b = 2',
    ],
  },
  {
    says: 'connection headers are left to the browser',
    file: "curl https://a.test/ -H 'Host: b.test' -H 'Content-Length: 3' -H 'connection: keep-alive' -H 'TE: trailers' -H 'Transfer-Encoding: chunked' -H 'Upgrade: h2c' -H 'Keep-Alive: 1' -H 'Proxy-Authorization: Basic eA==' -H 'Expect:' -H 'X-TE: 1' -d a=1",
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify Host = b.test, Request Modify X-TE = 1, Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart word 5, no-counterpart word 7, no-counterpart word 9, no-counterpart word 11, no-counterpart word 13, no-counterpart word 15, no-counterpart word 17, no-counterpart word 19',
      'on Request POST a.test/: body | url Equals https://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"a=1"} ! no-counterpart word 5, no-counterpart word 7, no-counterpart word 9, no-counterpart word 11, no-counterpart word 13, no-counterpart word 15, no-counterpart word 17, no-counterpart word 19',
    ],
  },
  {
    says: 'escaped bytes are UTF-8; other bytes are characters',
    file: "curl https://a.test/ -H $'a: \\xc3\\xa4' -H $'b: \\303\\244\\x41' -H $'c: \\u00e4\\ud83d\\ude00\\U1f600' -H $'d: \\xe4\\t|\\501\\xf0\\x9f'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify a = ä, Request Modify b = äA, Request Modify c = ä😀😀, Request Modify d = ä\t|Að\x9f',
    ],
  },
  {
    says: 'an invalid header does not affect the others',
    file: "curl https://a.test/ -H $'X-A: 1\\n2' -H 'X B: 1' -H 'X-C: 1' -A $'a\\nb'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify X-C = 1 ! not-as-documented word 3, not-as-documented word 5, not-as-documented word 9',
    ],
  },
  {
    says: 'comments and variables before a command',
    file: "# the cart's own\n# curl of it\nFOO=1 BAR='a b' curl https://a.test/#x -H 'x: 1' # it's said\n# curl https://b.test/\n  # one more; with a sign\nTOKEN=2; curl https://c.test/ -H 'x: #2'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1 ! no-counterpart word 1, no-counterpart word 2, no-counterpart',
      'on Headers GET c.test/: headers | url Equals https://c.test/ {"requestMethod":["GET"]} > Request Modify x = #2',
    ],
  },
  {
    says: 'variables on lines of their own',
    file: "A=1\nB=2;\n$ C=3 curl https://a.test/ -H 'x: 1'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1 ! no-counterpart word 1, no-counterpart word 2, no-counterpart word 4',
    ],
  },
  {
    says: 'URL globs are reported, unless globbing is off',
    file: "curl 'https://a.test/[1-3]' 'https://a.test/{a,b}' 'http://[::1]/x' -H 'x: 1' --next -g 'https://b.test/[1-3]' -H 'x: 2'",
    becomes: [
      'on Headers GET a.test/[1-3]: headers | url Equals https://a.test/[1-3] {"requestMethod":["GET"]} > Request Modify x = 1 | url Equals https://a.test/{a,b} {"requestMethod":["GET"]} > Request Modify x = 1 | url Equals http://[::1]/x {"requestMethod":["GET"]} > Request Modify x = 1 ! no-counterpart word 2, no-counterpart word 3',
      'on Headers GET b.test/[1-3]: headers | url Equals https://b.test/[1-3] {"requestMethod":["GET"]} > Request Modify x = 2',
    ],
  },
  {
    says: 'redirections, pipes and here-documents',
    file: "curl -s https://a.test/1 -H 'X-A: 1' > out.txt 2>&1 | jq .\ncurl https://b.test/ -H 'X-B: 2' <<EOF >> \"a b\"\n{a:1} 'not closed\nEOF\ncurl https://c.test/ -H 'X-C: 3'",
    becomes: [
      'on Headers GET a.test/1: headers | url Equals https://a.test/1 {"requestMethod":["GET"]} > Request Modify X-A = 1 ! no-counterpart, no-counterpart, no-counterpart',
      'on Headers GET b.test/: headers | url Equals https://b.test/ {"requestMethod":["GET"]} > Request Modify X-B = 2 ! no-counterpart',
      'on Headers GET c.test/: headers | url Equals https://c.test/ {"requestMethod":["GET"]} > Request Modify X-C = 3',
    ],
  },
  {
    says: 'shell expansions stay text and are reported',
    file: 'curl "https://a.test/$ID?x=\\$1" -H "X-A: Bearer ${TOKEN} $(cat t)" -H \'X-B: $C\' -H X-D:$E`date +%s` -H X-F:$(date +%s) -H "X-G: 5$ $1"',
    becomes: [
      'on Headers GET a.test/$ID: headers | url Equals https://a.test/$ID?x=$1 {"requestMethod":["GET"]} > Request Modify X-A = Bearer ${TOKEN} $(cat t), Request Modify X-B = $C, Request Modify X-D = $E`date +%s`, Request Modify X-F = $(date +%s), Request Modify X-G = 5$ $1 ! no-counterpart word 2, no-counterpart word 4, no-counterpart word 4, no-counterpart word 8, no-counterpart word 8, no-counterpart word 10',
    ],
  },
  {
    says: 'repeated headers are joined; options overridden by headers are dropped',
    file: "curl https://a.test/ -H 'X-A: 1' -H 'x-a: 2' -H 'Cookie: a=1' -b b=2 -H 'cookie: c=3' -H 'Accept:' -H 'Accept: x/y' -H 'Referer: r' -e s -H 'Authorization: t' -u u:v",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify X-A = 1, 2, Request Modify Cookie = a=1; c=3, Request Modify Accept = x/y, Request Modify Referer = r, Request Modify Authorization = t ! no-counterpart word 5, no-counterpart word 11, no-counterpart word 19, no-counterpart word 9, no-counterpart word 23',
    ],
  },
  {
    says: 'prompts, wrapper commands and commands before it',
    file: "me@host:~/x$ cd api && time A=1 curl https://a.test/ -H 'x: 1'\nme@host:~/x$ sudo curl https://b.test/ -H 'x: 2'\n[me@host x]# curl https://c.test/ -H 'x: 3'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify x = 1 ! no-counterpart, no-counterpart word 5',
      'on Headers GET b.test/: headers | url Equals https://b.test/ {"requestMethod":["GET"]} > Request Modify x = 2',
      'on Headers GET c.test/: headers | url Equals https://c.test/ {"requestMethod":["GET"]} > Request Modify x = 3',
    ],
  },
  {
    says: 'a prompt in square brackets',
    file: "[me@host x]$ curl https://c.test/ -H 'x: 3'",
    becomes: [
      'on Headers GET c.test/: headers | url Equals https://c.test/ {"requestMethod":["GET"]} > Request Modify x = 3',
    ],
  },
  {
    says: 'an upload and --url-query',
    file: "curl -T a.json https://a.test/x -H 'x: 1'\ncurl --url-query 'q=1 2' --url-query +r=%20 'https://b.test/?a' -H 'x: 2'\ncurl --url-query q@a.txt https://c.test/ -H 'x: 3'",
    becomes: [
      'on Headers PUT a.test/x: headers | url Equals https://a.test/x {"requestMethod":["PUT"]} > Request Modify x = 1',
      'refused request 1, body PUT a.test/x: body: refused word 2',
      'on Headers GET b.test/: headers | url Equals https://b.test/?a&q=1%202&r=%20 {"requestMethod":["GET"]} > Request Modify x = 2',
      'off Headers GET c.test/: headers | url Equals https://c.test/ {"requestMethod":["GET"]} > Request Modify x = 3 ! switched-off word 16',
    ],
  },
  {
    says: 'lines continued in PowerShell',
    file: "curl.exe 'https://a.test/v1' `\r\n  -H 'x-env: 1' `  \n  --data-raw 'as `it` is'",
    becomes: [
      'on Headers POST a.test/v1: headers | url Equals https://a.test/v1 {"requestMethod":["POST"]} > Request Modify x-env = 1, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/v1: body | url Equals https://a.test/v1 {"requestMethod":["POST"]} > {"type":"static","value":"as `it` is"}',
    ],
  },
  {
    says: 'brackets and braces of a URL as browsers write them',
    file: "curl 'https://a.test/?ids\\[\\]=1&page\\[size\\]=\\{a\\}' -H 'x: 1'\ncurl -g 'https://b.test/?\\[\\]' -H 'x: 2'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/?ids[]=1&page[size]={a} {"requestMethod":["GET"]} > Request Modify x = 1',
      'on Headers GET b.test/: headers | url Equals https://b.test/?\\[\\] {"requestMethod":["GET"]} > Request Modify x = 2',
    ],
  },
  {
    says: 'brackets of a URL for cmd',
    file: 'curl ^"https://c.test/?ids^\\[^\\]=1^" -H ^"x: 3^"',
    becomes: [
      'on Headers GET c.test/: headers | url Equals https://c.test/?ids[]=1 {"requestMethod":["GET"]} > Request Modify x = 3',
    ],
  },
  {
    says: 'a command typed by hand for cmd',
    file: 'curl "https://a.test/%E4%20b%TOKEN%" ^\r\n  -H "x: ^a$" -H "y: %HOST% 100%" -d "re=^(a|b)$"',
    becomes: [
      'on Headers POST a.test/%E4%20b%TOKEN%: headers | url Equals https://a.test/%E4%20b%TOKEN% {"requestMethod":["POST"]} > Request Modify x = ^a$, Request Modify y = %HOST% 100%, Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart word 2, no-counterpart word 6',
      'on Request POST a.test/%E4%20b%TOKEN%: body | url Equals https://a.test/%E4%20b%TOKEN% {"requestMethod":["POST"]} > {"type":"static","value":"re=^(a|b)$"} ! no-counterpart word 2, no-counterpart word 6',
    ],
  },
  {
    says: 'non-ASCII letters copied for cmd, each with a caret',
    file: 'curl ^"https://b.test/^%^41%^NAME%^" ^\r\n  -H ^"x: a^^b ^{^\\^"c^\\^"^}^" ^\r\n  --data-raw ^"M^üller M^ ller^"',
    becomes: [
      'on Headers POST b.test/%41%NAME%: headers | url Equals https://b.test/%41%NAME% {"requestMethod":["POST"]} > Request Modify x = a^b {"c"}, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST b.test/%41%NAME%: body | url Equals https://b.test/%41%NAME% {"requestMethod":["POST"]} > {"type":"static","value":"Müller M ller"}',
    ],
  },
  {
    says: 'non-ASCII letters copied for cmd by older browsers',
    file: 'curl "https://b.test/" ^\r\n  -H "x: ^{^\\^"q^\\^":^\\^"^п^р (a)^\\^"^}"',
    becomes: [
      'on Headers GET b.test/: headers | url Equals https://b.test/ {"requestMethod":["GET"]} > Request Modify x = {"q":"пр (a)"}',
    ],
  },
  {
    says: 'doubled quotes with percent signs and several lines',
    file: 'curl "https://b.test/" -H "x: (a)" ^\r\n  --data "{""a"":""100"%" sure"",""b"":""5 "%" off""}"^\r\n"two ^(c)"',
    becomes: [
      'on Headers POST b.test/: headers | url Equals https://b.test/ {"requestMethod":["POST"]} > Request Modify x = (a), Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST b.test/: body | url Equals https://b.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":\\"100% sure\\",\\"b\\":\\"5 % off\\"}\\ntwo ^(c)"}',
    ],
  },
  {
    says: 'a caret before a quote in a POSIX shell',
    file: `curl https://b.test/ --data-raw '{"filter":"name^","sep":"^"}'`,
    becomes: [
      'on Headers POST b.test/: headers | url Equals https://b.test/ {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST b.test/: body | url Equals https://b.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{\\"filter\\":\\"name^\\",\\"sep\\":\\"^\\"}"}',
    ],
  },
  {
    says: 'several quoted lines for cmd',
    file: 'curl.exe ^"https://a.test/p?x=^%^20^" ^\r\n  -X POST ^\r\n  -H ^"Content-Type: application/json^" ^\r\n  --data-raw ^"^{"^\r\n\r\n"  ^\\^"n^\\^": ^\\^"Anna^\\^""^\r\n\r\n"^}^"',
    becomes: [
      'on Headers POST a.test/p: headers | url Equals https://a.test/p?x=%20 {"requestMethod":["POST"]} > Request Modify Content-Type = application/json',
      'on Request POST a.test/p: body | url Equals https://a.test/p?x=%20 {"requestMethod":["POST"]} > {"type":"static","value":"{\\n  \\"n\\": \\"Anna\\"\\n}"}',
    ],
  },
  {
    says: 'doubled quotes, and carets before symbols',
    file: 'curl "https://a.test/p?x=^%^20" ^\r\n  -H "If-None-Match: ""abc""" ^\r\n  --data-raw "{""list"":^[1^],""mail"":""a^@b.c"",""q"":""^é^! it\'s""}"',
    becomes: [
      'on Headers POST a.test/p: headers | url Equals https://a.test/p?x=%20 {"requestMethod":["POST"]} > Request Modify If-None-Match = "abc", Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/p: body | url Equals https://a.test/p?x=%20 {"requestMethod":["POST"]} > {"type":"static","value":"{\\"list\\":[1],\\"mail\\":\\"a@b.c\\",\\"q\\":\\"é! it\'s\\"}"}',
    ],
  },
  {
    says: 'doubled quotes next to an escaped one',
    file: 'curl "https://a.test/" --data-raw "{""q"":""say \\\\""hi\\\\""""}"',
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/: body | url Equals https://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{\\"q\\":\\"say \\\\\\"hi\\\\\\"\\"}"}',
    ],
  },
  {
    says: 'carets before a quote and at a line end in a POSIX shell',
    file: `curl 'https://b.test/' -H 'x: a^b' --data-raw '{"op":"x ^","re":"^y{"}^\n'`,
    becomes: [
      'on Headers POST b.test/: headers | url Equals https://b.test/ {"requestMethod":["POST"]} > Request Modify x = a^b, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST b.test/: body | url Equals https://b.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{\\"op\\":\\"x ^\\",\\"re\\":\\"^y{\\"}^\\n"}',
    ],
  },
]
