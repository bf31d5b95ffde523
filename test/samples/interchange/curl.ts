import type {Sample} from './sample'

export const curlSamples: readonly Sample[] = [
  {
    says: 'headers alone',
    file: 'curl https://api.shop.test/v1/cart -H \'Authorization: Bearer 7\' -H "X-Env: dev"',
    becomes: [
      'on Headers GET api.shop.test/v1/cart: headers | url Equals https://api.shop.test/v1/cart {"requestMethod":["GET"]} > Request Modify Authorization = Bearer 7, Request Modify X-Env = dev',
    ],
  },
  {
    says: 'as a browser copies it',
    file: "curl 'https://api.shop.test/cart' \\\n  -X 'PUT' \\\n  -H 'content-type: application/json' \\\n  --data-raw $'{\"it\\'s\":\"\\u00fc\"}' \\\n  --compressed",
    becomes: [
      'on Headers PUT api.shop.test/cart: headers | url Equals https://api.shop.test/cart {"requestMethod":["PUT"]} > Request Modify content-type = application/json',
      'on Request PUT api.shop.test/cart: body | url Equals https://api.shop.test/cart {"requestMethod":["PUT"]} > {"type":"static","value":"{\\"it\'s\\":\\"ü\\"}"}',
    ],
  },
  {
    says: 'as it is copied for cmd',
    file: 'curl ^"https://a.test/x^" ^\r\n  -H ^"x-a: 1^" ^\r\n  --data-raw ^"{^\\^"a^\\^":^\r\n\r\n1}^"',
    becomes: [
      'on Headers POST a.test/x: headers | url Equals https://a.test/x {"requestMethod":["POST"]} > Request Modify x-a = 1, Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test/x: body | url Equals https://a.test/x {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":\\n1}"}',
    ],
  },
  {
    says: 'data alone is a form that is posted',
    file: 'curl -d a=1 -d b=2 a.test',
    becomes: [
      'on Headers POST a.test: headers | url Equals http://a.test {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded',
      'on Request POST a.test: body | url Equals http://a.test {"requestMethod":["POST"]} > {"type":"static","value":"a=1&b=2"}',
    ],
  },
  {
    says: 'data in the address',
    file: "curl -G 'https://a.test/s?x=0' --data-urlencode 'q=a b&c' -H 'x: 1'",
    becomes: [
      'on Headers GET a.test/s: headers | url Equals https://a.test/s?x=0&q=a%20b%26c {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'user, agent, referer, cookies',
    file: "curl -u me:secret -A 'T/1' -e https://r.test/ -b 'a=1; b=2' https://a.test/",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify User-Agent = T/1, Request Modify Referer = https://r.test/, Request Modify Cookie = a=1; b=2, Request Modify Authorization = Basic bWU6c2VjcmV0',
    ],
  },
  {
    says: 'json, a bearer',
    file: 'curl --json \'{"a":1}\' --oauth2-bearer T https://a.test/',
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify Authorization = Bearer T, Request Modify Content-Type = application/json, Request Modify Accept = application/json',
      'on Request POST a.test/: body | url Equals https://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"{\\"a\\":1}"}',
    ],
  },
  {
    says: 'letters in one word, and what has no counterpart',
    file: 'curl -sSLk -XPOST -dx=1 -o out.txt --proxy http://p.test:1 https://a.test/',
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart word 2, no-counterpart word 5, no-counterpart word 7',
      'on Request POST a.test/: body | url Equals https://a.test/ {"requestMethod":["POST"]} > {"type":"static","value":"x=1"} ! no-counterpart word 2, no-counterpart word 5, no-counterpart word 7',
    ],
  },
  {
    says: 'a header that is taken out, one that is sent empty, one that is none',
    file: "curl -H 'Accept:' -H 'X-Empty;' -H 'nothing' https://a.test/",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Remove Accept, Request Modify X-Empty =  ! not-as-documented word 6',
    ],
  },
  {
    says: 'a file and a form cannot be read',
    file: 'curl -d @body.json https://a.test/ -H "x: 1"; rm -rf /',
    becomes: [
      'on Headers POST a.test/: headers | url Equals https://a.test/ {"requestMethod":["POST"]} > Request Modify x = 1, Request Modify Content-Type = application/x-www-form-urlencoded ! no-counterpart',
      'refused body POST a.test/: body: refused word 2 ! no-counterpart',
    ],
  },
  {
    says: 'a form with parts',
    file: 'curl -F a=@b.png https://a.test/',
    becomes: ['refused body POST a.test/: body: refused word 2'],
  },
  {
    says: 'nothing that a rule could change; a prompt before it',
    file: '$ curl -I https://a.test/',
    becomes: ['refused line 1 HEAD a.test/: refused'],
  },
  {
    says: 'a user in the address is sent as a header',
    file: "curl 'https://me:p%40ss@a.test/?x=@1'",
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/?x=@1 {"requestMethod":["GET"]} > Request Modify Authorization = Basic bWU6cEBzcw==',
    ],
  },
  {
    says: 'several addresses',
    file: "curl -H 'x: 1' https://a.test/1 --url https://a.test/2 -- https://a.test/3",
    becomes: [
      'on Headers GET a.test/1: headers | url Equals https://a.test/1 {"requestMethod":["GET"]} > Request Modify x = 1 | url Equals https://a.test/2 {"requestMethod":["GET"]} > Request Modify x = 1 | url Equals https://a.test/3 {"requestMethod":["GET"]} > Request Modify x = 1',
    ],
  },
  {
    says: 'several cookies are one header; one in a file is named',
    file: 'curl -b a=1 -b jar.txt --cookie b=2 https://a.test/',
    becomes: [
      'on Headers GET a.test/: headers | url Equals https://a.test/ {"requestMethod":["GET"]} > Request Modify Cookie = a=1; b=2 ! no-counterpart word 4',
    ],
  },
]
