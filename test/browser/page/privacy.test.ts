import type {Page} from '@playwright/test'
import {expect, make, where} from '../fixtures'
import {test} from '../shared'

/** Replaces every native that a script could use with a spy or a trap. */
const spying = `
  const seen = []
  const tell = parent.postMessage.bind(parent)
  const note = (name, value) => {
    let text = ''
    try { text = typeof value === 'string' ? value : nativeJson(value) ?? '' } catch {}
    seen[seen.length] = name + ' ' + text
  }
  const nativeJson = JSON.stringify
  const call = Reflect.apply
  const spy = (owner, name) => {
    const native = owner[name]
    owner[name] = function () {
      for (let at = 0; at < arguments.length; at++) note(name, arguments[at]?.detail ?? arguments[at])
      if (arguments[0]?.relatedTarget) note(name, 'the channel')
      const made = call(native, this, arguments)
      note(name, made)
      return made
    }
  }
  for (const name of ['dispatchEvent', 'addEventListener']) spy(EventTarget.prototype, name)
  for (const name of ['parse', 'stringify']) spy(JSON, name)
  for (const name of ['apply', 'get', 'getOwnPropertyDescriptor', 'defineProperty']) spy(Reflect, name)
  for (const name of ['then', 'catch']) spy(Promise.prototype, name)
  for (const name of ['get', 'set']) spy(WeakMap.prototype, name)
  for (const name of ['get', 'append', 'set', 'forEach']) spy(Headers.prototype, name)
  for (const name of ['startsWith', 'indexOf', 'slice', 'toLowerCase']) spy(String.prototype, name)
  for (const name of ['open', 'send', 'setRequestHeader']) spy(XMLHttpRequest.prototype, name)
  Object.defineProperty(CustomEvent.prototype, 'detail', {get() { note('detail', this) }})
  for (const name of ['CustomEvent', 'MouseEvent', 'Event', 'ProgressEvent', 'Request', 'Response', 'Headers', 'URL', 'Proxy', 'WeakMap'])
    window[name] = function () { note('new ' + name, arguments[0]); throw new Error('poisoned') }
  const NativePromise = Promise
  Object.defineProperty(Promise.prototype, 'constructor', {get() { note('constructor', this); return NativePromise }})
  for (const name of ['kind', 'text', 'deferredId', 'args', 'body', 'delay', 'request', 'response', 'url', 'decision', 'mode', 'redirectUrl', 'toJSON',
    'isServed', 'status', 'statusText', '0', '1'])
    Object.defineProperty(Object.prototype, name, {
      get() { note('get ' + name, this); return undefined },
      set(value) { Object.defineProperty(this, name, {__proto__: null, value, writable: true, enumerable: true, configurable: true}) },
    })
  for (const name of ['map', 'filter', 'push', 'forEach', 'slice', 'concat', 'join'])
    Array.prototype[name] = () => { throw new Error('poisoned') }
  Array.prototype[Symbol.iterator] = () => { throw new Error('poisoned') }
  Object.prototype.get = function () { note('trap', this) }
  Object.prototype.apply = function () { note('trap', this) }
`

const asking = `
  const got = []
  const take = text => {
    got[got.length] = text
    if (got.length === 5) tell({got, seen}, '*')
  }
  fetch('/api/mine').then(answer => answer.text()).then(take)
  fetch('/api/made', {method: 'POST', body: '{"a":1}'}).then(answer => answer.text()).then(take)
  const xhr = new XMLHttpRequest()
  xhr.open('GET', '/api/mine')
  xhr.onload = () => take(xhr.responseText)
  xhr.send()
  fetch('/api/moved', {method: 'POST', body: 'mine', headers: {'x-own': '1'}}).then(answer => answer.text()).then(take)
  const moved = new XMLHttpRequest()
  moved.open('POST', '/api/moved')
  moved.setRequestHeader('x-own', '1')
  moved.onload = () => take(moved.responseText)
  moved.send('mine')
`

