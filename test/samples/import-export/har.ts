import type {Sample} from './sample'

type Parts = {readonly request?: object; readonly response?: object; readonly content?: object}

const entry = ({request = {}, response = {}, content = {}}: Parts, more: object = {}) => ({
  startedDateTime: '2026-11-20T08:00:00.000Z',
  time: 132,
  request: {
    method: 'GET',
    url: 'https://api.example.test/cart',
    httpVersion: 'h2',
    headers: [],
    cookies: [],
    queryString: [],
    headersSize: -1,
    bodySize: 0,
    ...request,
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'h2',
    headers: [],
    cookies: [],
    content: {size: 8, mimeType: 'application/json', text: '{"ok":1}', ...content},
    redirectURL: '',
    headersSize: -1,
    bodySize: 8,
    ...response,
  },
  cache: {},
  timings: {send: 1, wait: -1, receive: 11},
  ...more,
})
const file = (...entries: unknown[]) => ({log: {version: '1.2', creator: {name: 'sample', version: '1'}, entries}})
const post = (text: string, mimeType = 'application/json') => ({
  method: 'POST',
  bodySize: text.length,
  postData: {mimeType, text},
})
const form = (params: readonly object[], more: object = {}) => ({
  method: 'POST',
  postData: {mimeType: 'application/x-www-form-urlencoded', params, ...more},
})

