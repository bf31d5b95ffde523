import type {Kit, Orders, Theme} from '../case'
import {outcome, plain, shapeOf, told} from '../describe'
import {sent} from '../xhr'

const open: Orders = {origin: '*', body: 'open'}
const cookies = {origin: 'asker', credentials: true} as const

/** With a cookie at the sibling, which belongs to the same site. */
async function withCookie<T>(kit: Kit, work: () => Promise<T>): Promise<T> {
  await fetch(kit.sibling({...cookies, headers: [['Set-Cookie', 'far=1; path=/']]}, 'set'), {credentials: 'include'})
  try {
    return await work()
  } finally {
    const gone: Orders = {...cookies, headers: [['Set-Cookie', 'far=; path=/; max-age=0']]}
    await fetch(kit.sibling(gone, 'forget'), {credentials: 'include'})
  }
}

export const cors: Theme = {
  'a simple request': kit => told(fetch(kit.stranger(open))),
  'a simple POST': kit => told(fetch(kit.stranger(open), {method: 'POST', body: 'simple'})),
  'an origin that is named': kit => told(fetch(kit.stranger({origin: 'asker', body: 'named'}))),
  'no leave given': async kit => ({failed: await outcome(() => fetch(kit.stranger()))}),
  'leave for another': async kit => ({failed: await outcome(() => fetch(kit.stranger({origin: 'http://third.test'})))}),
  'an error status can be read': kit => told(fetch(kit.stranger({...open, status: 500}))),
  'a connection that is cut is no different from a refusal': async kit => ({
    failed: await outcome(() => fetch(kit.stranger({...open, cuts: 'at once'}), {method: 'POST'})),
  }),
  'headers that are not exposed are hidden': async kit => {
    const headers: Orders['headers'] = [
      ['X-Shown', '1'],
      ['X-Hidden', '2'],
      ['Content-Language', 'de'],
      ['Expires', '0'],
      ['Last-Modified', 'Thu, 01 Jan 2026 00:00:00 GMT'],
      ['Pragma', 'no-cache'],
    ]
    return {
      none: shapeOf(await fetch(kit.stranger({...open, headers}))),
      one: shapeOf(await fetch(kit.stranger({...open, headers, exposes: 'x-shown'}))),
      all: shapeOf(await fetch(kit.stranger({...open, headers, exposes: '*'}))),
    }
  },
  'a header of our own asks first': kit =>
    told(fetch(kit.stranger({...open, allowHeaders: 'x-own'}), {headers: {'X-Own': '1'}})),
  'a header of our own that is refused': async kit => ({
    failed: await outcome(() => fetch(kit.stranger(open), {headers: {'X-Own': '1'}})),
  }),
  'a type that asks first': kit =>
    told(
      fetch(kit.stranger({...open, allowHeaders: 'content-type'}), {
        method: 'POST',
        body: '{}',
        headers: {'Content-Type': 'application/json'},
      }),
    ),
  'a Blob with a type asks first': kit =>
    told(
      fetch(kit.stranger({...open, allowHeaders: 'content-type'}), {
        method: 'POST',
        body: new Blob(['{}'], {type: 'application/json'}),
      }),
    ),
  'FormData does not ask first': async kit => {
    const body = new FormData()
    body.append('a', '1')
    return told(fetch(kit.stranger(open), {method: 'POST', body}))
  },
  'a method that asks first': kit =>
    told(fetch(kit.stranger({...open, allowMethods: 'PUT'}), {method: 'PUT', body: 'put'})),
  'a method that is refused': async kit => ({
    failed: await outcome(() => fetch(kit.stranger(open), {method: 'DELETE'})),
  }),
  'a preflight that fails': async kit => ({
    failed: await outcome(() =>
      fetch(kit.stranger({...open, allowHeaders: '*', preflight: 403}), {headers: {'X-Own': '1'}}),
    ),
  }),
  'a star allows every header but one': async kit => ({
    fine: await told(fetch(kit.stranger({...open, allowHeaders: '*'}), {headers: {'X-Own': '1'}})),
    failed: await outcome(() => fetch(kit.stranger({...open, allowHeaders: '*'}), {headers: {Authorization: 'x'}})),
  }),
  'a safe header that is too long asks first': kit =>
    told(fetch(kit.stranger({...open, allowHeaders: 'accept'}), {headers: {Accept: 'a'.repeat(129)}})),
  'a sibling gets cookies only if asked': kit =>
    withCookie(kit, async () => ({
      plain: await told(fetch(kit.sibling(open))),
      omit: await told(fetch(kit.sibling(open), {credentials: 'omit'})),
      include: await told(fetch(kit.sibling({...cookies, body: 'known'}), {credentials: 'include'})),
      again: await told(fetch(kit.sibling(open))),
    })),
  'cookies and a star do not go together': async kit => ({
    star: await outcome(() => fetch(kit.sibling(open), {credentials: 'include'})),
    unsaid: await outcome(() => fetch(kit.sibling({origin: 'asker'}), {credentials: 'include'})),
  }),
  'a preflight with credentials': kit =>
    withCookie(kit, () =>
      told(
        fetch(kit.sibling({...cookies, allowHeaders: 'x-own', allowMethods: 'PATCH'}), {
          method: 'PATCH',
          body: 'p',
          headers: {'X-Own': '1'},
          credentials: 'include',
        }),
      ),
    ),
  'a Request with credentials': kit =>
    withCookie(kit, () => told(fetch(new Request(kit.sibling(cookies), {credentials: 'include'})))),
  'no-cors gives an answer that is closed': async kit => {
    const answer = await fetch(kit.stranger({body: 'closed', headers: [['X-One', '1']]}), {mode: 'no-cors'})
    const copy = answer.clone()
    return {
      shape: shapeOf(answer),
      text: await answer.text(),
      copy: shapeOf(copy),
      blob: plain(await copy.blob()),
    }
  },
  'no-cors on the own origin is open': kit => told(fetch(kit.at({body: 'own'}), {mode: 'no-cors'})),
  'no-cors sends only safe headers': kit =>
    told(
      fetch(kit.stranger(), {
        mode: 'no-cors',
        method: 'POST',
        body: new Blob(['{}'], {type: 'application/json'}),
        headers: {'X-Own': '1', Accept: 'a/b', 'Content-Type': 'application/json', Range: 'bytes=0-'},
      }),
    ),
  'no-cors guards the headers of a Request': kit => {
    const request = new Request(kit.stranger(), {mode: 'no-cors', method: 'POST', headers: {'x-own': '1', accept: 'a'}})
    request.headers.set('x-late', '1')
    request.headers.append('content-type', 'text/plain')
    request.headers.append('content-type', 'application/json')
    return {headers: plain(request.headers)}
  },
  'no-cors refuses some methods': async kit => ({
    failed: await outcome(() => fetch(kit.stranger(), {mode: 'no-cors', method: 'PUT'})),
    manual: await outcome(() =>
      fetch(kit.stranger({status: 302, headers: [['Location', '/']]}), {mode: 'no-cors', redirect: 'manual'}).then(
        shapeOf,
      ),
    ),
  }),
  'no-cors that is cut': async kit => ({
    failed: await outcome(() => fetch(kit.stranger({cuts: 'at once'}), {mode: 'no-cors', method: 'POST'})),
  }),
  'no-cors with integrity is refused': async kit => ({
    failed: await outcome(() => fetch(kit.stranger(), {mode: 'no-cors', integrity: 'sha256-abc'})),
  }),
  'the mode of the same origin': async kit => ({
    failed: await outcome(() => fetch(kit.sibling(open), {mode: 'same-origin'})),
    fine: await told(fetch(kit.at(), {mode: 'same-origin'})),
  }),
  'a policy keeps an answer from others': async kit => ({
    failed: await outcome(() =>
      fetch(kit.stranger({headers: [['Cross-Origin-Resource-Policy', 'same-origin']]}), {mode: 'no-cors'}),
    ),
  }),
  'XHR: a simple request': kit => sent(kit.stranger(open)),
  'XHR: no leave given': kit => sent(kit.stranger()),
  'XHR: no leave given for an upload': kit => sent(kit.stranger(), {method: 'POST', body: 'x', upload: true}),
  'XHR: listeners on an upload ask first': kit =>
    sent(kit.stranger(open), {method: 'POST', body: 'uploaded', upload: true}),
  'XHR: a header of our own that is refused': kit => sent(kit.stranger(open), {headers: {'X-Own': '1'}}),
  'XHR: a header of our own that is allowed': kit =>
    sent(
      kit.stranger({
        ...open,
        allowHeaders: 'x-own',
        exposes: 'x-shown',
        headers: [
          ['X-Shown', '1'],
          ['X-Hidden', '2'],
        ],
      }),
      {
        headers: {'X-Own': '1'},
      },
    ),
  'XHR: with credentials': kit =>
    withCookie(kit, async () => {
      const known = (orders: Orders) =>
        sent(kit.sibling(orders), {
          opened(xhr) {
            xhr.withCredentials = true
          },
        })
      return {
        without: await sent(kit.sibling(open)),
        with: await known({...cookies, body: 'known'}),
        star: await known(open),
      }
    }),
  'XHR: a hidden header is null': async kit => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', kit.stranger({...open, headers: [['X-Hidden', '2']]}))
    await new Promise(done => {
      xhr.addEventListener('load', done)
      xhr.send()
    })
    return {hidden: xhr.getResponseHeader('x-hidden'), type: xhr.getResponseHeader('Content-Type')}
  },
}