test('a page that replaced all natives sees nothing of rules for other requests', async ({quiet, shop, site}) => {
  const answer = (path: string, value: string, type = 'static') =>
    make(quiet, 'Response', [{source: where('path', 'Equals', path), type, value}])
  await answer('/api/mine', 'mine')
  await answer('/api/made', 'args => { const hidden = "in the code"; return "made" }', 'code')
  await answer('/api/secret', 'top secret')
  const ahead = (path: string, to: string) =>
    make(quiet, 'Redirect', [
      {
        source: where('url', 'Matches', `/api/(?=${path})`),
        destinationType: 'url',
        destination: site.url('other.test', to),
      },
    ])
  await ahead('moved', '/api/mine')
  await ahead('hidden-away', '/api/hidden-goal')
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/api/private'), delay: 4321}])
  // In a frame, since Playwright cannot control such a page itself.
  const {got, seen} = await shop.evaluate(
    url =>
      new Promise<{got: string[]; seen: string}>(done => {
        addEventListener('message', ({data}: MessageEvent<{got: string[]; seen: string[]}>) =>
          done({got: data.got, seen: data.seen.join('\n')}),
        )
        document.body.append(Object.assign(document.createElement('iframe'), {src: url}))
      }),
    site.url('other.test', `/?head=${encodeURIComponent(`${spying}\n${asking}`)}`),
  )
  expect(got.toSorted()).toEqual(['made', 'mine', 'mine', 'mine', 'mine'])
  expect(site.requests(({headers, body}) => headers['x-own'] === '1' && body === 'mine')).toHaveLength(2)
  expect(seen.length).toBeGreaterThan(10)
  for (const secret of [
    'top secret',
    '/api/secret',
    '/api/private',
    '4321',
    'in the code',
    'hidden-',
    'Response_',
    'the channel',
  ])
    expect(seen).not.toContain(secret)
})

test('a page that knows the event names can neither query rules nor forge answers', async ({quiet, shop}) => {
  const id = await make(quiet, 'Response', [
    {source: where('path', 'Equals', '/api/secret'), type: 'static', value: 'top secret'},
  ])
  await shop.reload()
  const heard = await shop.evaluate(() => {
    const all: string[] = []
    const node = document.createElement('i')
    node.addEventListener('answer', event => all.push((event as CustomEvent<string>).detail))
    document.dispatchEvent(new MouseEvent('switchyard:handshake', {relatedTarget: node}))
    const query = {url: '/api/secret', method: 'GET', isSync: false}
    for (const target of [node, document, window])
      target.dispatchEvent(new CustomEvent('query', {detail: JSON.stringify(query)}))
    return all
  })
  expect(heard).toEqual([])
  expect(await shop.evaluate('typeof chrome === "undefined" || chrome.storage === undefined')).toBe(true)
  // A match would have been reported by now, as that of a real request is.
  await shop.evaluate(() => fetch('/api/other').then(answer => answer.text()))
  expect(JSON.stringify(await quiet.evaluate('chrome.storage.session.get()'))).not.toContain(id)
})

/** Properties of the patched functions, as a page sees them. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const functions: [string, object, string][] = [
      ['fetch', window, 'fetch'],
      ['toString', Function.prototype, 'toString'],
      ['clone', Response.prototype, 'clone'],
      ...['open', 'send', 'abort', 'setRequestHeader', 'overrideMimeType', 'getResponseHeader'].map(
        (name): [string, object, string] => [name, XMLHttpRequest.prototype, name],
      ),
      ...['upload', 'status', 'readyState', 'response'].map((name): [string, object, string] => [
        name,
        XMLHttpRequest.prototype,
        name,
      ]),
      ['url', Response.prototype, 'url'],
    ]
    return functions.map(([name, owner, key]) => {
      const {value, get, set, ...rest} = Object.getOwnPropertyDescriptor(owner, key) ?? {}
      const made = (value ?? get) as (() => void) & {prototype?: unknown}
      let news = ''
      try {
        Reflect.construct(Object, [], made)
      } catch (error) {
        news = (error as Error).name
      }
      const text = Function.prototype.toString.call(made)
      return [
        name,
        made.name,
        made.length,
        text,
        String(made),
        Reflect.ownKeys(made),
        made.prototype,
        news,
        rest,
        set?.name,
      ]
    })
  })

test('patched functions look native before and after rules applied', async ({quiet, shop, site}) => {
  const native = await looks(shop)
  const mocked = {source: where('path', 'Contains', '/api/'), type: 'static', value: 'mocked'}
  await make(quiet, 'Response', [mocked])
  await shop.goto(site.url('shop.test', '/'))
  expect(await looks(shop)).toEqual(native)
  const got = await shop.evaluate(async () => {
    const answer = await fetch('/api/a')
    const xhr = new XMLHttpRequest()
    xhr.open('GET', '/api/b')
    await new Promise(done => {
      xhr.addEventListener('load', done)
      xhr.send()
    })
    return [await answer.clone().text(), xhr.responseText, Object.keys(answer), answer.url === answer.clone().url]
  })
  expect(got).toEqual(['mocked', 'mocked', [], true])
  expect(await looks(shop)).toEqual(native)
})