export const harSamples: readonly Sample[] = [
  {
    says: 'a Content-Type with parameters, unless it is the default',
    file: file(
      ...(['application/json; charset=utf-8', 'application/json', 'application/json; profile="x"'] as const).map(
        (value, at) =>
          entry(
            {
              request: {url: `https://api.example.test/${at}`},
              response: {headers: [{name: 'Content-Type', value}]},
            },
            {_resourceType: 'fetch'},
          ),
      ),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /0 | url Equals https://api.example.test/0 {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"content-type","value":"application/json; charset=utf-8"}]}',
      'on Response (0) GET /1 | url Equals https://api.example.test/1 {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) GET /2 | url Equals https://api.example.test/2 {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"content-type","value":"application/json; profile=\\"x\\""}]}',
    ],
  },
  {
    says: 'the documented entry: method, payload, status and latency',
    file: file(
      entry(
        {
          request: post('{"id":"42"}'),
          response: {status: 201, statusText: 'Created', headers: [{name: 'content-type', value: 'application/json'}]},
        },
        {_resourceType: 'fetch', timings: {send: 1, wait: 120, receive: 11}},
      ),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"id","operator":"Equals","value":"42"}} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":201,"statusText":"Created"}',
      'on Delay (0) POST /cart: wait | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"id","operator":"Equals","value":"42"}} {"resourceType":["xmlhttprequest"]} > {"delay":120}',
    ],
  },
  {
    says: 'base64 text with its charset',
    file: file(
      entry({content: {text: 'eyJvayI6Int9In0=', encoding: 'base64'}}),
      entry({
        request: {url: 'https://a.test/l1'},
        content: {mimeType: 'text/plain; charset=iso-8859-1', text: '6Q==', encoding: 'base64'},
      }),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":\\"{}\\"}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) GET /l1 | url Equals https://a.test/l1 {"requestMethod":["GET"]} > {"type":"static","value":"é","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
    ],
  },
  {
    says: 'an image applies to images only; other binary data is rejected',
    file: file(
      entry({
        request: {url: 'https://a.test/a.png'},
        content: {mimeType: 'image/png', text: 'iVBORw0KGgo=', encoding: 'base64'},
      }),
      entry({
        request: {url: 'https://a.test/a.zip'},
        content: {mimeType: 'application/zip', text: '/+8A', encoding: 'base64'},
      }),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /a.png | url Equals https://a.test/a.png {"requestMethod":["GET"]} {"resourceType":["image"]} > {"type":"static","value":"data:image/png;base64,iVBORw0KGgo=","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed response.content',
      'refused $.log.entries[1] (0) GET /a.zip: refused response.content.text',
    ],
  },
  {
    says: 'headers; cookies and forbidden headers are reported',
    file: file(
      entry({
        response: {
          headers: [
            {name: ':status', value: '200'},
            {name: 'Content-Encoding', value: 'br'},
            {name: 'Content-Type', value: 'application/json'},
            {name: 'ETag', value: '1'},
            {name: 'Link', value: '</a>'},
            {name: 'Link', value: '</b>'},
            {name: 'X-Name', value: '日本'},
            {name: 'X Y', value: '1'},
            {name: 'Set-Cookie', value: 'a=b'},
          ],
        },
      }),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"etag","value":"1"},{"header":"link","value":"</a>"},{"header":"link","value":"</b>"}]} ! no-counterpart response.headers, no-counterpart response.headers',
    ],
  },
  {
    says: 'requests other than fetch and XHR only keep their type',
    file: file(
      entry(
        {
          request: {url: 'https://a.test/page'},
          response: {
            headers: [
              {name: 'Content-Type', value: 'application/xhtml+xml; charset=iso-8859-1'},
              {name: 'ETag', value: '1'},
            ],
          },
          content: {mimeType: 'application/xhtml+xml', text: '<html/>'},
        },
        {_resourceType: 'document'},
      ),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /page | url Equals https://a.test/page {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > {"type":"static","value":"<html/>","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"content-type","value":"application/xhtml+xml; charset=utf-8"}]} ! no-counterpart response.headers, changed response.content',
    ],
  },
  {
    says: 'the same request twice is one mock; another payload makes two',
    file: file(
      entry({}),
      entry({content: {text: '{"ok":2}'}}),
      entry({request: post('{"a":1}')}),
      entry({request: post('{"a":2}')}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"a","operator":"Equals","value":"1"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"a","operator":"Equals","value":"2"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
    ],
  },
  {
    says: 'entries that give no mock',
    file: file(
      entry({response: {status: 0}}),
      entry({request: {method: 'OPTIONS', headers: [{name: 'Access-Control-Request-Method', value: 'PUT'}]}}),
      entry({request: {url: 'data:text/plain,x'}}),
      entry({response: {status: 304}, content: {text: ''}}),
      entry({response: {status: 101}}, {_resourceType: 'websocket'}),
      entry({content: {text: undefined}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'refused $.log.entries[0] (0) GET https://api.example.test/cart: refused response.status',
      'refused $.log.entries[1] (0) OPTIONS https://api.example.test/cart: refused request.method',
      'refused $.log.entries[2] (0) GET data:text/plain,x: refused request.url',
      'refused $.log.entries[3] (0) GET https://api.example.test/cart: refused response.status',
      'refused $.log.entries[4] (0) GET https://api.example.test/cart: refused response.status',
      'refused $.log.entries[5] (0) GET /cart: refused response.content.text',
    ],
  },
  {
    says: 'an aborted response is no mock, but a later one is',
    file: file(
      entry({response: {_error: 'net::ERR_ABORTED'}, content: {size: 0, text: undefined}}),
      entry({response: {_error: null}, content: {text: '{"hits":3}'}}),
      entry({request: {url: 'https://api.example.test/cut'}, response: {_error: 'net::ERR_CONNECTION_RESET'}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'refused $.log.entries[0] (0) GET https://api.example.test/cart: refused response._error',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} > {"type":"static","value":"{\\"hits\\":3}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'refused $.log.entries[2] (0) GET https://api.example.test/cut: refused response._error',
    ],
  },
  {
    says: 'a response without a body is complete, even if marked as aborted',
    file: file(
      entry({
        request: {method: 'DELETE', url: 'https://api.example.test/1'},
        response: {status: 204, _error: 'net::ERR_ABORTED'},
        content: {size: 0, text: undefined},
      }),
      entry({
        request: {method: 'PUT', url: 'https://api.example.test/2'},
        response: {headers: [{name: 'Content-Length', value: '0'}], _error: 'net::ERR_ABORTED'},
        content: {size: 0, text: undefined},
      }),
      entry({
        request: {method: 'DELETE', url: 'https://api.example.test/3'},
        response: {status: 204, _error: 'net::ERR_FAILED'},
        content: {size: 0, text: undefined},
      }),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) DELETE /1 | url Equals https://api.example.test/1 {"requestMethod":["DELETE"]} > {"type":"static","value":"","serveWithoutRequest":true,"statusCode":204,"statusText":"OK"}',
      'on Response (0) PUT /2 | url Equals https://api.example.test/2 {"requestMethod":["PUT"]} > {"type":"static","value":"","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'refused $.log.entries[2] (0) DELETE https://api.example.test/3: refused response._error',
    ],
  },
  {
    says: 'redirects',
    file: file(
      entry({response: {status: 302, redirectURL: '/login'}}),
      entry({request: {url: 'https://a.test/'}, response: {status: 301}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Redirect (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} > https://api.example.test/login',
      'refused $.log.entries[1] (0) GET /: refused response.redirectURL',
    ],
  },
  {
    says: 'no body',
    file: file(
      entry({
        request: {method: 'DELETE'},
        response: {status: 204, statusText: 'No Content'},
        content: {text: undefined, size: 0},
      }),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) DELETE /cart | url Equals https://api.example.test/cart {"requestMethod":["DELETE"]} > {"type":"static","value":"","serveWithoutRequest":true,"statusCode":204,"statusText":"No Content"}',
    ],
  },
  {
    says: 'payloads: a form, text, nested fields and names with dots',
    file: file(
      entry({request: post('a=1&b=2&c=3&c=4&d=', 'application/x-www-form-urlencoded;charset=UTF-8')}),
      entry({request: post('a=1&b=2', 'text/plain')}),
      entry({request: post('{"items":[{"id":7}],"a.b":1,"on":true}')}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"a","operator":"Equals","value":"1"}} {"requestPayload":{"key":"b","operator":"Equals","value":"2"}} {"requestPayload":{"key":"c","operator":"Equals","value":"3"}} {"requestPayload":{"key":"c","operator":"Equals","value":"4"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed request.postData.text',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"items.0.id","operator":"Equals","value":"7"}} {"requestPayload":{"key":"on","operator":"Equals","value":"true"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed request.postData.text',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! no-counterpart request.postData.text, changed request.postData.text',
    ],
  },
  {
    says: 'a Content-Type that does not fit its text',
    file: file(
      entry({content: {mimeType: 'text/css', text: 'a{}'}}),
      entry({request: {url: 'https://a.test/v'}, content: {mimeType: 'application/vnd.api+json', text: '[1]'}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} {"resourceType":["stylesheet","xmlhttprequest"]} > {"type":"static","value":"a{}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"content-type","value":"text/css"}]}',
      'on Response (0) GET /v | url Equals https://a.test/v {"requestMethod":["GET"]} > {"type":"static","value":"[1]","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"content-type","value":"application/vnd.api+json"}]}',
    ],
  },
  {
    says: 'a method without a filter and an invalid status',
    file: file(
      entry({request: {method: 'PURGE'}}),
      entry({response: {status: 999}}),
      entry({response: {status: 'OK'}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'off Response (0) PURGE /cart | url Equals https://api.example.test/cart > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! switched-off request.method',
      'refused $.log.entries[1] (0) GET https://api.example.test/cart: refused response.status',
      'refused $.log.entries[2] (0) GET https://api.example.test/cart: refused response.status',
    ],
  },
  {
    says: 'delays that are not possible; a body that was not recorded',
    file: file(
      entry(
        {request: {url: 'https://a.test/a.js'}, content: {mimeType: 'application/json'}},
        {_resourceType: 'script', timings: {wait: 30}},
      ),
      entry({request: {method: 'PURGE'}}, {timings: {wait: 30}}),
      entry({content: {text: ''}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /a.js | url Equals https://a.test/a.js {"requestMethod":["GET"]} {"resourceType":["script"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! no-counterpart timings.wait',
      'off Response (0) PURGE /cart | url Equals https://api.example.test/cart > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! switched-off request.method',
      'off Delay (0) PURGE /cart: wait | url Equals https://api.example.test/cart > {"delay":30} ! switched-off request.method',
      'refused $.log.entries[2] (0) GET /cart: refused response.content.text',
    ],
  },
  {
    says: 'the group is named after the page; invalid entries',
    file: {
      log: {
        pages: [{title: 'https://shop.test/cart'}],
        entries: [entry({request: {url: 'https://shop.test/cart?x=1#part'}}), null, {}],
      },
    },
    becomes: [
      'group https://shop.test/cart, on',
      'on Response (0) GET /cart?x=1 | url Equals https://shop.test/cart?x=1 {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'refused $.log.entries[1] (0) : refused',
      'refused $.log.entries[2] (0)  : refused request',
    ],
  },
  {
    says: 'forms recorded by field are distinguished',
    file: file(
      entry({request: form([{name: 'a', value: '1'}])}),
      entry({request: form([{name: 'a', value: '2'}], {text: ''})}),
      entry({request: form([{name: 'picture', fileName: 'b.png', contentType: 'image/png'}])}),
      entry({request: form([{name: 'a', value: '1'}])}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"a","operator":"Equals","value":"1"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"a","operator":"Equals","value":"2"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"picture","operator":"Equals","value":"b.png"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
    ],
  },
  {
    says: 'a redirect keeps no headers; a POST redirected as GET arrives off',
    file: file(
      ...[301, 303, 307].map(status =>
        entry({
          request: {method: 'POST', url: `https://a.test/${status}`},
          response: {
            status,
            headers: [
              {name: 'Location', value: '/done'},
              {name: 'Connection', value: 'close'},
              {name: 'Content-Type', value: 'text/html'},
            ],
          },
        }),
      ),
      entry({
        request: {method: 'PUT', url: 'https://a.test/put302'},
        response: {status: 302, redirectURL: '/done', headers: [{name: 'X-Trace', value: '1'}]},
      }),
      entry({
        request: {method: 'PUT', url: 'https://a.test/put303'},
        response: {status: 303, redirectURL: '/done', headers: [{name: 'Set-Cookie', value: 'a=b'}]},
      }),
    ),
    becomes: [
      'group Recorded by sample, on',
      'off Redirect (0) POST /301 | url Equals https://a.test/301 {"requestMethod":["POST"]} > https://a.test/done ! switched-off response.status',
      'off Redirect (0) POST /303 | url Equals https://a.test/303 {"requestMethod":["POST"]} > https://a.test/done ! switched-off response.status',
      'on Redirect (0) POST /307 | url Equals https://a.test/307 {"requestMethod":["POST"]} > https://a.test/done',
      'on Redirect (0) PUT /put302 | url Equals https://a.test/put302 {"requestMethod":["PUT"]} > https://a.test/done ! no-counterpart response.headers',
      'off Redirect (0) PUT /put303 | url Equals https://a.test/put303 {"requestMethod":["PUT"]} > https://a.test/done ! no-counterpart response.headers, switched-off response.status',
    ],
  },
  {
    says: 'specific mocks first, so that each request gets its own response',
    file: file(
      entry({request: post('{"op":"A","id":1}')}),
      entry({request: post('{"op":"A","id":2}')}),
      entry({request: {url: 'https://a.test/other'}}),
      entry({request: post('{"op":"A","id":2,"more":true}'), response: {status: 201}}, {timings: {wait: 30}}),
      entry({request: post('{"op":"A"}')}),
      entry({request: post('{"op":"B"}')}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"op","operator":"Equals","value":"A"}} {"requestPayload":{"key":"id","operator":"Equals","value":"2"}} {"requestPayload":{"key":"more","operator":"Equals","value":"true"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":201,"statusText":"OK"}',
      'on Delay (0) POST /cart: wait | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"op","operator":"Equals","value":"A"}} {"requestPayload":{"key":"id","operator":"Equals","value":"2"}} {"requestPayload":{"key":"more","operator":"Equals","value":"true"}} > {"delay":30}',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"op","operator":"Equals","value":"A"}} {"requestPayload":{"key":"id","operator":"Equals","value":"1"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) GET /other | url Equals https://a.test/other {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"op","operator":"Equals","value":"A"}} {"requestPayload":{"key":"id","operator":"Equals","value":"2"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed request.postData.text',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"op","operator":"Equals","value":"A"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed request.postData.text',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"op","operator":"Equals","value":"B"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
    ],
  },
  {
    says: 'an overlapping longer delay is reported',
    file: file(
      entry({request: post('{"page":1}')}, {_resourceType: 'xhr', timings: {wait: 1800}}),
      entry({request: post('{"page":1,"q":"shoe"}')}, {_resourceType: 'fetch', timings: {wait: 60}}),
      entry({request: post('{"page":2,"q":"shoe"}')}, {_resourceType: 'fetch', timings: {wait: 60}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"page","operator":"Equals","value":"1"}} {"requestPayload":{"key":"q","operator":"Equals","value":"shoe"}} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Delay (0) POST /cart: wait | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"page","operator":"Equals","value":"1"}} {"requestPayload":{"key":"q","operator":"Equals","value":"shoe"}} {"resourceType":["xmlhttprequest"]} > {"delay":60} ! changed timings.wait',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"page","operator":"Equals","value":"2"}} {"requestPayload":{"key":"q","operator":"Equals","value":"shoe"}} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Delay (0) POST /cart: wait | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"page","operator":"Equals","value":"2"}} {"requestPayload":{"key":"q","operator":"Equals","value":"shoe"}} {"resourceType":["xmlhttprequest"]} > {"delay":60}',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"page","operator":"Equals","value":"1"}} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed request.postData.text',
      'on Delay (0) POST /cart: wait | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"page","operator":"Equals","value":"1"}} {"resourceType":["xmlhttprequest"]} > {"delay":1800}',
    ],
  },
  {
    says: 'requests that no rule can distinguish: the first is used',
    file: file(
      entry({request: post('a=1')}, {timings: {wait: 30}}),
      entry({request: post('a=2')}, {timings: {wait: 40}}),
      entry({request: post('{"a":1}')}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} {"requestPayload":{"key":"a","operator":"Equals","value":"1"}} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! no-counterpart request.postData.text, changed request.postData.text',
      'on Delay (0) POST /cart: wait | url Equals https://api.example.test/cart {"requestMethod":["POST"]} > {"delay":30} ! no-counterpart request.postData.text',
      'off Response (0) POST /cart | url Equals https://api.example.test/cart {"requestMethod":["POST"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! no-counterpart request.postData.text, switched-off request.postData.text',
      'off Delay (0) POST /cart: wait | url Equals https://api.example.test/cart {"requestMethod":["POST"]} > {"delay":40} ! no-counterpart request.postData.text, switched-off request.postData.text',
    ],
  },
  {
    says: 'the type is read from request headers if it is not recorded',
    file: file(
      entry({
        request: {url: 'https://a.test/page', headers: [{name: 'Sec-Fetch-Dest', value: 'document'}]},
        content: {mimeType: 'text/html', text: '<title>A</title>'},
      }),
      entry({
        request: {url: 'https://a.test/old', headers: [{name: 'Accept', value: 'text/html,*/*;q=0.8'}]},
        content: {mimeType: 'text/html', text: '<title>B</title>'},
      }),
      entry({
        request: {url: 'https://a.test/a.js', headers: [{name: 'Sec-Fetch-Dest', value: 'script'}]},
        content: {mimeType: 'text/javascript', text: 'a()'},
      }),
      entry({request: {url: 'https://a.test/items', headers: [{name: 'Sec-Fetch-Dest', value: 'empty'}]}}),
      entry({request: {url: 'https://a.test/a.mp4', headers: [{name: 'Sec-Fetch-Dest', value: 'video'}]}}),
      entry({request: {url: 'https://a.test/es', headers: [{name: 'Accept', value: 'text/event-stream'}]}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'off Response (0) GET /page | url Equals https://a.test/page {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > {"type":"static","value":"<title>A</title>","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed response.content, switched-off response.content',
      'off Response (0) GET /old | url Equals https://a.test/old {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > {"type":"static","value":"<title>B</title>","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed response.content, switched-off response.content',
      'on Response (0) GET /a.js | url Equals https://a.test/a.js {"requestMethod":["GET"]} {"resourceType":["script"]} > {"type":"static","value":"a()","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"content-type","value":"text/javascript"}]}',
      'on Response (0) GET /items | url Equals https://a.test/items {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'refused $.log.entries[4] (0) GET https://a.test/a.mp4: refused _resourceType',
      'refused $.log.entries[5] (0) GET https://a.test/es: refused _resourceType',
    ],
  },
  {
    says: 'types and statuses without a rule are rejected; redirects work',
    file: file(
      ...['eventsource', 'media', 'manifest', 'other', 'constructor'].map(kind =>
        entry({request: {url: `https://a.test/${kind}`}}, {_resourceType: kind}),
      ),
      entry({request: {url: 'https://a.test/gone.js'}, response: {status: 404}}, {_resourceType: 'script'}),
      entry({request: {url: 'https://a.test/gone'}, response: {status: 404}}, {_resourceType: 'xhr'}),
      entry(
        {request: {url: 'https://a.test/film'}, response: {status: 302, redirectURL: 'https://b.test/film'}},
        {_resourceType: 'media'},
      ),
    ),
    becomes: [
      'group Recorded by sample, on',
      'refused $.log.entries[0] (0) GET https://a.test/eventsource: refused _resourceType',
      'refused $.log.entries[1] (0) GET https://a.test/media: refused _resourceType',
      'refused $.log.entries[2] (0) GET https://a.test/manifest: refused _resourceType',
      'refused $.log.entries[3] (0) GET https://a.test/other: refused _resourceType',
      'refused $.log.entries[4] (0) GET https://a.test/constructor: refused _resourceType',
      'refused $.log.entries[5] (0) GET https://a.test/gone.js: refused response.status',
      'on Response (0) GET /gone | url Equals https://a.test/gone {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":404,"statusText":"OK"}',
      'on Redirect (0) GET /film | url Equals https://a.test/film {"requestMethod":["GET"]} > https://b.test/film',
    ],
  },
  {
    says: 'two types of request to one URL are two mocks',
    file: file(
      entry({request: {url: 'https://a.test/both'}}, {_resourceType: 'fetch'}),
      entry(
        {request: {url: 'https://a.test/both'}, content: {mimeType: 'text/javascript', text: 'a()'}},
        {_resourceType: 'script'},
      ),
      entry({request: {url: 'https://a.test/both'}}, {_resourceType: 'xhr'}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /both | url Equals https://a.test/both {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed',
      'on Response (0) GET /both | url Equals https://a.test/both {"requestMethod":["GET"]} {"resourceType":["script"]} > {"type":"static","value":"a()","serveWithoutRequest":true,"statusCode":200,"statusText":"OK","responseHeaders":[{"header":"content-type","value":"text/javascript"}]}',
    ],
  },
  {
    says: 'a redirect and a response of one URL: the response is on',
    file: file(
      entry(
        {request: {url: 'https://a.test/acct'}, response: {status: 302, redirectURL: '/login'}},
        {_resourceType: 'document'},
      ),
      entry({request: {url: 'https://a.test/acct'}}, {_resourceType: 'xhr'}),
      entry({request: {url: 'https://a.test/self'}, response: {status: 302, redirectURL: '/self'}}),
      entry(
        {request: {url: 'https://a.test/w.js', headers: [{name: 'Sec-Fetch-Dest', value: 'worker'}]}},
        {_resourceType: 'script'},
      ),
      entry({request: {url: 'https://a.test/k'}}),
      entry({request: {url: 'https://a.test/k', headers: [{name: 'Sec-Fetch-Dest', value: 'empty'}]}}),
      entry({request: {url: 'https://a.test/c', headers: [{name: 'Sec-Fetch-Dest', value: 'constructor'}]}}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /acct | url Equals https://a.test/acct {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'off Redirect (0) GET /acct | url Equals https://a.test/acct {"requestMethod":["GET"]} > https://a.test/login ! switched-off response.redirectURL',
      'refused $.log.entries[2] (0) GET /self: refused response.redirectURL',
      'refused $.log.entries[3] (0) GET https://a.test/w.js: refused _resourceType',
      'on Response (0) GET /k | url Equals https://a.test/k {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'on Response (0) GET /k | url Equals https://a.test/k {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
      'refused $.log.entries[6] (0) GET https://a.test/c: refused _resourceType',
    ],
  },
  {
    says: 'a non-ASCII status text is dropped and reported',
    file: file(entry({response: {statusText: '错误'}})),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200} ! no-counterpart response.statusText',
    ],
  },
  {
    says: 'credentials are never part of a mock',
    file: file(
      entry({
        response: {
          headers: [
            {name: 'Authorization', value: 'Bearer a'},
            {name: 'Set-Cookie', value: 'a=1'},
          ],
        },
      }),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! no-counterpart response.headers, no-counterpart response.headers',
    ],
  },
  {
    says: 'an invalid status, a fetched image, a delayed invalid redirect',
    file: file(
      entry({response: {status: {toString: 1}}}),
      entry(
        {response: {content: {size: 3, mimeType: 'image/png', text: 'AAEC', encoding: 'base64'}}},
        {_resourceType: 'fetch'},
      ),
      entry(
        {request: {url: 'https://a.test/r'}, response: {status: 302, redirectURL: 'javascript:x'}},
        {timings: {wait: 3000}},
      ),
    ),
    becomes: [
      'group Recorded by sample, on',
      'refused $.log.entries[0] (0) GET https://api.example.test/cart: refused response.status',
      'refused $.log.entries[1] (0) GET /cart: refused response.content',
      'off Redirect (0) GET /r | url Equals https://a.test/r {"requestMethod":["GET"]} > javascript:x ! switched-off response.redirectURL',
    ],
  },
  {
    says: 'a mocked page is off if its own requests are mocked',
    file: file(
      entry(
        {request: {url: 'https://a.test/'}, response: {status: 301, redirectURL: 'https://a.test/home'}},
        {_resourceType: 'document', pageref: 'page_1'},
      ),
      entry(
        {request: {url: 'https://a.test/home'}, content: {mimeType: 'text/html', text: '<p>'}},
        {_resourceType: 'document', pageref: 'page_1'},
      ),
      entry(
        {request: {url: 'https://a.test/cart'}, content: {mimeType: 'text/html', text: '<b>'}},
        {_resourceType: 'document', pageref: 'page_2'},
      ),
      entry({}, {_resourceType: 'fetch', pageref: 'page_2'}),
    ),
    becomes: [
      'group Recorded by sample, on',
      'on Redirect (0) GET / | url Equals https://a.test/ {"requestMethod":["GET"]} > https://a.test/home',
      'on Response (0) GET /home | url Equals https://a.test/home {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > {"type":"static","value":"<p>","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed response.content',
      'off Response (0) GET /cart | url Equals https://a.test/cart {"requestMethod":["GET"]} {"resourceType":["main_frame"]} > {"type":"static","value":"<b>","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"} ! changed response.content, switched-off response.content',
      'on Response (0) GET /cart | url Equals https://api.example.test/cart {"requestMethod":["GET"]} {"resourceType":["xmlhttprequest"]} > {"type":"static","value":"{\\"ok\\":1}","serveWithoutRequest":true,"statusCode":200,"statusText":"OK"}',
    ],
  },
]
