import type {Theme} from '../case'
import {outcome, plain, told} from '../describe'
import {sent} from '../xhr'

const forbidden: Record<string, string> = {
  'Accept-Charset': 'x',
  'Access-Control-Request-Headers': 'x',
  'Access-Control-Request-Method': 'x',
  'Access-Control-Request-Private-Network': 'x',
  Connection: 'close',
  'Content-Length': '99',
  Cookie: 'a=b',
  Cookie2: 'a',
  Date: 'x',
  DNT: '1',
  Expect: '100-continue',
  Host: 'elsewhere.test',
  'Keep-Alive': 'x',
  Origin: 'http://elsewhere.test',
  Referer: 'http://elsewhere.test/',
  'Set-Cookie': 'a=b',
  TE: 'trailers',
  Trailer: 'x',
  'Transfer-Encoding': 'chunked',
  Upgrade: 'x',
  Via: 'x',
  'Proxy-Authorization': 'x',
  'Sec-Own': 'x',
  'X-HTTP-Method-Override': 'TRACE',
}

const unfit: readonly (readonly [string, string])[] = [
  ['', 'x'],
  ['a b', 'x'],
  ['a:', 'x'],
  ['é', 'x'],
  ['x', 'é€'],
  ['x', 'a\nb'],
  ['x', 'a\0b'],
]

export const headers: Theme = {
  'a record of headers': kit =>
    told(fetch(kit.at(), {headers: {'X-One': '1', 'x-two': ' spaced \t', 'X-EMPTY': '', 'X-Latin': 'caf\u00e9'}})),
  'headers as pairs, some twice': kit =>
    told(
      fetch(kit.at(), {
        headers: [
          ['X-One', '1'],
          ['x-one', '2'],
          ['X-Two', 'b'],
          ['X-ONE', '3'],
        ],
      }),
    ),
  'a Headers object': kit => {
    const given = new Headers({b: '2'})
    given.append('A', '1')
    given.append('a', '2')
    given.set('B', '3')
    given.delete('nothing')
    return told(fetch(kit.at(), {headers: given}))
  },
  'headers from any iterable': kit =>
    told(fetch(kit.at(), {headers: new Map([['X-Map', 'yes']]) as unknown as [string, string][]})),
  'forbidden headers are left out without a word': kit =>
    told(fetch(kit.at({echo: true}), {method: 'POST', body: 'x', headers: {...forbidden, 'X-Kept': '1'}})),
  'XHR: forbidden headers are left out without a word': kit =>
    sent(kit.at({echo: true}), {method: 'POST', body: 'x', headers: {...forbidden, 'X-Kept': '1'}}),
  'a Request does not take forbidden headers': () => {
    const request = new Request('/', {headers: forbidden})
    request.headers.append('Cookie', 'c=d')
    request.headers.set('X-Mine', '1')
    return {headers: plain(request.headers)}
  },
  'methods hidden in a header are looked at': () => ({
    headers: plain(
      new Request('/', {
        headers: {'X-Method-Override': 'get, track', 'X-HTTP-Method': 'PUT', 'x-http-method-override': 'a'},
      }).headers,
    ),
  }),
  'unfit names and values': async kit => ({
    fetch: await Promise.all(unfit.map(pair => outcome(() => fetch(kit.at(), {headers: [[...pair]]})))),
    headers: await Promise.all(unfit.map(pair => outcome(() => new Headers([[...pair]])))),
    xhr: await Promise.all(
      unfit.map(([name, value]) =>
        outcome(() => {
          const xhr = new XMLHttpRequest()
          xhr.open('GET', kit.at())
          xhr.setRequestHeader(name, value)
        }),
      ),
    ),
  }),
  'headers of a wrong shape': async kit => ({
    pairs: await Promise.all(
      [[['a']], [['a', 'b', 'c']], ['ab'], 'a: b', 1, null, [1]].map(each =>
        outcome(() => fetch(kit.at(), {headers: each as unknown as HeadersInit}).then(answer => answer.status)),
      ),
    ),
  }),
  'the headers of an answer cannot be changed': async kit => {
    const {headers: own} = await fetch(kit.at({headers: [['X-One', '1']]}))
    return {
      append: await outcome(() => own.append('x-two', '2')),
      set: await outcome(() => own.set('x-one', '2')),
      remove: await outcome(() => own.delete('x-one')),
      unfit: await outcome(() => own.append('a b', '')),
      headers: plain(own),
    }
  },
  'the headers of an answer that was made can be changed': () => {
    const made = new Response('x', {headers: {'x-one': '1'}})
    made.headers.append('x-one', '2')
    made.headers.append('Set-Cookie', 'a=b')
    return {headers: plain(made.headers)}
  },
  'headers that came twice are joined, cookies are hidden': async kit => {
    const {headers: own} = await fetch(
      kit.at({
        headers: [
          ['X-Twice', 'a'],
          ['X-Twice', 'b, c'],
          ['Set-Cookie', 'seen=no; path=/nowhere'],
          ['X-Empty', ''],
          ['Z-Last', 'z'],
          ['A-First', '  a  '],
        ],
      }),
    )
    return {
      headers: plain(own),
      twice: own.get('x-twice'),
      cookies: own.getSetCookie(),
      has: [own.has('X-EMPTY'), own.has('set-cookie'), own.has('none')],
      missing: own.get('none'),
    }
  },
  'accept and accept-language of our own': kit =>
    told(fetch(kit.at(), {headers: {Accept: 'application/json', 'Accept-Language': 'de'}})),
  'XHR: accept of our own, and a language': kit =>
    sent(kit.at(), {headers: {Accept: 'application/json', 'accept-language': 'de'}}),
  'a range header goes through': kit => told(fetch(kit.at(), {headers: {Range: 'bytes=0-3'}})),
  'cache headers of our own change the mode': kit =>
    told(fetch(kit.at(), {headers: {'If-None-Match': '"x"', 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT'}})),
  'an authorization header goes through': kit => told(fetch(kit.at(), {headers: {Authorization: 'Bearer abc'}})),
  'XHR: a header set twice is joined, and spelled as it was first': kit =>
    sent(kit.at(), {
      opened(xhr) {
        xhr.setRequestHeader('X-Mixed', ' one ')
        xhr.setRequestHeader('x-MIXED', 'two')
        xhr.setRequestHeader('Accept', 'text/a')
        xhr.setRequestHeader('accept', 'text/b')
        xhr.setRequestHeader('X-None', '')
      },
    }),
  'walking through headers while they change': () => {
    const walked = new Headers({b: '1', c: '2'})
    const seen: string[] = []
    for (const [name] of walked) {
      seen.push(name)
      if (name === 'b') walked.append('a', '0')
      if (seen.length > 8) break
    }
    return {seen}
  },
  'headers may be given as those of another request': kit => {
    const from = new Request('/', {headers: {'X-From': 'another'}})
    return told(fetch(kit.at(), {headers: from.headers}))
  },
}
